import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { writeBetween, type Talking } from '#features/conversations/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { findDesign, versionOfFiles } from '#features/resources/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import type { Locale } from '#i18n/languages.ts';
import { licensingErrors, type PermissionInput, type ShareInput } from '../contract.ts';
import { copiesOf, isCleared, shareAmount, type Purpose } from '../rules.ts';
import {
  decide,
  presentRights,
  makingsTogether,
  type Decided,
  type MadeDesign,
  type Together,
} from './queries.ts';
import { keepLicenseText } from './receipts.ts';

type Person = { id: string; isAdmin: boolean };

/** Page of both sides of a request. */
const requestsPath = '/my/permissions';

/** Sets or removes what an author asks for things made of a design. Throws `not_found` and `not_the_author`. */
export async function setShare(
  trx: Trx,
  actor: Person,
  resourceId: string,
  { amount, percent }: ShareInput,
): Promise<void> {
  const design = await findDesign(trx, actor, resourceId);
  if (!design || design.ownerId !== actor.id) throw new AppError(platformErrors.not_found);
  if (!design.isByOwner) throw new AppError(licensingErrors.not_the_author);
  if (amount === null && percent === null) {
    await trx.deleteFrom('resourceShare').where('resourceId', '=', resourceId).execute();
    return;
  }
  const row = { amount, percent, changedAt: currentTime() };
  await trx
    .insertInto('resourceShare')
    .values({ ...row, resourceId })
    .onConflict((conflict) => conflict.column('resourceId').doUpdateSet(row))
    .execute();
}

/**
 * Asks an author for what the licence does not allow, in a conversation, and returns the request's id. Throws
 * `nothing_to_ask`, `already_asked`, and the errors of writing a message; nothing is asked then.
 */
export async function askPermission(
  deps: Talking,
  person: CurrentUser,
  resourceId: string,
  input: PermissionInput,
): Promise<string> {
  const { db } = deps;
  const { purpose, pieces, note } = input;
  const { design, permission, canAsk, decision } = await decide(db, person, resourceId, {
    ...input,
    changesShape: false,
  });
  if (permission?.state === 'asked') throw new AppError(licensingErrors.already_asked);
  if (!canAsk || decision.verdict !== 'ask_author') throw new AppError(licensingErrors.nothing_to_ask);
  const id = uuidv7();
  // The same words are one message, however often they are sent: two presses at once, or a retry after a failure.
  const words = createHash('sha256').update(`${resourceId} ${purpose} ${pieces} ${note}`).digest('hex');
  const { conversationId } = await writeBetween(
    deps,
    person,
    { customerId: person.id, providerId: design.ownerId, subject: design.title, resourceId },
    { text: note, clientId: `permission ${words}` },
  );
  await db.transaction().execute(async (trx) => {
    const now = currentTime();
    const added = await trx
      .insertInto('makingPermission')
      .values({
        id,
        resourceId,
        askerId: person.id,
        authorId: design.ownerId,
        purpose,
        pieces,
        note,
        state: 'asked',
        conversationId,
        askedAt: now,
        answeredAt: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 1n) throw new AppError(licensingErrors.already_asked);
    await notify(
      trx,
      design.ownerId,
      {
        what: 'permission_asked',
        path: requestsPath,
        params: { name: person.fullName, title: design.title },
        people: [person.id],
      },
      now,
    );
  });
  return id;
}

/**
 * Allows a number of pieces, or more of them later, or refuses a request. Throws `permission_not_found`,
 * `already_answered` and `too_few_pieces`.
 */
export async function answerPermission(
  db: Db,
  author: Person,
  id: string,
  answer:
    | { state: 'granted'; pieces?: number | undefined; answer: string }
    | { state: 'refused'; answer: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockPermission(trx, id);
    if (row?.authorId !== author.id) throw new AppError(licensingErrors.permission_not_found);
    const isMore = row.state === 'granted' && answer.state === 'granted';
    if (row.state !== 'asked' && !isMore) throw new AppError(licensingErrors.already_answered);
    const now = currentTime();
    const allowed = answer.state === 'granted' ? (answer.pieces ?? row.pieces) : 0;
    if (answer.state === 'granted' && allowed < row.used)
      throw refused(licensingErrors.too_few_pieces, 'pieces');
    await trx
      .updateTable('makingPermission')
      .set({ state: answer.state, allowed, answer: answer.answer, answeredAt: now })
      .where('id', '=', id)
      .execute();
    const design = await findDesign(trx, author, row.resourceId);
    await notify(
      trx,
      row.askerId,
      {
        what: answer.state === 'granted' ? 'permission_granted' : 'permission_refused',
        path: requestsPath,
        params: { title: design?.title ?? '', pieces: allowed },
        people: [author.id],
      },
      now,
    );
  });
}

/** Takes a request back before it is answered. Throws `permission_not_found` and `already_answered`. */
export async function withdrawPermission(db: Db, asker: Person, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockPermission(trx, id);
    if (row?.askerId !== asker.id) throw new AppError(licensingErrors.permission_not_found);
    if (row.state !== 'asked') throw new AppError(licensingErrors.already_answered);
    await trx
      .updateTable('makingPermission')
      .set({ state: 'withdrawn', answeredAt: currentTime() })
      .where('id', '=', id)
      .execute();
  });
}

async function lockPermission(trx: Trx, id: string) {
  return isUuid(id)
    ? trx.selectFrom('makingPermission').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
}

