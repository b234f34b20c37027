import { sql, type RawBuilder, type Selectable } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { titleIn } from '#features/resources/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canPropose, canRead, eventsOf, roleOf } from '../access.ts';
import {
  supportErrors,
  type Answer,
  type Overview,
  type Person,
  type PersonSupport,
  type Session,
  type Waiting,
} from '../contract.ts';
import { expectedWait, seenForMs, supportPath, waitsOfDays, type Role, type Skill } from '../rules.ts';

export type SessionRow = Selectable<Database['supportSession']>;
type Actor = { id: string };

/** Condition on the volunteer `v`. */
export const isAvailable = (now: Date) =>
  sql<boolean>`(v.suspended_at is null and v.available_until > ${now}::timestamptz
    and v.seen_at > ${now}::timestamptz - ${seenForMs} * interval '1 millisecond')`;

/** Condition: the person is active, neither leaving, suspended nor banned from the community. */
export const isHere = (person: string) => sql<boolean>`(${sql.ref(`${person}.erased_at`)} is null
  and ${sql.ref(`${person}.withdraws_at`)} is null
  and (${sql.ref(`${person}.suspended_at`)} is null or ${sql.ref(`${person}.suspended_until`)} <= now())
  and not exists (select from channel_sanction shut where shut.person_id = ${sql.ref(`${person}.id`)}
    and shut.channel_id is null and shut.lifted_at is null and (shut.until is null or shut.until > now())))`;

/** Condition: neither of the two has blocked the other. */
export const isOpenTo = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from person_block b where (b.blocker_id, b.blocked_id) in ((${one}, ${other}), (${other}, ${one})))`;

export function findLocked(trx: Trx, id: string): Promise<SessionRow | undefined> {
  return trx.selectFrom('supportSession').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function lockSession(trx: Trx, id: string): Promise<SessionRow> {
  const session = await findLocked(trx, id);
  if (!session) throw new AppError(supportErrors.session_not_found);
  return session;
}

export async function stepCount(db: Db, resourceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select jsonb_array_length(assembly_instructions) as count from resource where id = ${resourceId}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type PersonJson = { id: string; username: string; fullName: string; avatarId: string | null };
const personJson = (
  person: string,
) => sql<PersonJson | null>`case when ${sql.ref(`${person}.erased_at`)} is null
  and ${sql.ref(`${person}.id`)} is not null then json_build_object('id', ${sql.ref(`${person}.id`)},
  'username', ${sql.ref(`${person}.display_username`)}, 'fullName', ${sql.ref(`${person}.name`)},
  'avatarId', ${sql.ref(`${person}.avatar_id`)}) end`;

export function presentPerson({ avatarId, ...person }: PersonJson): Person {
  return { ...person, avatarUrl: avatarUrl(avatarId) };
}

type Row = SessionRow & {
  asker: PersonJson | null;
  helper: PersonJson | null;
  invited: PersonJson | null;
  resource: { id: string; title: string } | null;
  service: { id: string; title: string } | null;
  orderTitle: string | null;
  question: { title: string; slug: string; seq: number } | null;
  isVolunteer: boolean;
  answer: {
    text: string;
    version: number;
    isAnonymous: boolean;
    proposerId: string;
    askerAgreed: boolean;
    helperAgreed: boolean;
    isPublished: boolean;
  } | null;
};

function selectSessions(me: string, locale: Locale, condition: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select s.*, ${personJson('asker')} as asker, ${personJson('helper')} as helper, ${personJson('invited')} as invited,
      case when r.state = 'published' then json_build_object('id', r.id, 'title', ${titleIn(locale)}) end as resource,
      case when printer.state = 'active' then json_build_object('id', printer.id, 'title', printer.title) end as service,
      coalesce((select title from service ordered where ordered.id = o.service_id), o.title) as order_title,
      case when q.state = 'shown' then json_build_object('title', q.title, 'slug', place.slug, 'seq', q.seq) end as question,
      exists (select from volunteer v where v.person_id = ${me}::uuid and v.suspended_at is null) as is_volunteer,
      case when a.session_id is not null then json_build_object('text', a.text, 'version', a.version,
        'isAnonymous', a.is_anonymous, 'proposerId', a.proposer_id, 'askerAgreed', a.asker_agreed_at is not null,
        'helperAgreed', a.helper_agreed_at is not null, 'isPublished', a.published_at is not null) end as answer
    from support_session s
    join person asker on asker.id = s.asker_id
    left join person helper on helper.id = s.helper_id
    left join person invited on invited.id = s.invited_id
    left join resource r on r.id = s.resource_id
    left join service printer on printer.id = s.service_id
    left join orders o on o.id = s.order_id
    left join channel_message q on q.id = s.question_id
    left join channel place on place.id = q.channel_id
    left join support_answer a on a.session_id = s.id
    where ${condition}`;
}

