import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { OrderDetail } from '../contract.ts';
import type { DeliveryBearer } from '../rules.ts';
import { Facts } from './facts.tsx';
import { partsOf } from './parts.ts';
import { byBought } from './order-words.ts';

/** Shows how the total is split if the provider keeps `keep`. */
export function SplitSum(props: { order: OrderDetail; keep: number; bearer?: DeliveryBearer | undefined }) {
  const { order, keep, bearer } = props;
  const { amounts } = order;
  const part = partsOf(order, keep, bearer);
  const authors = part.authors.reduce((sum, amount) => sum + amount, 0);
  return (
    <Facts
      facts={[
        [
          byBought(order, m['orders.page.field.split_provider'], m['orders.lot.split_provider'])(),
          money(part.provider, amounts.currency),
        ],
        [m['orders.page.field.split_buyer'](), money(part.buyer, amounts.currency)],
        [m['orders.page.field.split_fee'](), money(part.fee, amounts.currency)],
        ...(authors > 0
          ? [[m['orders.page.field.split_authors'](), money(authors, amounts.currency)] as const]
          : []),
      ]}
    />
  );
}
