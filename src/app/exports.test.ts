import type * as StaffRoutes from '../features/admin/server/staff-routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { locales, type Locale } from '#i18n/languages.ts';
import { startTestServer, type TestServer } from './testing.ts';

type Table = { list: string; query: z.ZodType; row: z.ZodType; csv: { columns: readonly Column[] } };
type Told = { locale?: Locale };
type Words = (inputs: object, told: Told) => string;
type Column = [head: Words, cell: (row: unknown, locale: Locale) => unknown];
/** The part of JSON Schema that describes rows. */
type Schema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
};

/** Declarations of every staff table. */
const tables: Table[] = [];
vi.mock('../features/admin/server/staff-routes.ts', async (load) => {
  const real = await load<typeof StaffRoutes>();
  return {
    ...real,
    serveTable: (...[app, deps, table]: Parameters<typeof real.serveTable>) => {
      tables.push(table as unknown as Table);
      real.serveTable(app, deps, table);
    },
  };
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const moment = '2026-11-26T06:04:05.000Z';
const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' }) as Schema;
const isText = (value: unknown) => typeof value === 'string';

/**
 * Values that a field may have by its schema; where the schema says only "string", the filter options of the table
 * under the field's name.
 */
function codesOf(schema: Schema, filters: Record<string, Schema>, name = ''): string[] {
  const listed = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const filter = schema.type === 'string' && !schema.format ? (filters[name]?.enum ?? []) : [];
  return [...listed, ...filter].filter(isText);
}

function* fieldsOf(schema: Schema, name = ''): Generator<[name: string, schema: Schema]> {
  yield [name, schema];
  for (const each of schema.anyOf ?? []) yield* fieldsOf(each, name);
  for (const [key, each] of Object.entries(schema.properties ?? {})) yield* fieldsOf(each, key);
  if (schema.items) yield* fieldsOf(schema.items, name);
}

/** Builds the `turn`th row that a schema allows: every enum value of every field occurs in one of the rows. */
function rowOf(schema: Schema, filters: Record<string, Schema>, turn: number, name = ''): unknown {
  const codes = codesOf(schema, filters, name);
  if (codes.length > 0) return codes[turn % codes.length];
  if (schema.anyOf) {
    const some = schema.anyOf.filter(({ type }) => type !== 'null');
    return rowOf(some[turn % some.length] ?? {}, filters, turn, name);
  }
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, rowOf(each, filters, turn, key)]),
    );
  if (schema.items) return [rowOf(schema.items, filters, turn, name)];
  if (schema.type === 'object') return { some: 'fact' };
  if (schema.type === 'boolean') return turn % 2 === 0;
  if (schema.type === 'number' || schema.type === 'integer') return 1000 + turn;
  if (schema.format === 'date-time' || name.endsWith('At')) return moment;
  if (schema.format === 'date') return '2026-11-26';
  return `a ${name} that somebody typed`;
}

/** Codes are lower case. Proper names such as M3 or KRW are shown to people unchanged. */
const isCode = (text: string) => /^[a-z\d]+([._][a-z\d]+)*$/.test(text);

function cellsOf(table: Table, row: unknown, locale: Locale): [head: string, text: string][] {
  return table.csv.columns.flatMap(([head, cell]) =>
    [cell(row, locale)]
      .flat()
      .map((value): [string, string] => [
        head({}, { locale }),
        typeof value === 'function' ? (value as Words)({}, { locale }) : String(value ?? ''),
      ]),
  );
}

test('every staff spreadsheet belongs to a declared table', async () => {
  const { paths } = (await server.call('GET', '/api/openapi.json')).json<{
    paths: Record<string, unknown>;
  }>();
  const served = Object.keys(paths).filter((path) => /^\/api\/admin\/.*\.csv$/.test(path));
  expect(tables.map(({ list }) => `/api/admin/${list}.csv`).toSorted()).toEqual(served.toSorted());
  expect(served.length).toBeGreaterThan(20);
});

test.each(locales)('cells show labels instead of codes (%s)', (locale) => {
  const bare: string[] = [];
  let looked = 0;
  for (const table of tables) {
    const [row, { properties: filters = {} }] = [schemaOf(table.row), schemaOf(table.query)];
    const codes = new Set(
      [...fieldsOf(row)].flatMap(([name, schema]) => codesOf(schema, filters, name)).filter(isCode),
    );
    for (let turn = 0; turn < Math.max(codes.size, 2); turn += 1)
      for (const [head, text] of cellsOf(table, rowOf(row, filters, turn), locale)) {
        looked += 1;
        // A cell may hold several values, separated by signs.
        if (text.split(/[,;:·|]/).some((part) => codes.has(part.trim())))
          bare.push(`${table.list}: ${head}: ${text}`);
      }
  }
  expect([...new Set(bare)]).toEqual([]);
  expect(looked).toBeGreaterThan(1000);
});

test.each(locales)('times are in Korean time and in the format of spreadsheets (%s)', (locale) => {
  const isTold = (head: string) =>
    head === m['platform.csv.korean_time']({ head: headOf(head, locale) }, { locale });
  let found = 0;
  for (const table of tables)
    for (const [head, text] of cellsOf(table, rowOf(schemaOf(table.row), {}, 0), locale)) {
      expect(text, `${table.list}: ${head}`).not.toMatch(/T\d\d:\d\d/);
      expect(text === '2026-11-26 15:04:05', `${table.list}: ${head}`).toBe(isTold(head));
      if (isTold(head)) found += 1;
    }
  expect(found).toBeGreaterThan(20);
});

/** Header cell without its note about the time zone. */
function headOf(head: string, locale: Locale): string {
  const [before = '', after = ''] = m['platform.csv.korean_time']({ head: '|' }, { locale }).split('|');
  return head.startsWith(before) && head.endsWith(after)
    ? head.slice(before.length, head.length - after.length)
    : '';
}
