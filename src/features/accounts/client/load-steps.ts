import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { servicesQuery } from './api.ts';
import { getCompletion } from './security-api.ts';

const entryTitles = {
  '/auth': m['accounts.page.title'],
  '/login': m['accounts.page.login_title'],
  '/register': m['accounts.page.register_title'],
};

/** The pages where one signs in or joins, with the services of others that one can do it with. */
export async function loadEntry(client: QueryClient, path: keyof typeof entryTitles) {
  await client.ensureQueryData(servicesQuery).catch(() => []);
  return { head: pageHead({ path, title: entryTitles[path]() }) };
}

/** The two pages of a forgotten password. */
export function loadPassword(step: string) {
  if (step !== 'forgot' && step !== 'reset') throw notFound();
  const title = step === 'reset' ? m['accounts.recover.reset_title']() : m['accounts.recover.forgot_title']();
  return { head: pageHead({ path: `/${step}-password`, title, hidden: true }) };
}

/** The second step of signing in: the code of the second factor, or what a service of others does not tell. */
export async function loadSignIn(step: string) {
  if (step !== 'code' && step !== 'complete') throw notFound();
  const title = step === 'code' ? m['accounts.code.title']() : m['accounts.complete.title']();
  return {
    // Held by the page alone: once it is used up, asking again would only be refused.
    completion: step === 'complete' ? await getCompletion().catch(() => null) : null,
    head: pageHead({ path: `/sign-in/${step}`, title, hidden: true }),
  };
}

export function loadConfirmation() {
  const title = m['accounts.recover.confirm_title']();
  return { head: pageHead({ path: '/confirm-email', title, hidden: true }) };
}
