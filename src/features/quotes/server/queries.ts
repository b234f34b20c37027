import { sql, type Selectable } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { noWorkshop, type Workshop } from '#features/services/contract.ts';
import { listServiceIdsOf } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { readyOn } from '#platform/shared/working-days.ts';
import { canSee } from '../access.ts';
import { quotesErrors, type Quote, type QuotedPart } from '../contract.ts';
import type { Line } from '../rules.ts';

type QuoteRow = Selectable<Database['quote']>;
export type PartRow = Selectable<Database['quotePart']>;

/** Returns the parts of quotes, in their order. */
export async function listParts(db: Db, quoteIds: readonly string[]): Promise<Map<string, PartRow[]>> {
  const rows =
    quoteIds.length === 0
      ? []
      : await db
          .selectFrom('quotePart')
          .selectAll()
          .where('quoteId', 'in', quoteIds)
          .orderBy('quoteId')
          .orderBy('position')
          .execute();
  return Map.groupBy(rows, ({ quoteId }) => quoteId);
}

/** Returns the number of parts of each quote; agreed quotes have none. */
export async function listQuotedPartCounts(
  db: Db,
  quoteIds: readonly string[],
): Promise<Map<string, number>> {
  const parts = await listParts(db, quoteIds);
  return new Map([...parts].map(([id, rows]) => [id, rows.length]));
}

