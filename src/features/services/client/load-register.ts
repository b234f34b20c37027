import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { tradeWordsOf } from './trade-words.ts';

/** Loads the head of a form's page; a separate script, because every page carries the routes. */
export function loadRegister(path: string, type: string | undefined) {
  const title = tradeWordsOf(type).registerTitle();
  return { title, head: pageHead({ path, title, description: m['services.form.lead']() }) };
}
