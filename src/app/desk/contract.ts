import { payableWait } from '#features/payments/contract.ts';
import { z } from 'zod';

/** Acts that a person is waited for, each with a page where it is done. */
export const waitingKinds = [
  'pay',
  'accept',
  'arrive',
  'confirm',
  'review',
  'proposal',
  'answer',
  'negotiate',
  'answer_claim',
  'quote_request',
  'quote_counter',
  'quote_offer',
  'quote_agreed',
  'choose_bid',
  'wanted_answers',
  'permission',
  'lot_offer',
  'lot_decide',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export const desk = z.object({
  waiting: z
    .array(
      z.object({
        kind: z.enum(waitingKinds),
        id: z.uuid().describe('Of the order, request, tender, post or lot.'),
        title: z.string(),
        until: z.iso.datetime().nullable(),
      }),
    )
    .describe('The first deadline first.'),
  waitingCount: z.number().describe('With those that are not listed.'),
  queue: z
    .array(z.object({ id: z.uuid(), title: z.string(), dueAt: z.iso.datetime().nullable() }))
    .describe('Accepted orders to make, by the day they are due.'),
  queueCount: z.number(),
  money: z
    .object({
      held: z.number(),
      payable: z.number(),
      onItsWay: z.number(),
      currency: z.string(),
      next: payableWait
        .extend({ amount: z.number() })
        .nullable()
        .describe('What is paid out first, and when.'),
    })
    .nullable()
    .describe('Null for those who have no money here.'),
  basket: z.number().describe('Orders in the basket.'),
});
export type Desk = z.infer<typeof desk>;
export type Waiting = Desk['waiting'][number];
