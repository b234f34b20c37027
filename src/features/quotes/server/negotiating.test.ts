import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { RequestDetail, Thread } from '../contract.ts';
import { guard, liveStates, maxCounters, threadActions, type Side } from '../negotiation.ts';
import { quotesJobs } from './jobs.ts';
import { negotiatingOn } from './testing.ts';

let server: TestServer;
let customer: Person;
let providers: [Person, Person];
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_QUOTE_REQUESTS: '100000', RATE_LIMIT_WRITES: '1000000' });
  customer = await server.signUp();
  providers = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

type Step =
  | { what: (typeof threadActions)[number]; side: Side; which: 0 | 1 }
  | { what: 'files' }
  | { what: 'days' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      what: fc.constantFrom(...threadActions),
      side: fc.constantFrom<Side>('customer', 'provider'),
      which: fc.constantFrom(0 as const, 1 as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'files' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'days' as const }) },
);

/**
 * Runs random actions on the database, with two providers and passing time, and compares them with the state machine.
 */
test('random negotiations follow the state machine', async () => {
  const on = negotiatingOn(server);
  const jobs = quotesJobs(server.runtime);
  const services = [await on.offerService(providers[0]), await on.offerService(providers[1])];

  /** Returns whether an action succeeded, and whether the state machine allows it. */
  async function take(each: Step, before: RequestDetail) {
    const { id } = before;
    if (each.what === 'days') {
      await on.pass(id, 4);
      await jobs['quotes.mind_negotiations']({} as never);
      return { isDone: true, isAllowed: true };
    }
    if (each.what === 'files') {
      const uploadId = await on.upload(customer, Buffer.from('치수'), 'a.txt');
      const answer = await server.call('PUT', `/api/quote-requests/${id}/files`, {
        as: customer,
        payload: { version: before.version, files: [{ uploadId }] },
      });
      return { isDone: answer.statusCode === 200, isAllowed: before.state === 'open' };
    }
    const thread = before.threads[each.which] as Thread;
    const as = each.side === 'customer' ? customer : providers[each.which];
    const { version } = thread;
    const answer = await on.act(as, thread.id, each.what, { version, principal: 1000, readyInDays: 1 });
    const judged = guard({ ...thread, isExpired: false, isOrdered: false }, each.what, each.side);
    return { isDone: answer.statusCode === 200, isAllowed: 'to' in judged };
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { id } = await on.request(customer, services);
      for (const each of steps) {
        const before = await on.read(customer, id);
        const { isDone, isAllowed } = await take(each, before);
        expect(isDone).toBe(isAllowed);
        const { state, threads } = await on.read(customer, id);
        expect(threads.filter((thread) => thread.state === 'accepted').length).toBeLessThanOrEqual(1);
        expect(state === 'open').toBe(threads.some((thread) => liveStates.includes(thread.state)));
        for (const [index, thread] of threads.entries()) {
          const was = before.threads[index] as Thread;
          const isOver = !liveStates.includes(was.state);
          // Ignores the expiry, which this test moves.
          const then = isOver ? { ...was, expiresAt: thread.expiresAt } : thread;
          expect(thread).toEqual(then);
          expect(thread.counters).toBeLessThanOrEqual(maxCounters);
          expect(thread.version > was.version || thread.state === was.state).toBe(true);
          // An offer for other files binds nobody.
          const binds = ['offered', 'countered', 'accepted'].includes(thread.state);
          expect(binds && isDone && each.what === 'files').toBe(false);
        }
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
