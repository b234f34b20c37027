import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat } from '#platform/shared/formats.ts';

/** One day of a week; Monday comes first. */
export type Day = { isOpen: boolean; from: string; to: string };

export const ordinaryWeek: readonly Day[] = Array.from({ length: 7 }, (_, index) => ({
  isOpen: index < 5,
  from: '10:00',
  to: '18:00',
}));

export function dayName(index: number, weekday: 'short' | 'long' = 'short'): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + index));
  return dateFormat(currentLocale(), { weekday, timeZone: 'UTC' }).format(date);
}

/** Whether each day that is open says from when and until when. */
export function isWeekComplete(week: readonly Day[]): boolean {
  return week.every(({ isOpen, from, to }) => !isOpen || (from !== '' && to !== ''));
}

/** What the hours become when the week is changed: it writes them as long as nobody has said them in words of their own. */
export function hoursAfter(
  text: string,
  before: readonly Day[],
  week: readonly Day[],
  nameOf: (index: number) => string = (index) => dayName(index),
): string {
  const isOwn = text.trim() !== '' && text !== hoursText(before, nameOf);
  return isOwn || !isWeekComplete(week) ? text : hoursText(week, nameOf);
}

/** A week in words: days that follow each other and are open alike stand together. */
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
