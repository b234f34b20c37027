import { m } from '#i18n/generated/messages.js';
import type { Part } from '../contract.ts';
import { partsToCsv } from '../parts-table.ts';

/** Returns a bill of materials as a table with headers in the reader's language. */
export function partsCsv(parts: readonly Part[], pieces = 1): string {
  const titles = {
    name: m['resources.detail.part'](),
    quantity: m['resources.detail.quantity'](),
    partNumber: m['resources.detail.part_number'](),
    priceWon: m['resources.parts.price'](),
    url: m['resources.parts.url'](),
    substitute: m['resources.detail.substitute'](),
  };
  return partsToCsv(parts, titles, pieces);
}
