import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { ask, readJson } from './ask.ts';
import type { Failure } from './gateway.ts';

export type TossConfig = Config['payments']['toss'];

/**
 * Meaning of error codes of Toss Payments, from several public integrations. All others leave the outcome unknown, as
 * a missing response does: PROVIDER_ERROR has status 400 and is temporary, REFUND_REJECTED has 400 and is permanent.
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

/** Returns the failure in a body; a body without one is no known response. */
function failureOf(status: number, body: unknown): Failure {
  const told = refusals.safeParse(body);
  const code = told.success ? told.data.code : 'UNREADABLE_ANSWER';
  // Errors of an overloaded or broken server may be temporary.
  if (status >= 500 || status === 429) return { kind: 'unknown', code };
  return { kind: kinds.get(code) ?? 'unknown', code };
}

export const unreadable: Failure = { kind: 'unknown', code: 'UNREADABLE_ANSWER' };

/** Makes one call. `body` is sent unchanged; sealed responses are decrypted by `open`. */
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
  // A proxy in front of the encrypted API answers unencrypted.
  const body = readJson(answer.text) ?? (await call.open?.(answer.text).catch(() => undefined));
  return answer.status >= 200 && answer.status < 300
    ? { kind: 'json', body }
    : failureOf(answer.status, body);
}

/** Converts a bank code: Toss has two digits, those of KFTC without the leading zero, and one code of its own. */
export function toTossBank(bankCode: string): string {
  return bankCode === '004' ? '06' : bankCode.replace(/^0/, '');
}

export function fromTossBank(code: string): string {
  return code === '06' ? '004' : code.padStart(3, '0');
}

/** Parses ISO 8601; without an offset, Toss means its own time zone. Null if invalid. */
export function readTossTime(text: string | null | undefined): Date | null {
  if (!text) return null;
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}+09:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
