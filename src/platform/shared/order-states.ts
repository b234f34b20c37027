/**
 * States of orders, one row each. Statements of SQL about money and delivery and the types of tables read this table instead of listing states; which
 * states end an order, and which of them came to nothing, is still said where it is asked (docs/recipes.md). The transitions between them are in orders/states.ts, their names in orders/words.ts.
 */

export type OrderStateRow = {
  /** The buyer's money: `held` until the outcome, or `contested` where a bank may have taken it back meanwhile. */
  money: 'none' | 'held' | 'contested';
  /** True until something is handed over. */
  isBeforeDelivery?: true;
};

export const orderStates = [
  'created',
  'paid',
  'accepted',
  'working',
  'delivered',
  'disputed',
  'completed',
  'cancelled',
  'refunded',
  'settled',
] as const;
export type OrderState = (typeof orderStates)[number];

export const orderStateTable: Record<OrderState, OrderStateRow> = {
  created: { money: 'none', isBeforeDelivery: true },
  paid: { money: 'held', isBeforeDelivery: true },
  accepted: { money: 'held', isBeforeDelivery: true },
  working: { money: 'held', isBeforeDelivery: true },
  delivered: { money: 'held' },
  disputed: { money: 'contested' },
  completed: { money: 'none' },
  cancelled: { money: 'none' },
  refunded: { money: 'none' },
  settled: { money: 'none' },
};

/** Returns the states that fit, for statements of SQL. */
export function orderStatesWhere(fits: (row: OrderStateRow) => boolean): OrderState[] {
  return orderStates.filter((state) => fits(orderStateTable[state]));
}
