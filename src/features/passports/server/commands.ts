import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { rightsOfOrders } from '#features/licensing/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { findMade, type MadeOrder } from '#features/orders/server/public.ts';
import { findSettings } from '#features/quotes/server/public.ts';
import { listServiceTitles } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { bodyOf, codeBytes, codeOf, passportPath, readCode } from '../code.ts';
import { passportsErrors, type Handover, type PassportsInput } from '../contract.ts';
import { passportLimits, piecesOf, usualEach, whyNotClaim, type ClaimDenial, type Each } from '../rules.ts';

type Person = { id: string };

/** What a provider chose for their labels. */
export type Choice = {
  each: Each | null;
  showsMaker: boolean;
  warrantyMonths: number | null;
  warranty: string;
};
const usualChoice: Choice = { each: null, showsMaker: true, warrantyMonths: null, warranty: '' };

/** Returns what a provider chose for a service, else for all that has no choice of its own. */
export async function findChoice(db: Db, providerId: string, serviceId: string | null): Promise<Choice> {
  const rows = await db
    .selectFrom('passportChoice')
    .selectAll()
    .where('providerId', '=', providerId)
    .where((where) => where.or([where('serviceId', '=', serviceId), where('serviceId', 'is', null)]))
    .execute();
  return rows.find((row) => row.serviceId === serviceId) ?? rows[0] ?? usualChoice;
}

/** Kinds of things that an order makes: one of each design, or of what was ordered without one. */
export type Making = {
  rightId: string | null;
  resourceId: string | null;
  version: number | null;
  title: string;
  fileHashes: string[];
  pieces: number;
};

export async function makingsOf(db: Db, order: MadeOrder): Promise<Making[]> {
  const rights = await rightsOfOrders(db, [order.id]);
  if (rights.length > 0) {
    return rights.map(({ id, resourceId, version, title, fileHashes, pieces }) => ({
      rightId: id,
      resourceId,
      version,
      title,
      fileHashes,
      pieces,
    }));
  }
  // What buyers call their orders may be private: the service says what it makes.
  const [service] = order.serviceId === null ? [] : await listServiceTitles(db, [order.serviceId]);
  const title = order.lotTitle ?? service?.title ?? '';
  const { fileHashes, quantity: pieces } = order;
  return [{ rightId: null, resourceId: null, version: null, title, fileHashes, pieces }];
}

/** Makes the passports of a delivered order, unless it has some. Things that are handed over as files have none. */
export async function makeAtDelivery(db: Db, orderId: string): Promise<void> {
  const order = await findMade(db, orderId);
  if (!order?.isThing || order.deliveredAt === null) return;
  const choice = await findChoice(db, order.providerId, order.serviceId);
  await db.transaction().execute(async (trx) => {
    await lockMade(trx, orderId);
    if (await hasPassports(trx, orderId)) return;
    const makings = await makingsOf(trx, order);
    const pieces = makings.reduce((sum, making) => sum + making.pieces, 0);
    // A choice for one piece each does not make thousands without a look.
    const each = choice.each === 'piece' && pieces > passportLimits.passports ? 'batch' : choice.each;
    await make(trx, order, makings, { ...choice, each: each ?? usualEach(pieces), gtin: undefined });
  });
}

