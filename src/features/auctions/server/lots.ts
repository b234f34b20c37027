import type { Insertable, Updateable } from 'kysely';
import { missingSteps } from '#features/verification/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { arrangePictures } from '#platform/server/pictures.ts';
import type { Database } from '#platform/server/schema.ts';
import { withoutUndefined } from '#platform/shared/edits.ts';
import { AppError, platformErrors, type ErrorKind, type Words } from '#platform/shared/errors.ts';
import type { AuctionTerms, Increments } from '#platform/shared/auction-terms.ts';
import type { Role } from '#platform/shared/roles.ts';
import { searchText } from '#platform/shared/search-text.ts';
import { minWords } from '#platform/shared/validation.ts';
import { m } from '#i18n/generated/messages.js';
import { canEdit } from '../access.ts';
import { auctionsErrors, type AuctionEdit, type AuctionInput } from '../contract.ts';
import { auctionLimits, conditions, lotProblems, type LotProblem } from '../rules.ts';
import { advance, assertStep, getHeld, openLog, step, type Auction } from './commands.ts';

export type LotPicture = {
  id: string;
  alt: string;
  width: number;
  height: number;
  widths: number[];
  blobPrefix: string;
};
export type LotDeps = { auctionTerms: AuctionTerms; increments: Increments };
export type Person = { id: string; role: Role };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A start in the recent past means now: it passed while the form was filled in. */
const lateMs = 10 * minuteMs;

