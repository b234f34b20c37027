import { m } from '#i18n/generated/messages.js';

/** Pages of a person's own area in five groups, in the order of the navigation and of the desk at `/my`. */
export const myGroups = [
  {
    id: 'waiting',
    name: () => m['accounts.my.group.waiting'](),
    pages: [
      { to: '/my/conversations', name: () => m['accounts.my.conversations']() },
      { to: '/my/notifications', name: () => m['accounts.my.notifications']() },
      { to: '/my/searches', name: () => m['accounts.my.searches']() },
      { to: '/my/permissions', name: () => m['accounts.my.permissions']() },
      { to: '/my/support', name: () => m['accounts.my.support']() },
      { to: '/my/moderation', name: () => m['accounts.my.moderation']() },
    ],
  },
  {
    id: 'buying',
    name: () => m['accounts.my.group.buying'](),
    pages: [
      { to: '/my/orders', name: () => m['accounts.my.orders']() },
      { to: '/payment/basket', name: () => m['accounts.my.basket']() },
      { to: '/my/quotes', name: () => m['accounts.my.quotes']() },
      { to: '/my/things', name: () => m['accounts.my.things']() },
      { to: '/my/auctions', name: () => m['accounts.my.auctions']() },
      { to: '/my/wanted', name: () => m['accounts.my.wanted']() },
      { to: '/my/sponsorships', name: () => m['accounts.my.sponsorships']() },
    ],
  },
  {
    id: 'selling',
    name: () => m['accounts.my.group.selling'](),
    pages: [
      { to: '/my/services', name: () => m['accounts.my.services']() },
      { to: '/my/jobs', name: () => m['accounts.my.jobs']() },
      { to: '/my/earnings', name: () => m['accounts.my.earnings']() },
      { to: '/my/transactions', name: () => m['accounts.my.transactions']() },
    ],
  },
  {
    id: 'making',
    name: () => m['accounts.my.group.making'](),
    pages: [
      { to: '/my/resources', name: () => m['accounts.my.resources']() },
      { to: '/my/collections', name: () => m['accounts.my.collections']() },
      { to: '/my/following', name: () => m['accounts.my.following']() },
    ],
  },
  {
    id: 'account',
    name: () => m['accounts.my.group.account'](),
    pages: [
      { to: '/my/profile', name: () => m['accounts.my.profile']() },
      { to: '/my/verification', name: () => m['accounts.my.verification']() },
      { to: '/my/privacy', name: () => m['accounts.my.privacy']() },
      { to: '/my/security', name: () => m['accounts.my.security']() },
    ],
  },
] as const;

type Page = (typeof myGroups)[number]['pages'][number]['to'];

/** Pages in no menu, with the page that leads to them. */
export const pagesBelow: Readonly<Record<string, Page>> = {
  '/my/receipts': '/my/orders',
  '/my/refunds': '/my/orders',
  '/my/proposals': '/my/notifications',
  '/my/sessions': '/my/security',
};

/** Whether this is the page or one below it, such as a receipt below the orders. */
export function isUnder(pathname: string, page: Page): boolean {
  const above = Object.entries(pagesBelow).find(([below]) => startsWith(pathname, below))?.[1];
  return above === page || startsWith(pathname, page);
}

const startsWith = (pathname: string, page: string) => `${pathname}/`.startsWith(`${page}/`);

/** Whether a page is loaded as a new document: only documents of payments allow the windows of payments. */
export const isPayment = (to: string) => to.startsWith('/payment/');