/** Lets one transaction at a time make the passports of an order. */
async function lockMade(trx: Trx, orderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`passports ${orderId}`}, 0))`.execute(trx);
}

async function hasPassports(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passport')
    .select('id')
    .where('orderId', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function make(
  trx: Trx,
  order: MadeOrder,
  makings: readonly Making[],
  choice: Omit<Choice, 'each'> & { each: Each; title?: string | undefined; gtin: string | null | undefined },
): Promise<void> {
  const settings = order.quoteId === null ? null : await findSettings(trx, order.quoteId);
  const madeAt = order.deliveredAt ?? currentTime();
  for (const making of makings) {
    const { rightId, resourceId, version, fileHashes } = making;
    const parts =
      settings?.parts.filter(({ sha256 }) => fileHashes.length === 0 || fileHashes.includes(sha256)) ?? [];
    const [first, ...others] = parts;
    const isAlike = others.every(
      (part) => part.infill === first?.infill && part.layerMm === first.layerMm && part.walls === first.walls,
    );
    const gtin = choice.gtin === undefined ? await findGtin(trx, order, making) : choice.gtin;
    for (const [index, pieces] of piecesOf(making.pieces, choice.each).entries()) {
      const made = await trx
        .insertInto('passport')
        .values({
          id: uuidv7(),
          orderId: order.id,
          rightId,
          position: index + 1,
          pieces,
          resourceId,
          version,
          title: choice.title ?? making.title,
          fileHashes,
          material: [...new Set(parts.map(({ material }) => material))].join(', '),
          machine: settings?.machine ?? '',
          settings:
            first && isAlike
              ? JSON.stringify({ infill: first.infill, layerMm: first.layerMm, walls: first.walls })
              : 'null',
          providerId: order.providerId,
          serviceId: order.serviceId,
          showsMaker: choice.showsMaker,
          warrantyMonths: choice.warrantyMonths,
          warranty: choice.warranty,
          gtin,
          madeAt,
          holderId: null,
          claimedAt: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made) await issueCode(trx, made.id);
    }
  }
}

async function issueCode(trx: Trx, passportId: string): Promise<string> {
  const code = bodyOf(randomBytes(codeBytes));
  await trx
    .insertInto('passportCode')
    .values({ code, passportId, issuedAt: currentTime(), revokedAt: null })
    .execute();
  return code;
}

/**
 * Saves a provider's choice for an order and its service, makes the passports of a delivered order, and states warranty,
 * maker and GTIN on those that exist. Throws `order_not_found`, and `too_many_passports` for one each of very many.
 */
export async function choosePassports(
  db: Db,
  person: Person,
  order: MadeOrder,
  input: PassportsInput,
): Promise<void> {
  if (order.providerId !== person.id) throw new AppError(platformErrors.forbidden);
  const { showsMaker, warrantyMonths, warranty, gtin, title } = input;
  if (!order.isThing) throw new AppError(passportsErrors.no_passports);
  await db.transaction().execute(async (trx) => {
    await lockMade(trx, order.id);
    const now = currentTime();
    const makings = await makingsOf(trx, order);
    const pieces = makings.reduce((sum, making) => sum + making.pieces, 0);
    const before = await findChoice(trx, person.id, order.serviceId);
    const each = input.each ?? before.each;
    if (each === 'piece' && pieces > passportLimits.passports)
      throw refused(passportsErrors.too_many_passports, 'each');
    const chosen = { each: each ?? null, showsMaker, warrantyMonths, warranty, changedAt: now };
    await trx
      .insertInto('passportChoice')
      .values({ ...chosen, providerId: person.id, serviceId: order.serviceId })
      .onConflict((conflict) => conflict.columns(['providerId', 'serviceId']).doUpdateSet(chosen))
      .execute();
    // A name and a GTIN are those of one design; an order of several keeps what each of them has.
    const [only] = makings.length === 1 ? makings : [];
    if (only) await keepGtin(trx, order, only, gtin);
    if (await hasPassports(trx, order.id)) {
      await trx
        .updateTable('passport')
        .set({ showsMaker, ...(only && { gtin, ...(title !== undefined && { title }) }) })
        .where('orderId', '=', order.id)
        .execute();
      // What a holder was promised stays.
      await trx
        .updateTable('passport')
        .set({ warrantyMonths, warranty })
        .where('orderId', '=', order.id)
        .where('holderId', 'is', null)
        .execute();
      return;
    }
    if (order.deliveredAt === null) return;
    await make(trx, order, makings, {
      ...chosen,
      each: each ?? usualEach(pieces),
      ...(only ? { title, gtin } : { gtin: undefined }),
    });
  });
}

type Sold = Pick<MadeOrder, 'providerId' | 'serviceId'>;

/** A GTIN belongs to a version of a resource, in every order of it, or else to what the service makes. */
const tradedAs = ({ serviceId }: Sold, { resourceId, version }: Pick<Making, 'resourceId' | 'version'>) =>
  resourceId === null
    ? { serviceId, resourceId: null, version: null }
    : { serviceId: null, resourceId, version };

export async function findGtin(db: Db, order: Sold, making: Making): Promise<string | null> {
  const { serviceId, resourceId, version } = tradedAs(order, making);
  const row = await db
    .selectFrom('tradeItem')
    .select('gtin')
    .where('providerId', '=', order.providerId)
    .where(
      sql<boolean>`(service_id, resource_id, version) is not distinct from (${serviceId}::uuid, ${resourceId}::uuid, ${version}::integer)`,
    )
    .executeTakeFirst();
  return row?.gtin ?? null;
}

async function keepGtin(trx: Trx, order: Sold, making: Making, gtin: string | null): Promise<void> {
  const key = { providerId: order.providerId, ...tradedAs(order, making) };
  if (gtin === null) {
    await trx
      .deleteFrom('tradeItem')
      .where('providerId', '=', key.providerId)
      .where(
        sql<boolean>`(service_id, resource_id, version) is not distinct from (${key.serviceId}::uuid, ${key.resourceId}::uuid, ${key.version}::integer)`,
      )
      .execute();
    return;
  }
  const kept = { gtin, changedAt: currentTime() };
  await trx
    .insertInto('tradeItem')
    .values({ ...key, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'serviceId', 'resourceId', 'version']).doUpdateSet(kept),
    )
    .execute();
}

/** Locks the passport of a typed code. Throws `passport_not_found` and `passport_revoked`. */
async function lockByCode(trx: Trx, typed: string) {
  const body = readCode(typed);
  const row =
    body === null
      ? undefined
      : await trx
          .selectFrom('passportCode as code')
          .innerJoin('passport', 'passport.id', 'code.passportId')
          .selectAll('passport')
          .select(['code.code', 'code.revokedAt'])
          .where('code.code', '=', body)
          .forUpdate('passport')
          .executeTakeFirst();
  if (!row) throw new AppError(passportsErrors.passport_not_found);
  return row;
}

const denials = {
  claimed: passportsErrors.passport_claimed,
  own_work: passportsErrors.own_work,
  waits: passportsErrors.passport_waits,
} as const satisfies Record<ClaimDenial, unknown>;

/**
 * Makes a person the holder: of a thing that nobody has claimed, or by a code of the former holder, whose access ends.
 * Throws the reason why they cannot.
 */
export async function claim(
  db: Db,
  person: Person,
  typed: string,
  { handover }: { handover?: string | undefined },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const thing = await lockByCode(trx, typed);
    if (thing.revokedAt !== null) throw new AppError(passportsErrors.passport_revoked);
    if (thing.holderId === person.id) return;
    const now = currentTime();
    if (handover !== undefined) {
      const used = await trx
        .deleteFrom('passportHandover')
        .where('passportId', '=', thing.id)
        .where('tokenHash', '=', hashOf(handover))
        .where('expiresAt', '>', now)
        .returning('passportId')
        .executeTakeFirst();
      if (!used) throw refused(passportsErrors.wrong_handover, 'handover');
    } else {
      const order = await findMade(trx, thing.orderId);
      const denial = whyNotClaim(
        { ...thing, buyerId: order?.buyerId ?? '', hasEnded: order?.hasEnded ?? true },
        person.id,
      );
      if (denial !== null) throw new AppError(denials[denial]);
    }
    await trx
      .updateTable('passport')
      .set({ holderId: person.id, claimedAt: now })
      .where('id', '=', thing.id)
      .execute();
    if (thing.holderId === null) return;
    await notify(
      trx,
      thing.holderId,
      { what: 'thing_passed_on', path: '/my/things', params: { title: thing.title } },
      now,
    );
  });
}

function hashOf(typed: string): string {
  return createHash('sha256')
    .update(readCode(typed) ?? '')
    .digest('hex');
}

/** Makes a code by which somebody else becomes the holder, instead of an earlier one. Throws `passport_not_found`. */
export async function passOn(db: Db, person: Person, typed: string, publicOrigin: string): Promise<Handover> {
  return db.transaction().execute(async (trx) => {
    const thing = await lockHeld(trx, person, typed);
    const now = currentTime();
    const token = bodyOf(randomBytes(codeBytes));
    const made = {
      tokenHash: createHash('sha256').update(token).digest('hex'),
      createdAt: now,
      expiresAt: new Date(now.getTime() + passportLimits.handoverDays * 86_400_000),
    };
    await trx
      .insertInto('passportHandover')
      .values({ passportId: thing.id, ...made })
      .onConflict((conflict) => conflict.column('passportId').doUpdateSet(made))
      .execute();
    const code = codeOf(token);
    const path = passportPath(codeOf(thing.code));
    return {
      code,
      link: `${publicOrigin}${path}?handover=${encodeURIComponent(code)}`,
      expiresAt: made.expiresAt.toISOString(),
    };
  });
}

/** Takes such a code back. Throws `passport_not_found`. */
export async function keep(db: Db, person: Person, typed: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const thing = await lockHeld(trx, person, typed);
    await trx.deleteFrom('passportHandover').where('passportId', '=', thing.id).execute();
  });
}

/** What is not a person's own is not found, as if it were not there. */
async function lockHeld(trx: Trx, person: Person, typed: string) {
  const thing = await lockByCode(trx, typed);
  if (thing.holderId !== person.id) throw new AppError(passportsErrors.passport_not_found);
  if (thing.revokedAt !== null) throw new AppError(passportsErrors.passport_revoked);
  return thing;
}

/**
 * Ends the validity of a label, and gives the thing a new code where `isReissued`. For its provider. Returns the order.
 * Throws `passport_not_found`.
 */
export async function revoke(
  db: Db,
  person: Person,
  passportId: string,
  { isReissued }: { isReissued: boolean },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const thing = isUuid(passportId)
      ? await trx
          .selectFrom('passport')
          .select(['id', 'orderId', 'providerId'])
          .where('id', '=', passportId)
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    if (thing?.providerId !== person.id) throw new AppError(passportsErrors.passport_not_found);
    await trx
      .updateTable('passportCode')
      .set({ revokedAt: currentTime() })
      .where('passportId', '=', thing.id)
      .where('revokedAt', 'is', null)
      .execute();
    if (isReissued) await issueCode(trx, thing.id);
    return thing.orderId;
  });
}
