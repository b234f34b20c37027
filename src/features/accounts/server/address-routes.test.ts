import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Runner } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '#app/jobs.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { createSoftKey, readMails, tokenIn } from './testing.ts';

let server: TestServer;
let runner: Runner;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_MAILS_PER_ACCOUNT: '4' });
  runner = await startJobs(server.runtime, server.app.log);
});
afterAll(async () => {
  await runner.stop();
  await server.close();
});

const newPassword = 'an entirely new sentence';

async function waitForMail(to: string, subject: RegExp): Promise<string> {
  let text = '';
  await expect
    .poll(
      async () => {
        const mails = await readMails(server.runtime.config.dataDir, to);
        text = mails.findLast((mail) => subject.test(mail.subject))?.text ?? '';
        return text;
      },
      { timeout: 10_000 },
    )
    .not.toBe('');
  return text;
}

async function askForReset(email: string): Promise<string> {
  const answer = await server.call('POST', '/api/password/forgot', { payload: { email } });
  expect(answer.statusCode).toBe(202);
  return tokenIn(await waitForMail(email, /비밀번호를 다시/));
}

const reset = (token: string, password = newPassword) =>
  server.call('POST', '/api/password/reset', { payload: { token, password } });
const logIn = (person: Person, password: string) =>
  server.call('POST', '/api/login', { payload: { email: person.email, password } });

test('tells a suspended person why and until when, and when it ends', async () => {
  const person = await server.signUp();
  const admin = await server.signUp({ role: 'admin' });
  const change = (payload: object) =>
    server.call('PATCH', `/api/admin/users/${person.id}`, { as: admin, payload });
  const suspended = await change({
    suspended: true,
    suspendedUntil: '2999-01-31T15:00:00.000Z',
    reason: '같은 광고를 여러 번 올렸어요',
  });
  expect(suspended.statusCode, suspended.body).toBe(200);
  const told = await waitForMail(person.email, /제한됐어요/);
  expect(told).toContain('이유: 같은 광고를 여러 번 올렸어요');
  expect(told).toContain('기간: 2999년 2월 1일');
  await change({ suspended: false, reason: '오해였어요' });
  expect(await waitForMail(person.email, /다시 이용할 수 있어요/)).toContain('/login');
});

