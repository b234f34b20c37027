import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';

const lists: Record<string, () => string> = {
  orders: () => m['orders.list.title'](),
  transactions: () => m['payments.statement.title'](),
  earnings: () => m['payments.earnings.title'](),
  auctions: () => m['people.my.auctions.title'](),
  jobs: () => m['tenders.mine.title'](),
  moderation: () => m['moderation.own.title'](),
  proposals: () => m['assistant.proposals.title'](),
  support: () => m['support.own.title'](),
  collections: () => m['social.collections.title'](),
  sponsorships: () => m['sponsorship.my.title'](),
  following: () => m['social.follow.title'](),
};
const papers: Record<string, () => string> = {
  receipts: () => m['orders.receipt.title'](),
  sponsorships: () => m['sponsorship.my.receipt'](),
  moderation: () => m['moderation.own.title'](),
  refunds: () => m['payments.refund.title'](),
};

/** Who somebody is stands in the page; what is theirs is asked for by the browser. */
export async function loadSection(client: QueryClient, section: string, id: string | undefined) {
  // Sessions stand among what guards an account.
  if (Object.hasOwn(papers, section) && !Object.hasOwn(lists, section) && id === undefined)
    throw redirect({ to: '/my/$section/{-$id}', params: { section: 'transactions', id: undefined } });
  if (section === 'sessions' && id === undefined) throw redirect({ to: '/my/security', hash: 'sessions' });
  const known = id === undefined ? lists : papers;
  const titleOf = Object.hasOwn(known, section) ? known[section] : undefined;
  if (!titleOf) throw notFound();
  await client.ensureQueryData(currentUserQuery).catch(() => null);
  const title = titleOf();
  const path = `/my/${section}${id === undefined ? '' : `/${id}`}`;
  return { title, head: pageHead({ path, title, hidden: true }) };
}
