import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { deskQuery } from '../desk/api.ts';

const titles = {
  desk: () => m['accounts.my.title'](),
  orders: () => m['orders.list.title'](),
  transactions: () => m['payments.statement.title'](),
  earnings: () => m['payments.earnings.title'](),
  auctions: () => m['people.my.auctions.title'](),
  jobs: () => m['tenders.mine.title'](),
  wanted: () => m['wanted.mine.title'](),
  moderation: () => m['moderation.own.title'](),
  proposals: () => m['assistant.proposals.title'](),
  permissions: () => m['licensing.own.title'](),
  things: () => m['passports.own.title'](),
  support: () => m['support.own.title'](),
  collections: () => m['social.collections.title'](),
  sponsorships: () => m['sponsorship.my.title'](),
  sponsorship: () => m['sponsorship.my.receipt'](),
  searches: () => m['finding.own.title'](),
  following: () => m['social.follow.title'](),
  receipt: () => m['orders.receipt.title'](),
  refund: () => m['payments.refund.title'](),
};
export type OwnPageName = keyof typeof titles;

/** The page contains only who is signed in and, on the desk, what waits for them; the browser fetches other private data. */
export async function loadOwn(client: QueryClient, name: OwnPageName, path: string) {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (name === 'desk' && user) await client.fetchQuery(deskQuery).catch(() => null);
  const title = titles[name]();
  return { title, head: pageHead({ path, title, hidden: true }) };
}
