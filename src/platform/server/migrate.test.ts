import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Columns that no row could be given; the tables that a migration makes itself have no rows yet. */
function columnsWithoutValue(text: string): string[] {
  const made = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name));
  return [...text.matchAll(/alter table (?:only )?(\w+)([^;]*);/gi)].flatMap(([, table = '', changes = '']) =>
    [...withoutParentheses(changes).matchAll(/add column (?:if not exists )?(\w+)([^,]*)/gi)]
      .filter(([, , rest = '']) => /not null/i.test(rest) && !/\b(default|generated)\b/i.test(rest))
      .filter(() => !made.has(table))
      .map(([, column = '']) => `${table}.${column}`),
  );
}

/** Conditions of checks may say "not null" too, and have commas. */
function withoutParentheses(text: string): string {
  const less = text.replaceAll(/\([^()]*\)/g, '');
  return less === text ? text : withoutParentheses(less);
}

// Tests migrate databases without a row, which takes what a marketplace in use would not start with.
test('a column that must not be null is added with a value for the rows that are there', () => {
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
