import { findMeasuredFile, measureBlob } from '#features/resources/server/public.ts';
import type { getPrinter } from '#features/services/server/public.ts';
import { findOwnKeptFile, getFinishedUpload, keepUploads } from '#features/uploads/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { inUnit, type Figures } from '#platform/shared/models/measure.ts';
import type { ModelProblem, Unit } from '#platform/shared/models/mesh.ts';
import { isUnitUnclear, likelyUnits } from '#platform/shared/models/unclear-units.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { quotesErrors, type QuoteInput } from '../contract.ts';
import { offerOf, rateCardOf } from '../rules.ts';

type Person = { id: string; isAdmin: boolean };
type Printer = Awaited<ReturnType<typeof getPrinter>>;

/** File with figures that a price can be bound to. */
export type MeasuredFile = {
  kind: 'upload' | 'resource_file';
  id: string;
  name: string;
  sha256: string;
  figures: Figures;
};

/** Time limit of a measurement that a caller waits for, the same as in a browser. */
const slowMs = 20_000;

/** Returns the file to be priced, measured by the server. Throws the reason if it cannot be priced, at its field. */
export async function measureFile(
  deps: { db: Db; storage: BlobStore },
  person: Person,
  { uploadId, resourceFileId, unit }: Pick<QuoteInput, 'uploadId' | 'resourceFileId' | 'unit'>,
  now: Date,
): Promise<MeasuredFile> {
  if (uploadId !== undefined) return measureUpload(deps, person, { id: uploadId, unit }, now);
  const id = resourceFileId ?? '';
  const field = 'resourceFileId';
  const file = isUuid(id) ? await findMeasuredFile(deps.db, person, id) : null;
  if (!file) throw refused(quotesErrors.file_not_found, field);
  const { name, sha256, model } = file;
  if (model === null) throw refused(quotesErrors.not_a_model, field);
  if (model.state === 'waiting') throw refused(quotesErrors.model_waiting, field);
  const measured =
    'figures' in model && isOlder(model.figures) ? await measureAgain(deps.storage, file, person) : model;
  return { kind: 'resource_file', id, name, sha256, figures: meantIn(unit, solid(measured, field), field) };
}

/** Returns true for figures that were measured before a price needed more of them. */
const isOlder = ({ inside, printability }: Figures) => inside === undefined || printability === undefined;

/** Measures a file whose stored figures lack what a price needs; a job does the same, but later. */
async function measureAgain(
  storage: BlobStore,
  file: { name: string; size: number; blobKey: string },
  person: Person,
) {
  const measured = await measureBlob(storage, file, { key: person.id, slowMs });
  if (measured === null || ('problem' in measured && isPassing(measured.problem)))
    throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
  return measured;
}

/** A busy machine is as likely as an unusual file, so the caller may retry. */
const isPassing = (problem: ModelProblem) => problem === 'too_slow' || problem === 'failed';

/** Rescales figures to the unit that was chosen. Throws `unit_unclear` where somebody has to choose one. */
function meantIn(unit: Unit | undefined, figures: Figures, field: string): Figures {
  if (unit === undefined && isUnitUnclear(figures)) {
    const sizes = likelyUnits.map((each) => ({ unit: each, sizeMm: inUnit(figures, each).sizeMm }));
    throw new AppError(quotesErrors.unit_unclear, {
      fields: { unit: quotesErrors.unit_unclear.words, [field]: quotesErrors.unit_unclear.words },
      more: () => ({ sizes }),
    });
  }
  return inUnit(figures, unit);
}

async function measureUpload(
  { db, storage }: { db: Db; storage: BlobStore },
  person: Person,
  { id, unit }: { id: string; unit: Unit | undefined },
  now: Date,
): Promise<MeasuredFile> {
  const field = 'uploadId';
  const getUpload = async () => {
    try {
      // A file that was quoted before may be quoted again, for example for another material.
      return (await findOwnKeptFile(db, person.id, id)) ?? (await getFinishedUpload(db, person, id, now));
    } catch (error) {
      if (!isAppError(error)) throw error;
      const isMissing = error.kind.code === 'upload_not_found';
      throw refused(isMissing ? quotesErrors.file_not_found : error.kind, field);
    }
  };
  const upload = await getUpload();
  const { name, sha256 } = upload;
  let measured;
  try {
    measured = await measureBlob(storage, upload, { key: person.id, slowMs });
  } catch (error) {
    // The upload may have been cancelled meanwhile, which deletes its bytes.
    if (!isAppError(error)) await getUpload();
    throw error;
  }
  if (measured && 'problem' in measured && isPassing(measured.problem))
    throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
  if (measured === null) throw refused(quotesErrors.not_a_model, field);
  return { kind: 'upload', id, name, sha256, figures: meantIn(unit, solid(measured, field), field) };
}

