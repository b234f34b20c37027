import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { toCsv } from './csv.ts';
import { koreanMoment } from './korean-time.ts';
import type { Words } from './words.ts';

type Value = string | number | null | Words;

/**
 * A column of a spreadsheet: what it is called, and what a row has in it. Words are told in the reader's language. A list has a line
 * of the file for each of its values, and what is no list is said again in all of these lines.
 */
export type CsvColumn<Row> = readonly [
  head: Words,
  cell: (row: Row, locale: Locale) => Value | readonly Value[],
];

/** When something was: in Korean time, as its head says, and as spreadsheets read a date. */
export function momentColumn<Row>(head: Words, at: (row: Row) => string | null): CsvColumn<Row> {
  return [
    (_none, options) => m['platform.csv.korean_time']({ head: head({}, options) }, options),
    (row) => {
      const iso = at(row);
      return iso === null ? null : koreanMoment(iso);
    },
  ];
}

/** What is kept by names that only the machine has, in one cell. */
export function factsCell(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
}

export function csvTable<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  locale: Locale,
): string {
  const told = (value: Value = null) =>
    typeof value === 'function' ? value({}, { locale }) : String(value ?? '');
  return toCsv([
    columns.map(([head]) => told(head)),
    ...rows.flatMap((row) => {
      const cells = columns.map(([, cell]) => cell(row, locale));
      const lists = cells.filter((cell) => Array.isArray(cell));
      return Array.from({ length: Math.max(1, ...lists.map(({ length }) => length)) }, (_line, index) =>
        cells.map((cell) => told(Array.isArray(cell) ? (cell as readonly Value[])[index] : (cell as Value))),
      );
    }),
  ]);
}
