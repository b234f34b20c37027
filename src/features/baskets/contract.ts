import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import {
  address,
  amounts,
  deliveryKind,
  orderInput,
  orderOffer,
  orderSummary,
} from '#features/orders/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { basketLimits, basketStates } from './rules.ts';

export const basketsErrors = defineErrors({
  basket_not_found: { status: 404, words: (locale) => m['baskets.error.basket_not_found']({}, { locale }) },
  basket_full: {
    status: 409,
    words: (locale) => m['baskets.error.basket_full']({ most: String(basketLimits.orders) }, { locale }),
  },
  too_many_lines: {
    status: 409,
    words: (locale) => m['baskets.error.too_many_lines']({ most: String(basketLimits.lines) }, { locale }),
  },
  basket_empty: { status: 409, words: (locale) => m['baskets.error.basket_empty']({}, { locale }) },
  /** What is in the basket is not what was ordered: another page has changed it. */
  basket_changed: { status: 409, words: (locale) => m['baskets.error.basket_changed']({}, { locale }) },
  nothing_to_pay: { status: 409, words: (locale) => m['baskets.error.nothing_to_pay']({}, { locale }) },
  /** Only an order that was declined, cancelled or refunded is replaced, once. */
  not_replaceable: { status: 409, words: (locale) => m['baskets.error.not_replaceable']({}, { locale }) },
  resource_without_parts: {
    status: 409,
    words: (locale) => m['baskets.error.resource_without_parts']({}, { locale }),
  },
});

const boughtLine = z.object({
  name: z.string(),
  quantity: z.number(),
  partNumber: z.string().optional(),
  url: z.string().optional(),
  priceWon: z.number().optional(),
  isOwned: z.boolean(),
});
const bought = z
  .object({
    lines: z.array(boughtLine),
    pricedOn: z.string().nullable().describe('Day on which the author last stated the prices.'),
  })
  .describe('What the buyer gets elsewhere; it is a list and never money.');

export const itemInput = z.object({
  serviceId: z.uuid(),
  quoteId: z.uuid().nullable().default(null).describe('A quote of this service that has not expired.'),
  quantity: orderInput.shape.quantity,
  resourceFileIds: z
    .array(z.uuid())
    .max(basketLimits.files)
    .default([])
    .describe('Files of resources that it is made from, such as those of a board; only without a quote.'),
});
export type ItemInput = z.output<typeof itemInput>;

export const boughtInput = z.object({
  resourceId: z.uuid(),
  sets: z.number().int().min(1).max(1000).default(1),
  lines: z
    .array(z.object({ line: z.number().int().min(0), isOwned: z.boolean().default(false) }))
    .max(basketLimits.lines)
    .describe('Places in the bill of materials of the resource, from 0.'),
});
export type BoughtInput = z.output<typeof boughtInput>;
export const ownedInput = z.object({ line: z.number().int().min(0), isOwned: z.boolean() });

export const basket = z.object({
  id: z.uuid().nullable().describe('Null while nothing was put into it.'),
  title: z.string(),
  resourceId: z.uuid().nullable(),
  items: z.array(
    z.object({
      id: z.uuid(),
      serviceId: z.uuid(),
      quoteId: z.uuid().nullable(),
      resourceFileIds: z.array(z.uuid()),
      offer: orderOffer.nullable(),
      problem: z
        .object({ code: z.string(), message: z.string() })
        .nullable()
        .describe('Why it cannot be ordered, such as a quote that has expired.'),
    }),
  ),
  bought,
});
export type Basket = z.infer<typeof basket>;

export const basketQuery = z.object({
  purpose: orderInput.shape.purpose,
  withThanks: z.stringbool().default(false),
});

export const placingInput = orderInput.pick({ purpose: true, withThanks: true, consent: true }).extend({
  items: z
    .array(
      z.object({
        id: z.uuid(),
        delivery: deliveryKind,
        description: orderInput.shape.description,
        dimensions: orderInput.shape.dimensions,
      }),
    )
    .min(1)
    .max(basketLimits.orders)
    .describe('All items of the basket.'),
  address: address.nullable().default(null).describe('Where everything is sent that is sent.'),
  total: z.number().int().min(0).describe('What the buyer was shown; another sum is refused.'),
});
export type PlacingInput = z.output<typeof placingInput>;
export type PlacingForm = z.input<typeof placingInput>;

export const replacementInput = z.object({
  replaces: z.uuid().describe('An order of a basket that was declined, cancelled or refunded.'),
  orderId: z.uuid().describe('The order that takes its place.'),
});
export type ReplacementInput = z.output<typeof replacementInput>;

export const placedBasket = z.object({
  id: z.uuid(),
  title: z.string(),
  resourceId: z.uuid().nullable(),
  placedAt: z.iso.datetime(),
  state: z.enum(basketStates),
  orders: z.array(
    z.object({
      order: orderSummary,
      dueAt: z.iso.datetime().nullable(),
      leadTimeDays: z.number().nullable().describe('Working days from its acceptance, until it has a date.'),
      quoteId: z.uuid().nullable(),
      serviceId: z.uuid().nullable(),
      replaces: z.uuid().nullable(),
      replacedBy: z.uuid().nullable(),
      canReplace: z.boolean(),
      isLetDown: z
        .boolean()
        .describe('Whether its provider did not take it; the order then compares others.'),
    }),
  ),
  canAddAgain: z
    .boolean()
    .describe('Whether orders of it ended unpaid, which can be put into the basket again.'),
  amounts: amounts.describe('Of the orders that are left.'),
  toPay: z.number().describe('What one payment pays now: all orders that wait for it.'),
  answersFor: orderSummary.shape.provider
    .nullable()
    .describe('The provider of all orders; null if several make it, each answering for their own part.'),
  bought,
});
export type PlacedBasket = z.infer<typeof placedBasket>;
export const addedAgain = z.object({ leftOut: z.number().describe('Orders that can no longer be placed.') });

export const basketSummary = placedBasket
  .pick({ id: true, title: true, placedAt: true, state: true })
  .extend({
    orders: z.number(),
  });
export type BasketSummary = z.infer<typeof basketSummary>;
