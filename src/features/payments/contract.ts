import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { sandboxActions, sandboxDelay, sandboxRefunds, sandboxStatuses, sandboxWebhooks } from './sandbox.ts';

/** What the script of Toss needs to open its payment window: client/toss-pay.ts. */
const tossRequest = z.object({
  clientKey: z.string(),
  customerKey: z.string(),
  method: z.enum(['CARD', 'TRANSFER', 'VIRTUAL_ACCOUNT', 'MOBILE_PHONE']),
  amount: z.int(),
  currency: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  successUrl: z.string(),
  failUrl: z.string(),
  validHours: z.int(),
});
export type TossRequest = z.infer<typeof tossRequest>;

/** How whoever pays gets to the gateway: by an address, or by the script of Toss. */
export const begun = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string(), paymentKey: z.string() }),
  tossRequest.extend({ kind: z.literal('toss') }),
]);
export type Begun = z.infer<typeof begun>;

/** What a person may decide about one payment of the sandbox, beside what becomes of it. */
export const sandboxChoices = z.strictObject({
  webhooks: z.enum(sandboxWebhooks).optional(),
  refunds: z.enum(sandboxRefunds).optional(),
  delaySeconds: z.int().min(sandboxDelay.min).max(sandboxDelay.max).optional(),
});
export type SandboxChoices = z.infer<typeof sandboxChoices>;

export const sandboxPayment = z.object({
  key: z.string(),
  ref: z.string(),
  status: z.enum(sandboxStatuses),
  amount: z.int(),
  /** What was charged and not given back. */
  balance: z.int(),
  currency: z.string(),
  deposit: z
    .object({ bankCode: z.string(), accountNumber: z.string(), dueAt: z.iso.datetime().nullable() })
    .nullable(),
  webhooks: z.enum(sandboxWebhooks),
  refunds: z.enum(sandboxRefunds),
  /** When one that is delayed will be charged. */
  approveAt: z.iso.datetime().nullable(),
  approvedAt: z.iso.datetime().nullable(),
  can: z.array(z.enum(sandboxActions)),
});
export type SandboxPayment = z.infer<typeof sandboxPayment>;

/** `redirect` is where whoever pays goes on, as a payment company would lead them. */
export const sandboxChosen = z.object({ payment: sandboxPayment, redirect: z.string().nullable() });
export type SandboxChosen = z.infer<typeof sandboxChosen>;

export const paymentsErrors = defineErrors({
  sandbox_too_late: {
    status: 409,
    words: (locale) => m['payments.error.sandbox_too_late']({}, { locale }),
  },
});
