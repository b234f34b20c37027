import { limits } from './rules.ts';
import { digitsOf, numberText, unguarded, type PartRow } from './parts-numbers.ts';

/** What a column of a table holds. Designators, such as "R1, R2", are counted where no quantity is given. */
export const columnKinds = [
  'name',
  'quantity',
  'designators',
  'partNumber',
  'price',
  'url',
  'substitute',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const partCurrencies = ['KRW', 'JPY', 'USD', 'EUR', 'CNY', 'GBP'] as const;
export type PartCurrency = (typeof partCurrencies)[number];

/** How a table is read: what people choose in the preview. */
export type TableReading = {
  /** Index of the first row with a part. */
  start: number;
  /** Index of the row after the last part. */
  end: number;
  columns: ReadonlyMap<ColumnKind, number>;
  decimal: '.' | ',';
  currency: PartCurrency;
};

/** Things that a table leaves open, so that a person has to be asked. */
export type Doubt = 'columns' | 'quantity' | 'decimal' | 'currency';
export type Proposal = TableReading & { doubts: Doubt[] };

/** Order of columns for a table without a known header. */
const usualOrder: readonly ColumnKind[] = ['name', 'quantity', 'partNumber', 'price', 'url', 'substitute'];

/**
 * Titles of columns, matched against {@link foldTitle}; the first pattern that matches any column wins. They are those
 * of KiCad, JLCPCB, EasyEDA, Fusion, Eagle and Altium, and of lists that people keep.
 */
const titles: Record<ColumnKind, readonly RegExp[]> = {
  partNumber: [
    /^(부품번호|제조사?부품번호|품번|모델명?|규격|partnumber|partno|pn|mpn|m(anu)?f(g|r|acturer)?(part)?(number|no|nr|pn|part|partnumber)1?|型番|品番|部品番号|メーカー型番|メーカ型番|ﾒｰｶｰ型番)$/,
    /^(manufacturerpart(number)?1?|sku|supplier(part)?(number|no|ref|part|partnumber)?1?|supplierandref|(jlcpcb|lcsc|jlc|digikey|mouser)(part)?(number|no|pn)?(optional)?|注文番号|주문번호)$/,
  ],
  price: [
    /^(단가|개당가격|(supplier)?unitprice1?|unitcost|priceeach|priceunit|pricewon|単価|einzelpreis|prixunitaire)$/,
    /^(가격|price|cost|価格|値段|preis|prix|prezzo|precio)$/,
  ],
  quantity: [
    /^(수량|개수|갯수|필요수량|소요량|qty|qnty|quantity|quantities|(qty|quantity)per(board|unit|pcb)?|count|amount|数量|個数|員数|menge|anzahl|stück|quantité|quantità|cantidad)$/,
  ],
  designators: [
    /^(references?|refdes|refs?|referencedesignators?|designators?|참조|참조번호|기호|부품기호|リファレンス|部品記号|記号|bauteile)$/,
    /^parts$/,
  ],
  url: [
    /^(링크|구매링크|구매처|주소|url|link|buy|(supplier|purchase|buy|product|shop|order)(url|link)|リンク|購入先|購入リンク|アドレス)$/,
  ],
  substitute: [/^(대체부품|대체품|대체|substitutes?|alternatives?|alternate|alt|代替品|代替|代替部品)$/],
  name: [
    /^(부품|부품명|이름|품명|품목|명칭|name|part|partname|component|部品|部品名|名称|品名|名前|bezeichnung|désignation)$/,
    /^(comment|value|designation|값|値|定数|wert|valeur)$/,
    /^(description|내용|설명|説明|仕様|beschreibung|cmpname|libpart|device)$/,
    /^(항목|item)$/,
  ],
};
const kindsByTitle = Object.keys(titles) as ColumnKind[];

/** What a title of a price says about its currency. */
const currencyMarks: [RegExp, PartCurrency][] = [
  [/₩|원|\b(?:krw|won)\b/i, 'KRW'],
  [/円|\b(?:jpy|yen)\b/i, 'JPY'],
  [/€|\b(?:eur|euro)\b/i, 'EUR'],
  [/£|\bgbp\b/i, 'GBP'],
  [/元|\b(?:cny|rmb)\b/i, 'CNY'],
  [/\$|\b(?:usd|us\$)/i, 'USD'],
];

function foldTitle(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .slice(0, 200)
    .replaceAll(/\s/g, '')
    .replace(/[([{]?(?:원|円|₩|€|£|¥|us\$|\$|krw|won|usd|eur|jpy|yen|cny|rmb|gbp)[)\]}]?$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const delimiters = ['\t', ';', ','] as const;
const sampleLength = 20_000;

/** Rows at the beginning among which the titles are looked for: programs write who made the list, and when. */
const maxPreamble = 30;

/** Parses cells copied from a spreadsheet (tabs), or a CSV file (commas or semicolons, with quotes). */
export function parseTable(text: string): string[][] {
  return parseWith(withoutMark(text), delimiterOf(text));
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '').replace(/^sep=[,;\t]\r?\n/i, '');

/** Returns the character that splits a table into columns with known titles, or else into equally long rows. */
export function delimiterOf(text: string): string {
  const body = withoutMark(text);
  const told = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text)?.[1];
  if (told) return told;
  const sample = body.length > sampleLength ? body.slice(0, sampleLength) : body;
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue;
    const rows = parseWith(sample, delimiter).slice(0, maxPreamble + 20);
    const known = Math.max(...rows.slice(0, maxPreamble).map((row) => columnsByTitles(row).size));
    const counts = new Map<number, number>();
    for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    const score = known * 1000 + Math.max(0, ...counts.values());
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function parseWith(body: string, delimiter: string): string[][] {
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

function columnsByTitles(row: readonly string[]): Map<ColumnKind, number> {
  const columns = new Map<ColumnKind, number>();
  const taken = new Set<number>();
  const folded = row.slice(0, 200).map(foldTitle);
  for (const kind of kindsByTitle) {
    for (const pattern of titles[kind]) {
      const index = folded.findIndex((title, position) => !taken.has(position) && pattern.test(title));
      if (index < 0) continue;
      columns.set(kind, index);
      taken.add(index);
      break;
    }
  }
  return columns;
}

/** Proposes how to read a table, and tells what it leaves open. */
export function proposeReading(rows: readonly (readonly string[])[], delimiter = '\t'): Proposal {
  const doubts: Doubt[] = [];
  const { start, end, columns, title } = findParts(rows);
  if (start === 0) doubts.push('columns');
  else if (!columns.has('quantity') && !columns.has('designators')) doubts.push('quantity');
  const cells = (kind: ColumnKind) => {
    const index = columns.get(kind);
    return index === undefined ? [] : rows.slice(start, end).map((row) => row[index] ?? '');
  };
  const currency = currencyOf(title, cells('price'));
  const numbers = [...cells('quantity'), ...cells('price')];
  const decimal = decimalOf(numbers, delimiter, currency?.currency ?? null);
  if (decimal.isOpen) doubts.push('decimal');
  const hasPrices = cells('price').some((cell) => cell !== '');
  if (hasPrices && (currency === null || !currency.isKnown || currency.currency !== 'KRW'))
    doubts.push('currency');
  return { start, end, columns, decimal: decimal.decimal, currency: currency?.currency ?? 'KRW', doubts };
}

function findParts(rows: readonly (readonly string[])[]) {
  const head = rows.slice(0, maxPreamble).map(columnsByTitles);
  // KiCad's script lists each component alone, and then all of a kind together.
  const collated = rows.findIndex((row) => /^collated components:?$/i.test(row[0] ?? ''));
  let at = head.findIndex((columns) =>
    columns.has('name') || columns.has('partNumber') ? columns.size >= 2 : false,
  );
  if (at < 0 && rows.length > 1)
    at = head.findIndex((columns) => columns.size >= 2 || (columns.size === 1 && columns.has('name')));
  if (at < 0) {
    const columns = new Map(usualOrder.map((kind, index) => [kind, index]));
    return { start: 0, end: rows.length, columns, title: '' };
  }
  if (collated > at && rows[collated + 1]) at = collated + 1;
  const columns = columnsByTitles(rows[at]!);
  const name = columns.get('name');
  // "Item" may be a running number.
  const isNumbered =
    name !== undefined &&
    foldTitle(rows[at]![name] ?? '') === 'item' &&
    rows.slice(at + 1).every((row) => /^\d*$/.test(row[name] ?? ''));
  if (isNumbered) columns.delete('name');
  // A list of part numbers alone uses them as names.
  if (!columns.has('name')) columns.set('name', columns.get('partNumber') ?? 0);
  const title = rows[at]![columns.get('price') ?? -1] ?? '';
  const again = rows.findIndex(
    (row, index) =>
      index > at && row.length === 1 && rows[at]!.length > 2 && /components:?$/i.test(row[0] ?? ''),
  );
  return { start: at + 1, end: again < 0 ? rows.length : again, columns, title };
}

function currencyOf(
  title: string,
  cells: readonly string[],
): { currency: PartCurrency; isKnown: boolean } | null {
  const found = new Set<PartCurrency>();
  let isYenOrYuan = false;
  for (const text of [title, ...cells.slice(0, 500)]) {
    const plain = text.normalize('NFKC').slice(0, 60);
    const known = currencyMarks.find(([mark]) => mark.test(plain))?.[1];
    if (known) found.add(known);
    // Also Korean fonts draw a won sign there.
    else if (/[¥\\]/.test(plain)) isYenOrYuan = true;
  }
  const [currency] = found;
  if (currency !== undefined) return { currency, isKnown: found.size === 1 && !isYenOrYuan };
  if (isYenOrYuan) return { currency: 'JPY', isKnown: false };
  if (/\p{Script=Hangul}/u.test(title)) return { currency: 'KRW', isKnown: true };
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(title) ? { currency: 'JPY', isKnown: false } : null;
}

/** Tells decimal commas from those between thousands: by numbers that can be only one of them. */
function decimalOf(
  cells: readonly string[],
  delimiter: string,
  currency: PartCurrency | null,
): { decimal: '.' | ','; isOpen: boolean } {
  const seen = { comma: false, point: false, open: false };
  for (const cell of cells) {
    const digits = digitsOf(cell);
    if (digits === null) continue;
    if (
      /^\d{1,3}(?:\.\d{3}){2,}$|^[\d.]*,\d+$/.test(digits) &&
      !/^\d{1,3}(?:,\d{3})+$/.test(digits) &&
      !/,.*,/.test(digits)
    )
      seen.comma = true;
    else if (/^[\d,]*\.\d+$/.test(digits) && !/^\d{1,3}\.\d{3}$/.test(digits)) seen.point = true;
    else if (/^\d{1,3}(?:,\d{3})+$/.test(digits)) {
      if (digits.startsWith('0,')) seen.comma = true;
      else if (/,.*,/.test(digits)) seen.point = true;
      else seen.open = true;
    } else if (/^\d{1,3}\.\d{3}$/.test(digits) && delimiter === ';' && !digits.startsWith('0'))
      seen.open = true;
  }
  if (seen.comma !== seen.point) return { decimal: seen.comma ? ',' : '.', isOpen: false };
  if (seen.comma) return { decimal: ',', isOpen: true };
  // Neither won nor yen have a part; semicolons separate columns where commas separate decimals.
  const isOpen = seen.open && delimiter === ';' && currency !== 'KRW' && currency !== 'JPY';
  return { decimal: isOpen ? ',' : '.', isOpen };
}

/** Counts designators: "R1, R2 R5-R7" are five. */
export function countDesignators(text: string): number {
  const found = new Set<string>();
  let inRanges = 0;
  for (const word of text.slice(0, 20_000).split(/[\s,;]+/)) {
    const range = /^([A-Za-z_]{1,8})(\d{1,5})(?:-|\.\.|~)\1?(\d{1,5})$/.exec(word);
    if (range) inRanges += Math.max(1, Math.abs(Number(range[3]) - Number(range[2])) + 1);
    else if (word !== '') found.add(word);
  }
  return found.size + inRanges;
}

/** Part as a table gives it; its price is in the currency of the table. */
export type ReadPart = Omit<PartRow, 'priceWon'> & { price: string };

export function readParts(rows: readonly (readonly string[])[], reading: TableReading): ReadPart[] {
  const { start, end, columns, decimal } = reading;
  const cellOf = (row: readonly string[], kind: ColumnKind) => unguarded(row[columns.get(kind) ?? -1] ?? '');
  return rows
    .slice(start, end)
    .map((row) => ({
      name: cellOf(row, 'name'),
      quantity:
        numberText(cellOf(row, 'quantity'), decimal) ||
        String(countDesignators(cellOf(row, 'designators')) || 1),
      partNumber: cellOf(row, 'partNumber'),
      price: numberText(cellOf(row, 'price'), decimal),
      url: cellOf(row, 'url'),
      substitute: cellOf(row, 'substitute'),
    }))
    .filter(({ name, partNumber }) => name !== '' || partNumber !== '')
    .slice(0, limits.parts);
}

/** Returns the rows of the form; prices in another currency become won at a rate that a person gave, or are left out. */
export function rowsInWon(
  parts: readonly ReadPart[],
  currency: PartCurrency,
  wonPerUnit: number | null,
): PartRow[] {
  return parts.map(({ price, ...part }) => {
    const rate = currency === 'KRW' ? 1 : wonPerUnit;
    const amount = Number(price);
    const isNumber = price !== '' && Number.isFinite(amount);
    if (rate === null) return { ...part, priceWon: '' };
    // What is no number is shown for correction.
    return { ...part, priceWon: isNumber && rate !== 1 ? String(Math.round(amount * rate)) : price };
  });
}

/** Parses a table into parts as it says them, whatever it leaves open. */
export function partsFromTable(text: string): PartRow[] {
  const rows = parseTable(text);
  return readParts(rows, proposeReading(rows, delimiterOf(text))).map(({ price, ...part }) => ({
    ...part,
    priceWon: price,
  }));
}
