import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import { ask, readJson } from './ask.ts';
import type { Attempt, Failure, Gateway, GatewayPayment, Outcome, PaymentMethod } from './gateway.ts';
import { isTimedSignature } from './signatures.ts';

/**
 * Stripe with its Checkout page: a payment is a session there, charged when its person agrees. It makes no payouts: a
 * Korean platform cannot transfer to others (docs/decisions/0036).
 */

type StripeConfig = Config['payments']['stripe'];

/** Pins the format of responses, regardless of the account's default version. */
const apiVersion = '2024-06-20';
const toleranceSeconds = 300;
/** Longest time from the charge until its money is available; the list is by the time of the charge. */
const longestUntilAvailableMs = 30 * 24 * 3_600_000;

const kinds = new Map<string, Failure['kind']>([
  ['charge_already_refunded', 'maybe_done'],
  ['payment_intent_unexpected_state', 'maybe_done'],
  ['charge_disputed', 'refused'],
  ['idempotency_key_in_use', 'unknown'],
  ['lock_timeout', 'unknown'],
  ['rate_limit', 'unknown'],
  // Fallback by type, for errors without a known code.
  ['card_error', 'refused'],
  ['idempotency_error', 'our_fault'],
  ['invalid_request_error', 'our_fault'],
]);

const told = z.object({
  error: z.object({ type: z.string().max(100), code: z.string().max(100).nullish() }),
});

function failureOf(status: number, body: unknown): Failure {
  const { type = '', code } = told.safeParse(body).data?.error ?? {};
  const name = code ?? (type || 'UNREADABLE_ANSWER');
  if (status >= 500 || status === 429) return { kind: 'unknown', code: name };
  return { kind: kinds.get(name) ?? kinds.get(type) ?? 'unknown', code: name };
}

const unreadable: Failure = { kind: 'unknown', code: 'UNREADABLE_ANSWER' };

const seconds = z.int().transform((at) => new Date(at * 1000));
const charge = z.object({
  amount_refunded: z.int(),
  created: seconds,
  receipt_url: z.string().nullish(),
  payment_method_details: z
    .object({ type: z.string(), card: z.object({ wallet: z.unknown() }).nullish() })
    .nullish(),
  refunds: z
    .object({
      data: z.array(
        z.object({ id: z.string(), amount: z.int(), created: seconds, status: z.string().nullish() }),
      ),
    })
    .nullish(),
});
const session = z.object({
  id: z.string(),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int(),
  currency: z.string(),
  payment_intent: z
    .object({
      id: z.string(),
      status: z.string(),
      latest_charge: charge.nullish(),
      last_payment_error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
    })
    .nullish(),
});
type Session = z.output<typeof session>;
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), has_more: z.boolean() });
const named = z.object({ id: z.string() });

const wallets = new Set([
  'link',
  'paypay',
  'kakao_pay',
  'naver_pay',
  'samsung_pay',
  'payco',
  'alipay',
  'wechat_pay',
]);

function methodOf(details: z.output<typeof charge>['payment_method_details']): PaymentMethod | null {
  if (!details) return null;
  if (details.card?.wallet || wallets.has(details.type)) return 'easy_pay';
  return details.type === 'card' || details.type === 'kr_card' ? 'card' : 'other';
}

function statusOf(found: Session, balance: number): GatewayPayment['status'] {
  if (found.payment_status === 'paid') {
    if (balance === found.amount_total) return 'done';
    return balance === 0 ? 'cancelled' : 'partly_cancelled';
  }
  if (found.status === 'expired') return 'expired';
  if (found.status === 'open') return 'ready';
  // Agreed to and not paid yet: convenience stores are paid later.
  const waits = ['requires_action', 'processing', 'requires_capture'];
  return waits.includes(found.payment_intent?.status ?? '') ? 'waiting_deposit' : 'aborted';
}

function present(found: Session): GatewayPayment {
  const { payment_intent: intent, amount_total: amount } = found;
  const charged = found.payment_status === 'paid' ? intent?.latest_charge : null;
  const balanceAmount = charged ? amount - charged.amount_refunded : 0;
  const error = intent?.last_payment_error;
  return {
    paymentKey: found.id,
    ref: found.client_reference_id ?? '',
    status: statusOf(found, balanceAmount),
    currency: found.currency.toUpperCase(),
    amount,
    balanceAmount,
    method: methodOf(intent?.latest_charge?.payment_method_details),
    approvedAt: charged?.created ?? null,
    receiptUrl: charged?.receipt_url ?? null,
    deposit: null,
    secret: null,
    cancels: (charged?.refunds?.data ?? [])
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .map(({ id, amount: given, created }) => ({ key: id, amount: given, at: created })),
    failure: error ? { code: error.code ?? 'payment_failed', message: error.message ?? '' } : null,
  };
}

