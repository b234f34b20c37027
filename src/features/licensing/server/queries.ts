import type { Selectable } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { isAvailable } from '#features/accounts/server/public.ts';
import { findDesign, type Design } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { licensingErrors, type PermissionRequest, type Rights, type RightsQuery } from '../contract.ts';
import {
  copiesOf,
  covers,
  decideRights,
  shareAmount,
  type Case,
  type Decision,
  type Purpose,
  type Share,
  type Making,
} from '../rules.ts';
import type { Database } from '#platform/server/schema.ts';
import { decisionWords, licenseSentence } from '../words.ts';

type Actor = { id: string; isAdmin: boolean } | null;
type Permission = Selectable<Database['makingPermission']>;

/** Decision about a design for a person, with the facts that led to it. */
export type Decided = {
  design: Design;
  share: Share | null;
  permission: Permission | null;
  canAsk: boolean;
  decision: Decision;
};

/** Thing that several orders make, and what one of them carries of each design's fixed share, in won. */
export type Together = {
  id: string;
  portions: ReadonlyMap<string, number>;
  /** The first order that ended, whose place this one takes. */
  insteadOf?: string;
};

/** Design of an order: the files that are made, by their SHA-256, and the different parts that they are. */
export type MadeDesign = { resourceId: string; fileHashes: string[]; parts: string[]; pieces: number };

/**
 * Decides whether a person can have a design made. Throws `not_found` for what they cannot see, unless it is known to them
 * from a quote.
 */
export async function decide(
  db: Db,
  actor: Actor,
  resourceId: string,
  {
    purpose,
    pieces,
    changesShape,
    order,
  }: {
    purpose: Purpose;
    pieces: number;
    changesShape: boolean;
    /** Provider of an order, the price that a share is a part of, and what it is a part of. */
    order?: {
      providerId: string;
      principal: number;
      togetherId?: string | undefined;
      fileHashes: readonly string[];
    };
  },
): Promise<Decided> {
  const design = await findDesign(db, actor, resourceId, { isKnown: order !== undefined });
  if (!design) throw new AppError(platformErrors.not_found);
  const isOwnDesign = actor?.id === design.ownerId && design.isByOwner;
  const canAsk = actor?.id !== design.ownerId && design.isByOwner && (await isAvailable(db, design.ownerId));
  const share = design.isByOwner ? await findShare(db, resourceId) : null;
  const permissions =
    actor === null
      ? []
      : await listPermissionsOf(db, resourceId, actor.id, order?.togetherId, {
          parts: order?.fileHashes ?? [],
          pieces,
        });
  const permission = answerFor(permissions, { purpose, pieces });
  const decision = decideRights({
    license: design.license,
    purpose,
    pieces,
    changesShape,
    isOwnDesign,
    isMadeByAuthor: order?.providerId === design.ownerId && design.isByOwner,
    // Without its author nobody can sell the right, and nothing is no share.
    share: canAsk && share !== null && isWorth(share, pieces, order) ? share : null,
    canAsk,
    permission: answerOf(permission),
  });
  return { design, share, permission, canAsk, decision };
}

function answerOf(permission: Permission | null): Case['permission'] {
  if (permission?.state === 'granted') {
    const { purpose, allowed, used } = permission;
    return { state: 'granted', purpose, left: allowed - used };
  }
  return permission?.state === 'refused' ? { state: 'refused', purpose: permission.purpose } : null;
}

function isWorth(share: Share, pieces: number, order: { principal: number } | undefined): boolean {
  return order === undefined || shareAmount(share, { principal: order.principal, pieces }) > 0;
}

export async function findShare(db: Db, resourceId: string): Promise<Share | null> {
  const row = await db
    .selectFrom('resourceShare')
    .select(['amount', 'percent'])
    .where('resourceId', '=', resourceId)
    .executeTakeFirst();
  if (!row) return null;
  return row.amount === null
    ? { kind: 'percent', percent: Number(row.percent) }
    : { kind: 'amount', amount: row.amount };
}

/**
 * Returns the request that counts for a purpose: one that was allowed and has enough left, whatever was asked after it;
 * otherwise the last one.
 */
function answerFor(
  permissions: readonly Permission[],
  { purpose, pieces }: { purpose: Purpose; pieces: number },
): Permission | null {
  const isEnough = ({ state, purpose: allowedFor, allowed, used }: Permission) =>
    state === 'granted' && covers(allowedFor, purpose) && allowed - used >= pieces;
  return permissions.find(isEnough) ?? permissions[0] ?? null;
}

/**
 * Returns the requests of a person for a resource, the last one first, without those taken back. What orders of the same
 * thing have taken is not taken from them again.
 */
async function listPermissionsOf(
  db: Db,
  resourceId: string,
  askerId: string,
  togetherId: string | undefined,
  making: Making,
): Promise<Permission[]> {
  const rows = await db
    .selectFrom('makingPermission')
    .selectAll()
    .where('resourceId', '=', resourceId)
    .where('askerId', '=', askerId)
    .where('state', '<>', 'withdrawn')
    .orderBy('id', 'desc')
    .execute();
  if (togetherId === undefined) return rows;
  const found = [];
  for (const row of rows) {
    const others = await makingsTogether(db, { permissionId: row.id, togetherId });
    const more = copiesOf([...others, making]) - copiesOf(others);
    // What is made together with others takes fewer pieces than alone.
    found.push({ ...row, used: row.used - (making.pieces - more) });
  }
  return found;
}

