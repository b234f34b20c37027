import type { Failure } from './gateway.ts';

const timeoutMs = 10_000;

export type Answer = { kind: 'answer'; status: number; text: string };

/** Calls a gateway once. Without a complete response, the effect of the call is unknown. */
export async function ask(url: string, init: RequestInit): Promise<Answer | Failure> {
  try {
    const response = await fetch(url, {
      ...init,
      // A redirect would send our key to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { kind: 'answer', status: response.status, text: await response.text() };
  } catch (error) {
    // Never pass the error on: its text may contain an address with keys.
    return { kind: 'unknown', code: (error as Error).name === 'TimeoutError' ? 'TIMEOUT' : 'NO_ANSWER' };
  }
}

/** Parses JSON; undefined if it is invalid. */
export function readJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
