import { sql } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { isReal, writeAgreedQuote } from '#features/quotes/server/public.ts';
import { coarsePlace, type Blur } from '#features/services/server/public.ts';
import type { KeptRow } from '#features/uploads/server/public.ts';
import { missingSteps } from '#features/verification/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError, platformErrors, refused, type Words } from '#platform/shared/errors.ts';
import { searchText } from '#platform/shared/search-text.ts';
import type { TenderTerms } from '#platform/shared/tender-terms.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { canSeeTender } from '../access.ts';
import {
  tendersErrors,
  type CancelInput,
  type ChooseInput,
  type TenderChange,
  type TenderInput,
} from '../contract.ts';
import type { Formula } from '../rules.ts';
import { stateAfter } from '../states.ts';
import { biddersOf, lockTender, moveTender, tell, type TenderRow } from './opening.ts';
import type { FeeTerms } from '#platform/shared/fee.ts';

type Person = { id: string; isAdmin: boolean };
type Keep = (trx: Trx) => Promise<KeptRow[]>;
/** How files are kept, and the key by which places are blurred. */
type Kept = { keep: Keep; secret: string };
type Held = { tender: TenderRow; now: Date };
export type ChoosingDeps = FeeTerms & { vault: Vault; orderDays: number };

const dayMs = 24 * 60 * 60 * 1000;

/** Creates a draft. Returns its id. */
export async function createTender(
  trx: Trx,
  customer: Person,
  input: TenderInput,
  { keep, secret }: Kept,
): Promise<string> {
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  const { place, files, closesAt, ...words } = input;
  await trx
    .insertInto('tender')
    .values({
      id,
      customerId: customer.id,
      ...words,
      ...placeOf(place, null, { personId: customer.id, secret }),
      closesAt: momentOf(closesAt),
      searchText: searchTextOf(input),
      createdAt: now,
    })
    .execute();
  await writeFiles(trx, id, files, keep);
  return id;
}

