import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { ask, readJson } from './ask.ts';
import type { Failure } from './gateway.ts';

export type TossConfig = Config['payments']['toss'];

/**
 * What codes of Toss Payments say of a call, from several public integrations. Every other one leaves it unknown, and so
 * does silence: PROVIDER_ERROR has status 400 and passes, REFUND_REJECTED has 400 and stays.
 */
const kinds = new Map<string, Failure['kind']>([
  ...all('maybe_done', [
    'ALREADY_PROCESSED_PAYMENT',
    'ALREADY_PROCESSING_REQUEST',
    'ALREADY_COMPLETED_PAYMENT',
    'ALREADY_CANCELED_PAYMENT',
    'ALREADY_REFUND_PAYMENT',
    'DUPLICATED_ORDER_ID',
  ]),
  ...all('refused', [
    'REJECT_CARD_PAYMENT',
    'REJECT_CARD_COMPANY',
    'REJECT_ACCOUNT_PAYMENT',
    'INVALID_STOPPED_CARD',
    'EXCEED_MAX_ONE_DAY_AMOUNT',
    'FDS_ERROR',
    'NOT_FOUND_PAYMENT_SESSION',
    'EXCEED_MAX_REFUND_DUE',
    'NOT_ALLOWED_PARTIAL_REFUND',
    'REFUND_REJECTED',
  ]),
  ...all('our_fault', [
    'UNAUTHORIZED_KEY',
    'INVALID_API_KEY',
    'INCORRECT_BASIC_AUTH_FORMAT',
    'INVALID_IDEMPOTENCY_KEY',
    'FORBIDDEN_REQUEST',
    'INVALID_REQUEST',
  ]),
  ...all('needs_account', ['INVALID_REFUND_ACCOUNT_INFO', 'INVALID_REFUND_ACCOUNT_NUMBER']),
]);

function all(kind: Failure['kind'], codes: string[]): [string, Failure['kind']][] {
  return codes.map((code) => [code, kind]);
}

const refusal = z.object({ code: z.string().max(100) });
const refusals = z.union([refusal, z.object({ error: refusal }).transform(({ error }) => error)]);

/** The failure that a body tells; one that tells none is no answer that we know. */
function failureOf(status: number, body: unknown): Failure {
  const told = refusals.safeParse(body);
  const code = told.success ? told.data.code : 'UNREADABLE_ANSWER';
  // Whatever an overloaded or broken server says of a call, it may not be the end of it.
  if (status >= 500 || status === 429) return { kind: 'unknown', code };
  return { kind: kinds.get(code) ?? 'unknown', code };
}

export const unreadable: Failure = { kind: 'unknown', code: 'UNREADABLE_ANSWER' };

/** One call. `body` is sent as it is; what is answered is opened by `open` where it is sealed. */
export async function callToss(
  config: TossConfig,
  path: string,
  call: {
    method?: 'POST';
    headers?: Record<string, string>;
    body?: string;
    open?: (text: string) => Promise<unknown>;
  } = {},
): Promise<{ kind: 'json'; body: unknown } | Failure> {
  const answer = await ask(config.baseUrl + path, {
    method: call.method ?? 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${config.secretKey}:`).toString('base64')}`,
      ...call.headers,
    },
    ...(call.body !== undefined && { body: call.body }),
  });
  if (answer.kind !== 'answer') return answer;
  // In front of the sealed part of their house stands an open one, which answers in the open.
  const body = readJson(answer.text) ?? (await call.open?.(answer.text).catch(() => undefined));
  return answer.status >= 200 && answer.status < 300
    ? { kind: 'json', body }
    : failureOf(answer.status, body);
}

/** Codes of Toss have two digits: those of KFTC without their zero, and one that is nobody else's. */
export function toTossBank(bankCode: string): string {
  return bankCode === '004' ? '06' : bankCode.replace(/^0/, '');
}

export function fromTossBank(code: string): string {
  return code === '06' ? '004' : code.padStart(3, '0');
}

/** ISO 8601; where Toss leaves the zone away it means its own. Null for what is no time. */
export function readTossTime(text: string | null | undefined): Date | null {
  if (!text) return null;
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}+09:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