/** Returns the seller's own draft. Throws `auction_not_found` and `not_a_draft`. */
async function getOwnDraft(trx: Trx, person: Person, id: string): Promise<Auction> {
  const auction = await getHeld(trx, id);
  if (auction.sellerId !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  if (!canEdit(person, auction)) throw new AppError(auctionsErrors.not_a_draft);
  return auction;
}

function columnsOf({
  capacity,
  startsAt,
  endsAt,
  delivery,
  condition,
  imageOrder: _order,
  ...content
}: Partial<AuctionInput>) {
  return withoutUndefined({
    ...content,
    ...(capacity !== undefined && { capacity: capacity && JSON.stringify(capacity) }),
    ...(startsAt !== undefined && { startsAt: startsAt === null ? null : new Date(startsAt) }),
    ...(endsAt !== undefined && { endsAt: endsAt === null ? null : new Date(endsAt) }),
    ...(condition !== undefined && conditionOf(condition)),
    ...(delivery !== undefined && { deliveryKinds: [...new Set(delivery)] }),
  }) as Updateable<Database['auction']>;
}

/** A free text describes a used item. */
function conditionOf(condition: string | null) {
  const known = conditions.find((one) => one === condition);
  return known || condition === null
    ? { condition: known ?? null }
    : { condition: 'used', conditionNote: condition };
}

/** Creates a draft of a lot. Returns its id. */
export async function draftLot(
  trx: Trx,
  seller: { id: string },
  input: AuctionInput,
  pictures: readonly LotPicture[],
): Promise<string> {
  await assertOwnThings(trx, seller.id, input);
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('auction')
    .values({
      ...(columnsOf(input) as Insertable<Database['auction']>),
      id,
      sellerId: seller.id,
      state: 'draft',
      searchText: searchText([input.title, input.description]),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await writePictures(trx, id, [], pictures, input.imageOrder, now);
  return id;
}

/** Changes only the fields that were sent. Throws `conflict` if another window was faster. */
export async function editLot(
  trx: Trx,
  person: Person,
  id: string,
  { version, ...edit }: AuctionEdit,
  pictures: readonly LotPicture[],
): Promise<void> {
  const before = await getOwnDraft(trx, person, id);
  if (version !== undefined && version !== before.version) throw new AppError(platformErrors.conflict);
  await assertOwnThings(trx, person.id, edit);
  const now = await databaseTime(trx);
  const { title = before.title, description = before.description } = edit;
  await trx
    .updateTable('auction')
    .set({
      ...columnsOf(edit as Partial<AuctionInput>),
      searchText: searchText([title, description]),
      version: before.version + 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();
  if (pictures.length === 0 && edit.imageOrder === undefined) return;
  const old = await trx
    .selectFrom('auctionImage')
    .selectAll()
    .where('auctionId', '=', id)
    .orderBy('position')
    .execute();
  await writePictures(trx, id, old, pictures, edit.imageOrder, now);
}

async function writePictures(
  trx: Trx,
  auctionId: string,
  old: readonly LotPicture[],
  added: readonly LotPicture[],
  order: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  const arranged = arrangePictures(old, added, order, { field: 'imageOrder', most: auctionLimits.pictures });
  await trx.deleteFrom('auctionImage').where('auctionId', '=', auctionId).execute();
  if (arranged.length === 0) return;
  await trx
    .insertInto('auctionImage')
    .values(
      arranged.map(({ id, alt, width, height, widths, blobPrefix }, position) => ({
        id,
        alt,
        width,
        height,
        widths,
        blobPrefix,
        auctionId,
        position,
        createdAt: now,
      })),
    )
    .execute();
}

export async function removeDraft(trx: Trx, person: Person, id: string): Promise<void> {
  await getOwnDraft(trx, person, id);
  await trx.deleteFrom('auction').where('id', '=', id).execute();
}

const stepWords: Record<'phone' | 'bank_account', Words> = {
  phone: (locale) => m['auctions.error.phone_step']({}, { locale }),
  bank_account: (locale) => m['auctions.error.bank_step']({}, { locale }),
};

const problemWords: Record<LotProblem, Words> = {
  required: (locale) => m['platform.field.required']({}, { locale }),
  reserve_below_start: auctionsErrors.reserve_below_start.words,
  buy_now_too_low: auctionsErrors.buy_now_too_low.words,
  delivery_needed: auctionsErrors.delivery_needed.words,
  until_too_early: (locale) => m['auctions.field.until']({}, { locale }),
};

/**
 * Throws the requirements for publishing, each at its field. Sellers are paid out, so they need a verified
 * phone and a bank account.
 */
async function assertPublishable(
  trx: Trx,
  auction: Auction,
  { auctionTerms: terms }: LotDeps,
  now: Date,
): Promise<void> {
  const fields: Record<string, Words> = {};
  const needs = (field: string, words: Words) => void (fields[field] ??= words);
  const broken = (kind: ErrorKind) => kind.words;
  for (const [field, problem] of Object.entries(lotProblems({ ...auction, delivery: auction.deliveryKinds })))
    needs(field, problemWords[problem]);
  if (auction.startsAt !== null && auction.startsAt.getTime() < now.getTime() - lateMs) {
    needs('startsAt', broken(auctionsErrors.start_in_the_past));
  }
  if (auction.startsAt !== null && auction.startsAt.getTime() > now.getTime() + terms.scheduleDays * dayMs) {
    needs('startsAt', broken(auctionsErrors.start_too_far));
  }
  const { startsAt, endsAt } = timesOf(auction, now);
  if (auction.endsAt !== null && endsAt <= startsAt) needs('endsAt', broken(auctionsErrors.end_too_early));
  // An end chosen by the seller may be as near as they want.
  if (auction.endsAt === null && auction.durationMinutes < terms.minMinutes) {
    needs('durationMinutes', (locale) => minWords(terms.minMinutes, locale));
  }
  if (endsAt.getTime() - startsAt.getTime() > terms.maxDays * dayMs) {
    needs(auction.endsAt === null ? 'durationMinutes' : 'endsAt', (locale) =>
      m['auctions.error.too_long']({ count: terms.maxDays }, { locale }),
    );
  }
  if (auction.lotKind === 'capacity' && !(await ownsService(trx, auction)))
    needs('serviceId', broken(auctionsErrors.not_your_service));
  if (auction.lotKind === 'licence' && !(await ownsResource(trx, auction)))
    needs('resourceId', broken(auctionsErrors.not_your_resource));
  if (Object.keys(fields).length > 0) throw new AppError(platformErrors.invalid_input, { fields });
  const steps = await missingSteps(trx, auction.sellerId);
  if (steps.length > 0) {
    throw new AppError(auctionsErrors.verification_needed, {
      more: (locale) => ({
        steps: steps.map((one) => ({ step: one, message: stepWords[one](locale), path: '/my/verification' })),
      }),
    });
  }
}

/**
 * A lot refers to the seller's own things only. Things of other people, public or not, get the same error as
 * missing ones.
 */
async function assertOwnThings(
  trx: Trx,
  sellerId: string,
  {
    serviceId,
    resourceId,
  }: { serviceId?: string | null | undefined; resourceId?: string | null | undefined },
): Promise<void> {
  const fields: Record<string, Words> = {};
  const own = (table: 'service' | 'resource', id: string) =>
    trx
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('ownerId', '=', sellerId)
      .where('state', '!=', 'removed')
      .executeTakeFirst();
  if (serviceId != null && !(await own('service', serviceId)))
    fields['serviceId'] = auctionsErrors.not_your_service.words;
  if (resourceId != null && !(await own('resource', resourceId)))
    fields['resourceId'] = auctionsErrors.not_your_resource.words;
  if (Object.keys(fields).length > 0) throw new AppError(platformErrors.invalid_input, { fields });
}

async function ownsService(trx: Trx, { serviceId, sellerId }: Auction): Promise<boolean> {
  if (serviceId === null) return false;
  const found = await trx
    .selectFrom('service')
    .select('id')
    .where('id', '=', serviceId)
    .where('ownerId', '=', sellerId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return found !== undefined;
}

async function ownsResource(trx: Trx, { resourceId, sellerId }: Auction): Promise<boolean> {
  if (resourceId === null) return false;
  const found = await trx
    .selectFrom('resource')
    .select('id')
    .where('id', '=', resourceId)
    .where('ownerId', '=', sellerId)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns start and end of an auction that is published now. */
function timesOf(
  auction: Pick<Auction, 'startsAt' | 'endsAt' | 'durationMinutes'>,
  now: Date,
): { startsAt: Date; endsAt: Date } {
  const startsAt = auction.startsAt !== null && auction.startsAt > now ? auction.startsAt : now;
  return {
    startsAt,
    endsAt: auction.endsAt ?? new Date(startsAt.getTime() + auction.durationMinutes * minuteMs),
  };
}

/** Publishes a draft, now or at its start. Its terms are fixed from then on. */
export async function publishLot(trx: Trx, deps: LotDeps, person: Person, id: string): Promise<void> {
  const auction = await getHeld(trx, id);
  if (auction.sellerId !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  assertStep(auction, 'publish', 'seller');
  const now = await databaseTime(trx);
  await assertPublishable(trx, auction, deps, now);
  const { startsAt, endsAt } = timesOf(auction, now);
  const terms = { ...deps.auctionTerms, increments: deps.increments };
  const published = {
    ...auction,
    startsAt,
    endsAt,
    publishedEnd: endsAt,
    terms,
  };
  const scheduled = await step(
    trx,
    auction,
    { event: 'publish', side: 'seller', actorId: person.id },
    {
      startsAt,
      endsAt,
      publishedEnd: endsAt,
      terms: JSON.stringify(terms),
      publishedAt: now,
      isReserveMet: auction.reservePrice === null,
      ...openLog(published),
    },
    now,
  );
  await advance(trx, scheduled, now);
}

/** Returns the end chosen by the seller, if any: other drafts run for their duration from their start. */
function wantedEnd({ startsAt, endsAt, durationMinutes }: Auction): Date | null {
  const isCounted =
    startsAt !== null && endsAt?.getTime() === startsAt.getTime() + durationMinutes * minuteMs;
  return isCounted ? null : endsAt;
}

/** Returns a lot that has not started to a draft. */
export async function withdrawLot(trx: Trx, person: Person, id: string): Promise<void> {
  const auction = await getHeld(trx, id);
  if (auction.sellerId !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  const now = await databaseTime(trx);
  const current = await advance(trx, auction, now);
  await step(
    trx,
    current,
    { event: 'withdraw', side: 'seller', actorId: person.id },
    { publishedAt: null, terms: null, logHash: null, reserveSalt: null, endsAt: wantedEnd(current) },
    now,
  );
}

/** Copies an unsold lot to a new draft. Strikes of a winner who did not pay stay. */
export async function relistLot(trx: Trx, person: Person, id: string): Promise<string> {
  const auction = await getHeld(trx, id);
  if (auction.sellerId !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  const now = await databaseTime(trx);
  if (auction.state === 'ended') {
    // Relisting gives up on the previous bidders.
    await step(
      trx,
      auction,
      { event: 'give_up', side: 'seller', actorId: person.id },
      { decideBy: null },
      now,
    );
  } else if (auction.state !== 'unsold' && auction.state !== 'cancelled') {
    throw new AppError(auctionsErrors.invalid_transition, { more: () => ({ state: auction.state }) });
  }
  const copyId = uuidv7(now.getTime());
  const { lotKind, category, title, description, language, condition, conditionNote } = auction;
  const { serviceId, resourceId, capacity } = auction;
  const { licenceTerms, deliveryKinds, shippingFee, handover, startPrice, reservePrice, buyNowPrice } =
    auction;
  await trx
    .insertInto('auction')
    .values({
      lotKind,
      category,
      title,
      description,
      language,
      condition,
      conditionNote,
      serviceId,
      resourceId,
      licenceTerms,
      deliveryKinds,
      shippingFee,
      handover,
      startPrice,
      reservePrice,
      buyNowPrice,
      capacity: capacity && JSON.stringify(capacity),
      id: copyId,
      sellerId: person.id,
      state: 'draft',
      durationMinutes: auction.durationMinutes,
      relistedFrom: id,
      searchText: auction.searchText,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const pictures = await trx
    .selectFrom('auctionImage')
    .selectAll()
    .where('auctionId', '=', id)
    .orderBy('position')
    .execute();
  // Both lots share the stored bytes, which stay while either shows them.
  const copies = pictures.map((picture) => ({ ...picture, id: uuidv7(now.getTime()) }));
  await writePictures(trx, copyId, [], copies, undefined, now);
  return copyId;
}
