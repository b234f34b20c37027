import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { ServiceDetail } from '../contract.ts';
import { standardPrices, withFee } from '../offering.ts';
import { money, priceWords } from './words.ts';

/**
 * What a buyer pays, the fee included, and that it is: a price without its fee is not the one that is paid. What a
 * provider only tells in words stays as it is.
 */
export function buyersPrice(service: ServiceDetail): { amount: string; note: string } {
  const { currency, feePercent, hourlyRate, pricePerUnit, price, workshop } = service;
  const whole = (amount: number) => withFee(amount, feePercent);
  const wholeIfAny = (amount: number | null) => (amount === null ? null : whole(amount));
  const isPrinting = service.serviceType === '3d_printing' && currency === 'KRW';
  const hasAmount = hourlyRate !== null || pricePerUnit !== null || price !== null;
  const note = m['services.detail.with_fee']({
    percent: new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(
      feePercent / 100,
    ),
  });
  if (
    !service.isFreeService &&
    !hasAmount &&
    isPrinting &&
    workshop?.rateCard == null &&
    service.pricing === ''
  ) {
    const { printBase, printPerTenGrams } = standardPrices;
    const words = m['services.detail.standard_print']({
      base: money(whole(printBase), currency),
      rate: money(whole(printPerTenGrams), currency),
    });
    return { amount: words, note };
  }
  const amount = priceWords({
    ...service,
    hourlyRate: wholeIfAny(hourlyRate),
    pricePerUnit: wholeIfAny(pricePerUnit),
    price: wholeIfAny(price),
  });
  return { amount, note: service.isFreeService || !hasAmount ? '' : note };
}
