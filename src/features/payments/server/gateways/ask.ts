import type { Failure } from './gateway.ts';

const timeoutMs = 10_000;

export type Answer = { kind: 'answer'; status: number; text: string };

/** One call of a gateway. Whatever keeps the whole answer from coming leaves it unknown what the call did. */
export async function ask(url: string, init: RequestInit): Promise<Answer | Failure> {
  try {
    const response = await fetch(url, {
      ...init,
      // Whoever answers from elsewhere is not who we asked, and would be told our key.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { kind: 'answer', status: response.status, text: await response.text() };
  } catch (error) {
    // Never the error itself: its text may hold an address with somebody's keys.
    return { kind: 'unknown', code: (error as Error).name === 'TimeoutError' ? 'TIMEOUT' : 'NO_ANSWER' };
  }
}

/** Undefined for what is no JSON. */
export function readJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