function solid(measured: { figures: Figures } | { problem: ModelProblem }, field: string): Figures {
  if (!('figures' in measured)) throw refused(quotesErrors.model_unreadable, field);
  if (!measured.figures.watertight) throw refused(quotesErrors.model_open, field);
  return measured.figures;
}

/**
 * Stores a printer's quote for a file until it expires, and keeps the upload, so that an order has its bytes. Throws
 * `cannot_make` and `no_price` with the reason.
 */
export async function addQuote(
  trx: Trx,
  person: Person,
  printer: Printer,
  file: MeasuredFile,
  { material, infill, layerHeight, quantity }: QuoteInput,
  { feePercent, days, now }: { feePercent: number; days: number; now: Date },
): Promise<string> {
  const { sizeMm, volumeMm3, unit, printability } = file.figures;
  const print = { material, infill, layerHeight, quantity };
  const found = offerOf(printer, file.figures, print, { feePercent, today: koreanDay(now) });
  if ('obstacles' in found) {
    throw new AppError(quotesErrors.cannot_make, { more: () => ({ obstacles: found.obstacles }) });
  }
  if ('noPrice' in found) {
    throw new AppError(quotesErrors.no_price, { more: () => ({ reason: found.noPrice }) });
  }
  const { machine, lines, grams, billedGrams, hours, principal, fee, total, likely } = found.offer;
  const { workingDays, leadTimeDays } = found.offer;
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('quote')
    .values({
      id,
      serviceId: printer.id,
      personId: person.id,
      fileKind: file.kind,
      fileId: file.id,
      fileName: file.name,
      fileSha256: file.sha256,
      sizeMm: [...sizeMm],
      volumeMm3,
      printability: printability ? JSON.stringify(printability) : null,
      buildMm: machine && [...machine.buildMm],
      ...print,
      machine: machine?.name ?? null,
      rateCard: JSON.stringify(rateCardOf(printer)),
      feePercent,
      unit,
      grams: grams.atMost,
      gramsLikely: grams.likely,
      hoursLikely: hours.likely,
      hoursAtMost: hours.atMost,
      billedGrams,
      principal,
      fee,
      total,
      principalLikely: likely.principal,
      feeLikely: likely.fee,
      workingDays,
      leadTimeDays,
      lines: JSON.stringify(lines),
      currency: printer.currency,
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * dayMs),
    })
    .execute();
  if (file.kind === 'upload') {
    for (const kept of await keepUploads(trx, person, [file.id], now))
      await trx.insertInto('quoteFile').values({ quoteId: id, keptFileId: kept.id }).execute();
  }
  return id;
}

/**
 * Lowers what a provider asks for their quote, before it is ordered. Throws `not_lower` for any other amount, and
 * `quote_expired` and `quote_ordered`.
 */
export async function lowerQuote(
  trx: Trx,
  actor: { id: string },
  id: string,
  principal: number,
  now: Date,
): Promise<void> {
  const row = isUuid(id)
    ? await trx
        .selectFrom('quote')
        .innerJoin('service', 'service.id', 'quote.serviceId')
        .select(['quote.principal', 'quote.feePercent', 'quote.expiresAt'])
        .where('quote.id', '=', id)
        .where('service.ownerId', '=', actor.id)
        // An order locks the quote too.
        .forUpdate('quote')
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError(quotesErrors.quote_not_found);
  const ordered = await trx
    .selectFrom('quoteOrder')
    .select('orderId')
    .where('quoteId', '=', id)
    .executeTakeFirst();
  if (ordered) throw new AppError(quotesErrors.quote_ordered);
  if (row.expiresAt <= now) throw new AppError(quotesErrors.quote_expired);
  const before = await trx
    .selectFrom('quoteLowering')
    .select('principal')
    .where('quoteId', '=', id)
    .executeTakeFirst();
  if (principal >= (before?.principal ?? row.principal)) throw refused(quotesErrors.not_lower, 'principal');
  const lowered = { principal, fee: feeOf(principal, Number(row.feePercent)), loweredAt: now };
  await trx
    .insertInto('quoteLowering')
    .values({ quoteId: id, ...lowered })
    .onConflict((conflict) => conflict.column('quoteId').doUpdateSet(lowered))
    .execute();
}

const dayMs = 24 * 60 * 60 * 1000;
