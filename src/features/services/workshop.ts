import { z } from 'zod';

/**
 * What a provider makes things with and asks for it: machines, rate card, calendar. Apart from rules.ts because only
 * estimates and their owners' pages need it. Money is in the smallest unit of the service's currency.
 */

export const workshopLimits = {
  machines: 30,
  stock: 30,
  colors: 20,
  name: 80,
  color: 30,
  material: 60,
  breaks: 8,
  holidays: 60,
  note: 80,
  money: 1_000_000_000,
} as const;

const money = z.number().int().min(0).max(workshopLimits.money);
const material = z.string().trim().min(1).max(workshopLimits.material);
/** To a hundredth of a millimetre. */
const mm = (least: number, most: number) => z.number().min(least).max(most);

export const machine = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(workshopLimits.name),
  buildMm: z
    .tuple([mm(1, 10_000), mm(1, 10_000), mm(1, 10_000)])
    .describe('Build volume along x, y and z in mm.'),
  stock: z
    .array(
      z.object({
        material,
        colors: z.array(z.string().trim().min(1).max(workshopLimits.color)).max(workshopLimits.colors),
      }),
    )
    .max(workshopLimits.stock)
    .describe('Materials in stock with their colours.'),
  toleranceMm: mm(0.001, 50).nullable().default(null).describe('Largest deviation in mm, where stated.'),
  layerMm: z.tuple([mm(0.01, 5), mm(0.01, 5)]).describe('Thinnest and thickest layer in mm.'),
  leadDays: z.number().int().min(0).max(180).describe('Working days that a job takes.'),
  queue: z.number().int().min(0).max(1000).default(0).describe('Jobs that wait before a new one.'),
  paused: z.boolean().default(false),
});
export type Machine = z.infer<typeof machine>;

export const rateCard = z.object({
  startFee: money.default(10_000),
  minimum: money.default(0).describe('The least that a job costs before the service fee.'),
  perTenGrams: money.default(2000).describe('For each started 10 g of all pieces together.'),
  materials: z
    .array(
      z.object({
        material,
        perTenGrams: money.nullable().default(null).describe('Instead of the one for all materials.'),
        density: z.number().min(0.05).max(25).nullable().default(null).describe('In g/cm³.'),
      }),
    )
    .max(workshopLimits.stock)
    .default([]),
  perHour: money.default(0).describe('For each started hour of printing.'),
  gramsPerHour: z.number().min(0.1).max(10_000).default(15).describe('What is printed at layers of 0.2 mm.'),
  perUnit: money.default(0).describe('For each piece.'),
  perLoad: money.default(0).describe('For each load of the build plate.'),
  breaks: z
    .array(
      z.object({ from: z.number().int().min(2).max(100_000), percentOff: z.number().int().min(1).max(90) }),
    )
    .max(workshopLimits.breaks)
    .default([])
    .describe('From how many pieces on how many percent less.'),
  shell: z.number().min(0).max(1).default(0.25).describe('The part of the volume that is always full.'),
  leadDays: z.number().int().min(0).max(180).default(3).describe('Working days, where no machine says.'),
});
export type RateCard = z.infer<typeof rateCard>;

/** product.md §9: 10,000 KRW and 2,000 KRW for each started 10 g. In other currencies nobody knows. */
export const standardRateCard: RateCard = rateCard.parse({});

const day = z.iso.date();

export const calendar = z.object({
  closedWeekdays: z
    .array(z.number().int().min(0).max(6))
    .max(6)
    .default([])
    .describe('Days of every week without work, 0 is Sunday.'),
  holidays: z
    .array(
      z
        .object({ from: day, to: day, note: z.string().trim().max(workshopLimits.note).default('') })
        .refine(({ from, to }) => from <= to, { path: ['to'] }),
    )
    .max(workshopLimits.holidays)
    .default([]),
  jobsPerDay: z.number().int().min(1).max(1000).default(1),
});
export type Calendar = z.infer<typeof calendar>;

export const openCalendar: Calendar = calendar.parse({});

export type Workshop = {
  /** Null where the provider has not written one. */
  rateCard: RateCard | null;
  machines: Machine[];
  calendar: Calendar;
};

const dayMs = 24 * 60 * 60 * 1000;
/** Nobody plans further ahead. */
const mostDays = 730;

export function isOpen({ closedWeekdays, holidays }: Calendar, date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return !closedWeekdays.includes(weekday) && !holidays.some(({ from, to }) => from <= date && date <= to);
}

/**
 * The day on which a job that is agreed upon `today` (as 2026-11-22) is ready after so many working days; null where
 * that is more than two years away.
 */
export function readyOn(plan: Calendar, workingDays: number, today: string): string | null {
  let left = workingDays;
  for (let passed = 0; passed <= mostDays; passed += 1) {
    const date = new Date(Date.parse(`${today}T00:00:00Z`) + passed * dayMs).toISOString().slice(0, 10);
    if (!isOpen(plan, date)) continue;
    if (left === 0) return date;
    left -= 1;
  }
  return null;
}

/** Days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}
