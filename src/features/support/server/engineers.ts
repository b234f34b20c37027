import { sql, type RawBuilder } from 'kysely';
import { listServiceCards } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { tradesWhere } from '#platform/shared/trades.ts';
import type { Engineer, EngineersRequest } from '../contract.ts';
import { skillWords } from '../rules.ts';
import { isAvailable, isHere, presentPerson, solvedBy } from './queries.ts';

type Listed = { kind: 'volunteer' | 'paid'; id: string; isAvailable: boolean };
export type EngineerList = { items: Engineer[]; total: number; page: number; pageCount: number };

/** Lists volunteers and paid engineers, available ones first, then by thanks. */
export async function listEngineers(db: Db, wanted: EngineersRequest): Promise<EngineerList> {
  const now = currentTime();
  const all = sql<Listed>`${volunteers(wanted, now)} union all ${paid(wanted, now)}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from (${all}) as listed`.execute(db);
  const total = counted[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<Listed>`
    select kind, id, is_available from (${all}) as listed
    order by is_available desc, kind = 'volunteer' desc, solved desc, rating desc, id
    limit ${wanted.limit} offset ${(page - 1) * wanted.limit}`.execute(db);
  return { items: await present(db, rows), total, page, pageCount };
}

const anyOf = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

function volunteers({ kind, skill, language, city, available }: EngineersRequest, now: Date) {
  const parts: RawBuilder<unknown>[] = [isHere('p'), sql`v.suspended_at is null`];
  if (kind === 'paid') parts.push(sql`false`);
  if (skill !== undefined) parts.push(sql`(v.skills = '{}' or v.skills @> array[${skill}::text])`);
  if (language !== undefined) parts.push(sql`v.languages @> array[${language}::text]`);
  if (city !== undefined) parts.push(sql`p.region = ${city}`);
  if (available) parts.push(isAvailable(now));
  return sql`
    select 'volunteer' as kind, p.id, coalesce(${isAvailable(now)}, false) as is_available, ${solvedBy('p')} as solved, 0::float8 as rating
    from volunteer v join person p on p.id = v.person_id where ${anyOf(parts)}`;
}

/** Services have no hours in a comparable form, so the availability of their owner is used. */
const isOwnerAvailable = (now: Date) =>
  sql<boolean>`exists (select from volunteer v where v.person_id = s.owner_id and ${isAvailable(now)})`;

function paid({ kind, skill, language, city, available }: EngineersRequest, now: Date) {
  const parts: RawBuilder<unknown>[] = [
    sql`s.service_type = any(${tradesWhere(({ givesSupport }) => givesSupport === true)})`,
    sql`s.state = 'active'`,
    isHere('p'),
  ];
  if (kind === 'volunteer') parts.push(sql`false`);
  if (skill !== undefined)
    parts.push(sql`s.search_text like any (${skillWords[skill].map(likePattern)}::text[])`);
  if (language !== undefined)
    parts.push(sql`(s.language = ${language} or p.languages @> array[${language}::text])`);
  if (city !== undefined)
    parts.push(sql`exists (select from service_location l where l.service_id = s.id and l.city = ${city})`);
  if (available) parts.push(isOwnerAvailable(now));
  return sql`
    select 'paid' as kind, s.id, ${isOwnerAvailable(now)} as is_available, ${solvedBy('p')} as solved, coalesce(s.rating, 0)::float8 as rating
    from service s join person p on p.id = s.owner_id where ${anyOf(parts)}`;
}

type Volunteering = Omit<Extract<Engineer, { kind: 'volunteer' }>, 'kind' | 'isAvailable' | 'person'>;
type Offering = Omit<Extract<Engineer, { kind: 'paid' }>, 'kind' | 'isAvailable' | 'person' | 'service'>;
type Named = {
  id: string;
  person: { id: string; username: string; fullName: string; avatarId: string | null };
};

const personJson = sql`json_build_object('id', p.id, 'username', p.display_username, 'fullName', p.name, 'avatarId', p.avatar_id)`;

async function present(db: Db, listed: readonly Listed[]): Promise<Engineer[]> {
  const idsOf = (kind: Listed['kind']) => listed.filter((each) => each.kind === kind).map(({ id }) => id);
  const [people, offers, cards] = await Promise.all([
    sql<Volunteering & Named>`
      select p.id, ${personJson} as person, v.skills, v.tags, v.languages, p.bio, nullif(p.region, '') as city, ${solvedBy('p')} as solved
      from volunteer v join person p on p.id = v.person_id where p.id = any (${idsOf('volunteer')}::uuid[])`.execute(
      db,
    ),
    sql<Offering & Named>`
      select s.id, ${personJson} as person, s.specializations, ${solvedBy('p')} as solved,
        case when p.languages = '{}' then array[s.language] else p.languages end as languages
      from service s join person p on p.id = s.owner_id where s.id = any (${idsOf('paid')}::uuid[])`.execute(
      db,
    ),
    listServiceCards(db, idsOf('paid')),
  ]);
  const byId = new Map([...people.rows, ...offers.rows].map((row) => [row.id, row]));
  return listed.flatMap(({ kind, id, isAvailable: available }): Engineer[] => {
    const row = byId.get(id);
    if (!row) return [];
    const shared = {
      person: presentPerson(row.person),
      languages: row.languages,
      isAvailable: available,
      solved: row.solved,
    };
    if (kind === 'volunteer' && 'skills' in row) {
      const { skills, tags, bio, city } = row;
      return [{ kind, ...shared, skills, tags, bio, city }];
    }
    const service = cards.get(id);
    if (!service || !('specializations' in row)) return [];
    return [{ kind: 'paid', ...shared, specializations: row.specializations, service }];
  });
}
