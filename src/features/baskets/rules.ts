import type { OrderSummary } from '#features/orders/contract.ts';

/** Rules of baskets: limits, sums and what the orders of one together have come to. */

export const basketLimits = {
  orders: 6,
  /** Lines of all orders and of what is bought elsewhere. */
  lines: 60,
  /** Files of a resource that one order without a quote is made from. */
  files: 10,
  title: 120,
} as const;

/** What a basket with orders has come to as a whole. */
export const basketStates = ['unpaid', 'partly_paid', 'making', 'ready', 'done', 'ended'] as const;
export type BasketState = (typeof basketStates)[number];

type OrderFacts = Pick<OrderSummary, 'state' | 'isFree'>;

const lost: ReadonlySet<OrderFacts['state']> = new Set(['cancelled', 'refunded']);

/** Returns whether an order still contributes to the thing: it was neither cancelled nor refunded in full. */
export function isLive({ state }: Pick<OrderFacts, 'state'>): boolean {
  return !lost.has(state);
}

/** Returns whether an order waits for its payment. */
export function isUnpaid({ state, isFree }: OrderFacts): boolean {
  return state === 'created' && !isFree;
}

/** Returns the state of a basket: it is ready once every order that is left was handed over. */
export function basketStateOf(orders: readonly OrderFacts[]): BasketState {
  const live = orders.filter(isLive);
  if (live.length === 0) return 'ended';
  const unpaid = live.filter(isUnpaid).length;
  if (unpaid === live.length) return 'unpaid';
  if (unpaid > 0) return 'partly_paid';
  const isOver = ({ state }: OrderFacts) => state === 'completed' || state === 'settled';
  if (live.every(isOver)) return 'done';
  return live.every((order) => isOver(order) || order.state === 'delivered') ? 'ready' : 'making';
}

export type BoughtLine = {
  name: string;
  quantity: number;
  partNumber?: string | undefined;
  url?: string | undefined;
  priceWon?: number | undefined;
  isOwned: boolean;
};

/** Returns what the lines cost that are not there already, and how many of these have no price. */
export function boughtSum(lines: readonly BoughtLine[]): { won: number; unpriced: number } {
  const missing = lines.filter(({ isOwned }) => !isOwned);
  return {
    won: missing.reduce((sum, { priceWon = 0, quantity }) => sum + Math.round(priceWon * quantity), 0),
    unpriced: missing.filter(({ priceWon }) => priceWon === undefined).length,
  };
}

/** Returns the only provider of all orders that are left, or null: nobody answers for a thing made by several. */
export function soleProvider<Provider extends { id: string }>(
  orders: readonly (Pick<OrderFacts, 'state'> & { provider: Provider })[],
): Provider | null {
  const providers = new Map(orders.filter(isLive).map(({ provider }) => [provider.id, provider]));
  return providers.size === 1 ? ([...providers.values()][0] ?? null) : null;
}
