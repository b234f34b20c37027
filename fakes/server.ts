import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export type FakeRequest = {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  /** Responds, once. */
  answer(status: number, body: unknown, headers?: Record<string, string>): void;
  /** Breaks the connection without a response. */
  reset(): void;
};

/** HTTP server for fakes. A request without a response hangs until the caller gives up. */
export function createFakeServer(handle: (request: FakeRequest) => Promise<void> | void) {
  const server = createServer((request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void handle({
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://fake'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        answer(status, body, headers = {}) {
          const isText = typeof body === 'string';
          response
            .writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
            .end(isText ? body : JSON.stringify(body));
        },
        reset: () => request.socket.destroy(),
      });
    });
  });
  return {
    async start(port = 0): Promise<string> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Kinds of failures. `hang` and `reset` happen before any effect, `done_then_…` after it; `in_flight` reports that the
 * first call with this key is still running; `refuse` returns an error code and `say` any response, without effect.
 */
export type Fault =
  | { kind: 'hang' | 'reset' | 'done_then_hang' | 'done_then_reset' | 'done_then_500' | 'in_flight' }
  | { kind: 'wrong_amount' | 'unreadable' }
  | { kind: 'say'; status: number; text: string }
  | { kind: 'refuse'; status: number; code: string };

/** Planned failures: for a kind of call, for one reference or for the next call, a number of times. */
export type Plan = { call: string; ref?: string; fault: Fault; times?: number };

export function createPlans() {
  const plans: Plan[] = [];
  return {
    add: (plan: Plan) => void plans.push({ ...plan }),
    clear: () => void (plans.length = 0),
    take(call: string, ref: string): Fault | null {
      const index = plans.findIndex((plan) => plan.call === call && (plan.ref ?? ref) === ref);
      const plan = plans[index];
      if (!plan) return null;
      plan.times = (plan.times ?? 1) - 1;
      if (plan.times <= 0) plans.splice(index, 1);
      return plan.fault;
    },
  };
}

/** Webhook that waits to be sent, any number of times and in any order. */
export type FakeWebhook = { headers: Record<string, string>; body: string };

export async function post(to: string, { headers, body }: FakeWebhook): Promise<number> {
  const answer = await fetch(to, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.body?.cancel();
  return answer.status;
}
