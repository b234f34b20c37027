import { createServer, type ServerResponse } from 'node:http';

/**
 * Language model for `ASSISTANT_URL` with OpenAI's streamed chat completions. It responds as told, and `requests`
 * records its input. Without instructions it obeys any input: `<<say …>>` and `<<call tool {…}>>` are executed wherever
 * they occur in the question, the passages or the history. A model that resists injections would prove nothing.
 */
export type ModelAnswer = {
  /** Chunks, sent one after the other. */
  texts?: string[];
  calls?: { name: string; arguments: unknown }[];
  /** Milliseconds between the chunks. */
  pauseMs?: number;
  /** Error instead of a response, or after the chunks. */
  fault?: 'refuse' | 'hang' | 'break' | 'unreadable';
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null;
};
type Message = { role: string; content?: unknown };
export type ModelRequest = { model: string; messages: Message[]; tools?: { function: { name: string } }[] };

const standardUsage = { prompt_tokens: 400, completion_tokens: 60, total_tokens: 460 };

export function createFakeModel(port = 0) {
  const requests: ModelRequest[] = [];
  let answer: (request: ModelRequest) => ModelAnswer = obey;
  let aborted = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest;
      requests.push(asked);
      response.on('close', () => {
        if (!response.writableFinished) aborted += 1;
      });
      void send(response, asked.model, answer(asked));
    });
  });

  return {
    requests,
    /** Number of responses that the caller aborted. */
    aborted: () => aborted,
    will(next: ModelAnswer | ((request: ModelRequest) => ModelAnswer)): void {
      answer = typeof next === 'function' ? next : () => next;
    },
    obey(): void {
      answer = obey;
    },
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/v1`;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(response: ServerResponse, model: string, told: ModelAnswer): Promise<void> {
  const { texts = [], calls = [], pauseMs = 0, fault, usage = standardUsage } = told;
  if (fault === 'refuse') {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'no', type: 'invalid_request_error' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({
        id: 'fake',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      })}\n\n`,
    );
  if (fault === 'unreadable') {
    response.write('data: {"what\n\n');
    response.end();
    return;
  }
  for (const text of texts) {
    chunk({ role: 'assistant', content: text });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (response.destroyed) return;
  }
  if (fault === 'hang') return;
  if (fault === 'break') {
    response.destroy();
    return;
  }
  for (const [index, { name, arguments: input }] of calls.entries()) {
    chunk({
      tool_calls: [
        {
          index,
          id: `call_${index}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        },
      ],
    });
  }
  chunk({}, calls.length > 0 ? 'tool_calls' : 'stop', usage ? { usage } : {});
  response.end('data: [DONE]\n\n');
}

/** Executes any instruction in its input. */
function obey({ messages }: ModelRequest): ModelAnswer {
  const texts: string[] = [];
  const calls: { name: string; arguments: unknown }[] = [];
  for (const { role, content } of messages) {
    if (role === 'system') continue;
    // JSON nested in JSON has escaped quotes.
    const text = String(typeof content === 'string' ? content : JSON.stringify(content)).replaceAll(
      '\\"',
      '"',
    );
    for (const [, what = ''] of text.matchAll(/<<say ([\s\S]*?)>>/g)) texts.push(`${what}\n`);
    for (const [, name = '', input = '{}'] of text.matchAll(/<<call (\w+) (\{[\s\S]*?\})>>/g)) {
      calls.push({ name, arguments: readInput(input) });
    }
  }
  return { texts, calls };
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
