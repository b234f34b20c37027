import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { BannerDecision, bannerKinds, BannerStanding, BannerState } from '../rules.ts';

export const stateNames: Record<BannerState, () => string> = {
  waiting: () => m['ads.state.waiting'](),
  shown: () => m['ads.state.shown'](),
  refused: () => m['ads.state.refused'](),
  ended: () => m['ads.state.ended'](),
};
export const standingNames: Record<BannerStanding, () => string> = {
  ...stateNames,
  planned: () => m['ads.state.planned'](),
  unpaid: () => m['ads.state.unpaid'](),
  unseen: () => m['ads.state.unseen'](),
};
export const decisionNames: Record<BannerDecision, () => string> = {
  approve: () => m['ads.staff.approve'](),
  refuse: () => m['ads.staff.refuse'](),
  end: () => m['ads.staff.end'](),
};
export const kindNames: Record<(typeof bannerKinds)[number], () => string> = {
  house: () => m['ads.staff.kind_house'](),
  sponsor: () => m['ads.staff.kind_sponsor'](),
};

export const number = (value: number) => new Intl.NumberFormat(currentLocale()).format(value);
/** A day without a time. */
export const formatDate = (day: string) =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
