import { maxAmount } from '#platform/shared/amounts.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { nameText } from '#platform/shared/name-text.ts';
import type { Words } from '#platform/shared/errors.ts';
import { usualGramsPerHour, usualWalls } from '#platform/shared/models/print.ts';
import { typedDay } from '#platform/shared/typed-day.ts';
import { plainDigits } from '#platform/shared/widths.ts';
import { limits, standardPrices } from './offering.ts';

/**
 * Machines, rate card and calendar of a provider. Separate from rules.ts because only estimates and their owners'
 * pages need them. Money is in the smallest unit of the service's currency.
 */

export const workshopLimits = {
  machines: 30,
  stock: 30,
  colors: 20,
  stockInAll: 120,
  colorsInAll: 600,
  name: 80,
  color: 30,
  material: 60,
  breaks: 8,
  holidays: 60,
  carrier: 40,
  carriers: 8,
  note: 80,
  money: maxAmount,
} as const;

const money = z.number().int().min(0).max(workshopLimits.money);
const material = nameText(workshopLimits.material);

const twice: Words = (locale) => m['services.field.twice']({}, { locale });
/** Refuses duplicates in a list; the error is at the second one. */
function once<Item extends z.ZodType>(
  schema: z.ZodArray<Item>,
  keyOf: (item: z.output<Item>) => string | number,
  field: string,
): z.ZodArray<Item> {
  return schema.superRefine((list, context) => {
    const seen = new Set<string | number>();
    for (const [index, item] of list.entries()) {
      const key = keyOf(item);
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, field], params: { words: twice } });
      seen.add(key);
    }
  });
}
/** `PLA` and `pla` are the same. */
const byMaterial = (item: { material: string }) => item.material.toLowerCase();
/** Rounded to a hundredth of a millimetre. */
const mm = (least: number, most: number) => z.number().min(least).max(most);

export const machine = z.object({
  id: z.uuid().default(() => crypto.randomUUID()),
  name: nameText(workshopLimits.name),
  buildMm: z
    .tuple([mm(1, 10_000), mm(1, 10_000), mm(1, 10_000)])
    .describe('Build volume along x, y and z in mm.'),
  stock: once(
    z
      .array(
        z.object({ material, colors: z.array(nameText(workshopLimits.color)).max(workshopLimits.colors) }),
      )
      .max(workshopLimits.stock),
    byMaterial,
    'material',
  ).describe('Materials in stock with their colours.'),
  toleranceMm: mm(0.001, 50).nullable().default(null).describe('Largest deviation in mm, where stated.'),
  layerMm: z
    .tuple([mm(0.01, 5), mm(0.01, 5)])
    .refine(([thinnest, thickest]) => thinnest <= thickest, {
      path: [1],
      params: { words: ((locale) => m['services.field.layers']({}, { locale })) satisfies Words },
    })
    .describe('Thinnest and thickest layer in mm.'),
  leadDays: z.number().int().min(0).max(180).describe('Working days that a job takes.'),
  queue: z.number().int().min(0).max(1000).default(0).describe('Jobs that wait before a new one.'),
  paused: z.boolean().default(false),
});
export type Machine = z.infer<typeof machine>;

/** Estimates read the machines of many providers at once, so their total content is limited too. */
export const machineList = once(
  z.array(machine).max(workshopLimits.machines),
  ({ id }) => id,
  'id',
).superRefine((machines, context) => {
  const stock = machines.flatMap((each) => each.stock);
  const colors = stock.reduce((sum, each) => sum + each.colors.length, 0);
  if (stock.length <= workshopLimits.stockInAll && colors <= workshopLimits.colorsInAll) return;
  const words: Words = (locale) =>
    m['services.field.stock'](
      { stock: workshopLimits.stockInAll, colors: workshopLimits.colorsInAll },
      { locale },
    );
  context.addIssue({ code: 'custom', path: [], params: { words } });
});

export const rateCard = z.object({
  startFee: money.default(standardPrices.printBase),
  minimum: money.default(0).describe('The least that a job costs before the service fee.'),
  perTenGrams: money
    .default(standardPrices.printPerTenGrams)
    .describe('For each started 10 g of all pieces together.'),
  materials: once(
    z
      .array(
        z.object({
          material,
          perTenGrams: money.nullable().default(null).describe('Instead of the one for all materials.'),
          density: z.number().min(0.05).max(25).nullable().default(null).describe('In g/cm³.'),
        }),
      )
      .max(workshopLimits.stock),
    byMaterial,
    'material',
  ).default([]),
  perHour: money.default(0).describe('For each started hour of printing.'),
  gramsPerHour: z
    .number()
    .min(0.1)
    .max(10_000)
    .default(usualGramsPerHour)
    .describe('How fast the machines are, where 15 is a usual one: twice the number takes half the time.'),
  perUnit: money.default(0).describe('For each piece.'),
  perLoad: money.default(0).describe('For each load of the build plate.'),
  breaks: z
    .array(
      z.object({ from: z.number().int().min(2).max(100_000), percentOff: z.number().int().min(1).max(90) }),
    )
    .max(workshopLimits.breaks)
    .superRefine((breaks, context) => {
      for (const [index, { from }] of breaks.entries()) {
        if (index === 0 || from > breaks[index - 1]!.from) continue;
        const words: Words = (locale) => m['services.field.breaks']({}, { locale });
        context.addIssue({ code: 'custom', path: [index, 'from'], params: { words } });
      }
    })
    .default([])
    .describe('From how many pieces on how many percent less.'),
  walls: z.number().int().min(0).max(100).default(usualWalls.walls).describe('Lines of a wall, of 0.45 mm.'),
  topLayers: z.number().int().min(0).max(1000).default(usualWalls.topLayers).describe('Full layers above.'),
  bottomLayers: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(usualWalls.bottomLayers)
    .describe('Full layers below.'),
  shell: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .default(null)
    .describe(
      'The part of the volume that is always full, where the provider knows it better than by walls.',
    ),
  leadDays: z.number().int().min(0).max(180).default(3).describe('Working days, where no machine says.'),
});
export type RateCard = z.infer<typeof rateCard>;