describe('a forgotten password', () => {
  test('is replaced through the mailed link, once, and all old sessions end', async () => {
    const person = await server.signUp();
    const token = await askForReset(person.email);
    expect((await reset(token)).statusCode).toBe(204);
    expect((await server.call('GET', '/api/user', { as: person })).statusCode).toBe(401);
    expect((await logIn(person, person.password)).statusCode).toBe(401);
    expect((await logIn(person, newPassword)).statusCode).toBe(200);
    const again = await reset(token, 'yet another sentence');
    expect(again.statusCode).toBe(410);
    expect(again.json()).toMatchObject({ code: 'link_expired' });
    expect(await waitForMail(person.email, /보안 설정/)).toContain('비밀번호가 바뀌었어요');
  });

  test('two concurrent uses of a link set one password', async () => {
    const person = await server.signUp();
    const token = await askForReset(person.email);
    const answers = await Promise.all([
      reset(token, 'the first sentence'),
      reset(token, 'the second sentence'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 410]);
  });

  test('a guessable password is refused and leaves the link valid', async () => {
    const person = await server.signUp();
    const token = await askForReset(person.email);
    const refused = await reset(token, 'password1234');
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ fields: { password: expect.stringContaining('추측') } });
    expect((await reset(token)).statusCode).toBe(204);
  });

  test('a link becomes invalid with another password, another address, and time', async () => {
    const person = await server.signUp();
    const first = await askForReset(person.email);
    const changed = await server.call('PUT', '/api/user/password', {
      as: person,
      payload: { currentPassword: person.password, newPassword },
    });
    expect(changed.statusCode).toBe(204);
    expect((await reset(first)).statusCode).toBe(410);

    const second = await server.signUp();
    const token = await askForReset(second.email);
    await server.runtime.pool.query("update person set email = 'moved@example.com' where id = $1", [
      second.id,
    ]);
    expect((await reset(token)).statusCode).toBe(410);

    const third = await server.signUp();
    const old = await askForReset(third.email);
    await server.runtime.pool.query("update ticket set expires_at = now() - interval '1 second'");
    const check = await server.call('POST', '/api/password/reset/check', { payload: { token: old } });
    expect(check.statusCode).toBe(410);
    expect((await reset(old)).statusCode).toBe(410);
  });

  test('a link for one purpose is invalid for any other', async () => {
    const person = await server.signUp();
    const token = await askForReset(person.email);
    const answer = await server.call('POST', '/api/email/confirm', { payload: { token } });
    expect(answer.statusCode).toBe(410);
  });

  test('removes what a squatter put on the account of an unconfirmed address', async () => {
    const squatter = await server.signUp();
    const { options, ticket } = (
      await server.call('POST', '/api/user/passkeys/options', { as: squatter })
    ).json();
    const key = createSoftKey('http://gongbang.test');
    const added = await server.call('POST', '/api/user/passkeys', {
      as: squatter,
      payload: { ticket, name: 'mine', response: key.register(options.challenge) },
    });
    expect(added.statusCode).toBe(201);
    await server.runtime.pool.query(
      "insert into second_factor (person_id, sealed_secret, confirmed_at) values ($1, 'x', now())",
      [squatter.id],
    );
    await server.runtime.pool.query("insert into recovery_code (person_id, hash) values ($1, 'x')", [
      squatter.id,
    ]);
    await server.runtime.pool.query(
      "insert into credential (user_id, provider_id, account_id) values ($1, 'kakao', 'squatter')",
      [squatter.id],
    );
    const bank = await server.call('PUT', '/api/user/bank-account', {
      as: squatter,
      payload: { bankCode: '088', accountNumber: '110123456789', holder: '예금주' },
    });
    expect(bank.statusCode).toBe(200);
    await server.runtime.pool.query(
      "update person set sealed_phone = 'x', phone_verified_at = now() where id = $1",
      [squatter.id],
    );
    expect((await reset(await askForReset(squatter.email))).statusCode).toBe(204);
    const { rows } = await server.runtime.pool.query(
      `select (select count(*)::int from passkey where person_id = p.id) as passkeys,
        (select count(*)::int from second_factor where person_id = p.id) as factors,
        (select count(*)::int from recovery_code where person_id = p.id) as codes,
        (select count(*)::int from session where user_id = p.id) as sessions,
        (select count(*)::int from bank_account where person_id = p.id) as accounts,
        p.bank_registered or p.phone_verified_at is not null or p.sealed_phone is not null as verified,
        (select array_agg(provider_id) from credential where user_id = p.id) as credentials, p.email_verified
      from person p where p.id = $1`,
      [squatter.id],
    );
    expect(rows).toEqual([
      {
        passkeys: 0,
        factors: 0,
        codes: 0,
        sessions: 0,
        accounts: 0,
        verified: false,
        credentials: ['credential'],
        email_verified: true,
      },
    ]);
  });

  test('keeps the second factor and the passkeys of a confirmed address', async () => {
    const person = await server.signUp();
    await server.runtime.pool.query('update person set email_verified = true where id = $1', [person.id]);
    await server.runtime.pool.query(
      "insert into second_factor (person_id, sealed_secret, confirmed_at) values ($1, 'x', now())",
      [person.id],
    );
    expect((await reset(await askForReset(person.email))).statusCode).toBe(204);
    expect((await logIn(person, newPassword)).statusCode).toBe(202);
  });

  test('does not reveal who has an account, and is rate limited', async () => {
    const person = await server.signUp();
    const ask = (email: string) => server.call('POST', '/api/password/forgot', { payload: { email } });
    const known = await ask(person.email);
    const unknown = await ask('nobody@example.com');
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    // The work is equal too: one job each, which looks the account up later.
    for (const email of [person.email, 'nobody@example.com']) {
      for (let times = 0; times < 3; times += 1) await ask(email);
      expect((await ask(email)).statusCode).toBe(429);
    }
  });
});

