import { createIsomorphicFn } from '@tanstack/react-start';
import { pageContext, type SentForm } from './page-context.ts';

export type SentFormName = SentForm['name'];

/** A form that the server refused when the browser sent it by itself: the browser knows of it from `<html data-sent-form>`. */
const anySentForm = createIsomorphicFn()
  .server((): SentForm | undefined => pageContext()?.sentForm)
  .client((): SentForm | undefined => {
    const { sentForm: text } = document.documentElement.dataset;
    return text === undefined ? undefined : (JSON.parse(text) as SentForm);
  });

/** The same as a text of the document. */
export function sentFormText(): string | undefined {
  const sent = anySentForm();
  return sent && JSON.stringify(sent);
}

export function sentForm(name: SentFormName): SentForm | undefined {
  const sent = anySentForm();
  return sent?.name === name ? sent : undefined;
}

/** Forgets the refused form once it is shown, so that coming back to its page shows an empty one. */
export function forgetSentForm(): void {
  delete document.documentElement.dataset['sentForm'];
}
