import { maxAmount } from '#platform/shared/amounts.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { pageQuery as tableQuery } from '#features/admin/contract.ts';
import { gatewayNames } from '#platform/shared/gateways.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { onlyDigits } from '#platform/shared/widths.ts';
import { findingKinds } from './rules.ts';
import { sandboxActions, sandboxDelay, sandboxRefunds, sandboxStatuses, sandboxWebhooks } from './sandbox.ts';
import {
  adjustmentDecisions,
  adjustmentKinds,
  adjustmentStates,
  adjustmentsTable,
  findingsTable,
  journalsTable,
  paymentStates,
  payoutStates,
  payoutsTable,
  refundStates,
  refundsTable,
} from './states.ts';

/** Parameters with which client/toss-pay.ts opens the payment window of Toss. */
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

/** Way to the gateway: a redirect, or the script of Toss. */
export const begun = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string(), paymentKey: z.string() }),
  tossRequest.extend({ kind: z.literal('toss') }),
]);
export type { FindingKind } from './rules.ts';
export type Begun = z.infer<typeof begun>;

export type { SandboxAction } from './sandbox.ts';

/** Settings of a sandbox payment, in addition to its outcome. */
export const sandboxChoices = z.strictObject({
  webhooks: z.enum(sandboxWebhooks).optional(),
  refunds: z.enum(sandboxRefunds).optional(),
  delaySeconds: z.int().min(sandboxDelay.min).max(sandboxDelay.max).optional(),
});
export type SandboxChoices = z.infer<typeof sandboxChoices>;

export const sandboxPayment = z.object({
  key: z.string(),
  ref: z.string(),
  orderName: z.string().describe('What is paid for; empty where it is not known.'),
  status: z.enum(sandboxStatuses),
  amount: z.int(),
  /** Amount that was charged and not refunded. */
  balance: z.int(),
  currency: z.string(),
  method: z.string().nullable(),
  deposit: z
    .object({ bankCode: z.string(), accountNumber: z.string(), dueAt: z.iso.datetime().nullable() })
    .nullable(),
  webhooks: z.enum(sandboxWebhooks),
  refunds: z.enum(sandboxRefunds),
  /** Time at which a delayed payment is charged. */
  approveAt: z.iso.datetime().nullable(),
  approvedAt: z.iso.datetime().nullable(),
  can: z.array(z.enum(sandboxActions)),
});
export type SandboxPayment = z.infer<typeof sandboxPayment>;

/** `redirect` is the address to which a payment company would send the payer. */
export const sandboxChosen = z.object({ payment: sandboxPayment, redirect: z.string().nullable() });
export type SandboxChosen = z.infer<typeof sandboxChosen>;

export const paymentsErrors = defineErrors({
  sandbox_too_late: {
    status: 409,
    words: (locale) => m['payments.error.sandbox_too_late']({}, { locale }),
  },
  payment_not_found: {
    status: 404,
    words: (locale) => m['payments.error.payment_not_found']({}, { locale }),
  },
  refund_not_found: { status: 404, words: (locale) => m['payments.error.refund_not_found']({}, { locale }) },
  finding_not_found: {
    status: 404,
    words: (locale) => m['payments.error.finding_not_found']({}, { locale }),
  },
  payout_not_found: { status: 404, words: (locale) => m['payments.error.payout_not_found']({}, { locale }) },
  /** The outcome of an earlier attempt is unknown: a second one could charge twice. */
  payment_pending: { status: 409, words: (locale) => m['payments.error.payment_pending']({}, { locale }) },
  payment_over: { status: 409, words: (locale) => m['payments.error.payment_over']({}, { locale }) },
  amount_differs: { status: 409, words: (locale) => m['payments.error.amount_differs']({}, { locale }) },
  currency_not_payable: {
    status: 409,
    words: (locale) => m['payments.error.currency_not_payable']({}, { locale }),
  },
  provider_not_offered: {
    status: 409,
    words: (locale) => m['payments.error.provider_not_offered']({}, { locale }),
  },
  gateway_unavailable: {
    status: 503,
    words: (locale) => m['payments.error.gateway_unavailable']({}, { locale }),
  },
  /** Staff make no decisions about their own money. */
  own_money: { status: 403, words: (locale) => m['payments.error.own_money']({}, { locale }) },
  not_retryable: { status: 409, words: (locale) => m['payments.error.not_retryable']({}, { locale }) },
  adjustment_not_found: {
    status: 404,
    words: (locale) => m['payments.error.adjustment_not_found']({}, { locale }),
  },
  adjustment_open: { status: 409, words: (locale) => m['payments.error.adjustment_open']({}, { locale }) },
  adjustment_decided: {
    status: 409,
    words: (locale) => m['payments.error.adjustment_decided']({}, { locale }),
  },
  second_person: { status: 403, words: (locale) => m['payments.error.second_person']({}, { locale }) },
  nothing_held: { status: 409, words: (locale) => m['payments.error.nothing_held']({}, { locale }) },
  order_not_over: { status: 409, words: (locale) => m['payments.error.order_not_over']({}, { locale }) },
  goodwill_too_large: {
    status: 409,
    words: (locale) => m['payments.error.goodwill_too_large']({}, { locale }),
  },
  not_correctable: { status: 409, words: (locale) => m['payments.error.not_correctable']({}, { locale }) },
  forged_webhook: { status: 401, words: (locale) => m['payments.error.forged_webhook']({}, { locale }) },
});

