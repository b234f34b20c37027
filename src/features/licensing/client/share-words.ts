import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Rights } from '../contract.ts';
import { formatCount } from './words.ts';

/** Returns a share as "₩1,000 for each" or "5% of the price". */
export function shareWords({ amount, percent }: NonNullable<Rights['share']>): string {
  const locale = currentLocale();
  return amount === null
    ? m['licensing.share.of_price']({ percent: formatCount(percent ?? 0) })
    : m['licensing.share.each']({ amount: formatMoney(amount, 'KRW', locale) });
}
