import { sql } from 'kysely';
import type pg from 'pg';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Role } from '#platform/shared/roles.ts';
import type { CurrentUser } from '../contract.ts';
import { avatarUrl, deviceOf, legalVersion, networkOf, type SignInMethod } from '../rules.ts';
import { serviceNames, type ServiceName } from '../going-on.ts';

export type SessionPerson = {
  sessionId: string;
  expiresAt: Date;
  createdAt: Date;
  method: SignInMethod;
  isProof: boolean;
  /** Through whose eyes its person looks; null when that has ended. */
  acting: { personId: string; until: Date } | null;
  user: CurrentUser;
};

type SessionRow = {
  token: string;
  session_id: string;
  expires_ms: number;
  created_ms: number;
  method: SignInMethod;
  is_proof: boolean;
  acting_as: string | null;
  acting_until: Date | null;
  id: string;
  username: string;
  name: string;
  email: string;
  role: Role;
  locale: CurrentUser['locale'];
  avatar_id: string | null;
  phone_verified: boolean;
  agreed_version: string | null;
  withdraws_at: Date | null;
  bank_registered: boolean;
};

const sessionsByToken = {
  name: 'sessions_by_token',
  text: `select s.token, s.id as session_id, s.method, s.is_proof, s.acting_as, s.acting_until,
      extract(epoch from s.expires_at)::float8 * 1000 as expires_ms,
      extract(epoch from s.created_at)::float8 * 1000 as created_ms, p.id, p.display_username as username,
      p.name, p.email, p.role, p.locale, p.avatar_id,
      p.phone_verified_at is not null as phone_verified, p.agreed_version, p.withdraws_at, p.bank_registered
    from session s join person p on p.id = s.user_id
    where s.token = any($1::text[]) and s.expires_at > now() and (p.suspended_at is null or p.suspended_until <= now())`,
};

function present(row: SessionRow): SessionPerson {
  return {
    sessionId: row.session_id,
    expiresAt: new Date(row.expires_ms),
    createdAt: new Date(row.created_ms),
    method: row.method,
    isProof: row.is_proof,
    acting:
      row.acting_as !== null &&
      row.acting_until !== null &&
      row.acting_until.getTime() > currentTime().getTime()
        ? { personId: row.acting_as, until: row.acting_until }
        : null,
    user: {
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
      consentsDue: row.agreed_version !== legalVersion,
      withdrawsAt: row.withdraws_at?.toISOString() ?? null,
    },
  };
}

type Waiting = { token: string; resolve(found: SessionPerson | null): void; reject(error: unknown): void };

/** While a look-up is under way those that come gather for the next one, but never longer than this. */
const gatherMs = 5;

/**
 * Who holds a session: the one indexed query that every signed-in request costs. Requests that come together share one,
 * because under load talking to the database costs this process more than anything else of a request.
 */
export function createSessionLookup(pool: pg.Pool): (token: string) => Promise<SessionPerson | null> {
  let waiting: Waiting[] = [];
  let underWay = 0;
  let late: NodeJS.Timeout | undefined;

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
      const { rows } = await pool.query<SessionRow>({ ...sessionsByToken, values: [tokens] });
      const found = new Map(rows.map((row) => [row.token, present(row)]));
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
    consentsDue: row.agreedVersion !== legalVersion,
    withdrawsAt: row.withdrawsAt?.toISOString() ?? null,
  };
}

/** Whom a login names, with what it takes to check it; `who` is an e-mail address or a username. */
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

/** Password, passkey or second factor: a proof that does not depend on a service of others. */
export async function hasOwnProof(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from credential where user_id = ${personId} and provider_id = 'credential' and password is not null)
    or exists (select 1 from passkey where person_id = ${personId})
    or exists (select 1 from second_factor where person_id = ${personId} and confirmed_at is not null) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/** Everything that can open an account, for its owner. */
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

/** Where a person is signed in, newest use first. */
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

/** Whether somebody has asked to leave: of theirs nothing is shown or offered anew. */
export async function isLeaving(db: Db, personId: string): Promise<boolean> {
  const person = await db
    .selectFrom('person')
    .select('withdrawsAt')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return person.withdrawsAt !== null;
}
