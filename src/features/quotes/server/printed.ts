import { forgetPrints, notePrint } from '#features/services/server/public.ts';
import type { RateCard } from '#features/services/contract.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { refused } from '#platform/shared/errors.ts';
import { keyOf } from '#platform/shared/models/learning.ts';
import { quotesErrors } from '../contract.ts';
import { isSame } from '../rules.ts';
import { listParts, type PartRow } from './queries.ts';

type Amounts = { grams: number; hours: number };
/** What all pieces of one material were estimated to weigh and take. */
export type EstimatedMaterial = {
  material: string;
  estimated: Amounts;
  /** Without any correction. */
  formula: Amounts;
};

/** Returns what an instant quote estimated, by material; null for quotes by negotiation, which estimate nothing. */
export async function findEstimate(db: Db, quoteId: string): Promise<EstimatedMaterial[] | null> {
  return (await findQuoted(db, quoteId))?.materials ?? null;
}

/** Returns how the files of an instant quote are printed; null where the quote was agreed in words. */
export async function findSettings(
  db: Db,
  quoteId: string,
): Promise<{
  machine: string;
  parts: { sha256: string; material: string; infill: number; layerMm: number; walls: number | null }[];
} | null> {
  const row = await db.selectFrom('quote').select('machine').where('id', '=', quoteId).executeTakeFirst();
  const parts = row ? ((await listParts(db, [quoteId])).get(quoteId) ?? []) : [];
  if (!row || parts.length === 0) return null;
  return {
    machine: row.machine ?? '',
    parts: parts.map(({ fileSha256: sha256, material, infill, layerHeight: layerMm, walls }) => ({
      sha256,
      material,
      infill,
      layerMm,
      walls,
    })),
  };
}

type Real = { grams: number | null; hours: number | null };
/** What the pieces of one material really took. */
type RealOfMaterial = Real & {
  material: string;
  /** The machine that made them, where it is another one than of the rest. */
  machineId?: string | undefined;
};

/**
 * Notes what a print took whose price an instant quote told, by material: `real` of a print in one material, `materials` of
 * any. Nothing is noted where nothing was estimated. Throws at `field` for a material that is none of the print, or stands
 * there twice.
 */
export async function notePrinted(
  trx: Trx,
  {
    orderId,
    quoteId,
    machineId,
    real,
    materials,
    fieldOf,
  }: {
    orderId: string;
    quoteId: string;
    /** The machine that made it, where the provider said so; otherwise the one of the quote. */
    machineId: string | null;
    real: Real;
    materials: readonly RealOfMaterial[];
    fieldOf(material: number): string;
  },
  now: Date,
): Promise<void> {
  const row = await findQuoted(trx, quoteId);
  if (!row) return;
  const keys = materials.map(({ material }) => keyOf(material));
  for (const [index, key] of keys.entries()) {
    const isOfPrint = row.materials.some(({ material }) => keyOf(material) === key);
    if (!isOfPrint || keys.indexOf(key) !== index) throw refused(quotesErrors.not_of_print, fieldOf(index));
  }
  const [only, ...others] = row.materials;
  const said = materials.length > 0 ? materials : only && others.length === 0 ? [{ ...real, ...only }] : [];
  const told = said.filter(({ grams, hours }) => grams !== null || hours !== null);
  if (told.length > 0) await forgetPrints(trx, orderId);
  for (const each of told) {
    const { material, formula } = row.materials.find((one) => isSame(one.material, each.material))!;
    await notePrint(
      trx,
      {
        orderId,
        serviceId: row.serviceId,
        machineId: ('machineId' in each ? each.machineId : undefined) ?? machineId ?? row.machineId,
        material,
        rateCard: row.rateCard as RateCard,
        estimated: formula,
        real: { grams: each.grams, hours: each.hours },
      },
      now,
    );
  }
}

/** Returns the machine that a quote was worked out for; null for none. */
export async function findQuotedMachine(
  db: Db,
  quoteId: string,
): Promise<{ id: string | null; name: string } | null> {
  const row = await db
    .selectFrom('quote')
    .select(['machineId', 'machine'])
    .where('id', '=', quoteId)
    .executeTakeFirst();
  return row?.machine ? { id: row.machineId, name: row.machine } : null;
}

async function findQuoted(db: Db, quoteId: string) {
  const row = await db
    .selectFrom('quote')
    .select(['serviceId', 'machineId', 'rateCard', 'gramsLikely', 'hoursLikely'])
    .select(['formulaGrams', 'formulaHours'])
    .where('id', '=', quoteId)
    .executeTakeFirst();
  if (!row || row.gramsLikely === null || row.hoursLikely === null) return null;
  const { serviceId, machineId, rateCard } = row;
  const parts = (await listParts(db, [quoteId])).get(quoteId) ?? [];
  const groups = [...Map.groupBy(parts, ({ material }) => keyOf(material)).values()];
  const materials = groups.map((group): EstimatedMaterial | null => {
    const { material } = group[0]!;
    // Quotes from before corrections are the formula's own, and tell it of the whole.
    const whole = { grams: row.gramsLikely!, hours: row.hoursLikely! };
    const estimated =
      groups.length === 1
        ? whole
        : { grams: sumOf(group, 'gramsLikely'), hours: sumOf(group, 'hoursLikely') };
    const formula =
      groups.length === 1
        ? { grams: row.formulaGrams ?? whole.grams, hours: row.formulaHours ?? whole.hours }
        : { grams: sumOf(group, 'formulaGrams'), hours: sumOf(group, 'formulaHours') };
    return formula.grams > 0 && formula.hours > 0 ? { material, estimated, formula } : null;
  });
  const known = materials.filter((each) => each !== null);
  return known.length > 0 && known.length === groups.length
    ? { serviceId, machineId, rateCard, materials: known }
    : null;
}

/** Adds what is told of each part; 0 where one of them, of an older quote, does not tell it. */
function sumOf(
  parts: readonly PartRow[],
  name: 'gramsLikely' | 'hoursLikely' | 'formulaGrams' | 'formulaHours',
): number {
  const amounts = parts.map((part) => part[name]);
  return amounts.some((amount) => amount === null)
    ? 0
    : amounts.reduce<number>((whole, amount) => whole + amount!, 0);
}
