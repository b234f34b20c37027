import type { OrderDetail } from '../contract.ts';
import { keepsDelivery, split, type DeliveryBearer, type Parts } from '../rules.ts';

/** Returns whether anything was handed over, even if it went back for rework. */
export function wasSent({ delivery, events }: OrderDetail): boolean {
  return delivery.deliveredAt !== null || events.some(({ event }) => event === 'deliver');
}

/** Returns how the total of an order is split, or would be if the provider kept `keep` of the principal. */
export function partsOf(order: OrderDetail, keep: number, bearer?: DeliveryBearer): Parts {
  const { amounts, feePercent, feeBearer, shares, kept, deliveryKept } = order;
  const price = {
    principal: amounts.principal,
    feePercent,
    feeBearer,
    deliveryPrice: amounts.delivery,
    shares: shares.map(({ amount }) => amount),
  };
  const isDeliveryKept =
    deliveryKept !== null && keep === kept
      ? deliveryKept
      : keepsDelivery(price, keep, { wasSent: wasSent(order), bearer });
  return split(price, keep, isDeliveryKept);
}
