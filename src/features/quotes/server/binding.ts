import { sql } from 'kysely';
import { currentTime } from '#platform/server/clock.ts';
import type { Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Dimension } from '#platform/shared/dimensions.ts';
import { AppError } from '#platform/shared/errors.ts';
import { isSizeUnclear } from '#platform/shared/models/unclear-units.ts';
import { statesNoUnit } from '#platform/shared/models/mesh.ts';
import { quotesErrors } from '../contract.ts';
import { listParts, type PartRow } from './queries.ts';

/** Binding price, as an order needs it. */
export type BindingQuote = {
  id: string;
  serviceId: string;
  providerId: string;
  title: string;
  description: string;
  material: string;
  colour: string;
  tolerance: string;
  finish: string;
  quantity: number;
  principal: number;
  /** Price before the provider lowered it, from which sending may have been free. */
  quotedPrincipal: number;
  currency: string;
  /** Agreed in a negotiation, everything included; otherwise the price of a print alone. */
  isAgreed: boolean;
  /** Working days; null if the provider's calendar has no such day within two years. */
  leadTimeDays: number | null;
  files: BindingFile[];
  /** What an instant quote is made up of; empty for an agreed one, whose request says it in words. */
  parts: BindingPart[];
  /** Dimensions that its request names; empty for an instant quote. */
  dimensions: Dimension[];
  expiresAt: Date;
};
export type BindingPart = {
  name: string;
  sha256: string;
  quantity: number;
  material: string;
  infill: number;
  layerHeight: number;
  /** Null for those of the provider's rate card. */
  walls: number | null;
  color?: string;
  sizeMm: number[];
};
/** A file without stored bytes is that of a resource, copied when it is ordered, or a very old upload. */
export type BindingFile = {
  name: string;
  sha256: string;
  /** Things that this many of it make, of an instant quote. */
  things?: number;
} & ({ keptFileId: string } | { kind: 'resource_file' | 'upload'; id: string });

type Asked = { id: string; personId: string; now: Date };

/**
 * Returns a quote that this person may order now: an instant one, or an agreed negotiation, by its id. Locks it until
 * the transaction ends. Throws `quote_not_found`, `quote_expired`, `quote_void` and `quote_ordered`.
 */
export async function getBindingQuote(trx: Trx, asked: Asked): Promise<BindingQuote> {
  const found = isUuid(asked.id)
    ? ((await findInstant(trx, asked)) ?? (await findNegotiated(trx, asked)))
    : undefined;
  if (!found) throw new AppError(quotesErrors.quote_not_found);
  // Read after the lock, because its former holder may have ordered.
  const ordered = await trx
    .selectFrom('quoteOrder')
    .select('orderId')
    .where('quoteId', '=', asked.id)
    .executeTakeFirst();
  if (ordered) throw new AppError(quotesErrors.quote_ordered);
  if (found.expiresAt <= asked.now) throw new AppError(quotesErrors.quote_expired);
  return found;
}

async function findInstant(trx: Trx, { id, personId }: Asked): Promise<BindingQuote | undefined> {
  const row = await trx
    .selectFrom('quote')
    .innerJoin('service', 'service.id', 'quote.serviceId')
    .leftJoin('quoteLowering as lowering', 'lowering.quoteId', 'quote.id')
    .selectAll('quote')
    .select(['service.ownerId as providerId', 'lowering.principal as loweredPrincipal'])
    .where('quote.id', '=', id)
    .where('quote.personId', '=', personId)
    .forUpdate('quote')
    .executeTakeFirst();
  if (!row) return undefined;
  const rows = (await listParts(trx, [id])).get(id) ?? [];
  // Quotes from before there was a choice guessed what the file is meant in.
  const isGuessed = ({ unit, fileName, sizeMm }: PartRow) =>
    unit === null && statesNoUnit(fileName) && isSizeUnclear(Math.max(...sizeMm));
  if (rows.some(isGuessed)) throw new AppError(quotesErrors.unit_unclear);
  const kept = await trx
    .selectFrom('quoteFile')
    .select(['position', 'keptFileId'])
    .where('quoteId', '=', id)
    .execute();
  const keptOf = new Map(kept.map(({ position, keptFileId }) => [position, keptFileId]));
  const { serviceId, providerId, currency, expiresAt } = row;
  const parts = rows.map(
    ({
      fileName: name,
      fileSha256: sha256,
      quantity,
      material,
      infill,
      layerHeight,
      walls,
      color,
      sizeMm,
    }) => ({
      name,
      sha256,
      quantity,
      material,
      infill,
      layerHeight,
      walls,
      ...(color !== null && { color }),
      sizeMm,
    }),
  );
  return {
    id,
    serviceId,
    providerId,
    title: row.title ?? parts[0]?.name ?? '',
    // The parts say how they are printed.
    description: '',
    material: '',
    colour: '',
    tolerance: '',
    finish: '',
    quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
    principal: row.loweredPrincipal ?? row.principal,
    quotedPrincipal: row.principal,
    currency,
    // Older rows count from the day of the quote.
    leadTimeDays: row.workingDays ?? row.leadTimeDays,
    files: filesOf(rows, keptOf),
    parts,
    dimensions: [],
    isAgreed: false,
    expiresAt,
  };
}

