import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import { endSessionsOf } from '#features/accounts/server/public.ts';
import type { newsInput } from '#features/notifications/contract.ts';
import { notify, tellNews } from '#features/notifications/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import { adminErrors, type personChange } from '../contract.ts';
import { roles, type Role } from '#platform/shared/roles.ts';
import { recordAudit } from './audit.ts';
import type { UndoneEntry } from './undoing.ts';

/** `isAdmin: false` removes only the admin role. */
function roleAfter(role: Role, change: Pick<z.output<typeof personChange>, 'role' | 'isAdmin'>): Role {
  if (change.role !== undefined) return change.role;
  if (change.isAdmin === true) return 'admin';
  return change.isAdmin === false && role === 'admin' ? 'user' : role;
}

/**
 * Throws `last_admin` if no other admin would remain. Locks role changes until the transaction ends: if two
 * admins leave at once, the second one waits and is then the last.
 */
export async function assertNotLastAdmin(trx: Db, personId: string): Promise<void> {
  await lockRoles(trx);
  const admins = await trx
    .selectFrom('person')
    .select(['id', 'suspendedAt', 'withdrawsAt'])
    .where('role', '=', 'admin')
    .execute();
  const isAdmin = admins.some(({ id }) => id === personId);
  const others = admins.filter(
    ({ id, suspendedAt, withdrawsAt }) => id !== personId && suspendedAt === null && withdrawsAt === null,
  );
  if (isAdmin && others.length === 0) throw new AppError(adminErrors.last_admin);
}

async function lockRoles(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admin.roles'))`.execute(trx);
}

/**
 * Changes a person's role or suspension; returns the audit entry's id. The last admin can neither resign nor
 * be demoted or suspended.
 */
export async function changePerson(
  trx: Trx,
  actor: { id: string; username: string },
  personId: string,
  change: z.output<typeof personChange>,
  now: Date,
  undone?: { id: string; suspendedReason: string },
): Promise<string> {
  if (change.suspendedUntil !== undefined && new Date(change.suspendedUntil) <= now) {
    throw new AppError(adminErrors.suspension_in_past, {
      fields: { suspendedUntil: adminErrors.suspension_in_past.words },
    });
  }
  await lockRoles(trx);
  const person = await trx
    .selectFrom('person')
    .select(['role', 'suspendedAt', 'suspendedUntil', 'suspendedReason'])
    .where('id', '=', personId)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError(adminErrors.person_not_found);
  const role = roleAfter(person.role, change);
  const before = stateAt(person, now);
  const suspendedReason = change.suspended ? (undone?.suspendedReason ?? change.reason) : '';
  const after = {
    role,
    suspended: change.suspended ?? before.suspended,
    suspendedUntil: change.suspended === undefined ? before.suspendedUntil : (change.suspendedUntil ?? null),
    suspendedReason: change.suspended === undefined ? before.suspendedReason : suspendedReason,
  };
  if (before.role === 'admin' && (after.role !== 'admin' || after.suspended)) {
    await assertNotLastAdmin(trx, personId);
  }
  await trx
    .updateTable('person')
    .set({
      role: after.role,
      ...(change.suspended !== undefined && {
        suspendedAt: change.suspended ? now : null,
        suspendedUntil: after.suspendedUntil === null ? null : new Date(after.suspendedUntil),
        suspendedReason,
      }),
      updatedAt: now,
    })
    .where('id', '=', personId)
    .execute();
  // The permissions of a session are fixed when it begins.
  if (after.suspended || after.role !== before.role) await endSessionsOf(trx, personId, { except: null });
  if (change.suspended !== undefined) await enqueue(trx, 'accounts.suspension', { personId });
  if (after.role !== before.role) {
    await notify(trx, personId, { what: 'role_changed', path: '/my/notifications' }, now);
  }
  return recordAudit(
    trx,
    {
      actor,
      action: 'person.change',
      target: { type: 'person', id: personId },
      reason: change.reason,
      before,
      after,
      undoes: undone?.id,
    },
    now,
  );
}

/** A suspension whose end has passed counts as none, even before the job removes it. */
function stateAt(
  {
    role,
    suspendedAt,
    suspendedUntil,
    suspendedReason,
  }: Pick<Selectable<Database['person']>, 'role' | 'suspendedAt' | 'suspendedUntil' | 'suspendedReason'>,
  now: Date,
): PersonState {
  const suspended = suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now);
  return {
    role,
    suspended,
    suspendedUntil: suspended ? (suspendedUntil?.toISOString() ?? null) : null,
    suspendedReason: suspended ? suspendedReason : '',
  };
}

/** Restores a person's state from before an audit entry, if they are still as it left them. */
export async function undoPersonChange(
  trx: Trx,
  actor: { id: string; username: string },
  entry: UndoneEntry,
  now: Date,
): Promise<string> {
  await lockRoles(trx);
  const person = await trx
    .selectFrom('person')
    .select(['role', 'suspendedAt', 'suspendedUntil', 'suspendedReason'])
    .where('id', '=', entry.targetId)
    .executeTakeFirst();
  const was = personState.parse(entry.before);
  const became = personState.parse(entry.after);
  const is = person && stateAt(person, now);
  const isAsLeft =
    is !== undefined &&
    is.role === became.role &&
    is.suspended === became.suspended &&
    is.suspendedUntil === became.suspendedUntil &&
    (became.suspendedReason === undefined || is.suspendedReason === became.suspendedReason);
  if (!isAsLeft) throw new AppError(adminErrors.changed_since);
  return changePerson(
    trx,
    actor,
    entry.targetId,
    {
      role: was.role,
      ...(was.suspended !== became.suspended ||
      was.suspendedUntil !== became.suspendedUntil ||
      was.suspendedReason !== became.suspendedReason
        ? {
            suspended: was.suspended,
            ...(was.suspendedUntil !== null && was.suspended && { suspendedUntil: was.suspendedUntil }),
          }
        : {}),
      reason: entry.reason,
    },
    now,
    { id: entry.id, suspendedReason: was.suspendedReason ?? entry.reason },
  );
}

const personState = z.object({
  role: z.enum(roles),
  suspended: z.boolean(),
  suspendedUntil: z.string().nullable(),
  /** Missing in older entries. */
  suspendedReason: z.string().optional(),
});
type PersonState = z.output<typeof personState>;

/** Sends news to everyone who agreed to marketing. Returns their number. */
export async function sendNews(
  trx: Trx,
  actor: { id: string; username: string },
  news: z.output<typeof newsInput>,
  now: Date,
): Promise<number> {
  const told = await tellNews(trx, news, now);
  await recordAudit(
    trx,
    {
      actor,
      action: 'news.send',
      target: { type: 'news', id: uuidv7(now.getTime()) },
      reason: news.words.ko.title,
      before: {},
      after: { ...news, told },
    },
    now,
  );
  return told;
}

/**
 * Clears suspensions that have ended, so that they are not listed as such. Sign-ins do not wait for it,
 * because they compare times.
 */
export async function endSuspensions(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set({ suspendedAt: null, suspendedUntil: null, suspendedReason: '' })
    .where('suspendedUntil', '<=', now)
    .execute();
}
