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

/** Loads the sign-in and registration pages, with the external services that are available. */
export async function loadEntry(client: QueryClient, path: keyof typeof entryTitles) {
  await client.ensureQueryData(servicesQuery).catch(() => []);
  return { head: pageHead({ path, title: entryTitles[path]() }) };
}

/** Loads the two pages for a forgotten password. */
export function loadPassword(step: string) {
  if (step !== 'forgot' && step !== 'reset') throw notFound();
  const title = step === 'reset' ? m['accounts.recover.reset_title']() : m['accounts.recover.forgot_title']();
  return { head: pageHead({ path: `/${step}-password`, title, hidden: true }) };
}

/**
 * Loads the second step of signing in: the code of the second factor, or the data that an external service
 * does not provide.
 */
export async function loadSignIn(step: string) {
  if (step !== 'code' && step !== 'complete') throw notFound();
  const title = step === 'code' ? m['accounts.code.title']() : m['accounts.complete.title']();
  return {
    // Uncached, because it is single-use and a refetch would be refused.
    completion: step === 'complete' ? await getCompletion().catch(() => null) : null,
    head: pageHead({ path: `/sign-in/${step}`, title, hidden: true }),
  };
}

export function loadConfirmation() {
  const title = m['accounts.recover.confirm_title']();
  return { head: pageHead({ path: '/confirm-email', title, hidden: true }) };
}
