import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import type { ServiceDetail } from '../contract.ts';
import { withFee } from '../offering.ts';
import { money } from './words.ts';

/**
 * Describes the fee that a buyer pays in addition to the price; empty if there is none, or if the price is only a
 * text.
 */
export function feeWords(service: ServiceDetail): string {
  const { currency, feePercent, hourlyRate, isFreeService, pricePerUnit, price, printRates } = service;
  const amounts = [hourlyRate, pricePerUnit, price].filter((each) => typeof each === 'number');
  if (isFreeService || feePercent === 0 || (!printRates && amounts.length === 0)) return '';
  const [amount = null] = printRates || amounts.length > 1 ? [] : amounts;
  const percent = numberFormat(currentLocale(), {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(feePercent / 100);
  return amount === null
    ? m['services.detail.fee_on_top']({ percent })
    : m['services.detail.fee_total']({ percent, total: money(withFee(amount, feePercent), currency) });
}