/** Lists the files of parts, each once, although it may be printed in several ways. */
function filesOf(rows: readonly PartRow[], keptOf: ReadonlyMap<number, string>): BindingFile[] {
  return [...Map.groupBy(rows, ({ fileId }) => fileId).values()].map((same): BindingFile => {
    const [{ position, fileKind: kind, fileId: id, fileName: name, fileSha256: sha256, needed }] = same as [
      PartRow,
    ];
    const keptFileId = keptOf.get(position);
    const pieces = same.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      name,
      sha256,
      things: Math.ceil(pieces / needed),
      ...(keptFileId === undefined ? { kind, id } : { keptFileId }),
    };
  });
}

async function findNegotiated(trx: Trx, { id, personId }: Asked): Promise<BindingQuote | undefined> {
  const request = await trx
    .selectFrom('quoteRequest')
    .select(['id', 'title', 'description', 'material', 'colour', 'tolerance', 'finish'])
    .select(['quantity', 'currency', 'dimensions'])
    .where('customerId', '=', personId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('quoteThread')
          .select('id')
          .where('quoteThread.id', '=', id)
          .whereRef('requestId', '=', 'quoteRequest.id'),
      ),
    )
    // Lock order: the request first.
    .forUpdate()
    .executeTakeFirst();
  if (!request) return undefined;
  const thread = await trx
    .selectFrom('quoteThread')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { state, serviceId, providerId, expiresAt } = thread;
  if (state === 'void' || state === 'withdrawn') throw new AppError(quotesErrors.quote_void);
  if (state === 'expired') throw new AppError(quotesErrors.quote_expired);
  if (state !== 'accepted') return undefined;
  const offer = await trx
    .selectFrom('quoteOffer')
    .select(['principal', 'readyInDays'])
    .where('threadId', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const files = await trx
    .selectFrom('quoteRequestFile as file')
    .innerJoin('keptFile as kept', 'kept.id', 'file.keptFileId')
    .select(['kept.id as keptFileId', 'kept.name', 'kept.sha256'])
    .where('file.requestId', '=', request.id)
    .orderBy('file.position')
    .execute();
  const { id: _request, ...wanted } = request;
  const { principal, readyInDays } = offer;
  return {
    ...wanted,
    id,
    serviceId,
    providerId,
    principal,
    quotedPrincipal: principal,
    leadTimeDays: readyInDays,
    files,
    parts: [],
    isAgreed: true,
    expiresAt,
  };
}

/** Marks a quote as ordered, once. Throws `quote_ordered` for a second order. */
export async function markOrdered(trx: Trx, quoteId: string, orderId: string): Promise<void> {
  const orderedAt = currentTime();
  const marked = await trx
    .insertInto('quoteOrder')
    .values({ quoteId, orderId, orderedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('quoteId')
    .executeTakeFirst();
  if (!marked) throw new AppError(quotesErrors.quote_ordered);
  await sql`with ordered as (
      update quote_thread set ordered_at = ${orderedAt}, remind_at = null, version = version + 1, changed_at = ${orderedAt}
      where id = ${quoteId} returning request_id)
    update quote_request set state = 'closed', closed_at = ${orderedAt}, version = version + 1
    where id in (select request_id from ordered)`.execute(trx);
}

/** Frees a quote whose order was never paid, so that it can be ordered again until it expires. */
export async function freeQuote(trx: Trx, quoteId: string): Promise<void> {
  await trx.deleteFrom('quoteOrder').where('quoteId', '=', quoteId).execute();
  await sql`update quote_thread set ordered_at = null, version = version + 1, changed_at = clock_timestamp()
    where id = ${quoteId}`.execute(trx);
}
