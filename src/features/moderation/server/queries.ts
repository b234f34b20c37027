import { sql, type SqlBool } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { AdminReport, ReportKind, ReportsQuery } from '../contract.ts';
import type { Reason } from '../rules.ts';
import type { Things } from './commands.ts';

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Reports, newest first; a search is for what was reported, and for names. */
export async function listReports(
  db: Db,
  things: Things,
  { search = '', state, page: asked, limit }: ReportsQuery,
): Promise<{ items: AdminReport[]; total: number; page: number; pageCount: number }> {
  const matching = sql<SqlBool>`(${state} = 'all' or report.state = ${state}) and (${search} = ''
    or report.excerpt ilike ${like(search)} or report.text ilike ${like(search)}
    or report.target_id::text = ${search.toLowerCase()}
    or reporter.username ilike ${like(search)} or about.username ilike ${like(search)})`;
  const { count } = await selectReports(db)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching)
    .executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(count / limit));
  const page = Math.min(asked, pageCount);
  const rows = await selectReports(db)
    .where(matching)
    .orderBy('report.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { items: rows.map((row) => present(row, things)), total: count, page, pageCount };
}

export async function getReport(db: Db, things: Things, id: string): Promise<AdminReport> {
  return present(await selectReports(db).where('report.id', '=', id).executeTakeFirstOrThrow(), things);
}

function selectReports(db: Db) {
  return db
    .selectFrom('report')
    .innerJoin('person as reporter', 'reporter.id', 'report.reporterId')
    .innerJoin('person as about', 'about.id', 'report.aboutId')
    .selectAll('report')
    .select([
      'reporter.name as reporterName',
      'reporter.displayUsername as reporterUsername',
      'about.name as aboutName',
      'about.displayUsername as aboutUsername',
      sql<number>`(select count(*) from report same where same.state = 'open'
        and same.kind = report.kind and same.target_id = report.target_id)`.as('openReports'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>;

function present(row: Row, things: Things): AdminReport {
  const kind = row.kind as ReportKind;
  return {
    id: row.id,
    kind,
    reason: row.reason as Reason,
    text: row.text,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    targetId: row.targetId,
    excerpt: row.excerpt,
    path: row.path,
    reporter: { username: row.reporterUsername, fullName: row.reporterName },
    about: { username: row.aboutUsername, fullName: row.aboutName },
    openReports: row.openReports,
    canHide: things[kind].hide !== null,
    resolution: row.resolution,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}
