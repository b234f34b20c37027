import type { PrintProfile } from '#features/resources/contract.ts';
import { findMeasuredFile, listResourceTitles, measureBlob } from '#features/resources/server/public.ts';
import { getServiceOwner, type getPrinter } from '#features/services/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { findOwnKeptFile, getFinishedUpload, keepUploads } from '#features/uploads/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { inUnit, type Figures } from '#platform/shared/models/measure.ts';
import type { ModelProblem } from '#platform/shared/models/mesh.ts';
import { isUnitUnclear, likelyUnits } from '#platform/shared/models/unclear-units.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { toldOf } from '#platform/shared/models/learning.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { quotesErrors, required, type PartInput } from '../contract.ts';
import { defaultInfill, defaultLayerHeight, offerOf, rateCardOf, type Print } from '../rules.ts';
import { inColors } from '../comparing.ts';
import { profileOf, testedPrint } from '../tested.ts';
import type { NamedSlice } from './slicing.ts';

type Person = { id: string; isAdmin: boolean };
type Printer = Awaited<ReturnType<typeof getPrinter>>;

/** File with figures that a price can be bound to, and how it is to be printed. */
export type MeasuredPart = {
  kind: 'upload' | 'resource_file';
  id: string;
  name: string;
  sha256: string;
  /** Null for an upload. */
  resourceId: string | null;
  /** How many of it one thing needs. */
  needed: number;
  figures: Figures;
  /** Where its bytes are. */
  blob: { name: string; size: number; blobKey: string };
  print: Print;
};
type File = Omit<MeasuredPart, 'figures' | 'print'> & {
  measured: Figures;
  /** What the author has tested for it. */
  profile: PrintProfile | undefined;
};

/** Time limit of one measurement that a caller waits for, the same as in a browser. */
const slowMs = 20_000;
/** When measuring has to end, and how much of that is left for one file. */
type Deadline = { leftMs(): number };

/**
 * Returns the files to be priced, measured by the server. Throws the reason if one cannot be priced, at its field, and
 * `unit_unclear` with all files for which somebody has to choose a unit. `fieldOf` names the fields of a part.
 */
export async function measureParts(
  deps: { db: Db; storage: BlobStore },
  person: Person,
  parts: readonly PartInput[],
  { fieldOf, now, maxMs }: { fieldOf(part: number, field: string): string; now: Date; maxMs: number },
): Promise<MeasuredPart[]> {
  const endsAt = performance.now() + maxMs;
  const deadline = {
    leftMs() {
      const left = endsAt - performance.now();
      if (left <= 0) throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
      return Math.min(slowMs, left);
    },
  };
  // A file may be printed in several ways.
  const files = new Map<string, File>();
  const measured: MeasuredPart[] = [];
  const unclear: { part: number; field: string; file: File }[] = [];
  for (const [part, { uploadId, resourceFileId, unit, ...print }] of parts.entries()) {
    const name = uploadId === undefined ? 'resourceFileId' : 'uploadId';
    const field = fieldOf(part, name);
    const id = uploadId ?? resourceFileId ?? '';
    const found =
      files.get(id) ??
      (uploadId === undefined
        ? await measureResourceFile(deps, person, { id, field }, deadline)
        : await measureUpload(deps, person, { id, field }, { now, deadline }));
    files.set(id, found);
    if (unit === undefined && isUnitUnclear(found.measured)) unclear.push({ part, field, file: found });
    const { measured: figures, profile, ...file } = found;
    measured.push({
      ...file,
      figures: inUnit(figures, unit),
      print: printOf(print, profile, fieldOf(part, 'material')),
    });
  }
  if (unclear.length > 0) throw unitUnclear(unclear, fieldOf);
  return measured;
}

/** Returns settings in full: what the author has tested where not even a material is said, otherwise the usual ones. */
function printOf(
  { material, infill, layerHeight, ...print }: Omit<PartInput, 'uploadId' | 'resourceFileId' | 'unit'>,
  profile: PrintProfile | undefined,
  field: string,
): Print {
  if (material === undefined && profile === undefined)
    throw new AppError(platformErrors.invalid_input, { fields: { [field]: required } });
  const usual =
    material === undefined
      ? testedPrint(profile)
      : { material, infill: defaultInfill, layerHeight: defaultLayerHeight };
  return {
    ...usual,
    ...(infill !== undefined && { infill }),
    ...(layerHeight !== undefined && { layerHeight }),
    ...print,
  };
}

