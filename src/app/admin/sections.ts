import type { CurrentUser } from '#features/accounts/contract.ts';
import {
  canListPeople,
  canManageJobs,
  canReadAudit,
  type StaffPlace,
} from '#features/admin/client/public.tsx';
import { canManageAds } from '#features/ads/client/public.tsx';
import { canManageCatalogue } from '#features/catalogue/client/public.tsx';
import { canManageChannels } from '#features/community/client/public.tsx';
import { canModerateAuctions } from '#features/auctions/client/public.tsx';
import { canModerate } from '#features/moderation/client/public.tsx';
import { canListOrders } from '#features/orders/client/public.tsx';
import { canSeeMoney } from '#features/payments/client/public.tsx';
import { canManageResources } from '#features/resources/client/public.tsx';
import { canManageServices } from '#features/services/client/public.tsx';
import { canManageSynonyms } from '#features/search/client/public.tsx';
import { canManageEngineers } from '#features/support/client/public.tsx';
import { canEditLegal } from '#features/legal/client/public.tsx';
import { canChangeSettings } from '#features/settings/client/public.tsx';
import { canListSponsors } from '#features/sponsorship/client/public.tsx';
import { m } from '#i18n/generated/messages.js';

/** Groups of the menu, in display order. */
export const groups = ['content', 'community', 'trade', 'money', 'site'] as const;
export type Group = (typeof groups)[number];

export const groupNames: Record<Group, () => string> = {
  content: () => m['app.admin.group.content'](),
  community: () => m['app.admin.group.community'](),
  trade: () => m['app.admin.group.trade'](),
  money: () => m['app.admin.group.money'](),
  site: () => m['app.admin.group.site'](),
};

type Section = {
  to: StaffPlace;
  group: Group;
  /** Access rule of the room, which its API calls check as well. */
  may(user: CurrentUser): boolean;
  /** Label in the menu. */
  name(): string;
  title(): string;
  text(): string;
};

