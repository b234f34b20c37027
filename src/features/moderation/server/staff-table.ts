import { sql } from 'kysely';
import { mostExported, type CsvColumn, type StaffPage } from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { moderationErrors, type CasesQuery, type StaffCase } from '../contract.ts';
import { resolutions, ruleIds, rules, rulesFor, step, type RuleId } from '../rules.ts';
import { otherModerators, type Case, type Things } from './commands.ts';
import { iso, presentCase } from './queries.ts';

type Moderator = { id: string };
type Deps = { db: Db; things: Things };
/** Of a case, told newest first; how many there are is a number. */
const mostReports = 20;

const orders = {
  // Whom somebody waits for first, longest first: among what nobody waits for, the newest.
  waiting: sql`c.waiting_since is null, c.waiting_since, c.id desc`,
  newest: sql`c.id desc`,
  oldest: sql`c.id`,
  reports: sql`(select count(*) from report each where each.case_id = c.id) desc, c.id desc`,
};

/** Reports are few beside what they are about: all of them are looked through. */
function matching({ search = '', state, kind, reason }: Omit<CasesQuery, 'page' | 'limit' | 'sort'>) {
  const words = likePattern(search.toLowerCase());
  const ofReason = reason === undefined ? null : ruleIds.filter((each) => rules[each].reason === reason);
  return sql`from moderation_case c left join person about on about.id = c.about_id
    where (${state ?? null}::text is null or c.state = ${state ?? null})
      and (${kind ?? null}::text is null or c.kind = ${kind ?? null})
      and (${ofReason}::text[] is null or c.rule = any (${ofReason}::text[])
        or exists (select from report r where r.case_id = c.id and r.rule = any (${ofReason}::text[])))
      and (${search} = '' or lower(c.excerpt) like ${words} or about.username like ${words}
        or c.target_id::text = ${search.toLowerCase()} or c.id::text = ${search.toLowerCase()}
        or exists (select from report r join person reporter on reporter.id = r.reporter_id
          where r.case_id = c.id and (lower(r.text) like ${words} or reporter.username like ${words})))`;
}

async function read(
  { db, things }: Deps,
  moderator: Moderator,
  wanted: CasesQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<StaffCase[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id ${matching(wanted)} order by ${orders[wanted.sort]} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return readCases(
    { db, things },
    moderator,
    rows.map(({ id }) => id),
  );
}

export async function listForStaff(
  deps: Deps,
  moderator: Moderator,
  wanted: CasesQuery,
): Promise<StaffPage<StaffCase>> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total ${matching(wanted)}`.execute(deps.db);
  const total = rows[0]?.total ?? 0;
  const { limit } = wanted;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(wanted.page, pageCount);
  const items = await read(deps, moderator, wanted, { offset: (page - 1) * limit, limit });
  return { items, total, totalIsExact: true, page, pageCount };
}

export function exportForStaff(deps: Deps, moderator: Moderator, wanted: CasesQuery): Promise<StaffCase[]> {
  return read(deps, moderator, wanted, { offset: 0, limit: mostExported });
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
    select c.*, about.display_username as about_username, about.name as about_name, decider.display_username as decider,
      ruler.display_username as ruler, (select count(*)::integer from report r where r.case_id = c.id) as report_count,
      coalesce((select json_agg(json_build_object('id', each.id, 'rule', each.rule, 'text', each.text,
          'username', each.username, 'fullName', each.name, 'createdAt', each.created_at) order by each.id desc)
        from (select r.id, r.rule, r.text, r.created_at, reporter.display_username as username, reporter.name
          from report r join person reporter on reporter.id = r.reporter_id
          where r.case_id = c.id order by r.id desc limit ${mostReports}) as each), '[]') as reports
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join moderation_case c on c.id = wanted.id
    left join person about on about.id = c.about_id left join person decider on decider.id = c.decider_id
    left join person ruler on ruler.id = c.ruler_id
    order by wanted.place`.execute(db);
  if (rows.length === 0) return [];
  const others = await otherModerators(db, moderator.id);
  const now = new Date();
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
  [(locale) => m['moderation.desk.case']({}, { locale }), ({ id }) => id],
  [(locale) => m['moderation.desk.kind']({}, { locale }), ({ kind }) => kind],
  [(locale) => m['moderation.desk.target']({}, { locale }), ({ targetId }) => targetId],
  [(locale) => m['moderation.desk.state']({}, { locale }), ({ state }) => state],
  [
    (locale) => m['moderation.desk.rule']({}, { locale }),
    ({ rule, reports }) => rule ?? reports.at(-1)?.rule ?? '',
  ],
  [(locale) => m['moderation.desk.about']({}, { locale }), ({ about }) => about?.username ?? ''],
  [(locale) => m['moderation.desk.reports']({}, { locale }), ({ reportCount }) => String(reportCount)],
  [(locale) => m['moderation.desk.reported']({}, { locale }), ({ createdAt }) => createdAt],
  [(locale) => m['moderation.desk.decided']({}, { locale }), ({ decidedAt }) => decidedAt ?? ''],
  [(locale) => m['moderation.desk.statement']({}, { locale }), ({ statement }) => statement],
];
