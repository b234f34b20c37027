import type { FastifyReply, FastifyRequest, FastifyTypeProviderDefault } from 'fastify';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import { sendCsv } from '#platform/server/send-csv.ts';
import { csvTable, type CsvColumn } from '#platform/shared/csv-table.ts';
import { AppError, type ErrorKind } from '#platform/shared/errors.ts';
import type { Role } from '#platform/shared/roles.ts';
import { idsAtOnce, manyAnswer, type PageQuery } from '../contract.ts';
import { recordExport } from './audit.ts';
import { staffHeaders, type StaffPage } from './staff-index.ts';
import { doToMany, doToOne } from './undoing.ts';

type May = (actor: { role: Role }) => boolean;
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema };

/** Declaration of a staff table: permission, query, search and export columns. */
export type StaffTable<Wanted extends PageQuery, Row> = {
  /** Name in the API: `/api/admin/{list}` and `/api/admin/{list}.csv`. */
  list: string;
  tags: string[];
  /** Description of the rows in the API document, such as “Services in every state”. */
  rows: string;
  description?: string;
  may: May;
  /** Permission to export, if it is narrower. */
  mayExport?: May;
  query: z.ZodObject<z.core.$ZodLooseShape, z.core.$strip> & z.ZodType<Wanted>;
  row: z.ZodType<Row, Row>;
  find(wanted: Wanted, locale: Locale, actor: CurrentUser): Promise<StaffPage<Row>>;
  /** Limited to `maxExported`. */
  findAll(wanted: Wanted, locale: Locale, actor: CurrentUser): Promise<Row[]>;
  csv: {
    file: string;
    /** Name of the table in the audit log. */
    table: string;
    columns: readonly CsvColumn<Row>[];
  };
};

/** A declaration is more general than the types of one route. The schemas still validate requests. */
const untyped = (app: App) => app.withTypeProvider<FastifyTypeProviderDefault>();

type Deps = { db: Db; sessions: Sessions };

/** Adds the routes of a table: pages of rows, and a CSV export. */
export function serveTable<Wanted extends PageQuery, Row>(
  app: App,
  deps: Deps,
  table: StaffTable<Wanted, Row>,
): void {
  const { list, tags, may, mayExport = may, csv } = table;
  const routes = untyped(app);

  routes.get(
    `/api/admin/${list}`,
    {
      config: { access: may },
      schema: {
        tags,
        summary: `${table.rows}; for staff`,
        description:
          'The newest 400 that fit, in pages; another order is one of these. `X-Total-Is-Exact: false` says that there are more.' +
          (table.description === undefined ? '' : ` ${table.description}`),
        querystring: table.query,
        response: { 200: z.array(table.row), ...refused },
      },
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = await deps.sessions.get(request);
      const { items, ...found } = await table.find(request.query as Wanted, answerLocale(request), actor);
      return reply.headers(staffHeaders(request.url, found)).send(items);
    },
  );

  routes.get(
    `/api/admin/${list}.csv`,
    {
      config: { access: mayExport },
      schema: {
        tags,
        summary: 'The same as a spreadsheet, up to 10,000; written down',
        querystring: table.query.omit({ page: true, limit: true }),
        response: { 200: fileAnswer('text/csv'), ...refused },
      },
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = await deps.sessions.get(request);
      const asked = request.query as Omit<Wanted, 'page' | 'limit'>;
      const locale = answerLocale(request);
      const rows = await table.findAll({ ...asked, page: 1, limit: 1 } as Wanted, locale, actor);
      // Rows of the table: one may have several lines in the file.
      await recordExport(deps.db, actor, { table: csv.table, asked, rows: rows.length }, currentTime());
      return sendCsv(reply, csv.file, csvTable(csv.columns, rows, locale));
    },
  );
}

/** Declaration of an act on rows of a table: each in a transaction, with a reason and an audit entry. */
export type ManyAct<Change> = {
  list: string;
  tags: string[];
  /** Summary in the API document, such as “Hide, restore or remove a service”. */
  summary: string;
  may: May;
  change: z.ZodObject<z.core.$ZodLooseShape, z.core.$strip> & z.ZodType<Change>;
  /** Returns the audit entry's id. */
  act(trx: Trx, actor: CurrentUser, id: string, change: Change, now: Date): Promise<string>;
  /** Called when public content may have changed. */
  onDone?(ids: readonly string[]): void;
};

/** Adds the route of an act on up to 100 rows. */
export function serveMany<Change>(app: App, deps: Deps, acts: ManyAct<Change>): void {
  untyped(app).post(
    `/api/admin/${acts.list}/many`,
    {
      config: { access: acts.may },
      schema: {
        tags: acts.tags,
        summary: `${acts.summary}, up to 100 at once; with a reason`,
        description: 'Each is changed by itself. `auditId` is what `POST /api/admin/undo` undoes it by.',
        body: acts.change.extend({ ids: idsAtOnce }),
        response: { 200: manyAnswer, ...refused },
      },
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = await deps.sessions.get(request);
      const { ids, ...change } = request.body as Change & { ids: string[] };
      const answer = await doToMany(deps.db, request, ids, (trx, id) =>
        acts.act(trx, actor, id, change as Change, currentTime()),
      );
      acts.onDone?.(answer.done.map(({ id }) => id));
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}

/** Adds the routes of an act on one row and on up to 100. */
export function serveActs<Change, Row>(
  app: App,
  deps: Deps,
  acts: ManyAct<Change> & {
    row: z.ZodType<Row, Row>;
    notFound: ErrorKind;
    get(id: string, locale: Locale): Promise<Row>;
  },
): void {
  untyped(app).patch(
    `/api/admin/${acts.list}/:id`,
    {
      config: { access: acts.may },
      schema: {
        tags: acts.tags,
        summary: `${acts.summary}; with a reason`,
        params: z.object({ id: z.string() }),
        body: acts.change,
        response: { 200: acts.row, 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = await deps.sessions.get(request);
      const { id } = request.params as { id: string };
      if (!isUuid(id)) throw new AppError(acts.notFound);
      await doToOne(deps.db, (trx) => acts.act(trx, actor, id, request.body as Change, currentTime()));
      acts.onDone?.([id]);
      return reply.header('cache-control', 'no-store').send(await acts.get(id, answerLocale(request)));
    },
  );
  serveMany(app, deps, acts);
}