/** Staff pages, in menu order. */
export const sections: readonly Section[] = [
  {
    to: '/admin/users',
    group: 'content',
    may: canListPeople,
    name: () => m['admin.page.users'](),
    title: () => m['admin.page.users'](),
    text: () => m['admin.page.users_text'](),
  },
  {
    to: '/admin/resources',
    group: 'content',
    may: canManageResources,
    name: () => m['resources.staff.menu'](),
    title: () => m['resources.staff.title'](),
    text: () => m['resources.staff.text'](),
  },
  {
    to: '/admin/catalogue',
    group: 'content',
    may: canManageCatalogue,
    name: () => m['catalogue.page.menu'](),
    title: () => m['catalogue.page.title'](),
    text: () => m['catalogue.page.text'](),
  },
  {
    to: '/admin/services',
    group: 'content',
    may: canManageServices,
    name: () => m['services.staff.menu'](),
    title: () => m['services.staff.title'](),
    text: () => m['services.staff.text'](),
  },
  {
    to: '/admin/engineers',
    group: 'content',
    may: canManageEngineers,
    name: () => m['support.staff.menu'](),
    title: () => m['support.staff.title'](),
    text: () => m['support.staff.text'](),
  },
  {
    to: '/admin/reports',
    group: 'community',
    may: canModerate,
    name: () => m['admin.page.reports'](),
    title: () => m['moderation.page.title'](),
    text: () => m['moderation.desk.text'](),
  },
  {
    to: '/admin/channels',
    group: 'community',
    may: canManageChannels,
    name: () => m['community.staff.title'](),
    title: () => m['community.staff.title'](),
    text: () => m['community.staff.text'](),
  },
  {
    to: '/admin/sanctions',
    group: 'community',
    may: canManageChannels,
    name: () => m['community.staff.sanctions'](),
    title: () => m['community.staff.sanctions'](),
    text: () => m['community.staff.sanctions_text'](),
  },
  {
    to: '/admin/orders',
    group: 'trade',
    may: canListOrders,
    name: () => m['admin.page.orders'](),
    title: () => m['orders.admin.title'](),
    text: () => m['orders.admin.text'](),
  },
  {
    to: '/admin/disputes',
    group: 'trade',
    may: canListOrders,
    name: () => m['orders.disputes.title'](),
    title: () => m['orders.disputes.title'](),
    text: () => m['orders.disputes.text'](),
  },
  {
    to: '/admin/auctions',
    group: 'trade',
    may: canModerateAuctions,
    name: () => m['admin.page.auctions'](),
    title: () => m['auctions.lots.title'](),
    text: () => m['auctions.lots.text'](),
  },
  {
    to: '/admin/bidders',
    group: 'trade',
    may: canModerateAuctions,
    name: () => m['auctions.staff.title'](),
    title: () => m['auctions.staff.title'](),
    text: () => m['auctions.staff.text'](),
  },
  {
    to: '/admin/payouts',
    group: 'money',
    may: canSeeMoney,
    name: () => m['admin.page.payouts'](),
    title: () => m['payments.admin.payouts'](),
    text: () => m['payments.admin.payouts_text'](),
  },
  {
    to: '/admin/refunds',
    group: 'money',
    may: canSeeMoney,
    name: () => m['admin.page.refunds'](),
    title: () => m['payments.admin.refunds'](),
    text: () => m['payments.admin.refunds_text'](),
  },
  {
    to: '/admin/money',
    group: 'money',
    may: canSeeMoney,
    name: () => m['admin.page.money'](),
    title: () => m['payments.admin.money'](),
    text: () => m['payments.admin.money_text'](),
  },
  {
    to: '/admin/journals',
    group: 'money',
    may: canSeeMoney,
    name: () => m['payments.books.title'](),
    title: () => m['payments.books.title'](),
    text: () => m['payments.books.text'](),
  },
  {
    to: '/admin/findings',
    group: 'money',
    may: canSeeMoney,
    name: () => m['payments.findings.title'](),
    title: () => m['payments.findings.title'](),
    text: () => m['payments.findings.text'](),
  },
  {
    to: '/admin/adjustments',
    group: 'money',
    may: canSeeMoney,
    name: () => m['payments.adjust.title'](),
    title: () => m['payments.adjust.title'](),
    text: () => m['payments.adjust.text'](),
  },
  {
    to: '/admin/sponsors',
    group: 'money',
    may: canListSponsors,
    name: () => m['admin.page.sponsors'](),
    title: () => m['sponsorship.staff.title'](),
    text: () => m['sponsorship.staff.text'](),
  },
  {
    to: '/admin/ads',
    group: 'site',
    may: canManageAds,
    name: () => m['admin.page.ads'](),
    title: () => m['ads.staff.title'](),
    text: () => m['ads.staff.text'](),
  },
  {
    to: '/admin/synonyms',
    group: 'site',
    may: canManageSynonyms,
    name: () => m['search.synonyms.menu'](),
    title: () => m['search.synonyms.title'](),
    text: () => m['search.synonyms.text'](),
  },
  {
    to: '/admin/jobs',
    group: 'site',
    may: canManageJobs,
    name: () => m['admin.jobs.menu'](),
    title: () => m['admin.jobs.title'](),
    text: () => m['admin.jobs.text'](),
  },
  {
    to: '/admin/legal',
    group: 'site',
    may: canEditLegal,
    name: () => m['legal.staff.menu'](),
    title: () => m['legal.staff.title'](),
    text: () => m['legal.staff.text'](),
  },
  {
    to: '/admin/settings',
    group: 'site',
    may: canChangeSettings,
    name: () => m['admin.page.settings'](),
    title: () => m['settings.page.title'](),
    text: () => m['settings.page.text'](),
  },
  {
    to: '/admin/audit',
    group: 'site',
    may: canReadAudit,
    name: () => m['admin.page.audit'](),
    title: () => m['admin.page.audit'](),
    text: () => m['admin.page.audit_text'](),
  },
];

/** Returns the staff page at an address, if there is one. */
export function sectionAt(path: string): Section | undefined {
  return sections.find(({ to }) => to === path.replace(/\/$/, ''));
}
