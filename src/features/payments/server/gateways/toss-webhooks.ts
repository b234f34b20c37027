import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { readJson } from './ask.ts';
import type { Gateway, Webhook } from './gateway.ts';
import { sameText } from './signatures.ts';

/** Only well-formed fields of an untrusted webhook are passed on. */
const ref = z.string().regex(/^[\w=-]{1,64}$/);
const paymentKey = z.string().regex(/^[\w.=-]{1,200}$/);

const deposit = z.object({ orderId: ref, secret: z.string(), transactionKey: z.string() });
const changed = z.object({
  eventType: z.enum(['PAYMENT_STATUS_CHANGED', 'CANCEL_STATUS_CHANGED']),
  data: z.object({ paymentKey: paymentKey.nullish(), orderId: ref.nullish() }),
});
const signed = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('payout.changed'),
    eventId: z.string().optional(),
    entityBody: z.object({ refPayoutId: z.string().regex(/^[\w=-]{1,50}$/) }),
  }),
  z.object({
    eventType: z.literal('seller.changed'),
    eventId: z.string().optional(),
    entityBody: z.object({ refSellerId: ref }),
  }),
]);

/**
 * Parses the three kinds of webhooks. Changed payments are unsigned, so they are only a hint to query; deposits carry
 * the payment's secret; payouts and sellers are signed with the security key.
 */
export async function readTossWebhook(
  securityKey: string | undefined,
  { headers, rawBody, secretOf }: Parameters<Gateway['readWebhook']>[0],
): Promise<Webhook> {
  const body = readJson(rawBody);
  const id = idOf(headers, rawBody);

  const payment = changed.safeParse(body);
  if (payment.success) {
    const { paymentKey: key, orderId } = payment.data.data;
    if (!key && !orderId) return { kind: 'ignored' };
    return { kind: 'payment', ref: orderId ?? null, paymentKey: key ?? null, id };
  }
  const deposited = deposit.safeParse(body);
  if (deposited.success) {
    const secret = await secretOf(deposited.data.orderId);
    if (secret === null || !sameText(deposited.data.secret, secret)) return { kind: 'forged' };
    return { kind: 'payment', ref: deposited.data.orderId, paymentKey: null, id };
  }
  const event = signed.safeParse(body);
  if (event.success) {
    if (securityKey === undefined || !isSigned(securityKey, headers, rawBody)) return { kind: 'forged' };
    const { eventId } = event.data;
    if (event.data.eventType === 'payout.changed')
      return { kind: 'payout', ref: event.data.entityBody.refPayoutId, id: eventId ?? id };
    return { kind: 'seller', ref: event.data.entityBody.refSellerId, id: eventId ?? id };
  }
  return { kind: 'ignored' };
}

/** Returns an id that stays the same when the webhook is resent: that of Toss, or a hash of the content. */
function idOf(headers: IncomingHttpHeaders, rawBody: Buffer): string {
  const name = headers['tosspayments-webhook-transmission-id'];
  if (typeof name === 'string' && /^[\w-]{1,100}$/.test(name)) return name;
  return createHash('sha256').update(rawBody).digest('base64url');
}

/** Verifies `v1:…,v1:…`: two signatures during a key rotation. */
function isSigned(securityKey: string, headers: IncomingHttpHeaders, rawBody: Buffer): boolean {
  const time = String(headers['tosspayments-webhook-transmission-time'] ?? '');
  const given = String(headers['tosspayments-webhook-signature'] ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^v1:/, ''));
  // The documentation does not say whether the key is used as text or as decoded hex; both need the secret.
  const keys = [Buffer.from(securityKey), Buffer.from(securityKey, 'hex')];
  return keys.some((key) => {
    const right = createHmac('sha256', key).update(rawBody).update(`:${time}`).digest('base64');
    return given.some((signature) => sameText(signature, right));
  });
}
