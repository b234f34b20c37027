import { sql } from 'kysely';
import type pg from 'pg';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Role } from '#platform/shared/roles.ts';
import type { CurrentUser } from '../contract.ts';
import { avatarUrl, consentState, deviceOf, networkOf, type SignInMethod } from '../rules.ts';
import { serviceNames, type ServiceName } from '../going-on.ts';

export type SessionPerson = {
  sessionId: string;
  expiresAt: Date;
  createdAt: Date;
  method: SignInMethod;
  isProof: boolean;
  /** Person that staff view the site as; null when that has ended. */
  acting: { personId: string; until: Date } | null;
  user: CurrentUser;
};

type SessionRow = {
  session_id: string;
  expires_ms: number;
  created_ms: number;
  method: SignInMethod;
  is_proof: boolean;
  acting_as: string | null;
  acting_until_ms: number | null;
  id: string;
  username: string;
  name: string;
  email: string;
  role: Role;
  locale: CurrentUser['locale'];
  avatar_id: string | null;
  phone_verified: boolean;
  agreed_version: string | null;
  required_version: string;
  withdraws_ms: number | null;
  bank_registered: boolean;
};

/**
 * The row is read as one text, because parsing eighteen columns takes longer than the rest of the response.
 */
const sessionsByToken = {
  name: 'sessions_by_token',
  text: `select s.token, json_build_object(
      'session_id', s.id, 'method', s.method, 'is_proof', s.is_proof, 'acting_as', s.acting_as,
      'acting_until_ms', extract(epoch from s.acting_until)::float8 * 1000,
      'expires_ms', extract(epoch from s.expires_at)::float8 * 1000,
      'created_ms', extract(epoch from s.created_at)::float8 * 1000,
      'id', p.id, 'username', p.display_username, 'name', p.name, 'email', p.email, 'role', p.role, 'locale', p.locale,
      'avatar_id', p.avatar_id, 'phone_verified', p.phone_verified_at is not null, 'agreed_version', p.agreed_version,
      'required_version', greatest(legal_version_required('terms'), legal_version_required('privacy')),
      'withdraws_ms', extract(epoch from p.withdraws_at)::float8 * 1000, 'bank_registered', p.bank_registered)::text as row
    from session s join person p on p.id = s.user_id
    where s.token = any($1::text[]) and s.expires_at > now() and (p.suspended_at is null or p.suspended_until <= now())`,
};

function present(text: string): SessionPerson {
  const row = JSON.parse(text) as SessionRow;
  // Rounded to milliseconds, like the time that it is compared with.
  const actingUntil = row.acting_until_ms === null ? null : new Date(row.acting_until_ms);
  return Object.freeze<SessionPerson>({
    sessionId: row.session_id,
    expiresAt: new Date(row.expires_ms),
    createdAt: new Date(row.created_ms),
    method: row.method,
    isProof: row.is_proof,
    acting:
      row.acting_as !== null && actingUntil !== null && actingUntil > currentTime()
        ? { personId: row.acting_as, until: actingUntil }
        : null,
    user: Object.freeze<CurrentUser>({
      id: row.id,
      username: row.username,
      fullName: row.name,
      email: row.email,
      isAdmin: row.role === 'admin',
      role: row.role,
      locale: row.locale,
      phoneVerified: row.phone_verified,
      bankRegistered: row.bank_registered,
      avatarUrl: avatarUrl(row.avatar_id),
      ...consentState(row.agreed_version, row.required_version),
      withdrawsAt: row.withdraws_ms === null ? null : new Date(row.withdraws_ms).toISOString(),
    }),
  });
}

type Waiting = { token: string; resolve(found: SessionPerson | null): void; reject(error: unknown): void };

/** Maximum number of sessions whose parsed row is cached. */
const maxPresented = 10_000;

/** Longest time for which requests are batched while another lookup is running. */
const gatherMs = 5;

/**
 * Returns the lookup of a session's person: the one indexed query that every signed-in request needs.
 * Concurrent requests share a query, because under load database calls cost this process more than any other
 * part of a request.
 */