/** Returns the path of a published answer. */
function publishedPath(row: Row): string {
  if (row.question) return `${supportPath(row.question.slug)}/${row.question.seq}`;
  return `/resources/${row.resourceId}${row.step === null ? '#comments' : `#step-${row.step + 1}`}`;
}

function presentAnswer(row: Row, role: Role): Answer | null {
  if (row.answer === null || !canRead(role)) return null;
  const { proposerId, askerAgreed, helperAgreed, isPublished, ...answer } = row.answer;
  return {
    ...answer,
    proposedBy: proposerId === row.askerId ? 'asker' : 'helper',
    agreed: { asker: askerAgreed, helper: helperAgreed },
    publishedPath: isPublished ? publishedPath(row) : null,
  };
}

function present(row: Row, role: Exclude<Role, 'house'>, queue: Session['queue']): Session {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  const isOfOrder = row.orderId !== null;
  const seesOrder = isOfOrder && (role === 'asker' || role === 'invited' || row.helperId === row.invitedId);
  const named = (who: PersonJson | null) => who && presentPerson(who);
  return {
    id: row.id,
    state: row.state,
    role,
    problem: row.problem,
    language: row.language,
    skill: row.skill as Skill | '',
    printer: row.printer,
    service: row.service,
    resource: row.resource,
    step: row.resource === null ? null : row.step,
    order: seesOrder && row.orderId !== null ? { id: row.orderId, title: row.orderTitle ?? '' } : null,
    isAboutOrder: isOfOrder,
    question: row.question && {
      title: row.question.title,
      path: `${supportPath(row.question.slug)}/${row.question.seq}`,
    },
    asker: named(row.asker),
    helper: named(row.helper),
    invited: named(row.invited),
    openedAt: row.openedAt.toISOString(),
    takenAt: iso(row.takenAt),
    closedAt: iso(row.closedAt),
    expiresAt: iso(row.expiresAt),
    queue,
    shownStep: row.shownStep,
    eventSeq: row.eventSeq,
    can: eventsOf(role, row),
    mayPropose: canPropose(role, row),
    answer: presentAnswer(row, role),
  };
}

/**
 * Returns a session to a participant, an invited person or a volunteer who may take it. Throws `session_not_found`.
 */
export async function getSession(db: Db, actor: Actor, id: string, locale: Locale): Promise<Session> {
  const { rows } = isUuid(id)
    ? await selectSessions(actor.id, locale, sql`s.id = ${id}::uuid`).execute(db)
    : { rows: [] };
  const [row] = rows;
  const role = row ? roleOf(actor, row, row.isVolunteer) : null;
  if (!row || role === null || role === 'house') throw new AppError(supportErrors.session_not_found);
  // Hidden from volunteers that its asker has blocked, and the reverse.
  if (role === 'volunteer' && !(await isListedFor(db, actor, id)))
    throw new AppError(supportErrors.session_not_found);
  return present(row, role, role === 'asker' ? await findQueue(db, row) : null);
}

