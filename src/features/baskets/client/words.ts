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