export function createSessionLookup(pool: pg.Pool): (token: string) => Promise<SessionPerson | null> {
  let waiting: Waiting[] = [];
  let underWay = 0;
  let late: NodeJS.Timeout | undefined;
  const presented = new Map<string, { row: string; session: SessionPerson }>();

  /** Parses a row, unless it equals the cached text of this session. */
  function presentOnce(token: string, row: string): SessionPerson {
    const before = presented.get(token);
    if (before?.row === row) return before.session;
    const session = present(row);
    // Never cached, because viewing as someone else ends by the clock.
    if (session.acting !== null) return session;
    presented.delete(token);
    presented.set(token, { row, session });
    if (presented.size > maxPresented) {
      const [oldest = ''] = presented.keys();
      presented.delete(oldest);
    }
    return session;
  }

  function plan(): void {
    if (underWay === 0) setImmediate(() => void run());
    else late ??= setTimeout(() => void run(), gatherMs);
  }
  async function run(): Promise<void> {
    clearTimeout(late);
    late = undefined;
    const batch = waiting;
    if (batch.length === 0) return;
    waiting = [];
    underWay += 1;
    try {
      const tokens = [...new Set(batch.map(({ token }) => token))];
      const { rows } = await pool.query<{ token: string; row: string }>({
        ...sessionsByToken,
        values: [tokens],
      });
      const found = new Map(rows.map(({ token, row }) => [token, presentOnce(token, row)]));
      // Evict ended sessions, with the names and addresses in them.
      for (const token of tokens) if (!found.has(token)) presented.delete(token);
      for (const each of batch) each.resolve(found.get(each.token) ?? null);
    } catch (error) {
      for (const each of batch) each.reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) plan();
    }
  }
  return (token) =>
    new Promise((resolve, reject) => {
      waiting.push({ token, resolve, reject });
      if (waiting.length === 1) plan();
    });
}

export async function getUser(db: Db, personId: string): Promise<CurrentUser> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'displayUsername', 'name', 'email', 'role', 'locale', 'avatarId'])
    .select(['phoneVerifiedAt', 'agreedVersion', 'withdrawsAt', 'bankRegistered'])
    .select(
      sql<string>`greatest(legal_version_required('terms'), legal_version_required('privacy'))`.as(
        'requiredVersion',
      ),
    )
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    username: row.displayUsername,
    fullName: row.name,
    email: row.email,
    isAdmin: row.role === 'admin',
    role: row.role,
    locale: row.locale,
    phoneVerified: row.phoneVerifiedAt !== null,
    bankRegistered: row.bankRegistered,
    avatarUrl: avatarUrl(row.avatarId),
    ...consentState(row.agreedVersion, row.requiredVersion),
    withdrawsAt: row.withdrawsAt?.toISOString() ?? null,
  };
}

/** Finds a person by e-mail address or username, with the data to check a login. */
export async function findForLogin(db: Db, who: string) {
  return db
    .selectFrom('person')
    .leftJoin('credential', (join) =>
      join.onRef('credential.userId', '=', 'person.id').on('credential.providerId', '=', 'credential'),
    )
    .select(['person.id', 'credential.password'])
    .where(who.includes('@') ? 'person.email' : 'person.username', '=', who.toLowerCase())
    .executeTakeFirst();
}

/**
 * Returns true if the person has a password, passkey or second factor: a proof that does not depend on an
 * external service.
 */
export async function hasOwnProof(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from credential where user_id = ${personId} and provider_id = 'credential' and password is not null)
    or exists (select 1 from passkey where person_id = ${personId})
    or exists (select 1 from second_factor where person_id = ${personId} and confirmed_at is not null) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/** Returns all sign-in methods of a person, for that person. */
export async function getSecurity(db: Db, personId: string) {
  const [person, credentials, passkeys, secondFactor, codes] = await Promise.all([
    db
      .selectFrom('person')
      .select(['email', 'emailVerified'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow(),
    db.selectFrom('credential').select(['providerId', 'password']).where('userId', '=', personId).execute(),
    db
      .selectFrom('passkey')
      .select(['id', 'name', 'createdAt', 'usedAt'])
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .execute(),
    db.selectFrom('secondFactor').select('confirmedAt').where('personId', '=', personId).executeTakeFirst(),
    db
      .selectFrom('recoveryCode')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('personId', '=', personId)
      .executeTakeFirstOrThrow(),
  ]);
  const connected: ServiceName[] = serviceNames.filter((service) =>
    credentials.some(({ providerId }) => providerId === service),
  );
  return {
    ...person,
    hasPassword: credentials.some(
      ({ providerId, password }) => providerId === 'credential' && password !== null,
    ),
    passkeys,
    secondFactor: secondFactor?.confirmedAt != null,
    recoveryCodesLeft: Number(codes.count),
    connected,
  };
}

/** Returns the sessions of a person, most recently used first. */
export async function listSessions(db: Db, personId: string, currentSessionId: string) {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'ipAddress', 'userAgent', 'method', 'createdAt', 'updatedAt'])
    .where('userId', '=', personId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.userAgent ?? ''),
    network: networkOf(row.ipAddress ?? ''),
    method: row.method,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.updatedAt.toISOString(),
    current: row.id === currentSessionId,
  }));
}

/** Returns true if a person has asked to leave: nothing of theirs is published any more. */
export async function isLeaving(db: Db, personId: string): Promise<boolean> {
  const person = await db
    .selectFrom('person')
    .select('withdrawsAt')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return person.withdrawsAt !== null;
}