/** Returns the resource of a channel's session; null without one. */
export async function findResourceOfSession(db: Db, channelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('supportSession')
    .select('resourceId')
    .where('id', '=', channelId)
    .executeTakeFirst();
  return row?.resourceId ?? null;
}

/** Returns whether the actor may follow a session. */
export async function isSessionVisible(db: Db, actor: Actor | null, id: string): Promise<boolean> {
  if (actor === null || !isUuid(id)) return false;
  const row = await db.selectFrom('supportSession').selectAll().where('id', '=', id).executeTakeFirst();
  return row !== undefined && roleOf(actor, row, false) !== null;
}

/** Lists a person's sessions, newest first. */
export async function listSessions(
  db: Db,
  actor: Actor,
  wanted: { orderId?: string | undefined; page: number; limit: number },
  locale: Locale,
): Promise<{ items: Session[]; total: number; page: number; pageCount: number }> {
  const mine = sql`${actor.id}::uuid in (s.asker_id, s.helper_id, s.invited_id)
    and not (s.invited_id = ${actor.id}::uuid and s.asker_id <> ${actor.id}::uuid and s.state not in ('asked')
      and s.helper_id is distinct from ${actor.id}::uuid)
    ${wanted.orderId === undefined ? sql`` : sql`and s.order_id = ${wanted.orderId}::uuid`}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from support_session s where ${mine}`.execute(db);
  const total = counted[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<Row>`${selectSessions(actor.id, locale, mine)}
    order by s.id desc limit ${wanted.limit} offset ${(page - 1) * wanted.limit}`.execute(db);
  const items: Session[] = [];
  for (const row of rows) {
    const role = roleOf(actor, row, false);
    if (role === null || role === 'house') continue;
    items.push(present(row, role, role === 'asker' ? await findQueue(db, row) : null));
  }
  return { items, total, page, pageCount };
}

async function findQueue(db: Db, row: SessionRow): Promise<Session['queue']> {
  if (row.state !== 'waiting' || row.waitingSince === null) return null;
  const { rows } = await sql<{ before: number; available: number }>`
    select
      (select count(*)::integer from support_session s where s.state = 'waiting' and s.language = ${row.language}
        and (s.waiting_since, s.id) < (${row.waitingSince}::timestamptz, ${row.id}::uuid)) as before,
      (select count(*)::integer from volunteer v join person p on p.id = v.person_id
        where ${fitting(row)} and ${isAvailable(currentTime())} and ${isHere('p')}) as available`.execute(db);
  return {
    place: (rows[0]?.before ?? 0) + 1,
    wait: await findWait(db, row.language, row.skill),
    available: rows[0]?.available ?? 0,
  };
}

/** Condition: the request fits the volunteer `v`; one without skills helps with anything. */
export function fitting(request: Pick<SessionRow, 'askerId' | 'language' | 'skill' | 'replacedIds'>) {
  const { askerId, language, skill, replacedIds } = request;
  return sql<boolean>`(v.person_id <> ${askerId}::uuid and v.person_id <> all (${replacedIds}::uuid[]) and v.languages @> array[${language}::text]
    and (${skill} = '' or v.skills = '{}' or v.skills @> array[${skill}::text])
    and ${isOpenTo(sql`v.person_id`, sql`${askerId}::uuid`)})`;
}

/** Returns recent waits of requests for the same skill, or, if those are too few, of all in that language. */
async function findWait(db: Db, language: string, skill: string): Promise<Overview['wait']> {
  const { rows } = await sql<{ seconds: number; skill: string }>`
    select wait_seconds as seconds, skill from support_session where language = ${language} and wait_seconds is not null
      and taken_at > now() - ${waitsOfDays} * interval '1 day' order by taken_at desc limit 200`.execute(db);
  const same = rows.filter((row) => skill !== '' && row.skill === skill).map(({ seconds }) => seconds);
  return expectedWait(same) ?? expectedWait(rows.map(({ seconds }) => seconds));
}

type WaitingRow = Pick<
  Row,
  'id' | 'problem' | 'language' | 'printer' | 'resource' | 'step' | 'question' | 'asker' | 'orderId'
> & {
  skill: Skill | '';
  waitingSince: Date;
};

/** Condition: requests that this volunteer could take. */
const listedFor = (personId: string) => sql`s.state = 'waiting' and exists (select from volunteer v
  where v.person_id = ${personId}::uuid and v.suspended_at is null and v.person_id <> s.asker_id and v.person_id <> all (s.replaced_ids)
    and v.languages @> array[s.language]
    and (s.skill = '' or v.skills = '{}' or v.skills @> array[s.skill])
    and ${isOpenTo(sql`v.person_id`, sql`s.asker_id`)})`;

async function isListedFor(db: Db, actor: Actor, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from support_session s where s.id = ${id}::uuid and ${listedFor(actor.id)}`.execute(db);
  return rows.length > 0;
}

/** Lists requests that fit this volunteer, oldest first. */
export async function listWaiting(db: Db, personId: string, locale: Locale): Promise<Waiting[]> {
  const { rows } = await sql<WaitingRow>`
    select s.id, s.problem, s.language, s.skill, s.printer, s.step, s.order_id, s.waiting_since, ${personJson('asker')} as asker,
      case when r.state = 'published' then json_build_object('id', r.id, 'title', ${titleIn(locale)}) end as resource,
      case when q.state = 'shown' then json_build_object('title', q.title, 'slug', place.slug, 'seq', q.seq) end as question
    from support_session s join person asker on asker.id = s.asker_id
    left join resource r on r.id = s.resource_id
    left join channel_message q on q.id = s.question_id
    left join channel place on place.id = q.channel_id
    where ${listedFor(personId)} order by s.waiting_since, s.id limit 50`.execute(db);
  return rows.map(({ asker, orderId, question, waitingSince, ...row }) => ({
    ...row,
    step: row.resource === null ? null : row.step,
    asker: asker && presentPerson(asker),
    isAboutOrder: orderId !== null,
    question: question && {
      title: question.title,
      path: `${supportPath(question.slug)}/${question.seq}`,
    },
    waitingSince: waitingSince.toISOString(),
  }));
}

const maxShown = 6;

/** Returns the overview of help in a language. */
export async function getOverview(db: Db, language: string): Promise<Overview> {
  const { rows } = await sql<{
    person: PersonJson;
    skills: Skill[];
    tags: string[];
    languages: Overview['volunteers'][number]['languages'];
    solved: number;
    all: number;
  }>`
    select ${personJson('p')} as person, v.skills, v.tags, v.languages, ${solvedBy('p')} as solved, (count(*) over ())::integer as all
    from volunteer v join person p on p.id = v.person_id
    where ${isAvailable(currentTime())} and ${isHere('p')}
    order by v.languages @> array[${language}::text] desc, solved desc, p.id limit ${maxShown}`.execute(db);
  return {
    available: rows[0]?.all ?? 0,
    wait: await findWait(db, language, ''),
    volunteers: rows.map(({ all: _all, person, ...row }) => ({ ...row, person: presentPerson(person) })),
  };
}

export const solvedBy = (person: string) => sql<number>`(select count(*)::integer from support_session done
  where done.helper_id = ${sql.ref(`${person}.id`)} and done.state = 'solved')`;

/** Returns the public data of a volunteer. */
export async function getPersonSupport(db: Db, username: string): Promise<PersonSupport> {
  const { rows } = await sql<{
    solved: number;
    volunteer: NonNullable<PersonSupport['volunteer']> | null;
  }>`
    select ${solvedBy('p')} as solved, case when v.person_id is not null then json_build_object('skills', v.skills, 'tags', v.tags,
      'languages', v.languages, 'isAvailable', coalesce(${isAvailable(currentTime())}, false)) end as volunteer
    from person p left join volunteer v on v.person_id = p.id and v.suspended_at is null
    where p.username = ${username.toLowerCase()} and ${isHere('p')}`.execute(db);
  return rows[0] ?? { solved: 0, volunteer: null };
}