export const payMethods = ['card', 'transfer', 'virtual_account', 'mobile_phone', 'easy_pay'] as const;
export const attemptInput = z.object({
  provider: z
    .enum(gatewayNames)
    .optional()
    .describe('Who takes the payment; without it, whoever is configured.'),
  method: z.enum(payMethods).nullable().default(null).describe('Null leaves it to the gateway’s own page.'),
});
export type AttemptInput = z.output<typeof attemptInput>;

/** Data with which the client sends the person to the gateway. */
export const attempt = z.object({
  id: z.uuid(),
  redirectUrl: z.string().describe('Where the person goes to pay.'),
  gateway: z.enum(gatewayNames),
  amount: z.number(),
  currency: z.string(),
  expiresAt: z.iso.datetime(),
  begun,
});
export type Attempt = z.infer<typeof attempt>;

/** Values that the gateway brought back; if absent, the stored ones of the attempt are used. */
export const confirmInput = z
  .object({
    paymentKey: z.string().min(1).max(200).optional(),
    amount: z.number().int().min(0).optional(),
  })
  .nullish();
export const failInput = z.object({
  code: z
    .string()
    .regex(/^[A-Z0-9_]{1,60}$/i)
    .default('abandoned'),
});

export const payment = z.object({
  id: z.uuid(),
  subjectKind: z
    .enum(['order', 'contribution', 'basket', 'pledge'])
    .describe(
      'What is paid for: an order, a contribution of a sponsor, all orders of a basket, or a pledge to a bounty.',
    ),
  orderId: z.uuid().describe('The id of what is paid for.'),
  gateway: z.enum(gatewayNames),
  state: z.enum(paymentStates),
  /** True if the order is paid with this payment. */
  bound: z.boolean(),
  amount: z.number(),
  currency: z.string(),
  orderName: z.string(),
  method: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  failureCode: z.string().nullable(),
  capturedAt: z.iso.datetime().nullable(),
  deposit: z
    .object({
      bankCode: z.string(),
      accountNumber: z.string(),
      holder: z.string(),
      dueAt: z.iso.datetime().nullable(),
      page: z.string().optional().describe('Where the sandbox takes it.'),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
});
export type OwnPayment = z.infer<typeof payment>;

export const refundAccountInput = z.object({
  bankCode: z.string().regex(/^\d{3}$/),
  accountNumber: z
    .string()
    .overwrite(onlyDigits)
    .regex(/^\d{10,16}$/),
  holder: nameText(40),
});
export const refund = z.object({
  id: z.uuid(),
  orderId: z.uuid().nullable(),
  state: z.enum(refundStates),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  decidedAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().nullable(),
});
export type OwnRefund = z.infer<typeof refund>;

const pageQuery = {
  page: z.coerce.number().int().min(1).max(1e9).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};

/** Kinds of lines in a statement, which the ledger lists in order of time. */
export const transactionKinds = [
  'paid',
  'refund_decided',
  'refunded',
  'earned',
  'share_earned',
  'bounty_earned',
  'paid_out',
  'payout_returned',
  'debt',
  'netted',
  'corrected',
] as const;
export const transaction = z.object({
  id: z.string(),
  kind: z.enum(transactionKinds),
  /** Positive if the person's money grows. */
  amount: z.number(),
  currency: z.string(),
  orderId: z.uuid().nullable(),
  title: z.string().nullable(),
  reason: z.string(),
  at: z.iso.datetime(),
});
export type Transaction = z.infer<typeof transaction>;
/** PostgreSQL has no year 0. */
const day = z.iso.date().refine((text) => text >= '0001');
export const transactionsQuery = z.object({
  side: z.enum(['buyer', 'provider']).optional(),
  from: day.optional(),
  to: day.optional(),
  ...pageQuery,
});

export const payableReasons = [
  'hold',
  'first_orders',
  'account_changed',
  'claim',
  'failed',
  'frozen',
  'no_account',
  'too_little',
  'next_run',
  'on_its_way',
] as const;
/** Time at which a payable is paid out, with the reason for it. */
export const payableWait = z.object({
  payableOn: z.iso.datetime().nullable(),
  because: z.enum(payableReasons),
  holdDays: z.int().nullable().describe('How long it is held after the order’s end, where that is why.'),
});
export type PayableWait = z.infer<typeof payableWait>;
/** Payable of one order. */
export const payable = payableWait.extend({
  amount: z.number(),
  state: z.enum(['held', ...payoutStates]),
});

/** Earnings of a provider and when they are paid out. */
export const earnings = z.object({
  held: z.number().describe('In escrow of orders that go on.'),
  payable: z.number().describe('Released, and not paid out.'),
  onItsWay: z.number(),
  paidOut: z.number(),
  debt: z.number(),
  currency: z.string(),
  upcoming: z.array(payableWait.extend({ orderId: z.uuid(), title: z.string(), amount: z.number() })),
  months: z.array(
    z.object({ month: z.string(), earned: z.number(), paidOut: z.number(), orders: z.number() }),
  ),
});
export type Earnings = z.infer<typeof earnings>;

export const refundsQuery = tableQuery.extend({
  sort: z.enum(refundsTable.sorts).default('newest'),
  state: z.enum(refundsTable.filters.state).optional(),
});
export type RefundsQuery = z.output<typeof refundsQuery>;
export const payoutsQuery = tableQuery.extend({
  sort: z.enum(payoutsTable.sorts).default('newest'),
  state: z.enum(payoutsTable.filters.state).optional(),
});
export type PayoutsQuery = z.output<typeof payoutsQuery>;
export const staffPayout = z.object({
  id: z.uuid(),
  provider: z.object({ id: z.uuid(), username: z.string(), fullName: z.string() }),
  state: z.enum(payoutStates),
  amount: z.number(),
  gateway: z.string(),
  bankCode: z.string(),
  accountDigits: z.string(),
  failureCode: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  byHand: z.boolean(),
});
export type StaffPayout = z.infer<typeof staffPayout>;
export const staffRefund = refund.extend({
  person: z.object({ id: z.uuid(), username: z.string(), fullName: z.string() }),
  failureCode: z.string().nullable(),
});
export type StaffRefund = z.infer<typeof staffRefund>;
const somebody = z.object({ id: z.uuid(), username: z.string() });
export const finding = z.object({
  id: z.uuid(),
  invariant: z.enum(findingKinds),
  subject: z.string(),
  /** Order of the finding, if staff have a page for it. */
  orderId: z.uuid().nullable(),
  refundId: z.uuid().nullable(),
  payoutId: z.uuid().nullable(),
  number: z.string().nullable().describe('Of the order.'),
  detail: z.record(z.string(), z.unknown()),
  foundAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable().describe('Since when it is well, or somebody has said so.'),
  resolvedBy: somebody.nullable().describe('Who settled it; nobody, where it closed by itself.'),
  resolution: z.string().nullable().describe('Why, in their words.'),
});
export type Finding = z.infer<typeof finding>;
export const findingsQuery = tableQuery.extend({
  sort: z.enum(findingsTable.sorts).default('newest'),
  state: z.enum(findingsTable.filters.state).optional(),
  kind: z.enum(findingsTable.filters.kind).optional(),
});
export type FindingsQuery = z.output<typeof findingsQuery>;
/** Current state of the books. */
export const moneyState = z.object({
  accounts: z.record(z.string(), z.number()),
  owed: z.number(),
  cover: z.number(),
  findings: z.int().describe('How many are open.'),
  adjustments: z.int().describe('How many wait for a second person.'),
});
const why = z.string().trim().min(1).max(500);
export const reasonInput = z.object({ reason: why });
export const byHandInput = z.object({ outcome: z.enum(['completed', 'failed']), reason: why });

const ofOrder = { orderId: z.uuid(), reason: why };
/** Changes that need two people: early payout, goodwill, and correction of a wrong journal. */
export const adjustmentInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('release_early'), ...ofOrder }),
  z.strictObject({ kind: z.literal('goodwill'), ...ofOrder, amount: z.int().min(1).max(maxAmount) }),
  z.strictObject({ kind: z.literal('reversal'), ...ofOrder, commandId: z.string().min(1).max(200) }),
]);
export type AdjustmentInput = z.output<typeof adjustmentInput>;

