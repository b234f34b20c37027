import { sql } from 'kysely';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from './db.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/** Columns that no statement through Kysely reads or writes. */
const inSqlOnly = [
  // Left from the library that signed people in before docs/decisions/0012.
  'credential.accessToken',
  'credential.refreshToken',
  'credential.accessTokenExpiresAt',
  'credential.refreshTokenExpiresAt',
  'credential.scope',
  'credential.idToken',
  // Made by the database: cards as text, and places on the earth for the nearest.
  'resource.card',
  // When it was first offered, which a trigger notes.
  'service.offeredAt',
  'serviceLocation.band',
  'serviceLocation.spot',
];

/** Tables that no statement through Kysely names; most are written by triggers. */
const tablesInSqlOnly = [
  'auctionIndex',
  'auditIndex',
  'jobRunner',
  'kyselyMigration',
  'kyselyMigrationLock',
  'ledgerJournalIndex',
  'moderationCaseIndex',
  'ordersIndex',
  'payoutIndex',
  'personIndex',
  'rateLimit',
  'refundIndex',
  'resourceCount',
  'resourceFacetCount',
  'resourceIndex',
  'resourceSearch',
  'resourceSearchAge0',
  'resourceSearchAge1',
  'resourceSearchRefold',
  'searchStatistic',
  'searchWord',
  'searchWordChange',
  'serviceIndex',
  'sponsorshipIndex',
];

type Column = { isNullable: boolean; kind: string };
type Tables = Record<string, Record<string, Column>>;

/** PostgreSQL's types as `pg` reads them here. */
const kindOfPostgres: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  citext: 'string',
  'character varying': 'string',
  numeric: 'string',
  date: 'string',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  real: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  jsonb: 'json',
  json: 'json',
  bytea: 'Buffer',
  ARRAY: 'array',
  inet: 'string',
};

describe('the types of tables', () => {
  let database: TestDatabase;
  let actual: Tables;
  const declared = readDeclared();

  beforeAll(async () => {
    database = await createTestDatabase();
    const handle = connectDatabase(database.connectionString, { poolSize: 1, onError() {} });
    const { rows } = await sql<{
      tableName: string;
      columnName: string;
      isNullable: string;
      dataType: string;
    }>`
      select c.table_name, c.column_name, c.is_nullable, c.data_type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(handle.db);
    await handle.close();
    actual = {};
    for (const { tableName, columnName, isNullable, dataType } of rows) {
      const kind = kindOfPostgres[dataType] ?? dataType;
      (actual[camel(tableName)] ??= {})[camel(columnName)] = { isNullable: isNullable === 'YES', kind };
    }
  });
  afterAll(() => database.drop());

  test('name only tables and columns that the database has', () => {
    const unknown = Object.entries(declared).flatMap(([table, columns]) =>
      Object.keys(columns)
        .filter((column) => !actual[table]?.[column])
        .map((column) => `${table}.${column}`),
    );
    expect(unknown).toEqual([]);
  });

  test('agree with the database about null and about the kind of a value', () => {
    const wrong = Object.entries(declared).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, { isNullable, kind }]) => {
        const found = actual[table]?.[column];
        // Not to be selected, or parsed by its reader.
        if (!found || kind === 'never' || kind === 'unknown') return [];
        const faults = [];
        if (found.isNullable !== isNullable) faults.push(isNullable ? 'is never null' : 'may be null');
        if (found.kind !== kind && found.kind !== 'json') faults.push(`is ${found.kind}, not ${kind}`);
        return faults.map((fault) => `${table}.${column} ${fault}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('a column that statements through Kysely must give is declared', () => {
    const missing = Object.entries(declared).flatMap(([table, columns]) =>
      Object.keys(actual[table] ?? {})
        .filter((column) => !columns[column])
        .map((column) => `${table}.${column}`),
    );
    expect(missing).toEqual(inSqlOnly);
    const tables = Object.keys(actual).filter((table) => !declared[table]);
    expect(tables.toSorted()).toEqual(tablesInSqlOnly.toSorted());
  });
});

/** Reads `Database` of schema.ts with the compiler: the type that a select of each column gives. */
function readDeclared(): Tables {
  const file = new URL('./schema.ts', import.meta.url).pathname;
  const root = new URL('../../../', import.meta.url).pathname;
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    types: ['node'],
    typeRoots: [`${root}node_modules/@types`],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const alias = source?.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'Database',
  );
  if (!source || !alias) throw new Error('schema.ts has no type Database');
  const tables: Tables = {};
  for (const table of checker.getTypeAtLocation(alias).getProperties()) {
    const columns: Record<string, Column> = {};
    for (const column of checker.getTypeOfSymbolAtLocation(table, source).getProperties()) {
      const type = checker.getTypeOfSymbolAtLocation(column, source);
      columns[column.name] = describeType(checker, type, source);
    }
    tables[table.name] = columns;
  }
  return tables;
}

function describeType(checker: ts.TypeChecker, type: ts.Type, at: ts.Node): Column {
  const parts = partsOf(type).flatMap((part) => {
    const select = part.getProperty('__select__');
    return select ? partsOf(checker.getTypeOfSymbolAtLocation(select, at)) : [part];
  });
  const isNull = (part: ts.Type) => (part.flags & ts.TypeFlags.Null) !== 0;
  const kinds = new Set(parts.filter((part) => !isNull(part)).map((part) => kindOf(checker, part)));
  return { isNullable: parts.some(isNull), kind: [...kinds].join(' or ') };
}

const partsOf = (type: ts.Type) => (type.isUnion() ? type.types : [type]);

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.flags & ts.TypeFlags.Never) return 'never';
  if (type.flags & ts.TypeFlags.Unknown) return 'unknown';
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'array';
  const name = type.symbol?.name;
  return name === 'Date' || name === 'Buffer' ? name : 'json';
}

const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
