/** Working days of a provider. Days are dates like 2026-11-22, independent of time zones. */
export type WorkingDays = {
  /** 0 is Sunday. */
  closedWeekdays: readonly number[];
  holidays: readonly { from: string; to: string }[];
};

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum planning horizon. */
const maxDays = 730;

export function isOpen({ closedWeekdays, holidays }: WorkingDays, date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return !closedWeekdays.includes(weekday) && !holidays.some(({ from, to }) => from <= date && date <= to);
}

/**
 * Returns the day on which a job agreed upon `today` is ready after this many working days; null if it is more than two
 * years away.
 */
export function readyOn(plan: WorkingDays, workingDays: number, today: string): string | null {
  let left = workingDays;
  for (let passed = 0; passed <= maxDays; passed += 1) {
    const date = new Date(Date.parse(`${today}T00:00:00Z`) + passed * dayMs).toISOString().slice(0, 10);
    if (!isOpen(plan, date)) continue;
    if (left === 0) return date;
    left -= 1;
  }
  return null;
}

/** Number of days off in a period: weekly ones, and holidays in addition. */
export type DaysOff = { weekly: number; holidays: number };

export function daysOff(plan: WorkingDays, today: string, last: string): DaysOff {
  const off: DaysOff = { weekly: 0, holidays: 0 };
  for (let passed = 0; passed <= daysBetween(today, last); passed += 1) {
    const date = new Date(Date.parse(`${today}T00:00:00Z`) + passed * dayMs).toISOString().slice(0, 10);
    if (isOpen(plan, date)) continue;
    if (isOpen({ ...plan, holidays: [] }, date)) off.holidays += 1;
    else off.weekly += 1;
  }
  return off;
}

/** Number of days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}
