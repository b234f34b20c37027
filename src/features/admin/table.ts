/** State of staff tables, shared by the server and the addresses of pages. */

/** Maximum number of rows that a table shows; older ones are reached by filters or an export. */
export const maxRows = 400;
/** Number of rows that are searched for until someone needs a further page or another order. */
export const maxRowsAtFirst = 128;
/** Maximum number of rows of an export. */
export const maxExported = 10_000;
/** Maximum number of rows per act. */
export const maxAtOnce = 100;
export const pageSize = 32;
const maxSearch = 200;

/** Folds text like `staff_words` in the database. */
export function foldStaffWords(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** More pieces would cost more than they narrow the search: each is looked up in every era. */
const maxPieces = 3;
const isAscii = (text: string) => /^[ -~]+$/.test(text);

/**
 * Returns pieces that every text with this word contains, cut like `staff_pieces` in the database: four
 * characters of ASCII, else two, or one for a word of one. A long word yields only some of them.
 */
export function piecesOf(word: string): string[] {
  // The domain of an address is shared by thousands.
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
    // The last letters of an ASCII run are already part of its groups of four.
    const two = letters.slice(from, from + 2).join('');
    const isTold = from >= 2 && isAscii(letters.slice(from - 2, from + 2).join(''));
    if (!isTold) pieces.add(two);
  }
  const all = [...pieces];
  if (all.length <= maxPieces) return all;
  // Take inner pieces, because the beginnings of words are the least selective.
  return Array.from(
    { length: maxPieces },
    (_, index) => all[Math.floor(((index + 1) * all.length) / (maxPieces + 1))]!,
  );
}

/** Filters of a table with their values, and its orders with the default first. */
export type TableShape = {
  filters: Record<string, readonly string[]>;
  sorts: readonly [string, ...string[]];
};
/** State of a table; `filters` has only those that are set. */
export type TableState = { search: string; page: number; sort: string; filters: Record<string, string> };

/** Reads the state from an address; invalid values are dropped, so that old links still work. */
export function readTableState(shape: TableShape, asked: Record<string, unknown>): TableState {
  const page = Number(asked['page']);
  const filters: Record<string, string> = {};
  for (const [name, values] of Object.entries(shape.filters)) {
    const value = values.find((each) => each === asked[name]);
    if (value !== undefined) filters[name] = value;
  }
  // The router parses a word of digits as a number.
  const words = ['string', 'number'].includes(typeof asked['search']) ? String(asked['search']) : '';
  return {
    search: [...words.trim()].slice(0, maxSearch).join(''),
    // A page past the end becomes the last one, as on the server.
    page: Number.isSafeInteger(page) && page > 1 ? Math.min(page, maxRows) : 1,
    sort: shape.sorts.find((each) => each === asked['sort']) ?? shape.sorts[0],
    filters,
  };
}

/** Writes the state to an address, without defaults. */
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

/** Returns the filters by their names in the index. */
export function filterNames(filters: Record<string, string | undefined>): string[] {
  return Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`],
  );
}

/** Returns the tokens of rows with all of these filters: for two filters, the token of the pair. */
export function filterPieces(filters: readonly string[]): string[] {
  const sorted = filters.toSorted();
  if (sorted.length < 2) return sorted;
  return sorted.slice(1).map((filter, index) => `${sorted[index]} ${filter}`);
}
