import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import {
  createFakeServer,
  createPlans,
  post,
  type FakeRequest,
  type FakeWebhook,
  type Fault,
  type Plan,
} from './server.ts';

/**
 * Toss Payments for `TOSS_BASE_URL`: payments over `/v1`, payouts over `/v2`, as documented, with exact books. It fails
 * as told (`plan`), and its webhooks wait until they are sent (`deliver`). `/control/…` does the same over HTTP.
 */

type Status =
  | 'IN_PROGRESS'
  | 'WAITING_FOR_DEPOSIT'
  | 'DONE'
  | 'CANCELED'
  | 'PARTIAL_CANCELED'
  | 'ABORTED'
  | 'EXPIRED';
type Payment = {
  paymentKey: string;
  orderId: string;
  amount: number;
  method: string;
  status: Status;
  balance: number;
  /** Parameters of the payment window, then of the redirect back to the shop. */
  agreedAt: Date;
  approvedAt: Date | null;
  dueDate: Date | null;
  secret: string;
  lastTransactionKey: string;
  cancels: { transactionKey: string; cancelAmount: number; canceledAt: Date; refundableAmount: number }[];
  failure: { code: string; message: string } | null;
};
type Payout = {
  id: string;
  refPayoutId: string;
  destination: string;
  value: number;
  status: 'REQUESTED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELED';
  payoutDate: string;
  error: { code: string; message: string } | null;
};
type Seller = { id: string; refSellerId: string; status: string; bankCode: string };
type Reply = { status: number; body: unknown };

const methods: Record<string, string> = {
  CARD: '카드',
  TRANSFER: '계좌이체',
  VIRTUAL_ACCOUNT: '가상계좌',
  MOBILE_PHONE: '휴대폰',
  EASY_PAY: '간편결제',
};
const confirmMinutes = 10;
const idempotencyDays = 15;
const feeOf = (amount: number) => Math.floor((amount * 3) / 100);

