import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat } from '#platform/shared/formats.ts';

/** One day of a week, which starts on Monday. */
export type Day = { isOpen: boolean; from: string; to: string };

export const ordinaryWeek: readonly Day[] = Array.from({ length: 7 }, (_, index) => ({
  isOpen: index < 5,
  from: '10:00',
  to: '18:00',
}));

export function dayName(index: number, weekday: 'short' | 'long' = 'short'): string {
  // January 1, 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + index));
  return dateFormat(currentLocale(), { weekday, timeZone: 'UTC' }).format(date);
}

/** Returns whether every open day has an opening and a closing time. */
export function isWeekComplete(week: readonly Day[]): boolean {
  return week.every(({ isOpen, from, to }) => !isOpen || (from !== '' && to !== ''));
}

/** Returns the hours after a change of the week: rewritten, unless they were edited by hand. */
export function hoursAfter(
  text: string,
  before: readonly Day[],
  week: readonly Day[],
  nameOf: (index: number) => string = (index) => dayName(index),
): string {
  const isOwn = text.trim() !== '' && text !== hoursText(before, nameOf);
  return isOwn || !isWeekComplete(week) ? text : hoursText(week, nameOf);
}

/** Formats a week; consecutive days with equal hours are combined. */
export function hoursText(
  week: readonly Day[],
  nameOf: (index: number) => string = (index) => dayName(index),
): string {
  const lines: string[] = [];
  for (let first = 0; first < week.length;) {
    const day = week[first];
    const next = week.findIndex((other, index) => index > first && !(day && same(day, other)));
    const last = (next === -1 ? week.length : next) - 1;
    if (day?.isOpen) {
      const days = first === last ? nameOf(first) : `${nameOf(first)}–${nameOf(last)}`;
      lines.push(`${days} ${day.from}–${day.to}`);
    }
    first = last + 1;
  }
  return lines.join('\n');
}

function same(one: Day, other: Day): boolean {
  return one.isOpen === other.isOpen && (!one.isOpen || (one.from === other.from && one.to === other.to));
}
