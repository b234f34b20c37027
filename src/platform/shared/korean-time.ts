/** Korea has had no summer time since 1988. */
const offsetMs = 9 * 60 * 60_000;

const isoInKorea = (time: Date) => new Date(time.getTime() + offsetMs).toISOString();

/** Calendar day in Korea, which all days of the product are. */
export function koreanDay(time: Date): string {
  return isoInKorea(time).slice(0, 10);
}

/** Midnight at the end of a Korean calendar day. */
export function endOfKoreanDay(day: string): string {
  return new Date(Date.parse(`${day}T24:00:00.000Z`) - offsetMs).toISOString();
}

/** Formats a time for spreadsheets, in Korean time: `2026-11-26 15:04:05`. */
export function koreanMoment(iso: string): string {
  return isoInKorea(new Date(iso)).slice(0, 19).replace('T', ' ');
}
