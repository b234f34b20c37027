import { sql } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { peopleErrors, type Profile, type PublicPerson } from '../contract.ts';

/** Condition for a public profile, defined only here. `p` is the person. */
export const isShown = sql`((p.suspended_at is null or p.suspended_until <= now())
  and p.withdraws_at is null and p.erased_at is null)`;

/** Condition for being found, by search engines and by the search here: something of person `p` is to be seen. */
export const isListed = sql`(exists (select from resource r where r.owner_id = p.id and r.state = 'published')
  or exists (select from service s where s.owner_id = p.id and s.state = 'active'))`;

export type ShownPerson = PublicPerson & { id: string };

/** Returns the person with a username, current or reserved. Throws `profile_not_found`. */
export async function getPerson(db: Db, username: string): Promise<ShownPerson> {
  const name = username.toLowerCase();
  const { rows } = await sql<
    Omit<ShownPerson, 'avatarUrl' | 'memberSince'> & { avatarId: string | null; createdAt: Date }
  >`
    select p.id, p.display_username as username, p.name as "fullName", p.bio, p.languages, p.region,
      p.avatar_id as "avatarId", p.phone_verified_at is not null as "phoneVerified",
      p.bank_registered as "bankRegistered", p.created_at as "createdAt",
      exists (select from service s where s.owner_id = p.id and s.state = 'active' and not s.is_individual) as "isCompany"
    from person p
    where p.id = coalesce(
        (select id from person where username = ${name}),
        (select person_id from former_username where username = ${name} and held_until > now()))
      and ${isShown}`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError(peopleErrors.profile_not_found);
  const { avatarId, createdAt, ...person } = row;
  return { ...person, avatarUrl: avatarUrl(avatarId, 320), memberSince: createdAt.toISOString() };
}

export async function getProfile(db: Db, personId: string): Promise<Profile> {
  const [person, former] = await Promise.all([
    db
      .selectFrom('person')
      .select(['displayUsername', 'name', 'bio', 'languages', 'region', 'avatarId'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('formerUsername')
      .select(['username', 'heldUntil'])
      .where('personId', '=', personId)
      .where('heldUntil', '>', sql<Date>`now()`)
      .orderBy('heldUntil', 'desc')
      .execute(),
  ]);
  return {
    username: person.displayUsername,
    fullName: person.name,
    bio: person.bio,
    languages: person.languages as Profile['languages'],
    region: person.region as Profile['region'],
    avatarUrl: avatarUrl(person.avatarId, 320),
    formerUsernames: former.map(({ username, heldUntil }) => ({
      username,
      heldUntil: heldUntil.toISOString(),
    })),
  };
}

/** Returns whether a picture is shown on a public profile now. */
export async function isShownAvatar(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from person p where p.avatar_id = ${id} and ${isShown}`.execute(db);
  return rows.length > 0;
}

/** Returns which of these blob prefixes are used by pictures. */
export async function referencedAvatars(db: Db, prefixes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ prefix: string }>`
    select 'avatars/' || avatar_id as prefix from person
    where 'avatars/' || avatar_id = any(${prefixes}::text[])`.execute(db);
  return new Set(rows.map(({ prefix }) => prefix));
}

/** Lists profiles with published resources or services for search engines, by the month of joining (`2026-11`). */
export async function listPeopleAddresses(db: Db, month: string, most: number): Promise<{ path: string }[]> {
  const { rows } = await sql<{ username: string }>`
    select p.display_username as username from person p
    where p.created_at >= ${`${month}-01`}::date::timestamp at time zone 'UTC'
      and p.created_at < (${`${month}-01`}::date + interval '1 month') at time zone 'UTC'
      and ${isShown}
      and ${isListed}
    order by p.created_at limit ${most}`.execute(db);
  return rows.map(({ username }) => ({ path: `/people/${username}` }));
}

/** Lists the months in which people joined, from the first one up to now. */
export async function listJoinMonths(db: Db, now: Date): Promise<string[]> {
  const { first } = await db
    .selectFrom('person')
    .select(({ fn }) => fn.min('createdAt').as('first'))
    .executeTakeFirstOrThrow();
  const begin = first ?? now;
  const count =
    (now.getUTCFullYear() - begin.getUTCFullYear()) * 12 + now.getUTCMonth() - begin.getUTCMonth() + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + index)).toISOString().slice(0, 7),
  );
}
