import { m } from '#i18n/generated/messages.js';
import type { BasketState } from '../rules.ts';

export const basketStateWords: Record<BasketState, () => string> = {
  unpaid: m['baskets.state.unpaid'],
  partly_paid: m['baskets.state.partly_paid'],
  making: m['baskets.state.making'],
  ready: m['baskets.state.ready'],
  done: m['baskets.state.done'],
  ended: m['baskets.state.ended'],
};

/** Returns who answers for a thing that these orders make together. */
export function answersWords(
  orders: readonly { provider: { username: string; fullName: string } }[],
): string {
  const makers = new Map(orders.map(({ provider }) => [provider.username, provider.fullName]));
  const [only] = makers.values();
  return makers.size === 1 && only !== undefined
    ? m['baskets.answers.one']({ name: only })
    : m['baskets.answers.nobody']({ count: makers.size });
}
