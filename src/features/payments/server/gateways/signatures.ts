import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares texts in constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function timedSignature(secret: string, rawBody: Buffer, seconds: string): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest('hex');
}

/** Returns the signature `t=…,v1=…` over `t.body`, in the format of Stripe's webhooks. */
export function signTimed(secret: string, rawBody: Buffer, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  return `t=${seconds},v1=${timedSignature(secret, rawBody, seconds)}`;
}

/**
 * Verifies a signature. Any of several `v1` may match, because two secrets are valid during a rotation. Old
 * signatures are rejected as replays.
 */
export function isTimedSignature(
  header: string,
  signed: { secret: string; rawBody: Buffer; now: Date; toleranceSeconds: number },
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(seconds)) return false;
  if (Math.abs(signed.now.getTime() / 1000 - Number(seconds)) > signed.toleranceSeconds) return false;
  const right = timedSignature(signed.secret, signed.rawBody, seconds);
  return parts.some(([name, value]) => name === 'v1' && sameText(value ?? '', right));
}
