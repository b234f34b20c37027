import { notePrint } from '#features/services/server/public.ts';
import type { RateCard } from '#features/services/contract.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isSame } from '../rules.ts';
import { listParts } from './queries.ts';

/** Returns what an instant quote estimated; null for quotes by negotiation, which estimate nothing. */
export async function findEstimate(
  db: Db,
  quoteId: string,
): Promise<{ grams: number; hours: number; material: string } | null> {
  const row = await findQuoted(db, quoteId);
  return row && { ...row.likely, material: row.material };
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

/** Notes what a print took whose price an instant quote told. Nothing is noted where nothing was estimated. */
export async function notePrinted(
  trx: Trx,
  {
    orderId,
    quoteId,
    machineId,
    real,
  }: {
    orderId: string;
    quoteId: string;
    /** The machine that made it, where the provider said so; otherwise the one of the quote. */
    machineId: string | null;
    real: Parameters<typeof notePrint>[1]['real'];
  },
  now: Date,
): Promise<void> {
  const row = await findQuoted(trx, quoteId);
  if (!row) return;
  const { serviceId, material, rateCard, formula } = row;
  await notePrint(
    trx,
    {
      orderId,
      serviceId,
      machineId: machineId ?? row.machineId,
      material,
      rateCard: rateCard as RateCard,
      estimated: formula,
      real,
    },
    now,
  );
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
  // Quotes from before corrections are the formula's own.
  const formula = { grams: row.formulaGrams ?? row.gramsLikely, hours: row.formulaHours ?? row.hoursLikely };
  if (!(formula.grams > 0 && formula.hours > 0)) return null;
  const [first, ...others] = (await listParts(db, [quoteId])).get(quoteId) ?? [];
  // What several materials weighed together teaches nothing about one of them.
  if (!first || others.some((part) => !isSame(part.material, first.material))) return null;
  const { material } = first;
  return { ...row, material, formula, likely: { grams: row.gramsLikely, hours: row.hoursLikely } };
}