const movement = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  available_on: seconds,
  source: z.object({ metadata: z.record(z.string(), z.string()).nullish() }).nullish(),
});

const hint = z.object({
  id: z.string().max(255),
  type: z.string(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().max(200),
      client_reference_id: z.string().max(64).nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});

export function stripeGateway(config: StripeConfig): Gateway {
  async function call(
    path: string,
    write?: { form: Record<string, string>; idempotencyKey: string },
  ): Promise<{ kind: 'json'; body: unknown } | Failure> {
    const answer = await ask(config.baseUrl + path, {
      method: write ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${config.secretKey}`,
        'stripe-version': apiVersion,
        ...(write && { 'idempotency-key': write.idempotencyKey }),
      },
      ...(write && { body: new URLSearchParams(write.form) }),
    });
    if (answer.kind !== 'answer') return answer;
    const body = readJson(answer.text);
    return answer.status >= 200 && answer.status < 300
      ? { kind: 'json', body }
      : failureOf(answer.status, body);
  }

  async function read<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
  ): Promise<Outcome<z.output<Schema> | null>> {
    const answer = await call(path);
    if (answer.kind !== 'json')
      return answer.code === 'resource_missing' ? { kind: 'done', value: null } : answer;
    const parsed = schema.safeParse(answer.body);
    return parsed.success ? { kind: 'done', value: parsed.data } : unreadable;
  }

  const findSession = (key: string) =>
    read(
      session,
      `/v1/checkout/sessions/${encodeURIComponent(key)}?expand[]=payment_intent.latest_charge.refunds`,
    );

  /**
   * Finds the key through the charge, because sessions cannot be searched; payments without an agreement are not
   * found.
   */
  async function findKey(ref: string): Promise<Outcome<string | null>> {
    if (!/^[\w-]{1,64}$/.test(ref)) return { kind: 'done', value: null };
    const query = new URLSearchParams({ query: `metadata['ref']:'${ref}'`, limit: '1' });
    const intents = await read(listOf(named), `/v1/payment_intents/search?${query}`);
    const intent = intents.kind === 'done' ? intents.value?.data[0] : undefined;
    if (intents.kind !== 'done' || !intent)
      return intents.kind === 'done' ? { ...intents, value: null } : intents;
    const sessions = await read(listOf(named), `/v1/checkout/sessions?payment_intent=${intent.id}&limit=1`);
    if (sessions.kind !== 'done') return sessions;
    return { kind: 'done', value: sessions.value?.data[0]?.id ?? null };
  }

  async function find(p: {
    ref: string;
    paymentKey: string | null;
  }): Promise<Outcome<GatewayPayment | null>> {
    const key = p.paymentKey === null ? await findKey(p.ref) : { kind: 'done' as const, value: p.paymentKey };
    if (key.kind !== 'done' || key.value === null) return key as Outcome<null>;
    const found = await findSession(key.value);
    if (found.kind !== 'done') return found;
    return { kind: 'done', value: found.value && present(found.value) };
  }

  return {
    name: 'stripe',
    // The idempotency key is bound to one form in one language.
    canBeginAgain: false,
    currencies: ['JPY', 'USD', 'KRW'],

    async begin(attempt) {
      const answer = await call('/v1/checkout/sessions', {
        form: checkoutForm(attempt),
        idempotencyKey: `begin:${attempt.ref}`,
      });
      if (answer.kind !== 'json') return answer;
      const opened = named.extend({ url: z.string() }).safeParse(answer.body);
      if (!opened.success) return unreadable;
      return {
        kind: 'done',
        value: { kind: 'redirect', url: opened.data.url, paymentKey: opened.data.id },
      };
    },

    // Stripe charges at the agreement, so only the state is read.
    async confirm({ ref, paymentKey }) {
      const found = await find({ ref, paymentKey });
      if (found.kind !== 'done') return found;
      if (found.value?.ref !== ref) return { kind: 'refused', code: 'NOT_FOUND_PAYMENT' };
      return { kind: 'done', value: found.value };
    },

    find,

    async cancel({ paymentKey, amount, reason, idempotencyKey }) {
      const found = await findSession(paymentKey);
      if (found.kind !== 'done') return found;
      if (found.value === null) return { kind: 'refused', code: 'NOT_FOUND_PAYMENT' };
      const { id, payment_status: paid, payment_intent: intent, client_reference_id: ref } = found.value;
      const write = (path: string, form: Record<string, string>) => call(path, { form, idempotencyKey });
      const answer = await (paid === 'paid' && intent
        ? write('/v1/refunds', {
            payment_intent: intent.id,
            amount: String(amount),
            'metadata[ref]': ref ?? '',
            'metadata[reason]': beginningOf(reason, 500, codeUnits),
          })
        : intent
          ? write(`/v1/payment_intents/${encodeURIComponent(intent.id)}/cancel`, {})
          : write(`/v1/checkout/sessions/${encodeURIComponent(id)}/expire`, {}));
      if (answer.kind !== 'json') return answer;
      const after = await find({ ref: ref ?? '', paymentKey });
      if (after.kind !== 'done') return after;
      return after.value ? { kind: 'done', value: after.value } : unreadable;
    },

    async listSettlements({ from, to }) {
      const query = new URLSearchParams({
        limit: '100',
        'created[gte]': String(Math.floor((from.getTime() - longestUntilAvailableMs) / 1000)),
        'created[lt]': String(Math.floor(to.getTime() / 1000)),
        'expand[]': 'data.source',
      });
      const rows: z.output<typeof movement>[] = [];
      for (;;) {
        const page = await read(listOf(movement), `/v1/balance_transactions?${query}`);
        if (page.kind !== 'done') return page;
        if (page.value === null) return unreadable;
        rows.push(...page.value.data);
        const last = page.value.data.at(-1);
        if (!page.value.has_more || !last) break;
        query.set('starting_after', last.id);
      }
      return {
        kind: 'done',
        value: rows.flatMap(({ id, amount, fee, available_on: settledAt, source }) => {
          const ref = source?.metadata?.['ref'];
          if (!ref || settledAt < from || settledAt >= to) return [];
          return [{ key: id, ref, paymentKey: null, amount, fee, settledAt }];
        }),
      };
    },

    async readWebhook({ headers, rawBody, now }) {
      const header = String(headers['stripe-signature'] ?? '');
      const secret = config.webhookSecret;
      if (!isTimedSignature(header, { secret, rawBody, now, toleranceSeconds })) return { kind: 'forged' };
      const event = hint.safeParse(readJson(rawBody));
      if (!event.success) return { kind: 'ignored' };
      const { object, id, client_reference_id: reference, metadata } = event.data.data.object;
      const ref = reference ?? metadata?.['ref'] ?? null;
      if (object === 'checkout.session') return { kind: 'payment', ref, paymentKey: id, id: event.data.id };
      if (ref === null) return { kind: 'ignored' };
      return { kind: 'payment', ref, paymentKey: null, id: event.data.id };
    },

    payouts: null,
  };
}

/** Returns the same form for the same attempt: Stripe refuses a key that comes with another body. */
function checkoutForm(attempt: Attempt): Record<string, string> {
  const lead = (address: string, query: Record<string, string>) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  const { ref, amount } = attempt;
  // Stripe's placeholder has to keep its braces unescaped.
  const success = lead(attempt.successUrl, { orderId: ref, amount: String(amount) });
  return {
    mode: 'payment',
    client_reference_id: ref,
    'metadata[ref]': ref,
    'payment_intent_data[metadata][ref]': ref,
    'payment_intent_data[transfer_group]': ref,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': attempt.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(amount),
    'line_items[0][price_data][product_data][name]': beginningOf(attempt.orderName, 100, codeUnits),
    success_url: `${success}&paymentKey={CHECKOUT_SESSION_ID}`,
    cancel_url: lead(attempt.failUrl, {
      code: 'PAY_PROCESS_CANCELED',
      message: 'PAY_PROCESS_CANCELED',
      orderId: ref,
    }),
    locale: attempt.locale,
    ...(attempt.customer.email && { customer_email: attempt.customer.email }),
    ...(attempt.method === 'card' && { 'payment_method_types[0]': 'card' }),
  };
}
