import { createIsomorphicFn } from '@tanstack/react-start';
import { pageContext, type SentForm } from './page-context.ts';

export type SentFormName = SentForm['name'];

/** Refused form that the browser submitted natively; the browser reads it from `<html data-sent-form>`. */
const anySentForm = createIsomorphicFn()
  .server((): SentForm | undefined => pageContext()?.sentForm)
  .client((): SentForm | undefined => {
    const { sentForm: text } = document.documentElement.dataset;
    return text === undefined ? undefined : (JSON.parse(text) as SentForm);
  });

/** Same form, serialised for the document. */
export function sentFormText(): string | undefined {
  const sent = anySentForm();
  return sent && JSON.stringify(sent);
}

export function sentForm(name: SentFormName): SentForm | undefined {
  const sent = anySentForm();
  return sent?.name === name ? sent : undefined;
}

/** Forgets the refused form once it is shown, so that a later visit shows an empty form. */
export function forgetSentForm(): void {
  delete document.documentElement.dataset['sentForm'];
}
