import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import type { BannerDecision } from '../rules.ts';

export { kindNames, standingNames, stateNames } from '../words.ts';

export const decisionNames: Record<BannerDecision, () => string> = {
  approve: () => m['ads.staff.approve'](),
  refuse: () => m['ads.staff.refuse'](),
  end: () => m['ads.staff.end'](),
};
export const number = (value: number) => numberFormat(currentLocale()).format(value);
/** Formats a day without a time. */
export const formatDate = (day: string) =>
  dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
