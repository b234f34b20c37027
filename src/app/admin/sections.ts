import { lazy, type ComponentType } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { canListPeople, canManageJobs, canReadAudit } from '#features/admin/client/public.tsx';
import { AdsScreen, canManageAds } from '#features/ads/client/public.tsx';
import { canManageCatalogue, CatalogueScreen } from '#features/catalogue/client/public.tsx';
import { canManageChannels, ChannelsScreen, SanctionsScreen } from '#features/community/client/public.tsx';
import { canModerateAuctions, BiddersScreen, LotsScreen } from '#features/auctions/client/public.tsx';
import { canModerate, ReportsScreen } from '#features/moderation/client/public.tsx';
import { canListOrders, OrdersScreen, DisputesScreen } from '#features/orders/client/public.tsx';
import {
  AdjustmentsScreen,
  canSeeMoney,
  FindingsScreen,
  JournalsScreen,
  PayoutsScreen,
  RefundsScreen,
} from '#features/payments/client/public.tsx';
import { canManageResources, StaffResourcesScreen } from '#features/resources/client/public.tsx';
import { canManageServices, StaffServicesScreen } from '#features/services/client/public.tsx';
import { canManageSynonyms, SynonymsScreen } from '#features/search/client/public.tsx';
import { canManageEngineers, EngineersStaffScreen } from '#features/support/client/public.tsx';
import { canChangeSettings, SettingsScreen } from '#features/settings/client/public.tsx';
import { canListSponsors, SponsorsScreen } from '#features/sponsorship/client/public.tsx';
import { m } from '#i18n/generated/messages.js';

/** Under which the menu has its pages, in this order. */
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
  /** What follows `/admin/`. */
  path: string;
  group: Group;
  /** The room's own rule, which its calls ask as well. */
  may(user: CurrentUser): boolean;
  /** In the menu. */
  name(): string;
  title(): string;
  text(): string;
  Screen: ComponentType;
};