/** Lists what the orders of one thing make by a permission. */
export async function makingsTogether(
  db: Db,
  { permissionId, togetherId }: { permissionId: string; togetherId: string },
): Promise<(Making & { orderId: string })[]> {
  const rows = await db
    .selectFrom('orderRight')
    .select(['orderId', 'fileHashes', 'pieces'])
    .where('togetherId', '=', togetherId)
    .where('permissionId', '=', permissionId)
    .execute();
  return rows.map(({ fileHashes, ...row }) => ({ ...row, parts: fileHashes }));
}

/** Returns the first order of those that took one another's place. */
export async function firstOfPlace(db: Db, orderId: string): Promise<string> {
  const row = await db
    .selectFrom('orderRight')
    .select('insteadOf')
    .where('orderId', '=', orderId)
    .where('insteadOf', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.insteadOf ?? orderId;
}

/** Returns the orders that took the place of one, directly or after others. */
export async function listInsteadOf(db: Db, firstId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orderRight')
    .select('orderId')
    .distinct()
    .where('insteadOf', '=', firstId)
    .execute();
  return rows.map((row) => row.orderId);
}

/**
 * Returns what an order made together with others, for one that makes no more than it of the same designs; null if it was
 * alone, or if this one makes something else.
 */
export async function findTogether(
  db: Db,
  firstId: string,
  designs: readonly MadeDesign[],
): Promise<Together | null> {
  const rows = await db
    .selectFrom('orderRight')
    .select(['togetherId', 'resourceId', 'portion', 'pieces', 'fileHashes'])
    .where('orderId', '=', firstId)
    .where('togetherId', 'is not', null)
    .execute();
  const id = rows[0]?.togetherId;
  if (!id) return null;
  const portions = new Map<string, number>();
  for (const { resourceId, pieces, fileHashes } of designs) {
    const row = rows.find((each) => each.resourceId === resourceId);
    if (!row || pieces > row.pieces || !fileHashes.every((hash) => row.fileHashes.includes(hash)))
      return null;
    if (row.portion !== null) portions.set(resourceId, row.portion);
  }
  return { id, portions, insteadOf: firstId };
}

/** Presents a decision. */
export function presentRights(
  { design, share, permission, canAsk, decision }: Decided,
  { purpose, pieces }: { purpose: Purpose; pieces: number },
  locale: Locale,
): Rights {
  const { verdict, reason } = decision;
  return {
    resourceId: design.id,
    license: design.license,
    purpose,
    pieces,
    verdict,
    reason,
    words: decisionWords(decision, locale),
    sentence: licenseSentence(design.license, reason),
    duties: decision.duties,
    share: presentShare(share),
    shareDue: decision.share,
    canAsk: canAsk && verdict === 'ask_author' && permission?.state !== 'asked',
    request: permission && {
      id: permission.id,
      state: permission.state,
      left: permission.allowed - permission.used,
      answer: permission.answer,
    },
  };
}

export function presentShare(share: Share | null): Rights['share'] {
  if (share === null) return null;
  return share.kind === 'amount'
    ? { amount: share.amount, percent: null }
    : { amount: null, percent: share.percent };
}

export async function getRights(
  db: Db,
  actor: Actor,
  resourceId: string,
  asked: RightsQuery,
  locale: Locale,
): Promise<Rights> {
  return presentRights(await decide(db, actor, resourceId, asked), asked, locale);
}

/** Lists a person's requests, or those for their designs, newest first. */
export async function listPermissions(
  db: Db,
  personId: string,
  { side, page, limit }: { side: 'asked' | 'received'; page: number; limit: number },
): Promise<{ items: PermissionRequest[]; total: number; page: number; pageCount: number }> {
  const mine = side === 'asked' ? 'askerId' : 'authorId';
  const { total } = await db
    .selectFrom('makingPermission')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(mine, '=', personId)
    .executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const rows = await db
    .selectFrom('makingPermission')
    .select('id')
    .where(mine, '=', personId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((Math.min(page, pageCount) - 1) * limit)
    .execute();
  const items = [];
  for (const { id } of rows) items.push(await getPermission(db, personId, id));
  return { items, total, page: Math.min(page, pageCount), pageCount };
}

/** Returns a request to its two sides. Throws `permission_not_found` for everybody else. */
export async function getPermission(db: Db, personId: string, id: string): Promise<PermissionRequest> {
  const row = await db
    .selectFrom('makingPermission as permission')
    .innerJoin('person as asker', 'asker.id', 'permission.askerId')
    .innerJoin('person as author', 'author.id', 'permission.authorId')
    .selectAll('permission')
    .select(['asker.displayUsername as askerUsername', 'asker.name as askerName'])
    .select(['author.displayUsername as authorUsername', 'author.name as authorName'])
    .where('permission.id', '=', id)
    .executeTakeFirst();
  const side = row?.askerId === personId ? 'asked' : row?.authorId === personId ? 'received' : null;
  if (!row || side === null) throw new AppError(licensingErrors.permission_not_found);
  const design = await findDesign(db, { id: row.authorId, isAdmin: false }, row.resourceId);
  const { purpose, pieces, note, state, allowed, used, answer, conversationId } = row;
  return {
    id: row.id,
    side,
    resource: { id: row.resourceId, title: design?.title ?? '' },
    other:
      side === 'asked'
        ? { username: row.authorUsername, fullName: row.authorName }
        : { username: row.askerUsername, fullName: row.askerName },
    purpose,
    pieces,
    note,
    state,
    allowed,
    used,
    answer,
    conversationId,
    askedAt: row.askedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}

/** Returns a kept text of a licence. Throws `license_text_not_found`. */
export async function getLicenseText(db: Db, sha256: string): Promise<{ license: string; text: string }> {
  const found = await db
    .selectFrom('licenseText')
    .select(['license', 'text'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (!found) throw new AppError(licensingErrors.license_text_not_found);
  return found;
}
