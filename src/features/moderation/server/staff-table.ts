import { sql } from 'kysely';
import {
  filterNames,
  findPlaces,
  hasWords,
  maxExported,
  maxRows,
  maxRowsAtFirst,
  readStaffExport,
  readStaffPage,
  type Places,
  type StaffPage,
} from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import { moderationErrors, type CasesQuery, type StaffCase } from '../contract.ts';
import { resolutions, rulesFor, step, waitingStates, type RuleId } from '../rules.ts';
import { stateNames } from '../staff-words.ts';
import { kindNames, ruleNames } from '../words.ts';
import { otherModerators, type Case, type Things } from './commands.ts';
import { iso, presentCase } from './queries.ts';

type Moderator = { id: string };
type Deps = { db: Db; things: Things };
/** Maximum number of a case's reports in a row, newest first; the total is a count. */
const maxReports = 20;

const cases = { index: 'moderation_case_index', rows: 'moderation_case' } as const;
const howMany = sql`(select count(*) from report each where each.case_id = moderation_case.id)`;
const casesWanted = async (db: Db, { search, state, kind, reason, sort }: CasesQuery) => ({
  search,
  named: await idsOf(db, search),
  filters: filterNames({ state, kind, reason }),
  oldestFirst: sort === 'oldest',
  order: sort === 'reports' ? sql`${howMany} desc, id desc` : null,
});

