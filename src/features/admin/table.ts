/** How tables of staff are asked for, by the server and in the address of a page alike. */

/** A table shows no more rows than these: whoever looks further back narrows it down, or exports it. */
export const mostRows = 400;
/** As many are looked for until somebody turns to a page that needs more, or wants them in another order. */
export const mostRowsAtFirst = 128;
/** Rows of an export. */
export const mostExported = 10_000;
/** Rows that something can be done with at once. */
export const mostAtOnce = 100;
export const pageSize = 32;
const mostSearch = 200;

/** As `staff_words` of the database folds them. */
export function foldStaffWords(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** More would cost the index more than they narrow down: each is looked for in every era. */
const mostPieces = 3;
const isAscii = (text: string) => /^[ -~]+$/.test(text);

/**
 * Pieces that every text with this word has, as `staff_pieces` of the database cuts them: four characters where they are ASCII,
 * else two, and one of a word of one. Of a long word, some.
 */
export function piecesOf(word: string): string[] {
  // Behind the @ of an address stands what thousands share.
  const at = word.indexOf('@');
  const letters = [...(at >= 3 ? word.slice(0, at + 1) : word)];
  if (letters.length === 1) return letters;
  const pieces = new Set<string>();
  for (let from = 0; from < letters.length - 1; from += 1) {
    const four = letters.slice(from, from + 4).join('');
    if (letters.length - from >= 4 && isAscii(four)) {
      pieces.add(four);
      continue;
    }
    // The last letters of a run of ASCII are in its fours already.
    const two = letters.slice(from, from + 2).join('');
    const isTold = from >= 2 && isAscii(letters.slice(from - 2, from + 2).join(''));
    if (!isTold) pieces.add(two);
  }
  const all = [...pieces];
  if (all.length <= mostPieces) return all;
  // From within: what words share is how they begin.
  return Array.from(
    { length: mostPieces },
    (_, index) => all[Math.floor(((index + 1) * all.length) / (mostPieces + 1))]!,
  );
}

/** What a table can be asked for: each filter with its values, and the orders, of which the first is the usual one. */
export type TableShape = {
  filters: Record<string, readonly string[]>;
  sorts: readonly [string, ...string[]];
};
/** What one is asked for: of filters, those that are chosen. */
export type TableState = { search: string; page: number; sort: string; filters: Record<string, string> };

/** Reads an address; whatever does not fit the table is left out, so that an old link still opens. */
export function readTableState(shape: TableShape, asked: Record<string, unknown>): TableState {
  const page = Number(asked['page']);
  const filters: Record<string, string> = {};
  for (const [name, values] of Object.entries(shape.filters)) {
    const value = values.find((each) => each === asked[name]);
    if (value !== undefined) filters[name] = value;
  }
  // A word of digits comes out of an address as a number.
  const words = ['string', 'number'].includes(typeof asked['search']) ? String(asked['search']) : '';
  return {
    search: [...words.trim()].slice(0, mostSearch).join(''),
    // Beyond the last page is the last one, as the server has it too.
    page: Number.isSafeInteger(page) && page > 1 ? Math.min(page, mostRows) : 1,
    sort: shape.sorts.find((each) => each === asked['sort']) ?? shape.sorts[0],
    filters,
  };
}

/** The same as an address says it: only what is not usual. */
export function writeTableState(
  shape: TableShape,
  { search, page, sort, filters }: TableState,
): Record<string, string | number> {
  return {
    ...(search !== '' && { search }),
    ...filters,
    ...(sort !== shape.sorts[0] && { sort }),
    ...(page > 1 && { page }),
  };
}

/** The filters as the index of a table knows them. */
export function filterNames(filters: Record<string, string | undefined>): string[] {
  return Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`],
  );
}

/** What the index has of rows with all of these filters: of two at once, their pair. */
export function filterPieces(filters: readonly string[]): string[] {
  const sorted = filters.toSorted();
  if (sorted.length < 2) return sorted;
  return sorted.slice(1).map((filter, index) => `${sorted[index]} ${filter}`);
}
