import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import { responseBound } from '../rules.ts';

const format = (iso: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(currentLocale(), options).format(new Date(iso));

export const formatDay = (iso: string, timeZone: string) => format(iso, { dateStyle: 'full', timeZone });
export const formatTime = (iso: string, timeZone: string) => format(iso, { timeStyle: 'short', timeZone });

export function responseWords(minutes: number): string {
  const { unit, count } = responseBound(minutes);
  if (unit === 'minutes') return m['conversations.inquiry.response_minutes']({ count });
  if (unit === 'hours' && count === 1) return m['conversations.inquiry.response_hour']();
  return unit === 'hours'
    ? m['conversations.inquiry.response_hours']({ count })
    : m['conversations.inquiry.response_days']({ count });
}
