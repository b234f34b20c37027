import { createHmac, timingSafeEqual } from 'node:crypto';

/** Without telling, by the time it takes, how much of it was right. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function timedSignature(secret: string, rawBody: Buffer, seconds: string): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest('hex');
}

/** `t=…,v1=…` over `t.body`, as Stripe signs its webhooks. */
export function signTimed(secret: string, rawBody: Buffer, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  return `t=${seconds},v1=${timedSignature(secret, rawBody, seconds)}`;
}

/** Any of several `v1` may match: there are two while a secret is being renewed. Old ones would be somebody's recording. */
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
