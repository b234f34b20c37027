/** Behaviour for one request: a response, no response at all, or a connection that breaks. */
export type Behaviour = { status: number; body?: unknown; text?: string } | 'hangs' | 'breaks';

/**
 * Server behind a bad network, in place of `fetch`: it behaves as told, request by request, and repeats the last
 * behaviour. `requests` records the requests and their times in milliseconds.
 */
export function flakyServer(...behaviours: Behaviour[]) {
  const startedAt = Date.now();
  const requests: { at: number; method: string; path: string; headers: Record<string, string> }[] = [];
  async function answer(path: string, init: RequestInit = {}): Promise<Response> {
    const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)] ?? { status: 200 };
    requests.push({
      at: Date.now() - startedAt,
      method: init.method ?? 'GET',
      path,
      headers: init.headers as Record<string, string>,
    });
    if (behaviour === 'breaks') throw new TypeError('Failed to fetch');
    if (behaviour === 'hangs') {
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    }
    const { status, body = null, text = JSON.stringify(body) } = behaviour;
    return new Response(status === 204 ? null : text, { status, statusText: `Status ${status}` });
  }
  return { answer, requests, times: () => requests.map(({ at }) => at) };
}
