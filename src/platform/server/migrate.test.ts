import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Finds NOT NULL columns without a default that are added to existing tables; new tables have no rows yet. */
function columnsWithoutValue(text: string): string[] {
  const made = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name));
  return [...text.matchAll(/alter table (?:only )?(\w+)([^;]*);/gi)].flatMap(([, table = '', changes = '']) =>
    [...withoutParentheses(changes).matchAll(/add column (?:if not exists )?(\w+)([^,]*)/gi)]
      .filter(([, , rest = '']) => /not null/i.test(rest) && !/\b(default|generated)\b/i.test(rest))
      .filter(() => !made.has(table))
      .map(([, column = '']) => `${table}.${column}`),
  );
}

/** Removes check conditions, which may contain "not null" and commas too. */
function withoutParentheses(text: string): string {
  const less = text.replaceAll(/\([^()]*\)/g, '');
  return less === text ? text : withoutParentheses(less);
}

// Tests migrate databases without rows, so they accept a migration that would fail on a database in use.
test('a NOT NULL column is added with a value for existing rows', () => {
  expect(
    columnsWithoutValue('alter table a add column b int check (b > abs(1)), add column c int not null;'),
  ).toEqual(['a.c']);
  expect(columnsWithoutValue('create table a (); alter table a add column b int not null;')).toEqual([]);
  const names = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  expect(names.length).toBeGreaterThan(90);
  const found = names.flatMap((name) =>
    columnsWithoutValue(readFileSync(`migrations/${name}`, 'utf8')).map((column) => `${name}: ${column}`),
  );
  expect(found).toEqual([]);
});