export const adjustedOrder = z
  .object({
    id: z.uuid(),
    number: z.string(),
    title: z.string(),
    total: z.number(),
    buyer: z.string(),
    provider: z.string(),
  })
  .describe('Which order it is of; its two people by their usernames.');
export type AdjustedOrder = z.infer<typeof adjustedOrder>;

export const adjustment = z.object({
  id: z.uuid(),
  kind: z.enum(adjustmentKinds),
  orderId: z.uuid(),
  order: adjustedOrder,
  amount: z.number().nullable(),
  owed: z
    .number()
    .nullable()
    .describe('What the provider is still owed of the order, which would be paid out early.'),
  lines: z
    .array(z.object({ account: z.string(), amount: z.number() }))
    .describe('What was booked and would be taken back.'),
  commandId: z.string().nullable(),
  state: z.enum(adjustmentStates),
  proposedBy: somebody,
  reason: z.string(),
  proposedAt: z.iso.datetime(),
  decidedBy: somebody.nullable(),
  decisionReason: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  can: z.array(z.enum(adjustmentDecisions)).describe('What whoever asks may decide now.'),
});
export type Adjustment = z.infer<typeof adjustment>;
export const adjustmentsQuery = tableQuery.extend({
  sort: z.enum(adjustmentsTable.sorts).default('newest'),
  state: z.enum(adjustmentsTable.filters.state).optional(),
  kind: z.enum(adjustmentsTable.filters.kind).optional(),
});
export type AdjustmentsQuery = z.output<typeof adjustmentsQuery>;

