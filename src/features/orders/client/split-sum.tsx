import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { OrderDetail } from '../contract.ts';
import { split } from '../rules.ts';
import { Facts } from './facts.tsx';
import { byBought } from './order-words.ts';

/** Shows how the total is split if the provider keeps `keep`. */
export function SplitSum({ order, keep }: { order: OrderDetail; keep: number }) {
  const { amounts, feePercent, feeBearer } = order;
  const part = split({ principal: amounts.principal, feePercent, feeBearer }, keep);
  return (
    <Facts
      facts={[
        [
          byBought(order, m['orders.page.field.split_provider'], m['orders.lot.split_provider'])(),
          money(part.provider, amounts.currency),
        ],
        [m['orders.page.field.split_buyer'](), money(part.buyer, amounts.currency)],
        [m['orders.page.field.split_fee'](), money(part.fee, amounts.currency)],
      ]}
    />
  );
}
