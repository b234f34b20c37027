import type { Locale } from '#i18n/languages.ts';
import { createHmac, randomInt } from 'node:crypto';
import { isLeaving } from '#features/accounts/server/public.ts';
import { house, recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import type { Reason } from '#features/moderation/contract.ts';
import {
  holdDecisions,
  recordDecided,
  type Decision,
  type Hidden,
} from '#features/moderation/server/public.ts';
import { missingSteps } from '#features/verification/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db, Trx } from '#platform/server/db.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { hashBody } from '#platform/server/idempotency.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { arrangePictures } from '#platform/server/pictures.ts';
import { withoutUndefined } from '#platform/shared/edits.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { searchText } from '#platform/shared/search-text.ts';
import { canEdit, canRemove, canSee } from '../access.ts';
import {
  noWorkshop,
  servicesErrors,
  type Calendar,
  type Delivery,
  type Machine,
  type RateCard,
  type ServiceContact,
  type ServiceEdit,
  type Workshop,
  type WorkshopInput,
} from '../contract.ts';
import { coarseAddress, limits, type Currency } from '../offering.ts';
import { blurPoint, cellOf, coarseCity, distanceKm } from '../geo.ts';
import type { Point, City } from '../rules.ts';
import { isOut, guardTransition, serviceStates, type ServiceState } from '../states.ts';
import { cityName, findPlaceNames } from './gazetteer.ts';
import { sortPriceOf } from './pricing.ts';
import { findPickupAddress, sealedPickup } from './pickup.ts';
import { findWorkshop } from './queries.ts';

export type Actor = { id: string; username: string; isAdmin: boolean };

export type ServiceContent = {
  state: 'draft' | 'active';
  serviceType: string;
  isIndividual: boolean;
  isFreeService: boolean;
  title: string;
  description: string;
  language: Locale;
  translations: Partial<Record<Locale, { title?: string | undefined; description?: string | undefined }>>;
  pricing: string;
  price: number | null;
  hourlyRate: number | null;
  pricePerUnit: number | null;
  currency?: Currency;
  availableHours: string;
  tags: string[];
  contactPhone: string;
  contactEmail: string;
  printerModel: string;
  fileFormats: string[];
  materials: string[];
  specializations: string[];
  productionItems: string[];
  locations: ServiceLocation[];
  rateCard?: RateCard | null | undefined;
  machines?: Machine[] | undefined;
  calendar?: Calendar | undefined;
  delivery?: Delivery | undefined;
};
/** City and district are derived from the address if absent. */
type ServiceLocation = {
  address: string;
  lat: number;
  long: number;
  /** True if an individual publishes the exact place. */
  exact?: boolean;
  city?: City | '';
  district?: string;
};
export type ServicePicture = {
  id: string;
  kind: 'photo' | 'sample';
  alt: string;
  width: number;
  height: number;
  widths: number[];
  blobPrefix: string;
};
const photosOf = { field: 'imageOrder', most: limits.photos };
const samplesOf = { field: 'sampleImageOrder', most: limits.samples };
type PictureOrders = Pick<ServiceEdit, 'imageOrder' | 'sampleImageOrder'>;

/** Writes a service with its places and pictures, also for the demo. Returns its id. */
export async function createService(
  trx: Trx,
  owner: { id: string },
  content: ServiceContent,
  pictures: readonly ServicePicture[],
  now: Date,
  id = uuidv7(now.getTime()),
): Promise<string> {
  const { locations, translations, rateCard, machines, calendar, delivery, ...columns } = content;
  const blurred = await listBlurredPlaces(trx, owner.id);
  await trx
    .insertInto('service')
    .values({
      ...columns,
      id,
      ownerId: owner.id,
      translations: JSON.stringify(translations),
      sortPrice: sortPriceOf({ currency: 'KRW', ...content }, rateCard ?? null),
      searchText: serviceSearchText(content, machines ?? []),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await writeLocations(trx, id, content.isIndividual, locations, blurred);
  if (rateCard || machines || calendar || delivery) {
    await writeWorkshop(
      trx,
      id,
      { ...noWorkshop, delivery: null, ...withoutUndefined({ rateCard, machines, calendar, delivery }) },
      now,
    );
  }
  if (pictures.length > 0) {
    await trx
      .insertInto('serviceImage')
      .values(pictures.map((picture, position) => ({ ...picture, serviceId: id, position, createdAt: now })))
      .execute();
  }
  if (content.state === 'active') await announce(trx, id);
  return id;
}

/** Enqueues an event for rooms above: something is offered here that was not before. */
async function announce(trx: Trx, id: string): Promise<void> {
  await enqueue(trx, 'services.offered', { id }, { key: `offered ${id}` });
}

/**
 * Creates a service that a person has sent. Throws `location_needed` and `verification_needed` unless it is a draft.
 */
export async function offerService(
  trx: Trx,
  owner: { id: string },
  { imageOrder, sampleImageOrder, ...content }: ServiceContent & PictureOrders,
  pictures: readonly ServicePicture[],
  now: Date,
  id?: string,
): Promise<string> {
  if (content.state === 'active') await assertOffered(trx, owner.id, content);
  const photos = arrangePictures(
    [],
    pictures.filter(({ kind }) => kind === 'photo'),
    imageOrder,
    photosOf,
  );
  const samples = arrangePictures(
    [],
    pictures.filter(({ kind }) => kind === 'sample'),
    sampleImageOrder,
    samplesOf,
  );
  return createService(trx, owner, content, [...photos, ...samples] as ServicePicture[], now, id);
}

/** Updates the given fields only. Returns the audit entry if staff have changed the state. */
export async function editService(
  trx: Trx,
  actor: Actor,
  id: string,
  edit: Omit<ServiceEdit, 'state'> & { state?: ServiceState | undefined },
  pictures: readonly ServicePicture[],
  now: Date,
  decision?: Decision,
): Promise<string | null> {
  const before = await lockService(trx, actor, id);
  const {
    version,
    state,
    imageOrder,
    sampleImageOrder,
    locations,
    translations,
    rateCard,
    machines,
    ...sent
  } = edit;
  if (version !== undefined && version !== before.version) throw new AppError(platformErrors.conflict);
  if (state !== undefined) assertTransition(actor, before, state);
  // Staff hide and restore services only through a decision with a rule and a reason, not on the service's page.
  if (!decision && state !== undefined && state !== before.state && (isOut(state) || isOut(before.state)))
    throw new AppError(platformErrors.forbidden);
  // A person who is leaving offers nothing.
  if (state === 'active' && before.state !== 'active' && (await isLeaving(trx, before.ownerId)))
    throw new AppError(servicesErrors.invalid_transition);

  const after = {
    ...before,
    ...withoutUndefined(sent),
    translations: translations ?? before.translations,
    state: state ?? before.state,
  };
  const old = await trx
    .selectFrom('serviceLocation')
    .selectAll()
    .where('serviceId', '=', id)
    .orderBy('position')
    .execute();
  const blurred = await listBlurredPlaces(trx, before.ownerId);
  const oldWorkshop = (await findWorkshop(trx, id)) ?? noWorkshop;
  // Otherwise the amounts would stay the same in another currency.
  if (after.currency !== before.currency && oldWorkshop.rateCard && rateCard === undefined)
    throw refused(servicesErrors.rate_card_currency, 'currency');
  const becomesPaid = before.state !== 'active' || before.isFreeService;
  const places = locations ?? old;
  if (after.state === 'active') {
    if (places.length === 0) throw refused(servicesErrors.location_needed, 'locations');
    if (becomesPaid) await assertVerified(trx, before.ownerId, after);
  }
  await trx
    .updateTable('service')
    .set({
      ...withoutUndefined(sent),
      ...(translations && { translations: JSON.stringify(translations) }),
      state: after.state,
      // The house's reason for a pause is cleared, because somebody has chosen a new state.
      pausedReason: after.state === before.state ? before.pausedReason : null,
      sortPrice: sortPriceOf(after, rateCard === undefined ? oldWorkshop.rateCard : rateCard),
      searchText: serviceSearchText(after, machines ?? oldWorkshop.machines),
      version: before.version + 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();
  if (locations || after.isIndividual !== before.isIndividual) {
    await trx.deleteFrom('serviceLocation').where('serviceId', '=', id).execute();
    await writeLocations(trx, id, after.isIndividual, places, blurred);
  }
  if (rateCard !== undefined || machines !== undefined) {
    await writeWorkshop(trx, id, { ...oldWorkshop, ...withoutUndefined({ rateCard, machines }) }, now);
  }
  await writePictures(trx, id, { pictures, imageOrder, sampleImageOrder }, now);
  const isNewHere = before.state !== 'active' || locations || after.serviceType !== before.serviceType;
  if (after.state === 'active' && isNewHere) await announce(trx, id);
  if (actor.id === before.ownerId) return null;
  const thing = {
    kind: 'service',
    id,
    aboutId: before.ownerId,
    excerpt: `${before.title}\n${before.description}`,
    path: `/services/${id}`,
  } as const;
  const change = { from: sightOf(before.state), to: sightOf(after.state) };
  const quoted = decision ? await recordDecided(trx, actor, thing, change, decision) : [];
  const reason = decision?.reason ?? '';
  const about = [before.ownerId, ...quoted];
  const changes = changesOf(before, { ...sent, translations, locations, rateCard, machines });
  if (changes || pictures.length > 0)
    await recordAudit(
      trx,
      {
        actor,
        action: 'service.edit',
        target: { type: 'service', id },
        about,
        reason,
        before: changes?.before ?? {},
        after: { ...changes?.after, ...(pictures.length > 0 && { pictures: pictures.length }) },
      },
      now,
    );
  if (after.state === before.state) return null;
  return recordAudit(
    trx,
    {
      actor,
      action: 'service.state',
      target: { type: 'service', id },
      about,
      reason,
      before: { state: before.state },
      after: { state: after.state },
      undoes: decision?.undone?.id,
    },
    now,
  );
}

/** Returns the fields that an edit changes; null for none. */
function changesOf(row: Record<string, unknown>, edit: Record<string, unknown>) {
  const changed = Object.entries(edit).filter(
    ([name, value]) => value !== undefined && JSON.stringify(row[name]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, row[name] ?? null])),
    after: Object.fromEntries(changed),
  };
}

/** Hides or shows a service; its provider is notified of the former. Returns the audit entry's id. */
export async function setStateByStaff(
  trx: Trx,
  actor: Actor,
  id: string,
  { state, rule = 'other', reason }: { state: ServiceState; rule?: Reason; reason: string },
  now: Date,
  undone?: UndoneEntry,
): Promise<string> {
  const decision = { rule, reason, undone };
  await holdDecisions(trx, 'service', id);
  const { ownerId, state: before } = await lockService(trx, actor, id);
  // Staff manage their own services like any owner.
  if (ownerId === actor.id) throw new AppError(servicesErrors.own_service);
  if (before === state) throw new AppError(servicesErrors.invalid_transition);
  const auditId = await editService(trx, actor, id, { state }, [], now, decision);
  if (auditId === null) throw new Error('a change of state by staff was not written down');
  return auditId;
}

const sightOf = (state: ServiceState) => ({
  state,
  isOut: isOut(state),
  isPublic: state === 'active',
  isRemoved: state === 'removed',
});

/** Restores the former state, unless it has changed since. */
export async function undoState(trx: Trx, actor: Actor, entry: UndoneEntry, now: Date): Promise<string> {
  await holdDecisions(trx, 'service', entry.targetId);
  const { state } = await lockService(trx, actor, entry.targetId);
  const was = serviceStates.find((each) => each === entry.before['state']);
  if (state !== entry.after['state'] || was === undefined)
    throw new AppError(servicesErrors.invalid_transition);
  return setStateByStaff(trx, actor, entry.targetId, { state: was, reason: entry.reason }, now, entry);
}

/**
 * Replaces machines, rate card, calendar and delivery, and the place of pickup where it is sent. Unchanged content is not
 * written again, for any version that was read. Throws `forbidden` where somebody else writes the owner's place.
 */
export async function putWorkshop(
  trx: Trx,
  vault: Vault,
  actor: Actor,
  id: string,
  { version, pickupAddress, ...sent }: WorkshopInput,
  now: Date,
): Promise<void> {
  const service = await lockService(trx, actor, id);
  if (pickupAddress !== undefined && actor.id !== service.ownerId)
    throw new AppError(platformErrors.forbidden);
  const before = await findWorkshop(trx, id);
  const said = before?.hasDelivery ? before.delivery : null;
  const content = { ...sent, delivery: sent.delivery ?? said };
  const place = await findPickupAddress(trx, vault, id);
  const isSamePlace = pickupAddress === undefined || pickupAddress === place;
  if (before && isSamePlace) {
    const { rateCard, machines, calendar } = before;
    if (hashBody({ rateCard, machines, calendar, delivery: said }) === hashBody(content)) return;
  }
  if (version !== undefined && version !== (before?.version ?? 0))
    throw new AppError(platformErrors.conflict);
  await writeWorkshop(trx, id, content, now);
  if (!isSamePlace) {
    const sealed = pickupAddress === '' ? null : vault.seal(sealedPickup, pickupAddress);
    await trx
      .updateTable('serviceWorkshop')
      .set({ sealedPickup: sealed })
      .where('serviceId', '=', id)
      .execute();
  }
  await trx
    .updateTable('service')
    .set({
      searchText: serviceSearchText(service, content.machines),
      sortPrice: sortPriceOf(service, content.rateCard),
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();
}

async function writeWorkshop(
  trx: Trx,
  serviceId: string,
  { rateCard, machines, calendar, delivery }: Omit<Workshop, 'delivery'> & { delivery: Delivery | null },
  now: Date,
): Promise<void> {
  const columns = {
    rateCard: rateCard && JSON.stringify(rateCard),
    machines: JSON.stringify(machines),
    calendar: JSON.stringify(calendar),
    delivery: delivery && JSON.stringify(delivery),
    updatedAt: now,
  };
  await trx
    .insertInto('serviceWorkshop')
    .values({ serviceId, ...columns })
    .onConflict((conflict) =>
      conflict.column('serviceId').doUpdateSet((eb) => ({
        ...columns,
        version: eb('serviceWorkshop.version', '+', 1),
      })),
    )
    .execute();
}

/**
 * Removes the caller's own service; its row stays for legal reasons and moderation. Staff remove other people's in
 * their table, with a rule and a reason.
 */
export async function removeService(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const before = await lockService(trx, actor, id);
  if (!canRemove(actor, before)) throw new AppError(platformErrors.forbidden);
  assertTransition(actor, before, 'removed');
  await trx
    .updateTable('service')
    .set({ state: 'removed', version: before.version + 1, updatedAt: now })
    .where('id', '=', id)
    .execute();
}

/** Pauses a service whose provider has not answered. Null unless it was active. */
export async function pauseUnanswered(trx: Trx, id: string, now: Date): Promise<{ title: string } | null> {
  const before = await trx
    .selectFrom('service')
    .select(['title', 'state', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (before?.state !== 'active' || guardTransition(before.state, 'paused', 'house') !== 'allowed')
    return null;
  await trx
    .updateTable('service')
    .set({ state: 'paused', pausedReason: 'no_answer', version: before.version + 1, updatedAt: now })
    .where('id', '=', id)
    .execute();
  await recordAudit(
    trx,
    {
      actor: house,
      action: 'service.pause_unanswered',
      target: { type: 'service', id },
      reason: '',
      before: { state: before.state },
      after: { state: 'paused' },
    },
    now,
  );
  return { title: before.title };
}

/** Sets the usual response time of a provider on all their services; null if unknown. */
export async function setResponseMinutes(db: Db, ownerId: string, minutes: number | null): Promise<void> {
  await db
    .updateTable('service')
    .set({ responseMinutes: minutes })
    .where('ownerId', '=', ownerId)
    .where('responseMinutes', 'is distinct from', minutes)
    .execute();
}

/** Sets the rating that lists and cards show, calculated by the room of reviews. */
export async function setRating(trx: Trx, id: string, rating: number | null): Promise<void> {
  await trx
    .updateTable('service')
    .set({ rating: rating?.toFixed(2) ?? null })
    .where('id', '=', id)
    .where('rating', 'is distinct from', rating?.toFixed(2) ?? null)
    .execute();
}

/** Increments the number of completed orders that a card shows. */
export async function countCompleted(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('service')
    .set((eb) => ({ completedOrders: eb('completedOrders', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Hides a service for a moderator. A missing one is left alone. */
export async function hideService(trx: Trx, id: string, now: Date): Promise<string | null> {
  const before = await trx
    .selectFrom('service')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const hidden = await trx
    .updateTable('service')
    .set((eb) => ({ state: 'hidden', pausedReason: null, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'active', 'paused'])
    .returning('id')
    .executeTakeFirst();
  return hidden ? (before?.state ?? null) : null;
}

/**
 * Shows a service again that a moderator has hidden or removed, in its former state; paused if its provider is
 * leaving. One that its provider has removed stays removed.
 */
export async function showService(
  trx: Trx,
  id: string,
  { as, removed }: Hidden,
  now: Date,
): Promise<boolean | 'private'> {
  const from = removed ? 'removed' : 'hidden';
  const row = await trx
    .selectFrom('service')
    .select('ownerId')
    .where('id', '=', id)
    .where('state', '=', from)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const was = serviceStates.find((state) => state === as) ?? 'draft';
  const state = was === 'active' && (await isLeaving(trx, row.ownerId)) ? 'paused' : was;
  if (guardTransition(from, state, 'objection') !== 'allowed') return false;
  await trx
    .updateTable('service')
    .set((eb) => ({ state, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .execute();
  if (state === 'active') await announce(trx, id);
  return state === 'active' || 'private';
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns a provider's contact data. Limited to `perDay` providers a day; asking for the same one again does not
 * count. Throws `no_contact` if there is none, and `rate_limited`.
 */
export async function askForContact(
  db: Db,
  person: { id: string; isAdmin: boolean },
  id: string,
  { perDay, now }: { perDay: number; now: Date },
): Promise<ServiceContact> {
  return db.transaction().execute(async (trx) => {
    // Serialized per person, or concurrent requests could exceed the limit.
    await trx.selectFrom('person').select('id').where('id', '=', person.id).forUpdate().execute();
    const service = isUuid(id)
      ? await trx
          .selectFrom('service')
          .innerJoin('person as owner', 'owner.id', 'service.ownerId')
          .select(['contactPhone', 'contactEmail', 'owner.name as fullName', 'ownerId', 'state'])
          .where('service.id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!service || !canSee(person, service)) throw new AppError(servicesErrors.service_not_found);
    const { ownerId, state: _, ...contact } = service;
    if (contact.contactPhone === '' && contact.contactEmail === '')
      throw new AppError(servicesErrors.no_contact);
    if (ownerId === person.id) return contact;
    const asked = await trx
      .deleteFrom('serviceContact')
      .where('personId', '=', person.id)
      .where('askedAt', '<=', new Date(now.getTime() - dayMs))
      .execute()
      .then(() =>
        trx
          .selectFrom('serviceContact')
          .select(['providerId', 'askedAt'])
          .where('personId', '=', person.id)
          .orderBy('askedAt')
          .execute(),
      );
    if (asked.some(({ providerId }) => providerId === ownerId)) return contact;
    const [first] = asked;
    if (first && asked.length >= perDay) {
      const waitMs = first.askedAt.getTime() + dayMs - now.getTime();
      throw new AppError(platformErrors.rate_limited, {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      });
    }
    await trx
      .insertInto('serviceContact')
      .values({ personId: person.id, providerId: ownerId, askedAt: now })
      .execute();
    return contact;
  });
}

/** Returns which of these owners of pictures, `service-images/<id>`, are in use. */
export async function referencedServicePictures(db: Db, owners: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('serviceImage')
    .select('blobPrefix')
    .where('blobPrefix', 'in', owners)
    .execute();
  return new Set(rows.map(({ blobPrefix }) => blobPrefix));
}

async function lockService(trx: Trx, actor: Actor, id: string) {
  const service = isUuid(id)
    ? await trx.selectFrom('service').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!service || !canSee(actor, service)) throw new AppError(servicesErrors.service_not_found);
  if (!canEdit(actor, service)) throw new AppError(platformErrors.forbidden);
  return service;
}

function assertTransition(actor: Actor, before: { ownerId: string; state: ServiceState }, to: ServiceState) {
  // Staff act as owners on their own services.
  const isStaff = actor.isAdmin && actor.id !== before.ownerId;
  const judged = guardTransition(before.state, to, isStaff ? 'admin' : 'owner');
  if (judged === 'not_yours') throw new AppError(platformErrors.forbidden);
  if (judged === 'impossible') throw new AppError(servicesErrors.invalid_transition);
}

async function assertOffered(
  trx: Trx,
  ownerId: string,
  service: { isFreeService: boolean; locations: readonly unknown[] },
): Promise<void> {
  if (service.locations.length === 0) throw refused(servicesErrors.location_needed, 'locations');
  await assertVerified(trx, ownerId, service);
}

const stepWords = {
  phone: (locale: Locale) => m['services.error.phone_needed']({}, { locale }),
  bank_account: (locale: Locale) => m['services.error.bank_account_needed']({}, { locale }),
};

/** Receiving money needs a verified phone and an account: docs/product.md, "Who has to be verified". */
async function assertVerified(trx: Trx, ownerId: string, { isFreeService }: { isFreeService: boolean }) {
  if (isFreeService) return;
  const missing = await missingSteps(trx, ownerId);
  if (missing.length === 0) return;
  const { verification_needed: kind } = servicesErrors;
  throw new AppError(kind, {
    fields: { isFreeService: kind.words },
    more: (locale) => ({
      steps: missing.map((step) => ({
        step,
        message: stepWords[step](locale),
        path: '/my/verification',
      })),
    }),
  });
}

type Blurred = Point & { publicLat: number; publicLong: number };

/** Places of a person this close together are one place to readers, too. */
const samePlaceKm = 0.1;
/** A person with more places than this has no home to find among them. */
const maxBlurredPlaces = 500;

/** Lists the places of a person that readers see blurred, oldest first. */
async function listBlurredPlaces(trx: Trx, ownerId: string): Promise<Blurred[]> {
  return trx
    .selectFrom('serviceLocation')
    .innerJoin('service', 'service.id', 'serviceLocation.serviceId')
    .select(['lat', 'long', 'publicLat', 'publicLong'])
    .where('service.ownerId', '=', ownerId)
    .where('service.isIndividual', '=', true)
    .where('exact', '=', false)
    .orderBy('service.createdAt')
    .orderBy('service.id')
    .orderBy('position')
    .limit(maxBlurredPlaces)
    .execute();
}

/**
 * Writes the locations with their public places. A place that one of the person's services has already keeps its blurred
 * point: the average of many would reveal the place.
 */
async function writeLocations(
  trx: Trx,
  serviceId: string,
  isIndividual: boolean,
  locations: readonly ServiceLocation[],
  blurredBefore: readonly Blurred[],
): Promise<void> {
  if (locations.length === 0) return;
  const rows = locations.map(({ address, lat, long, exact = false, city, district }, position) => {
    const point = { lat, long };
    const names = city === undefined ? findPlaceNames(address, point) : { city, district: district ?? '' };
    const isBlurred = isIndividual && !exact;
    const known = blurredBefore.find((old) => distanceKm(old, point) < samePlaceKm);
    const shown = !isBlurred
      ? point
      : known
        ? { lat: known.publicLat, long: known.publicLong }
        : blurPoint(point, randomFraction);
    return {
      address,
      lat,
      long,
      exact,
      ...names,
      serviceId,
      position,
      publicLat: shown.lat,
      publicLong: shown.long,
      publicAddress: isBlurred ? townOf(address, point) : address,
    };
  });
  await trx.insertInto('serviceLocation').values(rows).execute();
}

const townOf = (address: string, point: Point) => coarseAddress(address) || cityName(coarseCity(point));

/** The owner of a place, and the key of this server by which it is blurred. */
export type Blur = { personId: string; secret: string };

/** Returns the public place of an individual: the town, and a point nearby that is the same for all posts from there. */
export function coarsePlace({ address, ...point }: Point & { address: string }, blur: Blur) {
  const { city } = findPlaceNames(address, point);
  return { address: townOf(address, point), city, ...stableBlur(point, blur) };
}

/**
 * Blurs a point by an amount that follows from the person and the cell of the point: a fresh one for each post could be
 * averaged until it shows the home.
 */
export function stableBlur(point: Point, { personId, secret }: Blur): Point {
  const { name, middle } = cellOf(point);
  const digest = createHmac('sha256', secret).update(`place of ${personId} in ${name}`).digest();
  let at = 0;
  return blurPoint(middle, () => digest.readUInt32BE(4 * at++) / 2 ** 32);
}

/** The bytes of removed pictures are swept nightly. */
async function writePictures(
  trx: Trx,
  serviceId: string,
  { pictures, imageOrder, sampleImageOrder }: PictureOrders & { pictures: readonly ServicePicture[] },
  now: Date,
): Promise<void> {
  if (pictures.length === 0 && !imageOrder && !sampleImageOrder) return;
  const old = await trx
    .selectFrom('serviceImage')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .orderBy('position')
    .execute();
  const ofKind = <Picture extends { kind: string }>(list: readonly Picture[], kind: string) =>
    list.filter((picture) => picture.kind === kind);
  const arranged = [
    ...arrangePictures(ofKind(old, 'photo'), ofKind(pictures, 'photo'), imageOrder, photosOf),
    ...arrangePictures(ofKind(old, 'sample'), ofKind(pictures, 'sample'), sampleImageOrder, samplesOf),
  ];
  await trx.deleteFrom('serviceImage').where('serviceId', '=', serviceId).execute();
  if (arranged.length === 0) return;
  await trx
    .insertInto('serviceImage')
    .values(arranged.map((picture, position) => ({ createdAt: now, ...picture, serviceId, position })))
    .execute();
}

/** Returns the searchable text; its fields are those of docs/product.md, "Services page". */
function serviceSearchText(
  content: Pick<
    ServiceContent,
    'title' | 'description' | 'tags' | 'printerModel' | 'contactPhone' | 'contactEmail' | 'pricing'
  > & { translations: Record<string, { title?: string | undefined; description?: string | undefined }> },
  machines: readonly Pick<Machine, 'name'>[],
): string {
  return searchText([
    content.title,
    content.description,
    ...Object.values(content.translations).flatMap((words) => [words.title ?? '', words.description ?? '']),
    ...content.tags,
    content.printerModel,
    ...machines.map(({ name }) => name),
    content.contactPhone,
    content.contactEmail,
    content.pricing,
  ]);
}

/** Cryptographically random, because a predictable one could undo the blur. */
function randomFraction(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