/** Returns ids of cases by their id or by a thing's id; null if the search is for words. */
async function idsOf(db: Db, search = ''): Promise<string[] | null> {
  if (!isUuid(search)) return null;
  const { rows } = await sql<{ id: string }>`
    select ${search}::uuid as id union select id from moderation_case where target_id = ${search}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns whether any of these states waits for staff. */
const mayWait = ({ state }: CasesQuery) => state === undefined || waitingStates.includes(state);

/** Lists waiting cases first, longest wait on top, then all others, newest first. */
async function findWaitingFirst(db: Db, query: CasesQuery, most: number): Promise<Places> {
  const wanted = await casesWanted(db, query);
  const { named, filters, search = '' } = wanted;
  // Few cases wait at a time, so all of them are scanned.
  const { rows: waiting } = await sql<{ id: string }>`
    with waiting as materialized (select id, waiting_since from moderation_case where waiting_since is not null),
      fitting as materialized (select target_id as id from moderation_case_index
        where target_id = any (array(select id from waiting)) and filters @> ${filters}::text[]
          and ${named === null ? hasWords(sql`words`, search) : sql`target_id = any (${named}::uuid[])`})
    select id from waiting join fitting using (id) order by waiting_since, id desc limit ${most + 1}`.execute(
    db,
  );
  // If only waiting states are asked for, there are no other rows.
  const newest =
    query.state === undefined
      ? await findPlaces(db, cases.index, wanted, most)
      : { ids: [], totalIsExact: true };
  const ids = [...new Set([...waiting.map(({ id }) => id), ...newest.ids])];
  return { ids: ids.slice(0, most), totalIsExact: newest.totalIsExact && ids.length <= most };
}

export async function listForStaff(
  { db, things }: Deps,
  moderator: Moderator,
  query: CasesQuery,
): Promise<StaffPage<StaffCase>> {
  const { limit } = query;
  const read = (ids: readonly string[]) => readCases({ db, things }, moderator, ids);
  if (query.sort !== 'waiting' || !mayWait(query))
    return readStaffPage(db, cases, { ...(await casesWanted(db, query)), page: query.page, limit }, read);
  const most = query.page * limit < maxRowsAtFirst ? maxRowsAtFirst : maxRows;
  const { ids, totalIsExact } = await findWaitingFirst(db, query, most);
  const pageCount = Math.max(1, Math.ceil(ids.length / limit));
  const page = Math.min(query.page, pageCount);
  const items = await read(ids.slice((page - 1) * limit, page * limit));
  return { items, total: ids.length, totalIsExact, page, pageCount };
}

export async function exportForStaff(
  { db, things }: Deps,
  moderator: Moderator,
  query: CasesQuery,
): Promise<StaffCase[]> {
  const read = (ids: readonly string[]) => readCases({ db, things }, moderator, ids);
  if (query.sort !== 'waiting' || !mayWait(query))
    return readStaffExport(db, cases, await casesWanted(db, query), read);
  return read((await findWaitingFirst(db, query, maxExported)).ids);
}

export async function getForStaff(deps: Deps, moderator: Moderator, id: string): Promise<StaffCase> {
  const [found] = await readCases(deps, moderator, [id]);
  if (!found) throw new AppError(moderationErrors.report_not_found);
  return found;
}

type Row = Case & {
  aboutUsername: string | null;
  aboutName: string | null;
  decider: string | null;
  ruler: string | null;
  reportCount: number;
  reports: {
    id: string;
    rule: RuleId;
    text: string;
    username: string;
    fullName: string;
    createdAt: string;
  }[];
};

async function readCases(
  { db, things }: Deps,
  moderator: Moderator,
  ids: readonly string[],
): Promise<StaffCase[]> {
  const { rows } = await sql<Row>`
    with each as materialized (
      select case_id, id, rule, text, created_at, reporter_id, count(*) over (partition by case_id) as total,
        row_number() over (partition by case_id order by id desc) as place
      from report where case_id = any (${ids}::uuid[])),
    reported as materialized (
      select case_id, max(total)::integer as total, json_agg(json_build_object('id', each.id, 'rule', rule, 'text', text,
        'username', reporter.display_username, 'fullName', reporter.name, 'createdAt', each.created_at) order by place) as reports
      from each join person reporter on reporter.id = reporter_id where place <= ${maxReports} group by case_id)
    select c.*, about.display_username as about_username, about.name as about_name, decider.display_username as decider,
      ruler.display_username as ruler, coalesce(reported.total, 0) as report_count, coalesce(reported.reports, '[]') as reports
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join moderation_case c on c.id = wanted.id
    left join person about on about.id = c.about_id left join person decider on decider.id = c.decider_id
    left join person ruler on ruler.id = c.ruler_id left join reported on reported.case_id = c.id
    order by wanted.place`.execute(db);
  if (rows.length === 0) return [];
  const others = await otherModerators(db, moderator.id);
  const now = currentTime();
  return rows.map((row) => present(row, { moderator, things, others, now }));
}

function present(
  row: Row,
  {
    moderator,
    things,
    ...by
  }: { moderator: Moderator; things: Things; others: readonly string[]; now: Date },
): StaffCase {
  const shown = presentCase(row);
  const canHide = things[shown.kind].sight !== null;
  /** By any rule: which ones are left is said when it is done. */
  const mayDo = resolutions.filter((act) =>
    rulesFor(shown).some(
      (rule) =>
        !(
          'refusal' in
          step(
            { ...row, rule: shown.rule },
            {
              act,
              actorId: moderator.id,
              words: 'x',
              rule,
              kind: shown.kind,
              category: row.category,
              canHide,
              ...by,
            },
          )
        ),
    ),
  );
  return {
    ...shown,
    targetId: row.targetId,
    about: row.aboutUsername === null ? null : { username: row.aboutUsername, fullName: row.aboutName ?? '' },
    reports: row.reports.map(({ username, fullName, createdAt, ...report }) => ({
      ...report,
      reporter: { username, fullName },
      createdAt: new Date(createdAt).toISOString(),
    })),
    reportCount: row.reportCount,
    waitingSince: iso(row.waitingSince),
    decider: row.decider,
    ruler: row.ruler,
    canHide,
    mayDo,
  };
}

export const caseColumns: readonly CsvColumn<StaffCase>[] = [
  [m['moderation.desk.case'], ({ id }) => id],
  [m['moderation.desk.kind'], ({ kind }) => kindNames[kind]],
  [m['moderation.desk.target'], ({ targetId }) => targetId],
  [m['moderation.desk.state'], ({ state }) => stateNames[state]],
  [m['moderation.desk.rule'], ({ rule, reports }) => ruleNames[rule ?? reports.at(-1)?.rule ?? 'other']],
  [m['moderation.desk.about'], ({ about }) => about?.username ?? m['moderation.desk.gone']],
  [m['moderation.desk.reports'], ({ reportCount }) => reportCount],
  momentColumn(m['moderation.desk.reported'], ({ createdAt }) => createdAt),
  momentColumn(m['moderation.desk.decided'], ({ decidedAt }) => decidedAt),
  [m['moderation.desk.statement'], ({ statement }) => statement],
];
