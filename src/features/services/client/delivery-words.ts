import { m } from '#i18n/generated/messages.js';
import type { Delivery } from '../contract.ts';
import { money } from './words.ts';

/** Returns what sending costs, from when it is free, the carriers, and whether things can be picked up: a sentence each. */
export function deliveryWords({ post, freeFrom, pickup, carriers }: Delivery, currency: string): string[] {
  const words = [
    post === null
      ? m['services.workshop.no_post']()
      : post === 0
        ? m['services.workshop.post_free']()
        : m['services.workshop.post']({ amount: money(post, currency) }),
  ];
  if (post !== null && post > 0 && freeFrom !== null)
    words.push(m['services.workshop.post_free_from']({ amount: money(freeFrom, currency) }));
  if (post !== null && carriers.length > 0)
    words.push(m['services.workshop.carriers']({ names: carriers.join(', ') }));
  words.push(pickup ? m['services.workshop.pickup']() : m['services.workshop.no_pickup']());
  return words;
}