/**
 * Completes a stored rate card. One that was written before walls were counted has a shell of a quarter, which nobody
 * chose.
 */
export function storedRateCard(card: RateCard): RateCard {
  if ('walls' in card) return card;
  const { shell, ...older } = card as Omit<RateCard, 'walls' | 'topLayers' | 'bottomLayers'>;
  return { ...older, ...usualWalls, shell: shell === 0.25 ? null : shell };
}

const day = typedDay;

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
        .refine(({ from, to }) => from <= to, {
          path: ['to'],
          params: { words: ((locale) => m['services.field.days']({}, { locale })) satisfies Words },
        }),
    )
    .max(workshopLimits.holidays)
    .default([]),
  jobsPerDay: z.number().int().min(1).max(1000).default(1),
});
export type Calendar = z.infer<typeof calendar>;

export const openCalendar: Calendar = calendar.parse({});

export const delivery = z
  .object({
    post: money.nullable().default(null).describe('Price of sending by post; null: nothing is sent.'),
    freeFrom: money.min(1).nullable().default(null).describe('Price of the work from which sending is free.'),
    pickup: z.boolean().default(true).describe('Things can be picked up at the place of the service.'),
    carriers: z
      .array(nameText(workshopLimits.carrier))
      .max(workshopLimits.carriers)
      .default([])
      .describe('Carriers that things are sent with.'),
  })
  .refine(({ post, pickup }) => post !== null || pickup, {
    path: ['pickup'],
    params: { words: ((locale) => m['services.field.no_delivery']({}, { locale })) satisfies Words },
  });
export type Delivery = z.infer<typeof delivery>;

/** Delivery of a provider who has not said anything: nobody is bound to send what they have not priced. */
export const usualDelivery: Delivery = { post: null, freeFrom: null, pickup: true, carriers: [] };

export const workshop = z.object({
  rateCard: rateCard.nullable().describe('Null where the provider has written none.'),
  machines: z.array(machine),
  calendar,
  delivery,
});
export type Workshop = z.infer<typeof workshop>;

/** Workshop of a provider who has not written any. */
export const noWorkshop: Workshop = {
  rateCard: null,
  machines: [],
  calendar: openCalendar,
  delivery: usualDelivery,
};

export const workshopInput = z.object({
  rateCard: rateCard.nullable(),
  machines: machineList,
  calendar,
  delivery: delivery.optional().describe('Left as it is where it is not sent.'),
  pickupAddress: z
    .string()
    .overwrite(plainDigits)
    .max(limits.address)
    .optional()
    .describe(
      'Where things are picked up. Stored encrypted; shown to buyers of orders that are paid and ready alone. Empty: at the place of the service. Left as it is where it is not sent.',
    ),
  version: z.number().int().min(0).optional().describe('When sent, it must be the one that was read.'),
});
export type WorkshopInput = z.output<typeof workshopInput>;

const lesson = z.object({
  orders: z.number().describe('Finished orders that it is learned from.'),
  factor: z.number().describe('What an estimate is multiplied with, from the third order on.'),
  margin: z
    .number()
    .nullable()
    .describe('The share above the corrected estimate that it is at most, from the tenth order on.'),
});
/** What finished prints teach about later ones. */
export const learned = z
  .array(
    z.object({
      machineId: z.uuid().nullable().describe('Null where the provider lists no machines.'),
      material: z.string(),
      grams: lesson,
      hours: lesson,
    }),
  )
  .describe('How real weights and hours of finished orders correct estimates, by machine and material.');

/** Workshop for its owner and for admins. */
export const managedWorkshop = workshop.extend({
  version: z.number().describe('0 where nothing has been written yet.'),
  updatedAt: z.iso.datetime().nullable(),
  learned,
  hasDelivery: z
    .boolean()
    .describe('Whether the provider has said how things are delivered; until then they are picked up.'),
  pickupAddress: z.string().nullable().describe('For the owner alone; empty where none is stated.'),
  service: z.object({
    title: z.string(),
    serviceType: z.string(),
    isFreeService: z.boolean(),
    currency: z.string(),
    price: z.number().nullable(),
    pricePerUnit: z.number().nullable(),
  }),
  feePercent: z.number().describe('What the buyer pays on top.'),
});
export type ManagedWorkshop = z.infer<typeof managedWorkshop>;
