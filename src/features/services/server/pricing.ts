import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { printRatesOf, standardPrices } from '../offering.ts';
import { sortPrice } from '../rules.ts';
import type { RateCard } from '../workshop.ts';

/** What the form writes for the standard prices, in any language: whoever reads it is told them in their own. */
const standardWords: ReadonlySet<string> = new Set(
  locales.map((locale) => {
    const won = new Intl.NumberFormat(locale, { style: 'currency', currency: 'KRW' });
    const base = won.format(standardPrices.printBase);
    return m['services.price.print']({ base, rate: won.format(standardPrices.printPerTenGrams) }, { locale });
  }),
);

/** The provider's own words; '' where they only say the standard prices. */
export function ownPricing(pricing: string): string {
  return standardWords.has(pricing) ? '' : pricing;
}

/** What "lowest price first" goes by. A rate card that nothing else is said beside tells the price in its provider's place. */
export function sortPriceOf(service: Parameters<typeof printRatesOf>[0], card: RateCard | null): number {
  if (card === null || ownPricing(service.pricing) !== '') return sortPrice(service);
  const rates = printRatesOf({ ...service, pricing: '' }, card);
  if (rates === null) return sortPrice(service);
  return sortPrice({ ...service, pricing: String(rates.startFee || rates.perTenGrams) });
}
