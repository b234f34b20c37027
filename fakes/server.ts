import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export type FakeRequest = {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  /** Answers, once. */
  answer(status: number, body: unknown, headers?: Record<string, string>): void;
  /** Breaks the connection without an answer. */
  reset(): void;
};

/** A server at the network's edge. A request that is not answered hangs until whoever asked gives up. */
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
 * What goes wrong. `hang` and `reset` come before anything was done, `done_then_…` after it; `in_flight` says that the
 * first call with this key still runs; `refuse` answers a code and `say` anything, with nothing done.
 */
export type Fault =
  | { kind: 'hang' | 'reset' | 'done_then_hang' | 'done_then_reset' | 'done_then_500' | 'in_flight' }
  | { kind: 'wrong_amount' | 'unreadable' }
  | { kind: 'say'; status: number; text: string }
  | { kind: 'refuse'; status: number; code: string };

/** Faults that are to happen: to a kind of call, of one reference or of the next that comes, so many times. */
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

/** A webhook that waits to be sent, as often and in whatever order a test wants. */
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
