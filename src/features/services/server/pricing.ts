import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { formatMoney, wholeMoney } from '#platform/shared/money.ts';
import { printRatesOf, standardPrices } from '../offering.ts';
import { sortPrice } from '../rules.ts';
import type { RateCard } from '../workshop.ts';

/** Texts of standard prices that the form writes, in any language; readers see them in their own. */
const standardWords: ReadonlySet<string> = new Set(
  locales.map((locale) => {
    const won = (amount: number) => formatMoney(amount, 'KRW', locale);
    const { printBase, printPerTenGrams } = standardPrices;
    return m['services.price.print']({ base: won(printBase), rate: won(printPerTenGrams) }, { locale });
  }),
);

/** Returns the provider's own words; empty if they only repeat the standard prices. */
export function ownPricing(pricing: string): string {
  return standardWords.has(pricing) ? '' : pricing;
}

/** Returns the price of "lowest first". A rate card without any other price determines it. */
export function sortPriceOf(service: Parameters<typeof printRatesOf>[0], card: RateCard | null): number {
  // Price texts contain whole units, for dollars too.
  const whole = (amount: number | null) =>
    amount === null ? null : Math.round(wholeMoney(amount, service.currency));
  const read = {
    ...service,
    price: whole(service.price),
    hourlyRate: whole(service.hourlyRate),
    pricePerUnit: whole(service.pricePerUnit),
  };
  if (card === null || ownPricing(service.pricing) !== '') return sortPrice(read);
  const rates = printRatesOf({ ...service, pricing: '' }, card);
  if (rates === null) return sortPrice(read);
  return sortPrice({ ...read, pricing: String(whole(rates.startFee || rates.perTenGrams)) });
}
