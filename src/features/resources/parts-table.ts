import { formula, numberText, type PartRow } from './parts-numbers.ts';

export { numberText } from './parts-numbers.ts';
export type { PartRow } from './parts-numbers.ts';

export const blankPart: PartRow = {
  name: '',
  quantity: '1',
  partNumber: '',
  priceWon: '',
  url: '',
  substitute: '',
};

type Column = keyof PartRow;

/** Order of columns of an export. */
const usualOrder: readonly Column[] = ['name', 'quantity', 'partNumber', 'priceWon', 'url', 'substitute'];

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

function csvCell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
