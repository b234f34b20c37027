import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { toCsv } from './csv.ts';
import { koreanMoment } from './korean-time.ts';
import type { Words } from './words.ts';

type Value = string | number | null | Words;

/**
 * Column of a spreadsheet: its heading and its cell for a row. `Words` are written in the reader's language. A list
 * takes one line per value; cells that are not lists are repeated in each of these lines.
 */
export type CsvColumn<Row> = readonly [
  head: Words,
  cell: (row: Row, locale: Locale) => Value | readonly Value[],
];

/** Column of a time: in Korean time, as its heading says, in a format that spreadsheets recognise as a date. */
export function momentColumn<Row>(head: Words, at: (row: Row) => string | null): CsvColumn<Row> {
  return [
    (_none, options) => m['platform.csv.korean_time']({ head: head({}, options) }, options),
    (row) => {
      const iso = at(row);
      return iso === null ? null : koreanMoment(iso);
    },
  ];
}

/** Formats key-value data with internal names in one cell. */
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
