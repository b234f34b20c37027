import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '#i18n/languages.ts';
import type { Begun } from '../../contract.ts';

/**
 * What every company that moves money can do for us. Nothing here writes to our tables, and nothing may be called inside a
 * transaction: each call goes over a network and may take its whole time-out.
 */
export type Gateway = {
  name: 'sandbox' | 'toss' | 'stripe';
  /** ISO 4217. What else is to be paid cannot be paid here. */
  currencies: readonly string[];
  /** Whether `begin` may be asked again in another language. */
  canBeginAgain: boolean;
  /** Opens an attempt. The same `ref` again opens the same one. */
  begin(attempt: Attempt): Promise<Outcome<Begun>>;
  /** Charges what somebody has agreed to at the gateway. `done` says that it answered: money moved only if the payment is `done`. */
  confirm(payment: {
    paymentKey: string;
    ref: string;
    amount: number;
    currency: string;
    idempotencyKey: string;
  }): Promise<Outcome<GatewayPayment>>;
  /** The truth as of now. Null soon after a lost answer is no proof that nothing was charged. */
  find(payment: { ref: string; paymentKey: string | null }): Promise<Outcome<GatewayPayment | null>>;
  /**
   * Gives back `amount` of what is left; all of it before a deposit came. Whoever deposited into a virtual account must say
   * where to: `needs_account`.
   */
  cancel(cancel: {
    paymentKey: string;
    amount: number;
    currency: string;
    reason: string;
    idempotencyKey: string;
    account: BankAccount | null;
  }): Promise<Outcome<GatewayPayment>>;
  /** What the gateway has paid to us in a time, `from` included and `to` not. */
  listSettlements(time: { from: Date; to: Date }): Promise<Outcome<Settlement[]>>;
  readWebhook(webhook: {
    headers: IncomingHttpHeaders;
    /** As it came: signatures are over bytes. */
    rawBody: Buffer;
    /** Of the payment that has this `ref`, as the gateway told it when it was confirmed. */
    secretOf(ref: string): Promise<string | null>;
    now: Date;
  }): Promise<Webhook>;
  /** Null where payouts are not made by the gateway. */
  payouts: Payouts | null;
};

/**
 * What became of a call. What to do next hangs on this alone, never on an HTTP status:
 * - `unknown`: ask with `find`, then repeat with the same key and the same body
 * - `maybe_done`: somebody, perhaps we, did it already: ask with `find` and adopt what it says
 * - `refused`: for good; another try needs another `ref`
 * - `our_fault`: stop, and have a person look
 * - `needs_account`: a refund that needs to know where to
 */
export type Outcome<Value> = { kind: 'done'; value: Value } | Failure;
export type Failure = {
  kind: 'unknown' | 'maybe_done' | 'refused' | 'our_fault' | 'needs_account';
  /** The gateway's own code, or ours where there was no answer: no text that could hold somebody's data. */
  code: string;
};

export type PaymentMethod = 'card' | 'transfer' | 'virtual_account' | 'mobile_phone' | 'easy_pay' | 'other';

export type Attempt = {
  /** Ours, 6 to 64 of `[A-Za-z0-9_-]`, never used twice: the only handle when an answer is lost. */
  ref: string;
  /** In the smallest unit of its currency, as everywhere. */
  amount: number;
  currency: string;
  /** At most 100 characters. */
  orderName: string;
  /** `key` is unguessable, 2 to 50 of `[A-Za-z0-9_=.@-]`: no address, no number. */
  customer: { key: string; name: string | null; email: string | null };
  locale: Locale;
  /** Null leaves it to the person. */
  method: Exclude<PaymentMethod, 'other'> | null;
  /** Whole addresses of ours. They come back with `paymentKey`, `orderId`, `amount`, or `code`, `message`, `orderId`. */
  successUrl: string;
  failUrl: string;
  /** How long a virtual account waits for its deposit. */
  validHours: number;
};

export type PaymentStatus =
  | 'ready'
  /** Agreed to at the gateway, not charged. */
  | 'in_progress'
  /** A virtual account is open. A deposit makes it `done`, and an error of the bank takes that back. */
  | 'waiting_deposit'
  | 'done'
  | 'cancelled'
  | 'partly_cancelled'
  | 'aborted'
  | 'expired';

export type GatewayPayment = {
  paymentKey: string;
  /** Empty where the gateway did not tell. */
  ref: string;
  status: PaymentStatus;
  currency: string;
  amount: number;
  /** What has been charged and not been given back. Zero, whatever the status says, means that all of it went back. */
  balanceAmount: number;
  method: PaymentMethod | null;
  approvedAt: Date | null;
  receiptUrl: string | null;
  deposit: {
    bankCode: string;
    accountNumber: string;
    holder: string;
    dueAt: Date | null;
    /** Where the sandbox takes it; every other bank is the buyer's own way. */
    page?: string;
  } | null;
  /** Proves webhooks of its deposit; to be kept and shown to nobody. */
  secret: string | null;
  cancels: { key: string; amount: number; at: Date | null }[];
  failure: { code: string; message: string } | null;
};

/** `bankCode` of KFTC, three digits. */
export type BankAccount = { bankCode: string; accountNumber: string; holder: string };

/** One movement of a payment that the gateway has paid to us; what it gave back for us is negative. `key` is once for ever. */
export type Settlement = {
  key: string;
  ref: string;
  /** Null where the gateway names only our `ref`. */
  paymentKey: string | null;
  amount: number;
  fee: number;
  settledAt: Date;
};

/** Never more than a reason to ask again; `id` is the same each time one is sent again. */
export type Webhook =
  | { kind: 'payment'; ref: string | null; paymentKey: string | null; id: string }
  | { kind: 'payout'; ref: string; id: string }
  | { kind: 'seller'; ref: string; id: string }
  | { kind: 'ignored' }
  | { kind: 'forged' };

export type Payouts = {
  /** Sends money once for each `ref`, whoever asks how often; its `ref` is the key. */
  send(payout: {
    /** At most 50 characters. */
    ref: string;
    sellerKey: string;
    amount: number;
    currency: string;
    /** On the bank statement, at most 7 characters. */
    description: string;
  }): Promise<Outcome<GatewayPayout>>;
  /** `sentAt`: when it was sent first, for gateways that only list by day. */
  find(payout: {
    ref: string;
    payoutKey: string | null;
    sentAt: Date;
  }): Promise<Outcome<GatewayPayout | null>>;
  registerSeller(seller: Seller & { idempotencyKey: string }): Promise<Outcome<GatewaySeller>>;
  /** The account is new. */
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
  /** Ours, 7 to 20 of `[A-Za-z0-9_-]`. */
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
  /** Money can be sent to `partly_approved` (Toss: ten million won a week) and `approved`. */
  status: 'approval_required' | 'partly_approved' | 'kyc_required' | 'approved';
};