describe('an address', () => {
  test('is confirmed by the link in the welcome mail, once', async () => {
    const person = await server.register();
    const token = tokenIn(await waitForMail(person.email, /환영/));
    const look = await server.call('POST', '/api/email/link', { payload: { token } });
    expect(look.json()).toEqual({ email: person.email, change: false });
    const security = async () => (await server.call('GET', '/api/user/security', { as: person })).json();
    expect(await security()).toMatchObject({ emailVerified: false });
    const confirm = () => server.call('POST', '/api/email/confirm', { payload: { token } });
    expect((await confirm()).json()).toEqual({ email: person.email, change: false });
    expect(await security()).toMatchObject({ emailVerified: true });
    expect((await confirm()).statusCode).toBe(410);
  });

  test('can be confirmed by another mail', async () => {
    const person = await server.signUp();
    const asked = await server.call('POST', '/api/user/email/confirmation', { as: person });
    expect(asked.statusCode).toBe(202);
    const token = tokenIn(await waitForMail(person.email, /확인해 주세요/));
    expect((await server.call('POST', '/api/email/confirm', { payload: { token } })).statusCode).toBe(200);
  });

  test('changes when the new mailbox confirms, and the old one is notified', async () => {
    const person = await server.signUp();
    const email = 'brand.new@example.com';
    const asked = await server.call('POST', '/api/user/email', { as: person, payload: { email } });
    expect(asked.statusCode).toBe(202);
    const token = tokenIn(await waitForMail(email, /새 이메일/));
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({
      email: person.email,
    });
    const confirmed = await server.call('POST', '/api/email/confirm', { payload: { token } });
    expect(confirmed.json()).toEqual({ email, change: true });
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({ email });
    expect(await waitForMail(person.email, /보안 설정/)).toContain('이메일이 바뀌었어요');
  });

  test('of someone else cannot be taken, and asking reveals nothing', async () => {
    const owner = await server.signUp();
    const person = await server.signUp();
    const ask = (email: string) => server.call('POST', '/api/user/email', { as: person, payload: { email } });
    const [taken, free] = [await ask(owner.email), await ask('was.free@example.com')];
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    const token = tokenIn(await waitForMail('was.free@example.com', /새 이메일/));
    await server.runtime.pool.query("update person set email = 'was.free@example.com' where id = $1", [
      owner.id,
    ]);
    const late = await server.call('POST', '/api/email/confirm', { payload: { token } });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'account_exists' });
  });
});

test('registration, confirmation and reset work through a real SMTP server', async () => {
  const inbox: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData(stream, _session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('latin1');
      });
      stream.on('end', () => {
        inbox.push(raw);
        done();
      });
    },
  });
  const listener = smtp.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const mailing = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const mailingRunner = await startJobs(mailing.runtime, mailing.app.log);
  try {
    const mail = async (subject: RegExp) => {
      let text = '';
      await expect
        .poll(
          async () => {
            const parsed = await Promise.all(
              inbox.map((raw) => PostalMime.parse(Buffer.from(raw, 'latin1'))),
            );
            text = parsed.findLast((each) => subject.test(each.subject ?? ''))?.text ?? '';
            return text;
          },
          { timeout: 10_000 },
        )
        .not.toBe('');
      return tokenIn(text);
    };
    const person = await mailing.register();
    const confirmed = await mailing.call('POST', '/api/email/confirm', {
      payload: { token: await mail(/환영/) },
    });
    expect(confirmed.statusCode).toBe(200);
    await mailing.call('POST', '/api/password/forgot', { payload: { email: person.email } });
    const done = await mailing.call('POST', '/api/password/reset', {
      payload: { token: await mail(/비밀번호를 다시/), password: newPassword },
    });
    expect(done.statusCode).toBe(204);
    expect((await mailing.call('GET', '/api/user', { as: person })).statusCode).toBe(401);
  } finally {
    await mailingRunner.stop();
    await mailing.close();
    await new Promise<void>((stopped) => smtp.close(() => stopped()));
  }
});