const line = z.object({ account: z.string(), amount: z.number() });
const journal = z.object({
  commandId: z.string(),
  rules: z.string().describe('Codes of the posting rules, as `M4+M5`.'),
  postedAt: z.iso.datetime(),
  reason: z.string(),
  isCorrectable: z.boolean(),
  lines: z.array(line),
});
export type Journal = z.infer<typeof journal>;

/** Journal in the table of staff, with what it belongs to. */
export const staffJournal = journal.extend({
  id: z.uuid(),
  amount: z.number().describe('The sum of its debits, of what only keeps all covered (M3b) too.'),
  lines: z.array(line.extend({ owner: z.string().nullable().describe('Whose money it is: a username.') })),
  orderId: z.uuid().nullable(),
  number: z.string().nullable().describe('Of the order.'),
  paymentId: z.uuid().nullable(),
  refundId: z.uuid().nullable(),
  payoutId: z.uuid().nullable(),
  reverses: z.uuid().nullable().describe('The journal that this one takes back.'),
  reversedBy: z.uuid().nullable().describe('The journal that has taken this one back.'),
});
export type StaffJournal = z.infer<typeof staffJournal>;
export const journalsQuery = tableQuery.extend({
  sort: z.enum(journalsTable.sorts).default('newest'),
  rule: z.enum(journalsTable.filters.rule).optional(),
  account: z.enum(journalsTable.filters.account).optional(),
});
export type JournalsQuery = z.output<typeof journalsQuery>;

/** Journals of one order, oldest first; `order` is null for an unknown number. */
export const orderBooks = z.object({
  order: adjustedOrder.nullable(),
  journals: z.array(journal),
  waiting: z
    .array(z.object({ id: z.uuid(), kind: z.enum(adjustmentKinds), proposedBy: somebody }))
    .describe('Adjustments that are proposed and wait for somebody else.'),
});
export type OrderBooks = z.infer<typeof orderBooks>;