/** Right to make a design, as it is shown before an order, with what its author receives. */
export type Clearance = Decided & Omit<MadeDesign, 'resourceId'> & { amount: number };

/** Use of designs, with the price of the work. An optional share is left out if `withThanks` is false. */
export type Use = {
  purpose: Purpose;
  principal: number;
  withThanks: boolean;
  providerId: string;
  together?: Together | null | undefined;
};

/** Decides about all designs of an order, without an error for those that are not allowed. */
export async function lookAtDesigns(
  db: Db,
  person: Person,
  designs: readonly MadeDesign[],
  use: Use,
): Promise<Clearance[]> {
  const found: Clearance[] = [];
  for (const { resourceId, fileHashes, parts, pieces } of designs) {
    const { purpose, withThanks, providerId, together } = use;
    // Several designs of one order divide its price, so that percentages are never taken of it twice.
    const principal = Math.floor(use.principal / designs.length);
    const order = { providerId, principal, togetherId: together?.id, fileHashes };
    const decided = await decide(db, person, resourceId, { purpose, pieces, changesShape: false, order });
    const due = decided.decision.share;
    const isDue = due === 'required' || (due === 'optional' && withThanks);
    const alone = decided.share ? shareAmount(decided.share, { principal, pieces }) : 0;
    const portion = decided.share?.kind === 'amount' ? together?.portions.get(resourceId) : undefined;
    const amount = isDue && alone > 0 ? (portion ?? alone) : 0;
    found.push({ ...decided, fileHashes, parts, pieces, amount });
  }
  return found;
}

/**
 * Decides about all designs of an order, before its price binds. Throws `rights_needed` with the decision for the first
 * that is not allowed.
 */
export async function clearDesigns(
  db: Db,
  person: Person,
  designs: readonly MadeDesign[],
  use: Use,
  locale: Locale,
): Promise<Clearance[]> {
  const found = await lookAtDesigns(db, person, designs, use);
  for (const each of found) {
    if (isCleared(each.decision)) continue;
    throw new AppError(licensingErrors.rights_needed, {
      fields: { purpose: licensingErrors.rights_needed.words },
      more: () => ({ rights: presentRights(each, { purpose: use.purpose, pieces: each.pieces }, locale) }),
    });
  }
  return found;
}

/**
 * Records the rights of an order, returns their ids in the same order, and takes its pieces from the permissions behind them. Throws `rights_needed` if
 * another order has taken the last pieces meanwhile: no right is used twice.
 */
export async function recordRights(
  trx: Trx,
  cleared: readonly Clearance[],
  { orderId, purpose, together = null }: { orderId: string; purpose: Purpose; together?: Together | null },
): Promise<string[]> {
  const ids: string[] = [];
  for (const { design, decision, permission, fileHashes, pieces } of cleared) {
    const permissionId = decision.reason === 'permission' ? (permission?.id ?? null) : null;
    if (permissionId !== null) {
      await lockPermission(trx, permissionId);
      const others = together ? await makingsTogether(trx, { permissionId, togetherId: together.id }) : [];
      const more = copiesOf([...others, { parts: fileHashes, pieces }]) - copiesOf(others);
      const updated = await trx
        .updateTable('makingPermission')
        .set(({ eb }) => ({ used: eb('used', '+', more) }))
        .where('id', '=', permissionId)
        .where('state', '=', 'granted')
        .where(sql<boolean>`allowed - used >= ${more}`)
        .executeTakeFirst();
      if (updated.numUpdatedRows !== 1n) throw refused(licensingErrors.rights_needed, 'purpose');
    }
    const id = uuidv7();
    ids.push(id);
    await trx
      .insertInto('orderRight')
      .values({
        id,
        orderId,
        resourceId: design.id,
        title: design.title,
        version: await versionOfFiles(trx, design, fileHashes),
        fileHashes,
        license: design.license,
        licenseSha256: await keepLicenseText(trx, design.license),
        purpose,
        pieces,
        verdict: decision.verdict === 'allowed_with_share' ? 'allowed_with_share' : 'allowed',
        reason: decision.reason,
        permissionId,
        togetherId: together?.id ?? null,
        portion: together?.portions.get(design.id) ?? null,
        insteadOf: together?.insteadOf ?? null,
        decidedAt: currentTime(),
        receipt: null,
        signature: null,
        keyId: null,
        issuedAt: null,
      })
      .execute();
  }
  return ids;
}

/**
 * Gives the pieces of an order that was not made back to the permissions that they came from; those that another order of
 * the same thing uses stay.
 */
export async function returnRights(trx: Trx, orderId: string): Promise<void> {
  const rows = await trx
    .selectFrom('orderRight')
    .select(['id', 'permissionId', 'pieces', 'togetherId', 'fileHashes'])
    .where('orderId', '=', orderId)
    .orderBy('permissionId')
    .execute();
  for (const { id, permissionId, pieces, togetherId, fileHashes } of rows) {
    if (permissionId === null) continue;
    await lockPermission(trx, permissionId);
    await trx.updateTable('orderRight').set({ permissionId: null }).where('id', '=', id).execute();
    const others = togetherId === null ? [] : await makingsTogether(trx, { permissionId, togetherId });
    const unused = copiesOf([...others, { parts: fileHashes, pieces }]) - copiesOf(others);
    await trx
      .updateTable('makingPermission')
      .set(({ eb }) => ({ used: eb('used', '-', unused) }))
      .where('id', '=', permissionId)
      .execute();
  }
}
