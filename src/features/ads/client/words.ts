import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { koreanDay } from '#platform/shared/working-days.ts';
import type { Banner } from '../contract.ts';
import type { BannerDecision, bannerKinds, BannerState } from '../rules.ts';

/** What a banner is today: one that is to be shown may not have begun, or be over before an hourly job says so. */
export function standing({ state, startsOn, endsOn }: Pick<Banner, 'state' | 'startsOn' | 'endsOn'>): string {
  const today = koreanDay(new Date());
  if (state === 'shown' && startsOn > today) return m['ads.staff.planned']();
  if (state === 'shown' && endsOn !== null && endsOn < today) return m['ads.state.ended']();
  return stateNames[state]();
}

export const stateNames: Record<BannerState, () => string> = {
  waiting: () => m['ads.state.waiting'](),
  shown: () => m['ads.state.shown'](),
  refused: () => m['ads.state.refused'](),
  ended: () => m['ads.state.ended'](),
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