function unitUnclear(
  unclear: readonly { part: number; field: string; file: File }[],
  fieldOf: (part: number, field: string) => string,
): AppError {
  const { words } = quotesErrors.unit_unclear;
  const files = unclear.map(({ part, file }) => ({
    part,
    fileName: file.name,
    sizes: likelyUnits.map((unit) => ({ unit, sizeMm: [...inUnit(file.measured, unit).sizeMm] })),
  }));
  const fields = unclear.flatMap(({ part, field }) => [
    [fieldOf(part, 'unit'), words] as const,
    [field, words] as const,
  ]);
  return new AppError(quotesErrors.unit_unclear, {
    fields: Object.fromEntries(fields),
    more: () => ({ sizes: files[0]!.sizes, files }),
  });
}

async function measureResourceFile(
  deps: { db: Db; storage: BlobStore },
  person: Person,
  { id, field }: { id: string; field: string },
  deadline: Deadline,
): Promise<File> {
  const file = isUuid(id) ? await findMeasuredFile(deps.db, person, id) : null;
  if (!file) throw refused(quotesErrors.file_not_found, field);
  const { name, sha256, model, resourceId = null } = file;
  if (model === null) throw refused(quotesErrors.not_a_model, field);
  if (model.state === 'waiting') throw refused(quotesErrors.model_waiting, field);
  const measured =
    'figures' in model && isOlder(model.figures)
      ? await measureAgain(deps.storage, file, person, deadline)
      : model;
  const found = solid(measured, field);
  const needed = Math.max(1, file.needed);
  const profile = profileOf(file.profiles, name);
  return {
    kind: 'resource_file',
    id,
    name,
    sha256,
    resourceId,
    needed,
    measured: found,
    profile,
    blob: file,
  };
}

/** Returns true for figures that were measured before a price needed more of them. */
const isOlder = ({ inside, printability }: Figures) =>
  inside === undefined || printability === undefined || (inside !== null && inside.outlines === undefined);

/** Measures a file whose stored figures lack what a price needs; a job does the same, but later. */
async function measureAgain(
  storage: BlobStore,
  file: { name: string; size: number; blobKey: string },
  person: Person,
  deadline: Deadline,
) {
  const measured = await measureBlob(storage, file, { key: person.id, slowMs: deadline.leftMs() });
  if (measured === null || ('problem' in measured && isPassing(measured.problem)))
    throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
  return measured;
}

/** A busy machine is as likely as an unusual file, so the caller may retry. */
const isPassing = (problem: ModelProblem) => problem === 'too_slow' || problem === 'failed';

async function measureUpload(
  { db, storage }: { db: Db; storage: BlobStore },
  person: Person,
  { id, field }: { id: string; field: string },
  { now, deadline }: { now: Date; deadline: Deadline },
): Promise<File> {
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
    measured = await measureBlob(storage, upload, { key: person.id, slowMs: deadline.leftMs() });
  } catch (error) {
    // The upload may have been cancelled meanwhile, which deletes its bytes.
    if (!isAppError(error)) await getUpload();
    throw error;
  }
  if (measured && 'problem' in measured && isPassing(measured.problem))
    throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
  if (measured === null) throw refused(quotesErrors.not_a_model, field);
  return {
    kind: 'upload',
    id,
    name,
    sha256,
    resourceId: null,
    needed: 1,
    measured: solid(measured, field),
    profile: undefined,
    blob: upload,
  };
}

function solid(measured: { figures: Figures } | { problem: ModelProblem }, field: string): Figures {
  if (!('figures' in measured)) throw refused(quotesErrors.model_unreadable, field);
  if (!measured.figures.watertight) throw refused(quotesErrors.model_open, field);
  return measured.figures;
}

/**
 * Stores a printer's quote for all parts together until it expires, and keeps the uploads, so that an order has their
 * bytes. Throws `no_color`, and `cannot_make` and `no_price` with the reason.
 */
