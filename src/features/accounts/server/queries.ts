import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { CurrentUser } from '../contract.ts';

export type SessionPerson = {
  sessionId: string;
  expiresAt: Date;
  user: CurrentUser;
};

/** Who holds this session: the one query that every signed-in request costs. */
export async function findSessionPerson(db: Db, token: string): Promise<SessionPerson | null> {
  const { rows } = await sql<{
    sessionId: string;
    expiresAt: Date;
    id: string;
    username: string;
    name: string;
    email: string;
    isAdmin: boolean;
    locale: CurrentUser['locale'];
    image: string | null;
  }>`select s.id as session_id, s.expires_at, p.id, p.display_username as username, p.name, p.email, p.is_admin, p.locale, p.image
    from session s join person p on p.id = s.user_id
    where s.token = ${token} and s.expires_at > now() and p.suspended_at is null`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    sessionId: row.sessionId,
    expiresAt: row.expiresAt,
    user: {
      id: row.id,
      username: row.username,
      fullName: row.name,
      email: row.email,
      isAdmin: row.isAdmin,
      locale: row.locale,
      // Nobody can prove a phone or an account yet: those calls come with the verification room.
      phoneVerified: false,
      bankRegistered: false,
      avatarUrl: row.image,
    },
  };
}

/** Every way a person may be named at login, looked up for suspension only. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('suspendedAt').where('id', '=', userId).executeTakeFirst();
  return row?.suspendedAt != null;
}
