import { useSyncExternalStore } from 'react';
import { currentLocale } from './page-context.ts';
import { dateFormat } from '#platform/shared/formats.ts';

const nothingChanges = () => () => {};
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const koreanZone = () => 'Asia/Seoul';

/** Time zone of the reader. The server does not know it and renders Korea's; the browser then uses its own. */
export function useTimeZone(): string {
  return useSyncExternalStore(nothingChanges, ownZone, koreanZone);
}

/** Formats times in the reader's time zone. */
export function useFormatMoment(): (iso: string) => string {
  const timeZone = useTimeZone();
  return (iso) => formatMoment(iso, timeZone);
}

export function formatMoment(iso: string, timeZone: string): string {
  return unbrokenTime(
    dateFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    new Date(iso),
  );
}

const timeParts: ReadonlySet<string> = new Set(['dayPeriod', 'hour', 'minute', 'second']);

/** Lets a line wrap between the day and the time of day, but not within the latter. */
export function unbrokenTime(format: Intl.DateTimeFormat, at: Date): string {
  const parts = format.formatToParts(at);
  const isTime = (index: number) => timeParts.has(parts[index]?.type ?? '');
  return parts
    .map(({ value }, index) =>
      isTime(index - 1) && isTime(index + 1) ? value.replaceAll(/\s/g, '\u00a0') : value,
    )
    .join('');
}

/** Formats a time for a `datetime-local` field, to the minute. */
export function localMoment(iso: string, timeZone: string): string {
  return dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(new Date(iso))
    .replace(' ', 'T');
}

/** Formats a day, which is always Korea's. */
export function formatDay(iso: string): string {
  return dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'Asia/Seoul' }).format(new Date(iso));
}
