import { anyKey, orderingOn } from '#features/orders/server/testing.ts';
import type { Person, TestServer } from '#app/testing.ts';
import type { Attempt } from '#features/payments/contract.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Contribution, OwnSponsorship, SponsorInput } from '../contract.ts';

/** Helpers for tests of sponsorships: people who can be paid, sponsorships in every state, and passing time. */
export function sponsoringOn(server: TestServer) {
  const { runtime } = server;
  const { db } = runtime;
  const { assertSound, confirm, decide, payOut, runJobs, verify } = orderingOn(server);

  const ask = (as: Person | undefined, fields: Partial<SponsorInput> = {}, headers: object = {}) =>
    server.call('POST', '/api/sponsorships', {
      ...(as && { as }),
      headers: { ...anyKey(), ...headers },
      payload: { amount: 10_000, cadence: 'once', consent: true, ...fields },
    });

  async function promise(as: Person, fields: Partial<SponsorInput> = {}): Promise<OwnSponsorship> {
    const answer = await ask(as, fields);
    if (answer.statusCode !== 201) throw new Error(`the promise failed: ${answer.body}`);
    return answer.json<OwnSponsorship>();
  }

  async function open(as: Person, contributionId: string): Promise<Attempt> {
    const answer = await server.call('POST', `/api/contributions/${contributionId}/payments`, {
      as,
      headers: anyKey(),
      payload: {},
    });
    if (answer.statusCode !== 201) throw new Error(`the attempt failed: ${answer.body}`);
    return answer.json<Attempt>();
  }

  async function pay(as: Person, { id }: Pick<Contribution, 'id'>): Promise<void> {
    const answer = await confirm(as, await decide(await open(as, id), 'approve'));
    if (answer.statusCode !== 200) throw new Error(`the payment failed: ${answer.body}`);
  }

  async function sponsor(as: Person, fields: Partial<SponsorInput> = {}): Promise<OwnSponsorship> {
    const { id, contributions } = await promise(as, fields);
    const [first] = contributions;
    if (first) await pay(as, first);
    return read(as, id);
  }

  async function read(as: Person, id: string): Promise<OwnSponsorship> {
    const answer = await server.call('GET', `/api/user/sponsorships/${id}`, { as });
    if (answer.statusCode !== 200) throw new Error(`it cannot be read: ${answer.body}`);
    return answer.json<OwnSponsorship>();
  }

  /** Runs due jobs, and those that they enqueue. */
  async function work(): Promise<void> {
    await enqueue(db, 'sponsorship.mind_due', {});
    await runJobs();
  }

  /** Shifts a sponsorship by a number of days. */
  async function pass(id: string, days: number): Promise<void> {
    await runtime.pool.query(
      `update contribution set expires_at = expires_at - make_interval(days => $2), held_until = held_until - make_interval(days => $2)
      where sponsorship_id = $1`,
      [id, days],
    );
    await runtime.pool.query('update sponsorship set next_due_on = next_due_on - $2::integer where id = $1', [
      id,
      days,
    ]);
  }

  /** Creates a volunteer who can be paid out. */
  async function volunteer(): Promise<Person> {
    const person = await server.signUp();
    await verify(person);
    const answer = await server.call('PUT', '/api/user/volunteer', {
      as: person,
      payload: { languages: ['ko'], skills: [] },
    });
    if (answer.statusCode >= 300) throw new Error(`no volunteer: ${answer.body}`);
    return person;
  }

  /** Publishes a project whose owner can be paid out. */
  async function resource(): Promise<{ id: string; owner: Person }> {
    const owner = await server.signUp();
    await verify(owner);
    const answer = await server.call('POST', '/api/resources', {
      as: owner,
      payload: { title: '서랍장', category: 'other', downloadUrl: 'https://example.com/drawer' },
    });
    if (answer.statusCode !== 201) throw new Error(`no resource: ${answer.body}`);
    return { ...answer.json<{ id: string }>(), owner };
  }

  return {
    ask,
    promise,
    open,
    pay,
    sponsor,
    read,
    work,
    pass,
    volunteer,
    resource,
    verify,
    decide,
    confirm,
    payOut,
    runJobs,
    assertSound,
  };
}
