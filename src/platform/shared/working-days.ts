/** Days are dates as 2026-11-22, wherever whoever works is. */
export type WorkingDays = {
  /** 0 is Sunday. */
  closedWeekdays: readonly number[];
  holidays: readonly { from: string; to: string }[];
};

const dayMs = 24 * 60 * 60 * 1000;
/** Nobody plans further ahead. */
const mostDays = 730;

export function isOpen({ closedWeekdays, holidays }: WorkingDays, date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return !closedWeekdays.includes(weekday) && !holidays.some(({ from, to }) => from <= date && date <= to);
}

/**
 * The day on which a job that is agreed upon `today` is ready after so many working days; null where that is more than
 * two years away.
 */
export function readyOn(plan: WorkingDays, workingDays: number, today: string): string | null {
  let left = workingDays;
  for (let passed = 0; passed <= mostDays; passed += 1) {
    const date = new Date(Date.parse(`${today}T00:00:00Z`) + passed * dayMs).toISOString().slice(0, 10);
    if (!isOpen(plan, date)) continue;
    if (left === 0) return date;
    left -= 1;
  }
  return null;
}

/** How many days up to one nobody works on: those that are free every week, and holidays beside them. */
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

/** Days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}