/** Returns a quote to the person who asked and to the provider. Throws `quote_not_found`. */
export async function getQuote(
  db: Db,
  actor: { id: string; isAdmin: boolean },
  id: string,
  locale: Locale,
): Promise<Quote> {
  const row = isUuid(id)
    ? await db
        .selectFrom('quote')
        .innerJoin('service', 'service.id', 'quote.serviceId')
        .leftJoin('serviceWorkshop as workshop', 'workshop.serviceId', 'quote.serviceId')
        .leftJoin('quoteLowering as lowering', 'lowering.quoteId', 'quote.id')
        .leftJoin('quoteOrder as ordered', 'ordered.quoteId', 'quote.id')
        .selectAll('quote')
        .select(['service.ownerId as providerId', 'workshop.calendar', 'ordered.orderId'])
        .select(['lowering.principal as loweredPrincipal', 'lowering.fee as loweredFee'])
        .where('quote.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row || !canSee(actor, row)) throw new AppError(quotesErrors.quote_not_found);
  const now = currentTime();
  const parts = (await listParts(db, [row.id])).get(row.id) ?? [];
  return presentQuote({ ...row, readerId: actor.id }, parts, locale, now);
}

/** Lists the quotes that a person has asked for, or that their services have made, newest first. */
export async function listQuotes(
  db: Db,
  personId: string,
  wanted: { side: 'asked' | 'received'; page: number; limit: number },
  locale: Locale,
): Promise<{ quotes: Quote[]; total: number; page: number; pageCount: number }> {
  const isAsked = wanted.side === 'asked';
  const services = isAsked ? [] : await listServiceIdsOf(db, personId);
  const own = db
    .selectFrom('quote')
    .where((where) =>
      isAsked
        ? where('quote.personId', '=', personId)
        : where('quote.serviceId', '=', sql<string>`any (${services}::uuid[])`),
    );
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const rows = await own
    .leftJoin('serviceWorkshop as workshop', 'workshop.serviceId', 'quote.serviceId')
    .leftJoin('quoteLowering as lowering', 'lowering.quoteId', 'quote.id')
    .leftJoin('quoteOrder as ordered', 'ordered.quoteId', 'quote.id')
    .selectAll('quote')
    .select('ordered.orderId')
    .select(['workshop.calendar', 'lowering.principal as loweredPrincipal', 'lowering.fee as loweredFee'])
    .orderBy('quote.id', 'desc')
    .limit(wanted.limit)
    .offset((page - 1) * wanted.limit)
    .execute();
  const parts = await listParts(
    db,
    rows.map(({ id }) => id),
  );
  const now = currentTime();
  return {
    quotes: presentEach('quote', rows, (row) =>
      presentQuote(
        { ...row, readerId: personId, providerId: isAsked ? null : personId },
        parts.get(row.id) ?? [],
        locale,
        now,
      ),
    ),
    total,
    page,
    pageCount,
  };
}

type Planned = QuoteRow & {
  /** Null where the reader is not the provider. */
  providerId: string | null;
  orderId: string | null;
  readerId: string;
  calendar: unknown;
  loweredPrincipal: number | null;
  loweredFee: number | null;
};

/** Returns the ready date if it is ordered now; null if it has expired or there is no such date. */
function readyDay({ workingDays, expiresAt, calendar }: Planned, now: Date): string | null {
  if (workingDays === null || expiresAt <= now) return null;
  const plan = (calendar as Workshop['calendar'] | null) ?? noWorkshop.calendar;
  return readyOn(plan, workingDays, koreanDay(now));
}

const rangeOf = (likely: number | null, atMost: number | null) =>
  likely === null || atMost === null ? null : { likely, atMost };

function presentPart(row: PartRow): QuotedPart {
  const { fileName, fileSha256, unit, sizeMm, material, infill, layerHeight, walls, color, quantity } = row;
  return {
    fileName,
    fileSha256,
    unit,
    sizeMm,
    material,
    infill,
    layerHeight,
    walls,
    color,
    printability: row.printability,
    quantity,
    grams: { likely: row.gramsLikely ?? row.grams, atMost: row.grams },
    hours: rangeOf(row.hoursLikely, row.hoursAtMost),
  };
}

function presentQuote(row: Planned, rows: readonly PartRow[], locale: Locale, now: Date): Quote {
  const { id, serviceId, machine, plates, grams, gramsLikely, hoursLikely, hoursAtMost, billedGrams } = row;
  const isOpen = row.orderId === null && row.expiresAt > now;
  const parts = rows.map(presentPart);
  const [first] = parts;
  if (!first) throw new Error('a quote has no parts');
  const { principalLikely, feeLikely, currency, leadTimeDays } = row;
  const principal = row.loweredPrincipal ?? row.principal;
  const fee = row.loweredFee ?? row.fee;
  const lines = row.lines as Line[];
  if (principal < row.principal)
    lines.push({ code: 'lowered', count: 1, each: null, amount: principal - row.principal });
  // What is likely is never more than what binds.
  const likely =
    principalLikely === null || feeLikely === null
      ? null
      : principalLikely < principal
        ? { principal: principalLikely, fee: feeLikely, total: principalLikely + feeLikely }
        : { principal, fee, total: principal + fee };
  return {
    id,
    serviceId,
    basis: row.basis ?? 'formula',
    slicer: row.slicer,
    learnedFrom: row.learnedFrom ?? 0,
    title: row.title ?? first.fileName,
    parts,
    fileName: first.fileName,
    fileSha256: first.fileSha256,
    unit: first.unit,
    sizeMm: first.sizeMm,
    material: first.material,
    infill: first.infill,
    layerHeight: first.layerHeight,
    quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
    machine,
    plates,
    buildMm: row.buildMm,
    grams: { likely: gramsLikely ?? grams, atMost: grams },
    hours: rangeOf(hoursLikely, hoursAtMost),
    billedGrams,
    likely,
    lines: lines.map((line) => ({ ...line, label: lineLabel(line.code, locale) })),
    principal,
    fee,
    feePercent: Number(row.feePercent),
    total: principal + fee,
    currency,
    leadTimeDays,
    readyOn: readyDay(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    can: {
      order: isOpen && row.personId === row.readerId,
      lower: isOpen && row.providerId === row.readerId && row.total > 0,
    },
  };
}

function lineLabel(code: Line['code'], locale: Locale): string {
  const words = {
    start: m['quotes.line.start'],
    material: m['quotes.line.material'],
    hours: m['quotes.line.hours'],
    units: m['quotes.line.units'],
    loads: m['quotes.line.loads'],
    discount: m['quotes.line.discount'],
    minimum: m['quotes.line.minimum'],
    lowered: m['quotes.line.lowered'],
  };
  return words[code]({}, { locale });
}
