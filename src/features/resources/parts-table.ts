import { limits } from './rules.ts';

/** Row of a bill of materials as typed or pasted: unvalidated text. */
export type PartRow = {
  name: string;
  quantity: string;
  partNumber: string;
  priceWon: string;
  url: string;
  substitute: string;
};

export const blankPart: PartRow = {
  name: '',
  quantity: '1',
  partNumber: '',
  priceWon: '',
  url: '',
  substitute: '',
};

type Column = keyof PartRow;

/** Order of columns for a table without a known header. */
const usualOrder: readonly Column[] = ['name', 'quantity', 'partNumber', 'priceWon', 'url', 'substitute'];

/** Patterns of column headers, matched against {@link foldHeader}; the first match wins. */
const headers: Record<Column, RegExp> = {
  partNumber:
    /^(부품번호|제조사?부품번호|품번|모델명?|규격|partnumber|partno|pn|mpn|mfrpartnumber|manufacturerpart(number)?|sku|型番|品番|部品番号|メーカー型番)$/,
  priceWon:
    /^(단가|가격|개당가격|단가원|가격원|price|unitprice|pricewon|pricekrw|cost|unitcost|単価|価格|値段)$/,
  quantity: /^(수량|개수|갯수|필요수량|qty|quantity|count|amount|数量|個数|員数)$/,
  url: /^(링크|구매링크|구매처|주소|url|link|buy|supplierlink|リンク|購入先|アドレス)$/,
  substitute: /^(대체부품|대체품|대체|substitute|alternative|alternatives|alt|代替品|代替|代替部品)$/,
  name: /^(부품|부품명|이름|품명|품목|명칭|항목|name|part|partname|item|component|description|comment|value|部品|部品名|名称|品名|名前)$/,
};

function foldHeader(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Parses cells copied from a spreadsheet (tabs), or a CSV file (commas or semicolons, with quotes). */
export function parseTable(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '');
  const [first = ''] = body.split(/[\r\n]/, 1);
  const delimiter = /\t/.exec(first)?.[0] ?? /;/.exec(first)?.[0] ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isBlank = true;
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
    isBlank = true;
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at];
    if (quoted) {
      if (character === '"' && body[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (character === '"') quoted = false;
      else cell += character;
    } else if (character === '"' && isBlank) {
      cell = '';
      isBlank = false;
      quoted = true;
    } else if (character === delimiter) endCell();
    else if (character === '\n' || character === '\r') endRow();
    else {
      cell += character;
      isBlank &&= character?.trim() === '';
    }
  }
  endRow();
  return rows;
}

/** Returns true if a pasted text is a table and not the value of one field. */
export function isTable(text: string): boolean {
  const rows = parseTable(text);
  return text.includes('\t') || (rows.length > 1 && rows.every((row) => row.length > 1));
}

/** Parses a table into parts. Columns are identified by their headers, or else by the usual order. */
export function partsFromTable(text: string): PartRow[] {
  const [head = [], ...rest] = parseTable(text);
  const columns = new Map<Column, number>();
  const folded = head.map(foldHeader);
  for (const column of Object.keys(headers) as Column[]) {
    const index = folded.findIndex(
      (title, position) => headers[column].test(title) && ![...columns.values()].includes(position),
    );
    if (index >= 0) columns.set(column, index);
  }
  const hasHeader = columns.has('name') || columns.size >= 2;
  const rows = hasHeader ? rest : [head, ...rest];
  if (!hasHeader) usualOrder.forEach((column, index) => columns.set(column, index));
  // A list of part numbers alone uses them as names.
  else if (!columns.has('name')) columns.set('name', columns.get('partNumber') ?? 0);
  const cellOf = (row: string[], column: Column) => unguarded(row[columns.get(column) ?? -1] ?? '');
  return rows
    .map((row) => ({
      name: cellOf(row, 'name'),
      quantity: numberText(cellOf(row, 'quantity')) || '1',
      partNumber: cellOf(row, 'partNumber'),
      priceWon: numberText(cellOf(row, 'priceWon')),
      url: cellOf(row, 'url'),
      substitute: cellOf(row, 'substitute'),
    }))
    .filter(({ name, partNumber }) => name !== '' || partNumber !== '')
    .slice(0, limits.parts);
}

/** Normalises "₩1,200", "1,200원" and "3 pcs" to numbers. Other text is kept, for the user to correct. */
export function numberText(text: string): string {
  const found = /^[₩¥\\]?\s*(-?(?:[\d,]*\.\d+|[\d,]*\d))\s*(?:원|개|매|pcs?|ea|個|枚|円|won|krw)?\.?$/i.exec(
    text.normalize('NFKC').trim(),
  );
  return found?.[1] === undefined ? text.trim() : found[1].replaceAll(',', '');
}

/**
 * Parses a typed number: undefined for an empty field, and the text itself for invalid input, which the
 * server refuses at its field.
 */
export function typedNumber(text: string): number | string | undefined {
  const plain = numberText(text);
  if (plain === '') return undefined;
  return Number.isFinite(Number(plain)) ? Number(plain) : text;
}

type Priced = { quantity: unknown; priceWon?: unknown };

/** Returns the total of the parts that have a price, or null if none has one. */
export function partsTotal(parts: readonly Priced[], pieces = 1): number | null {
  const costs = parts.flatMap(({ quantity, priceWon }) =>
    typeof quantity === 'number' && typeof priceWon === 'number' ? [quantity * priceWon] : [],
  );
  return costs.length === 0 ? null : Math.round(costs.reduce((sum, cost) => sum + cost, 0) * pieces);
}

/**
 * Prevents CSV injection: a cell that starts like this would run as a formula. The escaping apostrophe is
 * itself escaped, so that it survives a round trip.
 */
const formula = /^['=+\-@\t\r]/;

function csvCell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Reverses the escaping of {@link csvCell}. */
function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Formats a parts list as CSV (RFC 4180), with headers in the reader's language. */
export function partsToCsv(
  parts: readonly {
    name: string;
    quantity: number;
    partNumber?: string | undefined;
    priceWon?: number | undefined;
    url?: string | undefined;
    substitute?: string | undefined;
  }[],
  titles: Record<Column, string>,
  pieces = 1,
): string {
  const rows = parts.map((part) =>
    usualOrder
      .map((column) => csvCell(column === 'quantity' ? part.quantity * pieces : part[column]))
      .join(','),
  );
  return [usualOrder.map((column) => csvCell(titles[column])).join(','), ...rows].join('\r\n') + '\r\n';
}
