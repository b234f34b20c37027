import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { ownListQuery, profileQuery } from './api.ts';

const findUser = (client: QueryClient) => client.ensureQueryData(currentUserQuery).catch(() => null);

export async function loadProfile(client: QueryClient) {
  if (await findUser(client)) await client.ensureQueryData(profileQuery).catch(() => null);
  return { head: pageHead({ path: '/my/profile', title: m['people.profile.title'](), hidden: true }) };
}

type Section = {
  title: () => string;
  empty: () => string;
  text: () => string;
  meanwhile: { to: string; name: () => string }[];
};

/** Lists of one's own whose rooms have not opened: what will stand there, and what to do meanwhile. */
const sections: Record<string, Section> = {
  orders: {
    title: () => m['people.my.orders.title'](),
    empty: () => m['people.my.orders.empty'](),
    text: () => m['people.my.orders.text'](),
    meanwhile: [
      { to: '/services', name: () => m['people.my.orders.find_services']() },
      { to: '/my/services', name: () => m['people.my.orders.own_services']() },
    ],
  },
  auctions: {
    title: () => m['people.my.auctions.title'](),
    empty: () => m['people.my.auctions.empty'](),
    text: () => m['people.my.auctions.text'](),
    meanwhile: [
      { to: '/auctions', name: () => m['people.my.auctions.about']() },
      { to: '/resources', name: () => m['people.my.auctions.resources']() },
    ],
  },
  transactions: {
    title: () => m['people.my.transactions.title'](),
    empty: () => m['people.my.transactions.empty'](),
    text: () => m['people.my.transactions.text'](),
    meanwhile: [
      { to: '/my/verification', name: () => m['people.my.transactions.verification']() },
      { to: '/services', name: () => m['people.my.transactions.services']() },
    ],
  },
};

/** A section's words come with its page alone, like its head. */
export async function loadOwnList(client: QueryClient, name: string) {
  // Sessions stand among what guards an account.
  if (name === 'sessions') throw redirect({ to: '/my/security', hash: 'sessions' });
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  if (!section) throw notFound();
  if (await findUser(client)) await client.ensureQueryData(ownListQuery(name)).catch(() => null);
  const title = section.title();
  return {
    name,
    title,
    empty: section.empty(),
    text: section.text(),
    meanwhile: section.meanwhile.map((link) => ({ to: link.to, name: link.name() })),
    head: pageHead({ path: `/my/${name}`, title, hidden: true }),
  };
}
