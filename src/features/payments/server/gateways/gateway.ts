import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '#i18n/languages.ts';
import type { GatewayName } from '#platform/shared/gateways.ts';
import type { Begun } from '../../contract.ts';

/**
 * Common interface of payment companies. It never writes to our tables and must not be called inside a transaction:
 * each call uses the network and may take its whole timeout.
 */
export type Gateway = {
  name: GatewayName;
  /** ISO 4217 codes; other currencies cannot be paid with this gateway. */
  currencies: readonly string[];
  /** True if `begin` may be repeated in another language. */
  canBeginAgain: boolean;
  /** Opens an attempt. Idempotent by `ref`. */
  begin(attempt: Attempt): Promise<Outcome<Begun>>;
  /**
   * Charges what was agreed to at the gateway. `done` only means that the gateway answered: money moved only if the
   * payment is `done`.
   */
  confirm(payment: {
    paymentKey: string;
    ref: string;
    amount: number;
    currency: string;
    idempotencyKey: string;
  }): Promise<Outcome<GatewayPayment>>;
  /** Returns the current state. Null soon after a lost response does not prove that nothing was charged. */
  find(payment: { ref: string; paymentKey: string | null }): Promise<Outcome<GatewayPayment | null>>;
  /**
   * Refunds `amount` of what is left; before a deposit, always all of it. A deposit into a virtual account needs an
   * account to return it to: `needs_account`.
   */
  cancel(cancel: {
    paymentKey: string;
    amount: number;
    currency: string;
    reason: string;
    idempotencyKey: string;
    account: BankAccount | null;
  }): Promise<Outcome<GatewayPayment>>;
  /** Settlements in a period, `from` included and `to` excluded. */
  listSettlements(time: { from: Date; to: Date }): Promise<Outcome<Settlement[]>>;
  readWebhook(webhook: {
    headers: IncomingHttpHeaders;
    /** Unparsed, because signatures are over bytes. */
    rawBody: Buffer;
    /** Returns the webhook secret of a payment, received when it was confirmed. */
    secretOf(ref: string): Promise<string | null>;
    now: Date;
  }): Promise<Webhook>;
  /** Null if the gateway makes no payouts. */
  payouts: Payouts | null;
};

/**
 * Result of a call, which alone decides what to do next, never the HTTP status:
 * - `unknown`: call `find`, then repeat with the same key and the same body
 * - `maybe_done`: already done, possibly by us: call `find` and adopt its result
 * - `refused`: permanent; another try needs another `ref`
 * - `our_fault`: stop, and have a person look at it
 * - `needs_account`: a refund that needs a bank account
 */
export type Outcome<Value> = { kind: 'done'; value: Value } | Failure;
export type Failure = {
  kind: 'unknown' | 'maybe_done' | 'refused' | 'our_fault' | 'needs_account';
  /** The gateway's code, or ours without a response; never a text that could hold personal data. */
  code: string;
};

export type PaymentMethod = 'card' | 'transfer' | 'virtual_account' | 'mobile_phone' | 'easy_pay' | 'other';

export type Attempt = {
  /** Our reference, 6 to 64 of `[A-Za-z0-9_-]`, never reused: the only handle after a lost response. */
  ref: string;
  /** In the smallest unit of its currency. */
  amount: number;
  currency: string;
  /** At most 100 characters. */
  orderName: string;
  /** `key` is unguessable, 2 to 50 of `[A-Za-z0-9_=.@-]`; never an email address or phone number. */
  customer: { key: string; name: string | null; email: string | null };
  locale: Locale;
  /** Null lets the person choose. */
  method: Exclude<PaymentMethod, 'other'> | null;
  /**
   * Absolute addresses of ours. The gateway adds `paymentKey`, `orderId`, `amount`, or `code`, `message`, `orderId`.
   */
  successUrl: string;
  failUrl: string;
  /** Hours that a virtual account waits for its deposit. */
  validHours: number;
};

export type PaymentStatus =
  | 'ready'
  /** Agreed to at the gateway, not charged yet. */
  | 'in_progress'
  /** A virtual account is open. A deposit makes it `done`, and a bank error reverts that. */
  | 'waiting_deposit'
  | 'done'
  | 'cancelled'
  | 'partly_cancelled'
  | 'aborted'
  | 'expired';

export type GatewayPayment = {
  paymentKey: string;
  /** Empty if the gateway did not report it. */
  ref: string;
  status: PaymentStatus;
  currency: string;
  amount: number;
  /** Amount charged and not refunded. Zero means fully refunded, for every status. */
  balanceAmount: number;
  method: PaymentMethod | null;
  approvedAt: Date | null;
  receiptUrl: string | null;
  deposit: {
    bankCode: string;
    accountNumber: string;
    holder: string;
    dueAt: Date | null;
    /** Deposit page of the sandbox; other banks have none. */
    page?: string;
  } | null;
  /** Secret that authenticates webhooks of the deposit; stored and never shown. */
  secret: string | null;
  cancels: { key: string; amount: number; at: Date | null }[];
  failure: { code: string; message: string } | null;
};

/** `bankCode` is the three-digit code of KFTC. */
export type BankAccount = { bankCode: string; accountNumber: string; holder: string };

/** One movement of a payment that the gateway has settled; refunds are negative. `key` is unique. */
export type Settlement = {
  key: string;
  ref: string;
  /** Null if the gateway reports only our `ref`. */
  paymentKey: string | null;
  amount: number;
  fee: number;
  settledAt: Date;
};

/** A hint to query again, never the truth; `id` stays the same when it is resent. */
export type Webhook =
  | { kind: 'payment'; ref: string | null; paymentKey: string | null; id: string }
  | { kind: 'payout'; ref: string; id: string }
  | { kind: 'seller'; ref: string; id: string }
  | { kind: 'ignored' }
  | { kind: 'forged' };

export type Payouts = {
  /** Sends money, idempotent by `ref`. */
  send(payout: {
    /** At most 50 characters. */
    ref: string;
    sellerKey: string;
    amount: number;
    currency: string;
    /** Text on the bank statement, at most 7 characters. */
    description: string;
  }): Promise<Outcome<GatewayPayout>>;
  /** `sentAt` is the time of the first try, for gateways that list by day only. */
  find(payout: {
    ref: string;
    payoutKey: string | null;
    sentAt: Date;
  }): Promise<Outcome<GatewayPayout | null>>;
  registerSeller(seller: Seller & { idempotencyKey: string }): Promise<Outcome<GatewaySeller>>;
  /** `account` is the new one. */
  updateSeller(seller: {
    sellerKey: string;
    account: BankAccount;
    idempotencyKey: string;
  }): Promise<Outcome<GatewaySeller>>;
  findSeller(seller: { sellerKey: string }): Promise<Outcome<GatewaySeller | null>>;
};

export type GatewayPayout = {
  payoutKey: string;
  ref: string;
  status: 'requested' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
  failure: { code: string; message: string } | null;
};

export type Seller = {
  /** Our reference, 7 to 20 of `[A-Za-z0-9_-]`. */
  ref: string;
  name: string;
  email: string;
  /** E.164. */
  phone: string;
  account: BankAccount;
  /** Null for a person without a business. */
  business: {
    name: string;
    representative: string;
    /** 사업자등록번호, ten digits. */
    registrationNumber: string;
    isCorporation: boolean;
  } | null;
};

export type GatewaySeller = {
  sellerKey: string;
  ref: string;
  /** Payouts are possible to `partly_approved` (Toss: ten million won a week) and `approved`. */
  status: 'approval_required' | 'partly_approved' | 'kyc_required' | 'approved';
};