export async function addQuote(
  trx: Trx,
  person: Person,
  printer: Printer,
  parts: readonly MeasuredPart[],
  {
    feePercent,
    days,
    now,
    slices,
  }: { feePercent: number; days: number; now: Date; slices: readonly (NamedSlice | null)[] },
): Promise<string> {
  const card = rateCardOf(printer);
  // A slice is of the walls that the provider had told before it began.
  const used = parts.map(({ print: { material } }, index) => {
    const slice = slices[index];
    return slice?.told === toldOf(card, material) ? slice : null;
  });
  const asked = parts.map(({ figures, print }, index) => ({
    model: figures,
    print,
    slice: used[index] ?? null,
  }));
  const coloured = inColors(
    printer,
    parts.map(({ print }) => print),
  );
  if (coloured === null) {
    const wrong = parts.filter(({ print }) => inColors(printer, [print]) === null);
    // Where each colour is there, no machine has all of them.
    const named = wrong.length > 0 ? wrong : parts.filter(({ print }) => print.color !== undefined);
    throw new AppError(quotesErrors.no_color, { more: () => ({ parts: named.map(({ name }) => name) }) });
  }
  const found = offerOf(coloured, asked, { feePercent, today: koreanDay(now) });
  if ('obstacles' in found) {
    const { obstacles } = found;
    const tooLarge = found.tooLarge.map((index) => parts[index]!.name);
    throw new AppError(quotesErrors.cannot_make, { more: () => ({ obstacles, tooLarge }) });
  }
  if ('noPrice' in found) {
    throw new AppError(quotesErrors.no_price, { more: () => ({ reason: found.noPrice }) });
  }
  const { machine, plates, lines, grams, billedGrams, hours, principal, fee, total, likely } = found.offer;
  const { workingDays, leadTimeDays, basis, learnedFrom, formula } = found.offer;
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('quote')
    .values({
      id,
      serviceId: printer.id,
      personId: person.id,
      title: await titleOf(trx, parts),
      buildMm: machine && [...machine.buildMm],
      machine: machine?.name ?? null,
      machineId: machine?.id ?? null,
      basis,
      slicer: basis === 'slice' ? (used[0]?.slicer ?? null) : null,
      learnedFrom,
      formulaGrams: formula.grams,
      formulaHours: formula.hours,
      plates,
      rateCard: JSON.stringify(rateCardOf(printer)),
      feePercent,
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
  for (const [position, part] of parts.entries()) {
    const weighed = found.offer.parts[position]!;
    const { walls = null, color = null, ...print } = part.print;
    await trx
      .insertInto('quotePart')
      .values({
        quoteId: id,
        position,
        fileKind: part.kind,
        fileId: part.id,
        fileName: part.name,
        fileSha256: part.sha256,
        sizeMm: [...part.figures.sizeMm],
        volumeMm3: part.figures.volumeMm3,
        printability: part.figures.printability ? JSON.stringify(part.figures.printability) : null,
        unit: part.figures.unit,
        ...print,
        walls,
        color,
        needed: part.needed,
        grams: weighed.grams.atMost,
        gramsLikely: weighed.grams.likely,
        hoursLikely: weighed.hours.likely,
        hoursAtMost: weighed.hours.atMost,
        formulaGrams: weighed.formula.grams,
        formulaHours: weighed.formula.hours,
      })
      .execute();
    if (part.kind === 'upload') {
      for (const kept of await keepUploads(trx, person, [part.id], now))
        await trx.insertInto('quoteFile').values({ quoteId: id, position, keptFileId: kept.id }).execute();
    }
  }
  return id;
}

/** Returns the title of the resource that all parts belong to; null for a single file, which has its own name. */
async function titleOf(trx: Trx, parts: readonly MeasuredPart[]): Promise<string | null> {
  const [first, ...others] = parts;
  if (!first || others.length === 0) return null;
  const { resourceId } = first;
  const [resource] =
    resourceId !== null && others.every((part) => part.resourceId === resourceId)
      ? await listResourceTitles(trx, [resourceId])
      : [];
  return resource?.title ?? `${first.name} +${others.length}`;
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
        .select(['principal', 'feePercent', 'expiresAt', 'personId', 'serviceId', 'title', 'currency'])
        .where('id', '=', id)
        // An order locks the quote too.
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  const service = row && (await getServiceOwner(trx, row.serviceId));
  if (!row || service?.ownerId !== actor.id) throw new AppError(quotesErrors.quote_not_found);
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
  await notify(
    trx,
    row.personId,
    {
      what: 'quote_lowered',
      path: `/quotes/${id}`,
      params: {
        title: row.title ?? service.title,
        amount: lowered.principal + lowered.fee,
        currency: row.currency,
      },
      people: [actor.id],
    },
    now,
  );
}

const dayMs = 24 * 60 * 60 * 1000;