/** The pages of staff. Not pages of the route table, which every visitor loads. */
export const sections: readonly Section[] = [
  {
    path: 'users',
    group: 'content',
    may: canListPeople,
    name: () => m['admin.page.users'](),
    title: () => m['admin.page.users'](),
    text: () => m['admin.page.users_text'](),
    Screen: lazy(async () => ({
      default: (await import('#features/admin/client/public.tsx')).UsersScreen,
    })),
  },
  {
    path: 'resources',
    group: 'content',
    may: canManageResources,
    name: () => m['resources.staff.menu'](),
    title: () => m['resources.staff.title'](),
    text: () => m['resources.staff.text'](),
    Screen: StaffResourcesScreen,
  },
  {
    path: 'catalogue',
    group: 'content',
    may: canManageCatalogue,
    name: () => m['catalogue.page.menu'](),
    title: () => m['catalogue.page.title'](),
    text: () => m['catalogue.page.text'](),
    Screen: CatalogueScreen,
  },
  {
    path: 'services',
    group: 'content',
    may: canManageServices,
    name: () => m['services.staff.menu'](),
    title: () => m['services.staff.title'](),
    text: () => m['services.staff.text'](),
    Screen: StaffServicesScreen,
  },
  {
    path: 'engineers',
    group: 'content',
    may: canManageEngineers,
    name: () => m['support.staff.menu'](),
    title: () => m['support.staff.title'](),
    text: () => m['support.staff.text'](),
    Screen: EngineersStaffScreen,
  },
  {
    path: 'reports',
    group: 'community',
    may: canModerate,
    name: () => m['admin.page.reports'](),
    title: () => m['moderation.page.title'](),
    text: () => m['moderation.desk.text'](),
    Screen: ReportsScreen,
  },
  {
    path: 'channels',
    group: 'community',
    may: canManageChannels,
    name: () => m['community.staff.title'](),
    title: () => m['community.staff.title'](),
    text: () => m['community.staff.text'](),
    Screen: ChannelsScreen,
  },
  {
    path: 'sanctions',
    group: 'community',
    may: canManageChannels,
    name: () => m['community.staff.sanctions'](),
    title: () => m['community.staff.sanctions'](),
    text: () => m['community.staff.sanctions_text'](),
    Screen: SanctionsScreen,
  },
  {
    path: 'orders',
    group: 'trade',
    may: canListOrders,
    name: () => m['admin.page.orders'](),
    title: () => m['orders.admin.title'](),
    text: () => m['orders.admin.text'](),
    Screen: OrdersScreen,
  },
  {
    path: 'disputes',
    group: 'trade',
    may: canListOrders,
    name: () => m['orders.disputes.title'](),
    title: () => m['orders.disputes.title'](),
    text: () => m['orders.disputes.text'](),
    Screen: DisputesScreen,
  },
  {
    path: 'auctions',
    group: 'trade',
    may: canModerateAuctions,
    name: () => m['admin.page.auctions'](),
    title: () => m['auctions.lots.title'](),
    text: () => m['auctions.lots.text'](),
    Screen: LotsScreen,
  },
  {
    path: 'bidders',
    group: 'trade',
    may: canModerateAuctions,
    name: () => m['auctions.staff.title'](),
    title: () => m['auctions.staff.title'](),
    text: () => m['auctions.staff.text'](),
    Screen: BiddersScreen,
  },
  {
    path: 'payouts',
    group: 'money',
    may: canSeeMoney,
    name: () => m['admin.page.payouts'](),
    title: () => m['payments.admin.payouts'](),
    text: () => m['payments.admin.payouts_text'](),
    Screen: PayoutsScreen,
  },
  {
    path: 'refunds',
    group: 'money',
    may: canSeeMoney,
    name: () => m['admin.page.refunds'](),
    title: () => m['payments.admin.refunds'](),
    text: () => m['payments.admin.refunds_text'](),
    Screen: RefundsScreen,
  },
  {
    path: 'money',
    group: 'money',
    may: canSeeMoney,
    name: () => m['admin.page.money'](),
    title: () => m['payments.admin.money'](),
    text: () => m['payments.admin.money_text'](),
    Screen: lazy(async () => ({
      default: (await import('#features/payments/client/public.tsx')).MoneyScreen,
    })),
  },
  {
    path: 'journals',
    group: 'money',
    may: canSeeMoney,
    name: () => m['payments.books.title'](),
    title: () => m['payments.books.title'](),
    text: () => m['payments.books.text'](),
    Screen: JournalsScreen,
  },
  {
    path: 'findings',
    group: 'money',
    may: canSeeMoney,
    name: () => m['payments.findings.title'](),
    title: () => m['payments.findings.title'](),
    text: () => m['payments.findings.text'](),
    Screen: FindingsScreen,
  },
  {
    path: 'adjustments',
    group: 'money',
    may: canSeeMoney,
    name: () => m['payments.adjust.title'](),
    title: () => m['payments.adjust.title'](),
    text: () => m['payments.adjust.text'](),
    Screen: AdjustmentsScreen,
  },
  {
    path: 'sponsors',
    group: 'money',
    may: canListSponsors,
    name: () => m['admin.page.sponsors'](),
    title: () => m['sponsorship.staff.title'](),
    text: () => m['sponsorship.staff.text'](),
    Screen: SponsorsScreen,
  },
  {
    path: 'ads',
    group: 'site',
    may: canManageAds,
    name: () => m['admin.page.ads'](),
    title: () => m['ads.staff.title'](),
    text: () => m['ads.staff.text'](),
    Screen: AdsScreen,
  },
  {
    path: 'synonyms',
    group: 'site',
    may: canManageSynonyms,
    name: () => m['search.synonyms.menu'](),
    title: () => m['search.synonyms.title'](),
    text: () => m['search.synonyms.text'](),
    Screen: SynonymsScreen,
  },
  {
    path: 'jobs',
    group: 'site',
    may: canManageJobs,
    name: () => m['admin.jobs.menu'](),
    title: () => m['admin.jobs.title'](),
    text: () => m['admin.jobs.text'](),
    Screen: lazy(async () => ({
      default: (await import('#features/admin/client/public.tsx')).JobsScreen,
    })),
  },
  {
    path: 'settings',
    group: 'site',
    may: canChangeSettings,
    name: () => m['admin.page.settings'](),
    title: () => m['settings.page.title'](),
    text: () => m['settings.page.text'](),
    Screen: SettingsScreen,
  },
  {
    path: 'audit',
    group: 'site',
    may: canReadAudit,
    name: () => m['admin.page.audit'](),
    title: () => m['admin.page.audit'](),
    text: () => m['admin.page.audit_text'](),
    Screen: lazy(async () => ({
      default: (await import('#features/admin/client/public.tsx')).AuditScreen,
    })),
  },
];
