import { formOf, type Person, type TestServer } from '#app/testing.ts';
import { anyKey, orderingOn } from '#features/orders/server/testing.ts';
import type { Attempt } from '#features/payments/contract.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { OwnPledge, WantedDetail } from '../contract.ts';

/** Helpers for tests of things wanted: posts in every state, pledges, answers, and passing time. */
export function wantingOn(server: TestServer) {
  const { runtime } = server;
  const { db, pool } = runtime;
  const { assertSound, confirm, decide, payOut, runJobs, verify } = orderingOn(server);

  const ask = (as: Person | undefined, fields: object = {}, headers: object = {}) =>
    server.call('POST', '/api/wanted', {
      ...(as && { as }),
      headers: { ...anyKey(), ...headers },
      payload: { title: '다이슨 V8 벽걸이 걸쇠', device: 'Dyson V8', ...fields },
    });

  const act = (
    as: Person | undefined,
    id: string,
    action: string,
    payload: object = {},
    headers: object = {},
  ) =>
    server.call('POST', `/api/wanted/${id}/${action}`, {
      ...(as && { as }),
      headers: { ...anyKey(), ...headers },
      payload,
    });

  async function answered<Answer>(called: ReturnType<typeof act>, expected: number): Promise<Answer> {
    const found = await called;
    if (found.statusCode !== expected) throw new Error(`it failed: ${found.body}`);
    return found.json<Answer>();
  }

  /** Posts something, and pays its bounty if it has one. */
  async function post(as: Person, fields: object = {}): Promise<WantedDetail> {
    const posted = await answered<WantedDetail>(ask(as, fields), 201);
    for (const { id } of posted.pledges) await pay(as, id);
    return read(as, posted.id);
  }

  async function read(as: Person | undefined, id: string): Promise<WantedDetail> {
    return answered(server.call('GET', `/api/wanted/${id}`, { ...(as && { as }) }), 200);
  }

  async function open(as: Person, pledgeId: string): Promise<Attempt> {
    return answered(
      server.call('POST', `/api/pledges/${pledgeId}/payments`, { as, headers: anyKey(), payload: {} }),
      201,
    );
  }

  async function pay(as: Person, pledgeId: string): Promise<void> {
    const paid = await confirm(as, await decide(await open(as, pledgeId), 'approve'));
    if (paid.statusCode !== 200) throw new Error(`the payment failed: ${paid.body}`);
  }

  async function pledge(as: Person, id: string, amount: number): Promise<OwnPledge> {
    const made = await answered<OwnPledge>(act(as, id, 'pledges', { amount }), 201);
    await pay(as, made.id);
    return made;
  }

  /** Answers a post; returns the answer's id. */
  async function answer(
    as: Person,
    id: string,
    fields: object = { kind: 'words', text: '이거예요.' },
  ): Promise<string> {
    const found = await answered<WantedDetail>(act(as, id, 'answers', fields), 201);
    const mine = found.answers.findLast(({ isMine }) => isMine);
    if (!mine) throw new Error('the answer is not listed');
    return mine.id;
  }

  /** Publishes a resource; returns its id. */
  async function resource(as: Person, fields: object = {}): Promise<string> {
    const made = await answered<{ id: string }>(
      server.call('POST', '/api/resources', {
        as,
        payload: { title: '걸쇠', category: '3d_model', downloadUrl: 'https://example.com/hook', ...fields },
      }),
      201,
    );
    return made.id;
  }

  /** Posts with pictures, as a form does. */
  const askWithPicture = (as: Person, picture: Buffer, fields: Record<string, string> = {}) => {
    const form = formOf([
      ...Object.entries({ title: '부러진 손잡이', ...fields }).map(([name, value]) => ({ name, value })),
      { name: 'images', filename: 'part.png', bytes: picture },
    ]);
    return server.call('POST', '/api/wanted', { as, ...form, headers: { ...anyKey(), ...form.headers } });
  };

  /** Runs what is due, and the jobs that it enqueues. */
  async function work(): Promise<void> {
    await enqueue(db, 'wanted.mind_due', {});
    await runJobs();
  }

  /** Shifts a post by a number of days. */
  async function pass(id: string, days: number): Promise<void> {
    await pool.query(
      `update wanted set until = until - make_interval(days => $2), grace_until = grace_until - make_interval(days => $2) where id = $1`,
      [id, days],
    );
    await pool.query(
      'update pledge set expires_at = expires_at - make_interval(days => $2) where wanted_id = $1',
      [id, days],
    );
  }

  return {
    ask,
    askWithPicture,
    act,
    post,
    read,
    open,
    pay,
    pledge,
    answer,
    resource,
    work,
    pass,
    verify,
    decide,
    confirm,
    payOut,
    runJobs,
    assertSound,
  };
}
