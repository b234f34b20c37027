import { m } from '#i18n/generated/messages.js';
import { currentLocale, marketplaceFees } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';
import { buyerFeeOf, feeTermsFor } from '#platform/shared/fee.ts';
import { withFee, type PrintRates } from '../offering.ts';
import type { City } from '../rules.ts';

export { typeName } from '../words.ts';

export const cityNames: Record<City, () => string> = {
  seoul: () => m['services.city.seoul'](),
  busan: () => m['services.city.busan'](),
  incheon: () => m['services.city.incheon'](),
  daejeon: () => m['services.city.daejeon'](),
  daegu: () => m['services.city.daegu'](),
  gwangju: () => m['services.city.gwangju'](),
  ulsan: () => m['services.city.ulsan'](),
  sejong: () => m['services.city.sejong'](),
};

export function money(amount: number, currency: string): string {
  return formatMoney(amount, currency, currentLocale());
}

/**
 * Describes the price: free, the start of a quote, an amount, or the provider's own words. Cards and maps include the
 * fee; a service's own page shows it next to the price, and passes 0. See docs/decisions/0040.
 */
export function priceWords(
  service: {
    serviceType: string;
    isFreeService: boolean;
    pricing: string;
    hourlyRate: number | null;
    pricePerUnit: number | null;
    price: number | null;
    currency: string;
    printRates: PrintRates | null;
  },
  feePercent = buyerFeeOf(feeTermsFor(marketplaceFees(), tradeOf(service.serviceType))),
): string {
  const { currency, pricing, printRates } = service;
  if (service.isFreeService) return m['services.price.free']();
  const paid = (amount: number) => withFee(amount, feePercent);
  const paidOrNone = (amount: number | null) => (amount === null ? null : paid(amount));
  if (printRates) {
    const { startFee, perTenGrams, isFrom } = printRates;
    return ratesWords({ startFee: paid(startFee), perTenGrams: paid(perTenGrams), isFrom }, currency);
  }
  const [price, hourlyRate, pricePerUnit] = [service.price, service.hourlyRate, service.pricePerUnit].map(
    paidOrNone,
  ) as [number | null, number | null, number | null];
  const base = price === null ? '' : money(price, currency);
  const rate =
    hourlyRate !== null
      ? m['services.price.hourly']({ amount: money(hourlyRate, currency) })
      : pricePerUnit !== null
        ? perUnitWords(service.serviceType, money(pricePerUnit, currency))
        : '';
  return [base, rate].filter(Boolean).join(' + ') || pricing || m['services.price.ask']();
}

/** Prints are charged by weight. */
function perUnitWords(serviceType: string, amount: string): string {
  return isPricedByWeight(serviceType)
    ? m['services.price.per_ten_grams']({ amount })
    : m['services.price.per_unit']({ amount });
}

function ratesWords({ startFee, perTenGrams, isFrom }: PrintRates, currency: string): string {
  const base = money(startFee, currency);
  const rate = money(perTenGrams, currency);
  const amount =
    perTenGrams === 0
      ? base
      : startFee === 0
        ? m['services.price.per_ten_grams']({ amount: rate })
        : m['services.price.print']({ base, rate });
  return isFrom ? m['services.price.from']({ amount }) : amount;
}

/** "800 m" below a kilometre, "3.2 km" above. */
/** Describes a provider's record: rating, completed orders and response time. */
export function recordWords(service: {
  rating: number | null;
  completedOrders: number;
  responseMinutes: number | null;
}): string {
  const { rating, completedOrders: count, responseMinutes: minutes } = service;
  const isLong = minutes !== null && minutes > 90;
  const time = numberFormat(currentLocale(), {
    style: 'unit',
    unit: isLong ? 'hour' : 'minute',
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format((minutes ?? 0) / (isLong ? 60 : 1));
  return [
    rating !== null && m['services.detail.rating']({ rating }),
    count > 0 && m['services.card.completed']({ count }),
    minutes !== null && m['services.card.answers']({ time }),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function distanceWords(km: number): string {
  const metres = km < 1;
  return numberFormat(currentLocale(), {
    style: 'unit',
    unit: metres ? 'meter' : 'kilometer',
    maximumFractionDigits: metres || km >= 10 ? 0 : 1,
  }).format(metres ? Math.max(100, Math.round(km * 1000)) : km);
}
