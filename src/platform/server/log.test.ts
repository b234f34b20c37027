import Fastify, { LogController } from 'fastify';
import { expect, test } from 'vitest';
import { loggerOptions, makeRequestLog } from './log.ts';

/** Logged form of an error. */
function logged(error: unknown) {
  let line = '';
  const options = loggerOptions('info') as object;
  const app = Fastify({ logger: { ...options, stream: { write: (text: string) => (line = text) } } });
  app.log.error({ err: error }, 'failed');
  return (JSON.parse(line) as { err: Record<string, unknown> }).err;
}

test('an AggregateError is logged with each of its errors and their causes', () => {
  const refused = Object.assign(new Error('the provider says no'), { code: 'REFUSED' });
  const lost = new Error('the connection broke', {
    cause: new TypeError('fetch failed', { cause: refused }),
  });
  expect(logged(new AggregateError([refused, lost], 'payouts could not be requested'))).toMatchObject({
    type: 'AggregateError',
    message: 'payouts could not be requested',
    errors: [
      { type: 'Error', message: 'the provider says no', errorCode: 'REFUSED' },
      {
        message: 'the connection broke',
        cause: { message: 'fetch failed', cause: { message: refused.message } },
      },
    ],
  });
});

test('cyclic causes, many errors and non-errors are logged without endless recursion', () => {
  const round = new Error('round');
  round.cause = round;
  const many = new AggregateError(
    Array.from({ length: 1000 }, () => round),
    'many',
  );
  expect(JSON.stringify(logged(many)).length).toBeLessThan(100_000);
  // One limit across all levels: ten within each of ten would be up to a hundred.
  const nested = (depth: number): Error =>
    new AggregateError(
      Array.from({ length: 10 }, () => (depth === 0 ? new Error('leaf') : nested(depth - 1))),
      'level',
    );
  const written = JSON.stringify(logged(nested(3)));
  expect(written.split('"type":').length - 1).toBe(20);
  expect(logged(new Error('a', { cause: 'a word' }))).toMatchObject({ cause: { message: 'a word' } });
});

test('a request logs with its id, by a logger that is created on first use', async () => {
  const lines: string[] = [];
  let made = 0;
  const options = loggerOptions('info') as object;
  const app = Fastify({
    logger: { ...options, onChild: () => (made += 1), stream: { write: (text: string) => lines.push(text) } },
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: makeRequestLog,
    genReqId: () => 'request-1',
  });
  app.get('/quiet', () => 'quiet');
  app.get('/loud', (request) => {
    request.log.warn({ token: 'secret' }, 'first');
    request.log.child({ room: 'orders' }).info('second');
    return 'loud';
  });
  await app.inject('/quiet');
  expect(made).toBe(0);
  await app.inject('/loud');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reqId: 'request-1', msg: 'first', token: '[redacted]' },
    { reqId: 'request-1', msg: 'second', room: 'orders' },
  ]);
});
