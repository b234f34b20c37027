import { maxAmount } from '#platform/shared/amounts.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import type { RateCard } from './workshop.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import { plainDigits } from '#platform/shared/widths.ts';

/** Pure rules of a service's fields; separate from rules.ts because only the form and the routes need them. */

export const limits = {
  title: 100,
  description: 5000,
  pricing: 300,
  money: maxAmount,
  availableHours: 1000,
  tags: 20,
  tag: 40,
  phone: 40,
  email: 254,
  locations: 20,
  address: 200,
  printerModel: 120,
  items: 30,
  item: 60,
  photos: 10,
  samples: 20,
} as const;

export const currencies = ['KRW', 'JPY', 'USD'] as const;
export type Currency = (typeof currencies)[number];

/** Common materials of 3D printers; others are free text. */
export const materials = [
  'PLA',
  'ABS',
  'PETG',
  'TPU',
  'Nylon',
  'PC',
  'PEEK',
  'PVA',
  'HIPS',
  'ASA',
  'Carbon',
  'Wood',
  'Metal',
  'Ceramic',
  'Resin',
] as const;
export const otherMaterial = 'Other';

export const commonFileFormats = ['STL', 'OBJ', '3MF', 'STEP', 'AMF', 'G-code'] as const;

/** Prices of a type whose provider sets none: docs/product.md, "Standard prices". */
export const standardPrices = { printBase: 10_000, printPerTenGrams: 2000, engineerHour: 50_000 } as const;

/** Returns the print prices without a rate card: the provider's price for 10 g, or the standard prices. */
export function printPrices({ price, pricePerUnit }: { price: number | null; pricePerUnit: number | null }) {
  if (typeof pricePerUnit !== 'number') {
    return { startFee: standardPrices.printBase, perTenGrams: standardPrices.printPerTenGrams };
  }
  return { startFee: price ?? standardPrices.printBase, perTenGrams: pricePerUnit };
}

/** Rates shown for prints; `isFrom` means that more is added. */
export type PrintRates = { startFee: number; perTenGrams: number; isFrom: boolean };

/**
 * Returns the first price of a print: from the provider's rate card, else their price for 10 g, else the standard
 * prices. Null if the price is an amount or a text.
 */
export function printRatesOf(
  service: {
    serviceType: string;
    isFreeService: boolean;
    currency: string;
    pricing: string;
    price: number | null;
    hourlyRate: number | null;
    pricePerUnit: number | null;
  },
  card: Pick<
    RateCard,
    'startFee' | 'minimum' | 'perTenGrams' | 'materials' | 'perHour' | 'perUnit' | 'perLoad'
  > | null,
): PrintRates | null {
  if (!isPricedByWeight(service.serviceType) || service.isFreeService) return null;
  if (card === null) {
    const { currency, pricing, price, hourlyRate, pricePerUnit } = service;
    if (currency !== 'KRW') return null;
    if (pricePerUnit === null && (hourlyRate !== null || price !== null || pricing !== '')) return null;
    return { ...printPrices(service), isFrom: false };
  }
  const rates = [card.perTenGrams, ...card.materials.map((each) => each.perTenGrams ?? card.perTenGrams)];
  const perTenGrams = Math.min(...rates);
  const more = card.perHour + card.perUnit + card.perLoad;
  // If weight is free, this is the minimum for one piece.
  if (perTenGrams === 0)
    return { startFee: Math.max(card.minimum, card.startFee + more), perTenGrams, isFrom: true };
  const isFrom =
    more > 0 || card.minimum > card.startFee + perTenGrams || rates.some((rate) => rate !== perTenGrams);
  return { startFee: card.startFee, perTenGrams, isFrom };
}

/** Returns what a buyer pays: the provider's amount plus the fee. */
export function withFee(amount: number, feePercent: number): number {
  return amount + feeOf(amount, feePercent);
}

/** Returns the price of sending work of this price; null if nothing is sent. */
export function postageOf(
  { post, freeFrom }: { post: number | null; freeFrom: number | null },
  principal: number,
): number | null {
  return post !== null && freeFrom !== null && principal >= freeFrom ? 0 : post;
}

/** Parses comma separated words or a list, without duplicates regardless of case. */
export function parseWords(value: string | readonly string[]): string[] {
  const parts = typeof value === 'string' ? value.split(',') : value;
  const seen = new Map<string, string>();
  for (const part of parts) {
    const word = plainName(plainName(part).replace(/^[#\s]+/, ''));
    if (word !== '' && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
  }
  return [...seen.values()];
}

/** Returns whether a text is a phone number, landlines included: at least eight digits, with separators. */
export function isContactPhone(text: string): boolean {
  const plain = plainDigits(text);
  const digits = plain.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s().-]+$/.test(plain) && digits >= 8 && digits <= 15;
}

const koreanProvince =
  /^(서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충청|충북|충남|전라|전북|전남|경상|경북|경남|제주)/;
const japanese = /^(?:〒?\s*[\d-]+\s*)?((?:.{2,3}?[都道府県])?(?:[^\s\d]{1,6}?[市区町村郡])?)/u;
const romanUnit = /^[a-z' -]+-(?:gu|gun|si|do)$/i;
const romanCity =
  /^(?:seoul|busan|incheon|daejeon|daegu|gwangju|ulsan|sejong|jeju|suwon|tokyo|osaka|kyoto|nagoya|fukuoka|sapporo|yokohama|kobe)$/i;

/** Returns the public part of a residential address: its city and district, empty if unknown. */
export function coarseAddress(address: string): string {
  const text = plainDigits(address)
    .replace(/^대한민국\s+/, '')
    .trim();
  if (/^[가-힣]/.test(text)) {
    const words = text.split(/\s+/);
    const first = words[0] ?? '';
    const from = koreanProvince.test(first) ? 1 : 0;
    let end = from;
    while (/^[가-힣]+(?:시|도|군|구)$/.test(words[end] ?? '')) end += 1;
    return words.slice(0, end).join(' ').slice(0, 40);
  }
  if (/[\p{Script=Han}\p{Script=Katakana}]/u.test(text)) return japanese.exec(text)?.[1] ?? '';
  return text
    .split(',')
    .map((part) => part.replaceAll(/\d+/g, '').trim())
    .filter((part) => romanUnit.test(part) || romanCity.test(part))
    .join(', ')
    .slice(0, 60);
}
