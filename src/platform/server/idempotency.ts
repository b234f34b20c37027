import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { m } from '#i18n/generated/messages.js';
import { AppError, platformErrors, refused } from '../shared/errors.ts';
import { currentTime } from './clock.ts';
import type { Db, Trx } from './db.ts';

const keptDays = 30;
const longestKey = 200;

/**
 * Returns the caller's `Idempotency-Key`. A key that is too long to store is refused, because a truncated one could
 * collide with another.
 */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length <= longestKey) return key;
  throw new AppError(platformErrors.invalid_input, {
    fields: {
      'Idempotency-Key': (locale) => m['platform.field.max_length']({ count: longestKey }, { locale }),
    },
  });
}

/** Same, for calls that move money or must not act twice: throws `idempotency_key_required` without a key. */
export function requireIdempotencyKey(request: FastifyRequest): string {
  const key = idempotencyKey(request);
  if (key === undefined) throw idempotencyKeyRequired();
  return key;
}

export const idempotencyKeyRequired = () =>
  refused(platformErrors.idempotency_key_required, 'Idempotency-Key');

/** Hashes a body independently of the order of its keys. */
export function hashBody(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(body)))
    .digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}

type Request = { personId: string; call: string; key: string | undefined; bodyHash: string };

/** Returns the response that {@link once} would repeat, for calls with long work before their transaction. */
export async function findFirstAnswer<Answer>(db: Db, request: Request): Promise<Answer | undefined> {
  const { key } = request;
  if (key === undefined) return undefined;
  const first = await db
    .selectFrom('idempotencyKey')
    .select(['bodyHash', 'answer'])
    .where('personId', '=', request.personId)
    .where('call', '=', request.call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (first && first.bodyHash !== request.bodyHash) throw new AppError(platformErrors.idempotency_conflict);
  return first?.answer as Answer | undefined;
}

/**
 * Acts once per person, call and key, in one transaction with the effects: the same key with the same body returns the
 * first response again, with another body it throws `idempotency_conflict`. Concurrent calls wait for each other at the
 * table's unique key.
 */
export async function once<Answer>(
  db: Db,
  request: Request,
  act: (trx: Trx) => Promise<Answer>,
): Promise<{ answer: Answer; repeated: boolean }> {
  const { key } = request;
  return db.transaction().execute(async (trx) => {
    if (key === undefined) return { answer: await act(trx), repeated: false };
    const row = { personId: request.personId, call: request.call, key };
    const inserted = await trx
      .insertInto('idempotencyKey')
      .values({ ...row, bodyHash: request.bodyHash, answer: null, createdAt: currentTime() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!inserted) {
      return { answer: (await findFirstAnswer<Answer>(trx, request)) as Answer, repeated: true };
    }
    const answer = await act(trx);
    await trx
      .updateTable('idempotencyKey')
      .set({ answer: JSON.stringify(answer ?? null) })
      .where('personId', '=', row.personId)
      .where('call', '=', row.call)
      .where('key', '=', row.key)
      .execute();
    return { answer, repeated: false };
  });
}

export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  await db.deleteFrom('idempotencyKey').where('createdAt', '<', before).execute();
}
