import { createHmac, randomBytes } from 'node:crypto';
import {
  createFakeServer,
  createPlans,
  post,
  type FakeRequest,
  type FakeWebhook,
  type Plan,
} from './server.ts';

/**
 * Stripe for `STRIPE_BASE_URL`: Checkout sessions, refunds and balance transactions, with exact books. It fails as told
 * (`plan`), and its webhooks wait until they are sent (`deliver`). `/control/…` does the same over HTTP.
 */

type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  created: number;
  status: string;
  metadata: object;
};
type Session = {
  id: string;
  ref: string;
  amount: number;
  currency: string;
  successUrl: string;
  cancelUrl: string;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  intent: { id: string; status: string; error: { code: string; message: string } | null } | null;
  method: string;
  chargedAt: number | null;
  refunds: Refund[];
};
type Reply = { status: number; body: unknown };

const refusal = (status: number, type: string, code?: string): Reply => ({
  status,
  body: { error: { type, ...(code && { code }), message: code ?? type } },
});
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
const feeOf = (amount: number) => Math.floor((amount * 36) / 1000);
const availableDays = 4;

export function createStripeFake(keys: { secretKey: string; webhookSecret: string; now?: () => Date }) {
  const now = keys.now ?? (() => new Date());
  const seconds = () => Math.floor(now().getTime() / 1000);
  const plans = createPlans();
  const sessions: Session[] = [];
  const answered = new Map<string, { reply: Reply; body: string }>();
  const webhooks: FakeWebhook[] = [];
  const calls: { call: string; ref: string; idempotencyKey: string | null }[] = [];

  function shownCharge(session: Session) {
    const { ref, amount, chargedAt, method, refunds } = session;
    if (chargedAt === null) return null;
    return {
      id: `ch_${session.id}`,
      object: 'charge',
      amount,
      amount_refunded: refunds.reduce((sum, each) => sum + each.amount, 0),
      created: chargedAt,
      metadata: { ref },
      receipt_url: `https://receipts.example/${session.id}`,
      payment_method_details: { type: method, [method]: method === 'card' ? { wallet: null } : {} },
      refunds: { object: 'list', data: refunds, has_more: false },
    };
  }
  function shownIntent(session: Session) {
    const { intent } = session;
    return (
      intent && {
        id: intent.id,
        object: 'payment_intent',
        status: intent.status,
        metadata: { ref: session.ref },
        last_payment_error: intent.error,
        latest_charge: shownCharge(session),
      }
    );
  }
  const shown = (session: Session) => ({
    id: session.id,
    object: 'checkout.session',
    client_reference_id: session.ref,
    metadata: { ref: session.ref },
    status: session.status,
    payment_status: session.isPaid ? 'paid' : 'unpaid',
    amount_total: session.amount,
    currency: session.currency,
    url: session.status === 'open' ? `https://checkout.example/c/pay/${session.id}` : null,
    payment_intent: shownIntent(session),
  });
  const list = (data: unknown[], hasMore = false) => ({ object: 'list', data, has_more: hasMore });

  function announce(type: string, object: unknown): void {
    const body = JSON.stringify({
      id: newId('evt'),
      object: 'event',
      type,
      created: seconds(),
      data: { object },
    });
    webhooks.push({ headers: sign(body), body });
  }
  function sign(body: string, at = seconds()): Record<string, string> {
    const signature = createHmac('sha256', keys.webhookSecret).update(`${at}.${body}`).digest('hex');
    return { 'stripe-signature': `t=${at},v1=${randomBytes(32).toString('hex')},v1=${signature}` };
  }

  function sessionOf(ref: string): Session {
    const session = sessions.find((each) => each.ref === ref);
    if (!session) throw new Error(`no session of ${ref}`);
    return session;
  }
  /** Confirms the payment page: a card is charged at once, a convenience store payment is made later. */
  function agree({ ref, method = 'card' }: { ref: string; method?: string }) {
    const session = sessionOf(ref);
    const isLate = method === 'konbini';
    Object.assign(session, {
      status: 'complete',
      method,
      isPaid: !isLate,
      chargedAt: isLate ? null : seconds(),
      intent: { id: newId('pi'), status: isLate ? 'requires_action' : 'succeeded', error: null },
    });
    announce('checkout.session.completed', shown(session));
    return { redirect: session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id) };
  }
  function deposit(ref: string): void {
    const session = sessionOf(ref);
    Object.assign(session, { isPaid: true, chargedAt: seconds() });
    if (session.intent) session.intent.status = 'succeeded';
    announce('checkout.session.async_payment_succeeded', shown(session));
  }
  function failLate(ref: string): void {
    const session = sessionOf(ref);
    if (session.intent) {
      session.intent.status = 'requires_payment_method';
      session.intent.error = { code: 'payment_intent_payment_attempt_expired', message: 'expired' };
    }
    announce('checkout.session.async_payment_failed', shown(session));
  }
  function expire(ref: string): void {
    const session = sessionOf(ref);
    session.status = 'expired';
    announce('checkout.session.expired', shown(session));
  }

  function open(form: URLSearchParams): Reply {
    const session: Session = {
      id: newId('cs_test'),
      ref: form.get('client_reference_id') ?? '',
      amount: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      successUrl: form.get('success_url') ?? '',
      cancelUrl: form.get('cancel_url') ?? '',
      status: 'open',
      isPaid: false,
      intent: null,
      method: 'card',
      chargedAt: null,
      refunds: [],
    };
    if (form.get('mode') !== 'payment' || !(session.amount > 0) || !/^[a-z]{3}$/.test(session.currency))
      return refusal(400, 'invalid_request_error', 'parameter_invalid_integer');
    sessions.push(session);
    return { status: 200, body: shown(session) };
  }
  function refund(form: URLSearchParams): Reply {
    const session = sessions.find(({ intent }) => intent?.id === form.get('payment_intent'));
    if (!session?.isPaid) return refusal(404, 'invalid_request_error', 'resource_missing');
    const left = session.amount - session.refunds.reduce((sum, each) => sum + each.amount, 0);
    const amount = Number(form.get('amount') ?? left);
    if (left === 0) return refusal(400, 'invalid_request_error', 'charge_already_refunded');
    if (!(amount > 0 && amount <= left)) return refusal(400, 'invalid_request_error');
    const made: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      created: seconds(),
      status: 'succeeded',
      metadata: { ref: form.get('metadata[ref]') ?? '' },
    };
    session.refunds.push(made);
    announce('charge.refunded', shownCharge(session));
    return { status: 200, body: made };
  }
  function movements(query: URLSearchParams): Reply {
    const rows = sessions.flatMap((session) => {
      const charge = shownCharge(session);
      if (!charge) return [];
      const row = (id: string, amount: number, fee: number, created: number, source: object) => ({
        id: `txn_${id}`,
        object: 'balance_transaction',
        amount,
        fee,
        net: amount - fee,
        created,
        available_on: created + availableDays * 86_400,
        source,
      });
      return [
        row(session.id, session.amount, feeOf(session.amount), charge.created, charge),
        ...session.refunds.map((each) => row(each.id, -each.amount, 0, each.created, each)),
      ];
    });
    const [from, to] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lt]') ?? Infinity)];
    const listed = rows.filter(({ created }) => created >= from && created < to);
    const after = query.get('starting_after');
    const begin = after === null ? 0 : listed.findIndex(({ id }) => id === after) + 1;
    const limit = Number(query.get('limit') ?? 10);
    return { status: 200, body: list(listed.slice(begin, begin + limit), begin + limit < listed.length) };
  }

  function perform(request: FakeRequest, call: string, ref: string, act: () => Reply): void {
    const key = request.headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : null;
    calls.push({ call, ref, idempotencyKey });
    const write = ({ status, body }: Reply, headers?: Record<string, string>) =>
      request.answer(status, body, headers);
    const fault = plans.take(call, ref);
    switch (fault?.kind) {
      case 'hang':
        return;
      case 'reset':
        return request.reset();
      case 'in_flight':
        return write(refusal(409, 'idempotency_error', 'idempotency_key_in_use'));
      case 'refuse': {
        const type = fault.status === 402 ? 'card_error' : 'invalid_request_error';
        return write(refusal(fault.status, fault.status >= 500 ? 'api_error' : type, fault.code));
      }
      case 'say':
        return request.answer(fault.status, fault.text);
      case 'unreadable':
        return request.answer(200, '<html>maintenance</html>');
      default:
    }
    const first = idempotencyKey === null ? undefined : answered.get(idempotencyKey);
    // Unlike others, Stripe compares the parameters of requests with the same key.
    if (first && first.body !== request.body) return write(refusal(400, 'idempotency_error'));
    if (first && fault === null) return write(first.reply, { 'idempotent-replayed': 'true' });
    const reply = first?.reply ?? structuredClone(act());
    if (idempotencyKey !== null) answered.set(idempotencyKey, { reply, body: request.body });
    if (fault?.kind === 'done_then_hang') return;
    if (fault?.kind === 'done_then_reset') return request.reset();
    if (fault?.kind === 'done_then_500') return write(refusal(500, 'api_error'));
    return write(reply);
  }

  async function handle(request: FakeRequest): Promise<void> {
    const { method, url, headers, body } = request;
    const path = url.pathname;
    if (path.startsWith('/control/')) return control(request);
    if (headers.authorization !== `Bearer ${keys.secretKey}`) {
      const { status, body: refused } = refusal(401, 'invalid_request_error');
      return request.answer(status, refused);
    }
    const form = new URLSearchParams(body);
    const [, , , id = ''] = path.split('/');
    const missing = refusal(404, 'invalid_request_error', 'resource_missing');
    if (method === 'POST' && path === '/v1/checkout/sessions')
      return perform(request, 'begin', form.get('client_reference_id') ?? '', () => open(form));
    if (method === 'POST' && path === '/v1/refunds')
      return perform(request, 'refund', form.get('metadata[ref]') ?? '', () => refund(form));
    if (method === 'POST' && path.startsWith('/v1/payment_intents/')) {
      const session = sessions.find(({ intent }) => intent?.id === id);
      return perform(request, 'cancel', session?.ref ?? '', () => {
        if (!session?.intent) return missing;
        if (session.isPaid) return refusal(400, 'invalid_request_error', 'payment_intent_unexpected_state');
        session.intent.status = 'canceled';
        return { status: 200, body: shownIntent(session) };
      });
    }
    if (path === '/v1/balance_transactions')
      return perform(request, 'settlements', '', () => movements(url.searchParams));
    if (path === '/v1/payment_intents/search') {
      const [, ref = ''] = /^metadata\['ref'\]:'([\w-]+)'$/.exec(url.searchParams.get('query') ?? '') ?? [];
      return perform(request, 'search', ref, () => ({
        status: 200,
        body: list(sessions.filter((each) => each.ref === ref && each.intent).map(shownIntent)),
      }));
    }
    if (path === '/v1/checkout/sessions') {
      const intent = url.searchParams.get('payment_intent');
      const found = sessions.filter((each) => each.intent?.id === intent).map(shown);
      return perform(request, 'search', '', () => ({ status: 200, body: list(found) }));
    }
    if (path.startsWith('/v1/checkout/sessions/')) {
      const key = path.split('/')[4] ?? '';
      const session = sessions.find((each) => each.id === key);
      if (method === 'POST' && path.endsWith('/expire')) {
        return perform(request, 'cancel', session?.ref ?? '', () => {
          if (!session) return missing;
          if (session.status !== 'open') return refusal(400, 'invalid_request_error');
          session.status = 'expired';
          return { status: 200, body: shown(session) };
        });
      }
      return perform(request, 'find', session?.ref ?? '', () =>
        session ? { status: 200, body: shown(session) } : missing,
      );
    }
    request.answer(404, { error: { type: 'invalid_request_error', message: path } });
  }

  function totals() {
    const charged = sessions.filter(({ isPaid }) => isPaid);
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    const captured = sum(charged.map(({ amount }) => amount));
    const refunded = sum(charged.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)));
    return { payments: charged.length, captured, refunded, balance: captured - refunded };
  }
  async function deliver(to: string, { times = 1, reversed = false } = {}): Promise<number[]> {
    const waiting = webhooks.splice(0);
    const statuses: number[] = [];
    for (const webhook of reversed ? waiting.toReversed() : waiting) {
      for (let time = 0; time < times; time += 1) statuses.push(await post(to, webhook));
    }
    return statuses;
  }

  const actions: Record<string, (body: never) => unknown> = {
    agree,
    plan: (plan: Plan) => plans.add(plan),
    clear: () => plans.clear(),
    deposit: ({ ref }: { ref: string }) => deposit(ref),
    'fail-late': ({ ref }: { ref: string }) => failLate(ref),
    expire: ({ ref }: { ref: string }) => expire(ref),
    deliver: ({ to, ...how }: { to: string; times?: number; reversed?: boolean }) => deliver(to, how),
    totals,
  };
  async function control({ url, body, answer }: FakeRequest): Promise<void> {
    const action = actions[url.pathname.slice('/control/'.length)];
    if (!action) return answer(404, {});
    answer(200, (await action(JSON.parse(body || '{}') as never)) ?? null);
  }

  return {
    ...createFakeServer(handle),
    plan: (plan: Plan) => plans.add(plan),
    clearPlans: () => plans.clear(),
    agree,
    deposit,
    failLate,
    expire,
    sign,
    totals,
    deliver,
    webhooks,
    calls,
  };
}