/** Time in Toss's format: Korean, without milliseconds. */
function korean(at: Date | null): string | null {
  return at && new Date(at.getTime() + 9 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+09:00');
}
const dayOf = (at: Date, days = 0) =>
  new Date(at.getTime() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const refusal = (status: number, code: string): Reply => ({ status, body: { code, message: code } });

export function createTossFake(keys: { secretKey: string; securityKey: string; now?: () => Date }) {
  const now = keys.now ?? (() => new Date());
  const sealKey = Buffer.from(keys.securityKey, 'hex');
  const plans = createPlans();
  const payments = new Map<string, Payment>();
  const orders = new Map<string, Payment>();
  const payouts: Payout[] = [];
  const sellers: Seller[] = [];
  const answered = new Map<string, { reply: Reply; at: Date }>();
  const webhooks: FakeWebhook[] = [];
  /** Every call, in order of arrival. */
  const calls: { call: string; ref: string; idempotencyKey: string | null }[] = [];

  function shown(payment: Payment): unknown {
    const isWaiting = payment.status === 'WAITING_FOR_DEPOSIT';
    const isAccount = payment.method === '가상계좌';
    return {
      mId: 'fake',
      version: '2022-11-16',
      paymentKey: payment.paymentKey,
      orderId: payment.orderId,
      orderName: 'fake',
      type: 'NORMAL',
      status: payment.status,
      currency: 'KRW',
      method: payment.method,
      totalAmount: payment.amount,
      // The real one reports the full amount as the balance until a deposit has arrived.
      balanceAmount:
        payment.approvedAt === null && payment.cancels.length === 0 ? payment.amount : payment.balance,
      requestedAt: korean(payment.agreedAt),
      approvedAt: korean(payment.approvedAt),
      lastTransactionKey: payment.lastTransactionKey,
      useEscrow: false,
      isPartialCancelable: true,
      receipt: payment.approvedAt && { url: `https://receipts.example/${payment.paymentKey}` },
      secret: payment.secret,
      virtualAccount: isAccount
        ? {
            accountNumber: 'X6505636518308',
            bankCode: '06',
            customerName: '홍길동',
            // Without a time zone, like the real one.
            dueDate: korean(payment.dueDate)?.replace('+09:00', '') ?? null,
            expired: false,
            refundStatus: 'NONE',
            settlementStatus: isWaiting ? 'INCOMPLETED' : 'COMPLETED',
          }
        : null,
      cancels:
        payment.cancels.length === 0
          ? null
          : payment.cancels.map((each) => ({
              ...each,
              canceledAt: korean(each.canceledAt),
              cancelStatus: 'DONE',
              cancelReason: 'fake',
            })),
      failure: payment.failure,
    };
  }

  function queueWebhook(body: unknown, signed = false): void {
    const text = JSON.stringify(body);
    const time = korean(now()) ?? '';
    const sign = (key: string | Buffer) =>
      `v1:${createHmac('sha256', key).update(`${text}:${time}`).digest('base64')}`;
    webhooks.push({
      body: text,
      headers: {
        'tosspayments-webhook-transmission-time': time,
        'tosspayments-webhook-transmission-id': randomUUID(),
        // Two keys, as during a key rotation.
        ...(signed && {
          'tosspayments-webhook-signature': [sign(randomBytes(32)), sign(keys.securityKey)].join(','),
        }),
      },
    });
  }
  function changed(payment: Payment): void {
    if (payment.status !== 'WAITING_FOR_DEPOSIT') {
      queueWebhook({
        eventType: 'PAYMENT_STATUS_CHANGED',
        createdAt: now().toISOString(),
        data: shown(payment),
      });
    }
    if (payment.method !== '가상계좌') return;
    // Flat, without a type and without the payment key.
    queueWebhook({
      createdAt: korean(now()),
      secret: payment.secret,
      status: payment.status,
      transactionKey: payment.lastTransactionKey,
      orderId: payment.orderId,
    });
  }

  /** Confirms the payment window; the shop is notified by the redirect address. */
  function agree(order: { orderId: string; amount: number; method?: string; successUrl?: string }) {
    const payment: Payment = {
      paymentKey: `tgen_${randomBytes(16).toString('hex')}`,
      orderId: order.orderId,
      amount: order.amount,
      method: methods[order.method ?? 'CARD'] ?? '카드',
      status: 'IN_PROGRESS',
      balance: 0,
      agreedAt: now(),
      approvedAt: null,
      dueDate: null,
      secret: `ps_${randomBytes(12).toString('hex')}`,
      lastTransactionKey: randomBytes(16).toString('hex'),
      cancels: [],
      failure: null,
    };
    payments.set(payment.paymentKey, payment);
    orders.set(order.orderId, payment);
    const { paymentKey } = payment;
    const query = new URLSearchParams({
      paymentKey,
      orderId: order.orderId,
      amount: String(order.amount),
    });
    return { paymentKey, redirect: `${order.successUrl ?? 'http://shop.example/success'}?${query}` };
  }
  function orderOf(orderId: string): Payment {
    const payment = orders.get(orderId);
    if (!payment) throw new Error(`no payment of ${orderId}`);
    return payment;
  }
  function deposit(orderId: string): void {
    const payment = orderOf(orderId);
    Object.assign(payment, { status: 'DONE', approvedAt: now(), balance: payment.amount });
    changed(payment);
  }
  /** The bank reverses a deposit: DONE is not final. */
  function reverseDeposit(orderId: string): void {
    const payment = orderOf(orderId);
    Object.assign(payment, { status: 'WAITING_FOR_DEPOSIT', approvedAt: null, balance: 0 });
    changed(payment);
  }
  function expire(orderId: string): void {
    const payment = orderOf(orderId);
    payment.status = 'EXPIRED';
    changed(payment);
  }

  /** `isWrong`: charges more than agreed, which the shop must notice. */
  function confirm(body: Record<string, unknown>, isWrong: boolean): Reply {
    const payment = payments.get(String(body['paymentKey']));
    if (!payment || payment.orderId !== body['orderId']) return refusal(404, 'NOT_FOUND_PAYMENT');
    if (payment.status !== 'IN_PROGRESS') {
      return payment.status === 'EXPIRED'
        ? refusal(404, 'NOT_FOUND_PAYMENT_SESSION')
        : refusal(400, 'ALREADY_PROCESSED_PAYMENT');
    }
    if (now().getTime() - payment.agreedAt.getTime() > confirmMinutes * 60_000) {
      payment.status = 'EXPIRED';
      return refusal(404, 'NOT_FOUND_PAYMENT_SESSION');
    }
    if (typeof body['amount'] !== 'number' || payment.amount !== body['amount'])
      return refusal(400, 'INVALID_REQUEST');
    if (isWrong) payment.amount += 1000;
    if (payment.method === '가상계좌') {
      payment.status = 'WAITING_FOR_DEPOSIT';
      payment.dueDate = new Date(now().getTime() + 86_400_000);
    } else {
      Object.assign(payment, { status: 'DONE', approvedAt: now(), balance: payment.amount });
    }
    changed(payment);
    return { status: 200, body: shown(payment) };
  }

  function cancel(payment: Payment | undefined, body: Record<string, unknown>): Reply {
    if (!payment) return refusal(404, 'NOT_FOUND_PAYMENT');
    if (typeof body['cancelReason'] !== 'string' || body['cancelReason'] === '')
      return refusal(400, 'INVALID_REQUEST');
    const isWaiting = payment.status === 'WAITING_FOR_DEPOSIT';
    const amount = Number(body['cancelAmount'] ?? (isWaiting ? payment.amount : payment.balance));
    if (payment.status === 'CANCELED') return refusal(400, 'ALREADY_CANCELED_PAYMENT');
    if (!isWaiting && payment.status !== 'DONE' && payment.status !== 'PARTIAL_CANCELED')
      return refusal(403, 'NOT_CANCELABLE_PAYMENT');
    if (isWaiting && amount !== payment.amount) return refusal(403, 'NOT_ALLOWED_PARTIAL_REFUND');
    if (!isWaiting && (amount <= 0 || amount > payment.balance)) return refusal(403, 'NOT_CANCELABLE_AMOUNT');
    const account = body['refundReceiveAccount'] as { bank?: string; accountNumber?: string } | undefined;
    if (payment.method === '가상계좌' && !isWaiting && !/^\d{2}$/.test(account?.bank ?? ''))
      return refusal(400, 'INVALID_REFUND_ACCOUNT_INFO');
    payment.balance = isWaiting ? 0 : payment.balance - amount;
    payment.lastTransactionKey = randomBytes(16).toString('hex');
    payment.cancels.push({
      transactionKey: payment.lastTransactionKey,
      cancelAmount: amount,
      canceledAt: now(),
      refundableAmount: payment.balance,
    });
    // A payment refunded in parts stays PARTIAL_CANCELED, even after the last part.
    payment.status = payment.balance === 0 && payment.cancels.length === 1 ? 'CANCELED' : 'PARTIAL_CANCELED';
    changed(payment);
    return { status: 200, body: shown(payment) };
  }

  function settlements(url: URL): Reply {
    const [from, to] = [url.searchParams.get('startDate') ?? '', url.searchParams.get('endDate') ?? ''];
    const size = Number(url.searchParams.get('size') ?? 100);
    const page = Number(url.searchParams.get('page') ?? 1);
    const rows = [...payments.values()].flatMap((payment) => {
      const { approvedAt, paymentKey, orderId, amount, method } = payment;
      if (approvedAt === null) return [];
      const row = (transactionKey: string, value: number, fee: number, at: Date) => ({
        mId: 'fake',
        paymentKey,
        transactionKey,
        orderId,
        currency: 'KRW',
        method,
        amount: value,
        interestFee: 0,
        fee,
        supplyAmount: fee,
        vat: 0,
        payOutAmount: value - fee,
        approvedAt: korean(approvedAt),
        soldDate: dayOf(at, 1),
        paidOutDate: dayOf(at, 3),
      });
      return [
        row(`${paymentKey}-sale`, amount, feeOf(amount), approvedAt),
        ...payment.cancels.map((each) => row(each.transactionKey, -each.cancelAmount, 0, each.canceledAt)),
      ];
    });
    const listed = rows
      .filter(({ soldDate }) => soldDate >= from && soldDate <= to)
      .toSorted((one, other) => (one.soldDate < other.soldDate ? -1 : 1));
    return { status: 200, body: listed.slice((page - 1) * size, page * size) };
  }

  const entity = (entityType: string, entityBody: unknown): Reply => ({
    status: 200,
    body: { version: '2022-11-16', traceId: randomUUID(), entityType, entityBody },
  });
  const shownPayout = (payout: Payout) => ({
    ...payout,
    value: undefined,
    amount: { currency: 'KRW', value: payout.value },
    scheduleType: 'EXPRESS',
  });

  function sendPayouts(items: Record<string, unknown>[]): Reply {
    if (!Array.isArray(items) || items.length === 0 || items.length > 100)
      return refusal(400, 'INVALID_REQUEST');
    const made: Payout[] = [];
    for (const item of items) {
      const seller = sellers.find(({ id }) => id === item['destination']);
      const { value } = item['amount'] as { value: number };
      const description = String(item['transactionDescription'] ?? '');
      if (!seller) return refusal(404, 'NOT_FOUND_SELLER');
      if (!['APPROVED', 'PARTIALLY_APPROVED'].includes(seller.status))
        return refusal(400, 'NOT_APPROVED_SELLER');
      if (description.length === 0 || description.length > 7) return refusal(400, 'INVALID_REQUEST');
      const ref = String(item['refPayoutId']);
      if (payouts.some(({ refPayoutId }) => refPayoutId === ref))
        return refusal(400, 'DUPLICATED_REF_PAYOUT_ID');
      made.push({
        id: `payout_${randomBytes(8).toString('hex')}`,
        refPayoutId: ref,
        destination: seller.id,
        value,
        status: 'REQUESTED',
        payoutDate: dayOf(now()),
        error: null,
      });
    }
    payouts.push(...made);
    return entity('payout-list', { items: made.map(shownPayout) });
  }
  /** The bank's result, possibly much later. */
  function finishPayout(ref: string, status: 'COMPLETED' | 'FAILED'): void {
    const payout = payouts.find(({ refPayoutId }) => refPayoutId === ref);
    if (!payout) throw new Error(`no payout ${ref}`);
    payout.status = status;
    payout.error = status === 'FAILED' ? { code: 'ACCOUNT_CLOSED', message: '해지된 계좌' } : null;
    queueWebhook(
      {
        eventType: 'payout.changed',
        createdAt: korean(now()),
        version: '2022-11-16',
        eventId: randomUUID(),
        entityType: 'payout',
        entityBody: shownPayout(payout),
      },
      true,
    );
  }
  function setSeller(ref: string, status: string): void {
    const seller = sellers.find(({ refSellerId }) => refSellerId === ref);
    if (!seller) throw new Error(`no seller ${ref}`);
    seller.status = status;
    queueWebhook(
      {
        eventType: 'seller.changed',
        createdAt: korean(now()),
        version: '2022-11-16',
        eventId: randomUUID(),
        entityType: 'seller',
        entityBody: { id: seller.id, refSellerId: ref, status },
      },
      true,
    );
  }
  function registerSeller(body: Record<string, unknown>): Reply {
    const account = body['account'] as { bankCode?: string } | undefined;
    const person = (body['individual'] ?? body['company']) as { phone?: string } | undefined;
    const ref = String(body['refSellerId']);
    const isRight = /^[\w-]{7,20}$/.test(ref) && /^\d{8,15}$/.test(person?.phone ?? '');
    if (!isRight || !/^\d{2}$/.test(account?.bankCode ?? '')) return refusal(400, 'INVALID_REQUEST');
    if (sellers.some(({ refSellerId }) => refSellerId === ref))
      return refusal(400, 'DUPLICATED_REF_SELLER_ID');
    const seller = {
      id: `seller_${randomBytes(8).toString('hex')}`,
      refSellerId: ref,
      status: body['businessType'] === 'CORPORATE' ? 'PARTIALLY_APPROVED' : 'APPROVAL_REQUIRED',
      bankCode: account?.bankCode ?? '',
    };
    sellers.push(seller);
    return entity('seller', seller);
  }

  const seal = async (body: unknown, key = sealKey) =>
    new CompactEncrypt(Buffer.from(JSON.stringify(body)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', iat: korean(now()), nonce: randomUUID() })
      .encrypt(key);
  /** Decrypts a request; null for a wrong key, or without a valid `iat` and `nonce`. */
  async function opened(text: string): Promise<Record<string, unknown> | null> {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(text, sealKey);
      const { iat, nonce } = protectedHeader as { iat?: unknown; nonce?: unknown };
      const isFresh =
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/.test(String(iat)) && typeof nonce === 'string';
      return isFresh ? (JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, unknown>) : null;
    } catch {
      return null;
    }
  }

  /** Runs a call with its planned failure. The same key gets the same response, whatever the request contains. */
  async function perform(
    request: FakeRequest,
    call: string,
    ref: string,
    act: (fault: Fault | null) => Reply,
    write: (reply: Reply) => Promise<void> | void = ({ status, body }) => request.answer(status, body),
  ): Promise<void> {
    const key = request.headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : null;
    calls.push({ call, ref, idempotencyKey });
    const testCode = request.headers['tosspayments-test-code'];
    if (typeof testCode === 'string') return write(refusal(400, testCode));
    if (idempotencyKey !== null && idempotencyKey.length > 300)
      return write(refusal(400, 'INVALID_IDEMPOTENCY_KEY'));
    const fault = plans.take(call, ref);
    switch (fault?.kind) {
      case 'hang':
        return;
      case 'reset':
        return request.reset();
      case 'in_flight':
        return write(refusal(409, 'IDEMPOTENT_REQUEST_PROCESSING'));
      case 'refuse':
        return write(refusal(fault.status, fault.code));
      case 'say':
        return request.answer(fault.status, fault.text);
      case 'unreadable':
        return request.answer(200, '<html>점검 중</html>');
      default:
    }
    const slot = `${request.method} ${request.url.pathname} ${idempotencyKey}`;
    const first = idempotencyKey === null ? undefined : answered.get(slot);
    const isOld = first && now().getTime() - first.at.getTime() > idempotencyDays * 86_400_000;
    let reply = isOld ? null : (first?.reply ?? null);
    if (reply === null) {
      reply = act(fault);
      // Copied, so that later changes of the payment do not change the recorded response.
      reply = { ...reply, body: structuredClone(reply.body) };
      if (idempotencyKey !== null) answered.set(slot, { reply, at: now() });
    }
    if (fault?.kind === 'done_then_hang') return;
    if (fault?.kind === 'done_then_reset') return request.reset();
    if (fault?.kind === 'done_then_500') return write(refusal(500, 'FAILED_INTERNAL_SYSTEM_PROCESSING'));
    return write(reply);
  }

  async function handle(request: FakeRequest): Promise<void> {
    const { method, url, headers } = request;
    const path = url.pathname;
    if (path.startsWith('/control/')) return control(request);
    const expected = `Basic ${Buffer.from(`${keys.secretKey}:`).toString('base64')}`;
    if (headers.authorization !== expected) {
      const { status, body } = refusal(401, 'UNAUTHORIZED_KEY');
      return request.answer(status, body);
    }
    const part = (index: number) => decodeURIComponent(path.split('/')[index] ?? '');
    const json = () => JSON.parse(request.body || '{}') as Record<string, unknown>;
    const found = (payment: Payment | undefined) =>
      payment ? { status: 200, body: shown(payment) } : refusal(404, 'NOT_FOUND_PAYMENT');

    if (method === 'POST' && path === '/v1/payments/confirm') {
      const body = json();
      const ref = String(body['orderId']);
      return perform(request, 'confirm', ref, (fault) => confirm(body, fault?.kind === 'wrong_amount'));
    }
    if (method === 'POST' && /^\/v1\/payments\/[^/]+\/cancel$/.test(path)) {
      const payment = payments.get(part(3));
      return perform(request, 'cancel', payment?.orderId ?? '', () => cancel(payment, json()));
    }
    if (path.startsWith('/v1/payments/orders/'))
      return perform(request, 'find', part(4), () => found(orders.get(part(4))));
    if (path.startsWith('/v1/payments/')) {
      const payment = payments.get(part(3));
      return perform(request, 'find', payment?.orderId ?? '', () => found(payment));
    }
    if (path === '/v1/settlements') return perform(request, 'settlements', '', () => settlements(url));

    if (method === 'POST' && (path === '/v2/payouts' || path.startsWith('/v2/sellers'))) {
      if (
        headers['tosspayments-api-security-mode'] !== 'ENCRYPTION' ||
        headers['content-type'] !== 'text/plain'
      ) {
        const { status, body } = refusal(400, 'INVALID_REQUEST');
        return request.answer(status, body);
      }
      const body = await opened(request.body);
      if (body === null)
        return request.answer(400, await seal({ code: 'INVALID_ENCRYPTED_BODY', message: '' }));
      const write = async ({ status, body: answer }: Reply) => request.answer(status, await seal(answer));
      if (path === '/v2/payouts') {
        const items = body as unknown as Record<string, unknown>[];
        return perform(request, 'payout', String(items[0]?.['refPayoutId']), () => sendPayouts(items), write);
      }
      if (path === '/v2/sellers')
        return perform(request, 'seller', String(body['refSellerId']), () => registerSeller(body), write);
      const seller = sellers.find(({ id }) => id === part(3));
      return perform(
        request,
        'seller',
        seller?.refSellerId ?? '',
        () => {
          if (!seller) return refusal(404, 'NOT_FOUND_SELLER');
          seller.bankCode = (body['account'] as { bankCode: string }).bankCode;
          return entity('seller', seller);
        },
        write,
      );
    }
    if (path === '/v2/payouts') {
      const limit = Number(url.searchParams.get('limit') ?? 10);
      const after = url.searchParams.get('startingAfter');
      const since = url.searchParams.get('payoutDateGte') ?? '';
      const listed = payouts.filter(({ payoutDate }) => payoutDate >= since);
      const begin = after === null ? 0 : listed.findIndex(({ id }) => id === after) + 1;
      const items = listed.slice(begin, begin + limit).map(shownPayout);
      return perform(request, 'find_payout', '', () => entity('payout-list', { items }));
    }
    if (path.startsWith('/v2/payouts/')) {
      const payout = payouts.find(({ id }) => id === part(3));
      return perform(request, 'find_payout', payout?.refPayoutId ?? '', () =>
        payout ? entity('payout', shownPayout(payout)) : refusal(404, 'NOT_FOUND_PAYOUT'),
      );
    }
    if (path.startsWith('/v2/sellers/')) {
      const seller = sellers.find(({ id }) => id === part(3));
      return perform(request, 'find_seller', seller?.refSellerId ?? '', () =>
        seller ? entity('seller', seller) : refusal(404, 'NOT_FOUND_SELLER'),
      );
    }
    request.answer(404, { code: 'NOT_FOUND', message: '' });
  }

  /** The books, which must match the shop's exactly. */
  function totals() {
    const all = [...payments.values()];
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    const charged = all.filter(({ approvedAt }) => approvedAt !== null);
    return {
      payments: charged.length,
      captured: sum(charged.map(({ amount }) => amount)),
      refunded: sum(charged.flatMap(({ cancels }) => cancels.map(({ cancelAmount }) => cancelAmount))),
      balance: sum(charged.map(({ balance }) => balance)),
      paidOut: sum(payouts.filter(({ status }) => status === 'COMPLETED').map(({ value }) => value)),
      payoutsUnderway: sum(
        payouts
          .filter(({ status }) => status === 'REQUESTED' || status === 'IN_PROGRESS')
          .map(({ value }) => value),
      ),
    };
  }

  /** Sends waiting webhooks, each a number of times, in reverse order if requested. Returns the statuses. */
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
    deposit: ({ orderId }: { orderId: string }) => deposit(orderId),
    'reverse-deposit': ({ orderId }: { orderId: string }) => reverseDeposit(orderId),
    expire: ({ orderId }: { orderId: string }) => expire(orderId),
    payout: ({ ref, status }: { ref: string; status: 'COMPLETED' | 'FAILED' }) => finishPayout(ref, status),
    seller: ({ ref, status }: { ref: string; status: string }) => setSeller(ref, status),
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
    reverseDeposit,
    expire,
    finishPayout,
    setSeller,
    totals,
    deliver,
    webhooks,
    payouts,
    calls,
    seal,
  };
}