/** Replaces a draft. Throws as {@link lockOwn} does, and `invalid_transition` if it is no draft any more. */
export async function changeTender(
  trx: Trx,
  vault: Vault,
  customer: Person,
  id: string,
  { version, place, files, closesAt, ...words }: TenderChange,
  { keep, secret }: Kept,
): Promise<void> {
  const { tender } = await lockOwn(trx, vault, customer, id, version);
  if (tender.state !== 'draft') throw new AppError(tendersErrors.invalid_transition);
  await trx
    .updateTable('tender')
    .set({
      ...words,
      ...placeOf(place, tender, { personId: customer.id, secret }),
      closesAt: momentOf(closesAt),
      searchText: searchTextOf(words),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute();
  await writeFiles(trx, id, files, keep);
}

/** Deletes a draft; its files without other references are swept nightly. */
export async function removeTender(trx: Trx, vault: Vault, customer: Person, id: string): Promise<void> {
  const { tender } = await lockOwn(trx, vault, customer, id);
  if (tender.state !== 'draft') throw new AppError(tendersErrors.invalid_transition);
  await trx.deleteFrom('tender').where('id', '=', id).execute();
}

/** Publishes a draft. Throws what is missing. */
export async function publishTender(
  trx: Trx,
  { vault, terms }: { vault: Vault; terms: TenderTerms },
  customer: Person,
  id: string,
  version: number,
): Promise<void> {
  const { tender, now } = await lockOwn(trx, vault, customer, id, version);
  if (tender.state !== 'draft') throw new AppError(tendersErrors.invalid_transition);
  const fields = missingOf(tender, terms, now);
  if (Object.keys(fields).length > 0) throw new AppError(tendersErrors.tender_incomplete, { fields });
  // A customer's choice binds others, so their phone has to be verified, as for an order.
  if ((await missingSteps(trx, customer.id)).includes('phone'))
    throw new AppError(tendersErrors.phone_needed);
  const formula: Formula = {
    weights: {
      price: terms.priceWeight,
      time: terms.timeWeight,
      rating: terms.ratingWeight,
      distance: terms.distanceWeight,
    },
    farKm: terms.farKm,
  };
  const closesAt = tender.closesAt ?? now;
  await moveTender(trx, tender, 'publish', 'customer', {
    formula: JSON.stringify(formula),
    publishedAt: now,
    chooseBy: new Date(closesAt.getTime() + terms.chooseDays * dayMs),
  });
}

function missingOf(tender: TenderRow, terms: TenderTerms, now: Date): Record<string, Words> {
  const required: Words = (locale) => m['platform.field.required']({}, { locale });
  const { description, ceiling, closesAt, wantedOn, delivery, lat } = tender;
  const fields: Record<string, Words> = {};
  if (!isVisible(description)) fields['description'] = required;
  if (ceiling === null) fields['ceiling'] = required;
  if (delivery === 'pickup' && lat === null) fields['place'] = required;
  if (closesAt === null) fields['closesAt'] = required;
  else {
    const openMs = closesAt.getTime() - now.getTime();
    if (openMs < terms.openSeconds * 1000 || openMs > terms.openDays * dayMs) {
      fields['closesAt'] = (locale) =>
        m['tenders.field.closes_at'](
          { minutes: Math.ceil(terms.openSeconds / 60), days: terms.openDays },
          { locale },
        );
    }
    if (wantedOn !== null && wantedOn <= koreanDay(closesAt))
      fields['wantedOn'] = (locale) => m['tenders.field.wanted_on']({}, { locale });
  }
  return fields;
}

/** Cancels a tender for its customer; after the close, with a reason. */
export async function cancelTender(
  trx: Trx,
  vault: Vault,
  customer: Person,
  id: string,
  { version, reason }: CancelInput,
): Promise<void> {
  const held = await lockOwn(trx, vault, customer, id, version);
  if (held.tender.state === 'closed' && !isVisible(reason)) {
    throw new AppError(platformErrors.invalid_input, {
      fields: { reason: (locale) => m['platform.field.required']({}, { locale }) },
    });
  }
  await cancel(trx, held, 'customer', reason);
}

/** Cancels a tender for staff, with a public reason. */
export async function cancelAsStaff(
  trx: Trx,
  vault: Vault,
  staff: { id: string; username: string },
  id: string,
  reason: string,
): Promise<void> {
  const held = await lockTender(trx, vault, id);
  if (!held || held.tender.state === 'draft') throw new AppError(tendersErrors.tender_not_found);
  await cancel(trx, held, 'staff', reason);
  await tell(trx, [held.tender.customerId], 'tender_cancelled', held.tender, held.now, { reason });
  await recordAudit(
    trx,
    {
      actor: staff,
      action: 'tender.cancel',
      target: { type: 'tender', id },
      about: [held.tender.customerId],
      reason,
      before: { state: held.tender.state },
      after: { state: 'cancelled' },
    },
    held.now,
  );
}

/** Cancels a tender whose customer is suspended or has left, so that bidders do not wait in vain. */
export async function cancelAbandonedTender(trx: Trx, vault: Vault, id: string): Promise<void> {
  const held = await lockTender(trx, vault, id);
  if (!held || stateAfter(held.tender.state, 'cancel', 'house') === null) return;
  const { rows } = await sql<{ isReal: boolean }>`
    select ${isReal('customer')} as is_real from person customer where customer.id = ${held.tender.customerId}`.execute(
    trx,
  );
  if (rows[0]?.isReal !== false) return;
  await cancel(trx, held, 'house', '');
  await tell(trx, [held.tender.customerId], 'tender_cancelled', held.tender, held.now, { reason: '' });
}

async function cancel(
  trx: Trx,
  { tender, now }: Held,
  by: 'customer' | 'staff' | 'house',
  reason: string,
): Promise<void> {
  await moveTender(trx, tender, 'cancel', by, { endedAt: now, endedBy: by, reason });
  // Unopened bids are deleted and never opened.
  await trx.updateTable('tenderBid').set({ sealed: null }).where('tenderId', '=', tender.id).execute();
  await tell(trx, await biddersOf(trx, tender.id), 'tender_cancelled', tender, now, { reason });
}

/** Hides a tender for a moderator; an undecided one is cancelled. */
export async function hideTender(trx: Trx, id: string, now: Date): Promise<string | null> {
  const tender = await trx
    .updateTable('tender')
    .set({ hiddenAt: now })
    .where('id', '=', id)
    .where('hiddenAt', 'is', null)
    .returning(['id', 'title', 'customerId', 'state'])
    .executeTakeFirst();
  if (!tender) return null;
  if (tender.state !== 'open' && tender.state !== 'closed') return 'shown';
  await trx
    .updateTable('tender')
    .set(({ eb }) => ({ state: 'cancelled', endedAt: now, endedBy: 'staff', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await trx.updateTable('tenderBid').set({ sealed: null }).where('tenderId', '=', id).execute();
  await tell(trx, await biddersOf(trx, id), 'tender_cancelled', tender, now, { reason: '' });
  return 'shown';
}

/** Shows a tender again; a cancellation is permanent, because the bids are gone. */
export async function showTender(trx: Trx, id: string): Promise<boolean> {
  const shown = await trx
    .updateTable('tender')
    .set({ hiddenAt: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return shown !== undefined;
}

/**
 * Chooses a bid with a reason: it becomes an agreed quote, which is ordered and paid like any other. Throws
 * `bid_not_found` and `bid_unavailable`.
 */
export async function chooseBid(
  trx: Trx,
  { vault, ...terms }: ChoosingDeps,
  customer: Person,
  id: string,
  { version, bidId, reason }: ChooseInput,
): Promise<void> {
  const { tender, now } = await lockOwn(trx, vault, customer, id, version);
  if (tender.state !== 'closed') throw new AppError(tendersErrors.invalid_transition);
  const { rows } = await sql<{
    providerId: string;
    serviceId: string;
    principal: number;
    readyInDays: number;
    note: string;
    madeAt: Date;
    isAvailable: boolean;
  }>`
    select b.provider_id, b.service_id, b.principal, b.ready_in_days, b.note, b.made_at,
      s.state = 'active' and ${isReal('provider')} as is_available
    from tender_bid b join service s on s.id = b.service_id join person provider on provider.id = b.provider_id
    where b.id = ${bidId} and b.tender_id = ${id} and b.rank is not null`.execute(trx);
  const bid = rows[0];
  if (!bid) throw refused(tendersErrors.bid_not_found, 'bidId');
  const { providerId, serviceId, isAvailable, ...offer } = bid;
  if (!isAvailable) throw refused(tendersErrors.bid_unavailable, 'bidId');
  const files = await trx
    .selectFrom('tenderFile')
    .select('keptFileId as id')
    .where('tenderId', '=', id)
    .orderBy('position')
    .execute();
  const { title, description, material, colour, tolerance, finish, quantity, wantedOn, ceiling } = tender;
  const wanted = {
    title,
    description,
    material,
    colour,
    tolerance,
    finish,
    quantity,
    wantedOn,
    budget: ceiling,
  };
  const quoteId = await writeAgreedQuote(
    trx,
    { customerId: customer.id, providerId, serviceId, wanted, files, offer },
    terms,
    now,
  );
  await moveTender(trx, tender, 'choose', 'customer', {
    endedAt: now,
    endedBy: 'customer',
    reason,
    chosenBidId: bidId,
    quoteId,
  });
  await tell(trx, [providerId], 'tender_chosen', tender, now, { reason });
  const others = (await biddersOf(trx, id)).filter((personId) => personId !== providerId);
  await tell(trx, others, 'tender_not_chosen', tender, now, { reason });
}

/**
 * Locks the caller's own tender. Throws `tender_not_found`, `forbidden` for other people's, and `conflict` for
 * another version.
 */
async function lockOwn(
  trx: Trx,
  vault: Vault,
  customer: Person,
  id: string,
  version?: number,
): Promise<Held> {
  const held = await lockTender(trx, vault, id);
  if (!held) throw new AppError(tendersErrors.tender_not_found);
  if (held.tender.customerId !== customer.id) {
    const isSeen = canSeeTender(customer, held.tender, { hasBid: false });
    throw new AppError(isSeen ? platformErrors.forbidden : tendersErrors.tender_not_found);
  }
  if (version !== undefined && held.tender.version !== version) throw new AppError(platformErrors.conflict);
  return held;
}

const searchTextOf = (words: Pick<TenderInput, 'title' | 'description' | 'material' | 'finish'>) =>
  searchText([words.title, words.description, words.material, words.finish]);

const momentOf = (iso: string | null) => (iso === null ? null : new Date(iso));

const nowhere = { address: '', city: '', lat: null, long: null };

/** Stores the public place only; an unchanged point is the public one already, and is not blurred again. */
function placeOf(place: TenderInput['place'], before: TenderRow | null, blur: Blur) {
  if (place === null) return nowhere;
  const isSamePoint = before?.lat === place.lat && before.long === place.long;
  if (isSamePoint && before.address === place.address) {
    const { address, city, lat, long } = before;
    return { address, city, lat, long };
  }
  const { lat, long } = place;
  const coarse = { ...coarsePlace(place, blur), ...(isSamePoint && { lat, long }) };
  if (coarse.address === '') {
    throw new AppError(platformErrors.invalid_input, {
      fields: { 'place.address': (locale) => m['tenders.field.place']({}, { locale }) },
    });
  }
  return coarse;
}

/** Writes the files in order without duplicates. Throws at a file that the draft never had. */
async function writeFiles(
  trx: Trx,
  tenderId: string,
  files: TenderInput['files'],
  keep: Keep,
): Promise<void> {
  const before = await trx
    .selectFrom('tenderFile')
    .select('keptFileId as id')
    .where('tenderId', '=', tenderId)
    .execute();
  const fresh: { id: string }[] = await keep(trx);
  const wanted = files.map(({ fileId }, index) => {
    const file = fileId === undefined ? fresh.shift() : before.find(({ id }) => id === fileId.toLowerCase());
    if (!file) throw refused(tendersErrors.tender_file_not_found, `files[${index}].fileId`);
    return file.id;
  });
  await trx.deleteFrom('tenderFile').where('tenderId', '=', tenderId).execute();
  const rows = [...new Set(wanted)].map((keptFileId, position) => ({ tenderId, keptFileId, position }));
  if (rows.length > 0) await trx.insertInto('tenderFile').values(rows).execute();
}
