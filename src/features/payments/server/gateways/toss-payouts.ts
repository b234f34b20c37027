import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Failure, GatewayPayout, GatewaySeller, Outcome, Payouts, Seller } from './gateway.ts';
import { callToss, toTossBank, unreadable, type TossConfig } from './toss-api.ts';

const payoutStatuses = {
  REQUESTED: 'requested',
  IN_PROGRESS: 'in_progress',
  COMPLETED: 'completed',
  FAILED: 'failed',
  REJECTED: 'failed',
  CANCELED: 'cancelled',
  DELETED: 'cancelled',
} as const;
const sellerStatuses = {
  APPROVAL_REQUIRED: 'approval_required',
  PARTIALLY_APPROVED: 'partly_approved',
  KYC_REQUIRED: 'kyc_required',
  APPROVED: 'approved',
} as const;

const payout = z.object({
  id: z.string(),
  refPayoutId: z.string(),
  status: z.enum(Object.keys(payoutStatuses) as (keyof typeof payoutStatuses)[]),
  error: z.object({ code: z.string(), message: z.string() }).nullish(),
});
const onePayout = z.object({ entityBody: payout });
const payouts = z.object({ entityBody: z.object({ items: z.array(payout) }) });
const seller = z.object({
  entityBody: z.object({
    id: z.string(),
    refSellerId: z.string().nullish(),
    status: z.enum(Object.keys(sellerStatuses) as (keyof typeof sellerStatuses)[]),
  }),
});

const payoutsOfPage = 1000;

/** Encrypts a body for payouts and sellers: compact JWE, directly with the key. */
export async function sealForToss(securityKey: string, body: unknown, now: Date): Promise<string> {
  const iat = new Date(now.getTime() + 9 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+09:00');
  const { CompactEncrypt } = await import('jose');
  return new CompactEncrypt(Buffer.from(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', iat, nonce: randomUUID() })
    .encrypt(Buffer.from(securityKey, 'hex'));
}

/** Decrypts a JWE; throws if it was not encrypted with this key. */
export async function openFromToss(securityKey: string, text: string): Promise<unknown> {
  const { compactDecrypt } = await import('jose');
  const { plaintext } = await compactDecrypt(text, Buffer.from(securityKey, 'hex'), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return JSON.parse(new TextDecoder().decode(plaintext));
}

export function tossPayouts(config: TossConfig, securityKey: string): Payouts {
  /** Encrypted again for each try: Toss compares keys, not bodies. */
  async function post(path: string, body: object, idempotencyKey: string) {
    return callToss(config, path, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'tosspayments-api-security-mode': 'ENCRYPTION',
        'idempotency-key': idempotencyKey,
      },
      body: await sealForToss(securityKey, body, currentTime()),
      open: (text) => openFromToss(securityKey, text),
    });
  }
  const isAbsent = (failure: Failure) => failure.code.startsWith('NOT_FOUND');

  return {
    async send({ ref, sellerKey, amount, currency, description }) {
      const one = {
        refPayoutId: ref,
        destination: sellerKey,
        scheduleType: 'EXPRESS',
        amount: { currency, value: amount },
        transactionDescription: description,
      };
      const answer = await post('/v2/payouts', [one], `payout:${ref}`);
      if (answer.kind !== 'json') return answer;
      const sent = payouts.safeParse(answer.body).data?.entityBody.items[0];
      return sent ? presentPayout(sent) : unreadable;
    },

    async find({ ref, payoutKey, sentAt }) {
      if (payoutKey !== null) {
        const answer = await callToss(config, `/v2/payouts/${encodeURIComponent(payoutKey)}`);
        if (answer.kind !== 'json') return isAbsent(answer) ? { kind: 'done', value: null } : answer;
        const found = onePayout.safeParse(answer.body);
        return found.success ? presentPayout(found.data.entityBody) : unreadable;
      }
      const query = new URLSearchParams({ limit: String(payoutsOfPage), payoutDateGte: koreanDay(sentAt) });
      for (;;) {
        const answer = await callToss(config, `/v2/payouts?${query}`);
        if (answer.kind !== 'json') return answer;
        const page = payouts.safeParse(answer.body);
        if (!page.success) return unreadable;
        const { items } = page.data.entityBody;
        const found = items.find((item) => item.refPayoutId === ref);
        if (found) return presentPayout(found);
        const last = items.at(-1);
        if (!last || items.length < payoutsOfPage) return { kind: 'done', value: null };
        query.set('startingAfter', last.id);
      }
    },

    async registerSeller({ idempotencyKey, ...registered }) {
      const answer = await post('/v2/sellers', sellerBody(registered), idempotencyKey);
      return answer.kind === 'json' ? presentSeller(answer.body) : answer;
    },

    async updateSeller({ sellerKey, account, idempotencyKey }) {
      const path = `/v2/sellers/${encodeURIComponent(sellerKey)}`;
      const answer = await post(path, { account: accountBody(account) }, idempotencyKey);
      return answer.kind === 'json' ? presentSeller(answer.body) : answer;
    },

    async findSeller({ sellerKey }) {
      const answer = await callToss(config, `/v2/sellers/${encodeURIComponent(sellerKey)}`);
      if (answer.kind === 'json') return presentSeller(answer.body);
      return isAbsent(answer) ? { kind: 'done', value: null } : answer;
    },
  };
}

function presentPayout(found: z.output<typeof payout>): Outcome<GatewayPayout> {
  return {
    kind: 'done',
    value: {
      payoutKey: found.id,
      ref: found.refPayoutId,
      status: payoutStatuses[found.status],
      failure: found.error ?? null,
    },
  };
}

function presentSeller(body: unknown): Outcome<GatewaySeller> {
  const parsed = seller.safeParse(body);
  if (!parsed.success) return unreadable;
  const { id, refSellerId, status } = parsed.data.entityBody;
  return { kind: 'done', value: { sellerKey: id, ref: refSellerId ?? '', status: sellerStatuses[status] } };
}

function accountBody(account: Seller['account']) {
  return {
    bankCode: toTossBank(account.bankCode),
    accountNumber: account.accountNumber,
    holderName: account.holder,
  };
}

function sellerBody({ ref, name, email, phone, account, business }: Seller) {
  // Toss expects national phone numbers, digits only.
  const contact = { email, phone: phone.replace(/^\+82/, '0').replace(/^\+/, '') };
  return {
    refSellerId: ref,
    ...(business
      ? {
          businessType: business.isCorporation ? 'CORPORATE' : 'INDIVIDUAL_BUSINESS',
          company: {
            name: business.name,
            representativeName: business.representative,
            businessRegistrationNumber: business.registrationNumber,
            ...contact,
          },
        }
      : { businessType: 'INDIVIDUAL', individual: { name, ...contact } }),
    account: accountBody(account),
  };
}
