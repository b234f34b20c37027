import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runner } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '#app/jobs.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { readMails } from '#features/accounts/server/testing.ts';
import { createSmsSender } from '#platform/server/sms.ts';
import { createVault } from '#platform/server/sealed.ts';
import { readConfig } from '#platform/server/config.ts';
import { createBankFake } from '../../../../fakes/bank.ts';
import { createSmsFakes } from '../../../../fakes/sms.ts';
import { rotateNumberKeys } from './commands.ts';

let server: TestServer;
let runner: Runner;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PHONE_CODES_PER_ADDRESS: '1000' });
  runner = await startJobs(server.runtime, server.app.log);
});
afterAll(async () => {
  await runner.stop();
  await server.close();
});

let numbers = 0;
/** Returns a number that no other test uses. */
function newPhone() {
  numbers += 1;
  const end = String(20_000_000 + numbers);
  return { typed: `010-${end.slice(0, 4)}-${end.slice(4)}`, e164: `+8210${end}` };
}

const ask = (as: Person, phone: string) =>
  server.call('POST', '/api/user/phone/code', { as, payload: { phone } });
const verify = (as: Person, phone: string, code: string) =>
  server.call('POST', '/api/user/phone/verify', { as, payload: { phone, code } });

async function waitForCode(to: string, after = 0): Promise<string> {
  const folder = join(server.runtime.config.dataDir, 'outbox', 'sms');
  let codes: string[] = [];
  await expect
    .poll(
      async () => {
        const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d/.test(name)).toSorted();
        const messages = await Promise.all(
          names.map(
            async (name) =>
              JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string; text: string },
          ),
        );
        codes = messages.filter((sms) => sms.to === to).map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '');
        return codes.length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(after);
  return codes.at(-1) ?? '';
}

/** Shifts the last request for a code into the past. */
const age = (person: Person, seconds: number) =>
  server.runtime.pool.query(
    `update phone_code set requested_at = requested_at - make_interval(secs => $2),
      expires_at = expires_at - make_interval(secs => $2) where person_id = $1`,
    [person.id, seconds],
  );

describe('a phone', () => {
  test('is verified by the code sent to it; only its last digits are returned', async () => {
    const person = await server.signUp();
    const { typed, e164 } = newPhone();
    const answer = await ask(person, typed);
    expect(answer.statusCode).toBe(202);
    const code = await waitForCode(e164);
    expect((await verify(person, e164, code)).statusCode).toBe(200);
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({
      phoneVerified: true,
    });
    const shown = await server.call('GET', '/api/user/verification', { as: person });
    expect(shown.json()).toMatchObject({ phone: `+82 •••• ${e164.slice(-4)}`, phoneVerified: true });
    expect(shown.body).not.toContain(e164.slice(-8));
    const { rows } = await server.runtime.pool.query('select sealed_phone from person where id = $1', [
      person.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(e164.slice(-8));
    // The code is used up.
    expect((await verify(person, e164, code)).json()).toMatchObject({ code: 'phone_code_expired' });
  });

  test('has a pending code that can be entered after a reload', async () => {
    const person = await server.signUp();
    const { typed, e164 } = newPhone();
    const shown = async () => (await server.call('GET', '/api/user/verification', { as: person })).json();
    expect(await shown()).toMatchObject({ pendingCode: null });
    const { expiresAt } = (await ask(person, typed)).json();
    expect(await shown()).toMatchObject({ pendingCode: { phone: `+82 •••• ${e164.slice(-4)}`, expiresAt } });
    const code = await waitForCode(e164);
    const done = await server.call('POST', '/api/user/phone/verify', { as: person, payload: { code } });
    expect(done.json()).toMatchObject({ phoneVerified: true, pendingCode: null });
  });

  test('is refused after five wrong codes, even with the right one', async () => {
    const person = await server.signUp();
    const { typed, e164 } = newPhone();
    await ask(person, typed);
    const code = await waitForCode(e164);
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(Array.from({ length: 5 }, () => verify(person, e164, wrong)));
    for (const guess of guesses) {
      expect(guess.statusCode).toBe(400);
      expect(guess.json()).toMatchObject({
        code: 'wrong_phone_code',
        fields: { code: '인증에 실패했어요. 코드를 확인하고 다시 시도해 주세요.' },
      });
    }
    const sixth = await verify(person, e164, code);
    expect(sixth.statusCode).toBe(429);
    expect(sixth.json()).toMatchObject({ code: 'too_many_tries' });
  });

  test('is not verified by a code of another number, person or time', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const { typed, e164 } = newPhone();
    await ask(person, typed);
    const code = await waitForCode(e164);
    expect((await verify(person, newPhone().e164, code)).statusCode).toBe(400);
    expect((await verify(other, e164, code)).statusCode).toBe(410);
    await age(person, 5 * 60 + 1);
    expect((await verify(person, e164, code)).json()).toMatchObject({ code: 'phone_code_expired' });
  });

  test('gets another code after a minute, which voids the first one', async () => {
    const person = await server.signUp();
    const { typed, e164 } = newPhone();
    const both = await Promise.all([ask(person, typed), ask(person, typed)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 429]);
    const early = both.find(({ statusCode }) => statusCode === 429);
    expect(early?.json()).toMatchObject({ code: 'code_too_soon' });
    expect(Number(early?.headers['retry-after'])).toBeGreaterThan(50);
    const first = await waitForCode(e164);
    await age(person, 60);
    expect((await ask(person, typed)).statusCode).toBe(202);
    const second = await waitForCode(e164, 1);
    expect((await verify(person, e164, first)).statusCode).toBe(400);
    expect((await verify(person, e164, second)).statusCode).toBe(200);
  });

  test('gets a code even with more concurrent requests than database connections', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => server.signUp()));
    const before = Date.now();
    const answers = await Promise.all(many.map((person) => ask(person, newPhone().typed)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 202));
    // A connection that waits for a second one times out after ten seconds.
    expect(Date.now() - before).toBeLessThan(8000);
  });

  test('gets five codes a day from all accounts, and an account requests five for all numbers', async () => {
    const { typed } = newPhone();
    const people = [await server.signUp(), await server.signUp()] as const;
    for (let count = 0; count < 4; count += 1) {
      expect((await ask(people[0], typed)).statusCode).toBe(202);
      await age(people[0], 60);
    }
    expect((await ask(people[1], typed)).statusCode).toBe(202);
    await age(people[1], 60);
    expect((await ask(people[1], typed)).json()).toMatchObject({ code: 'rate_limited' });
    expect((await ask(people[0], newPhone().typed)).statusCode).toBe(202);
    await age(people[0], 60);
    expect((await ask(people[0], newPhone().typed)).json()).toMatchObject({ code: 'rate_limited' });
  });

  test('requests are limited to twenty codes an hour per address, for any number of accounts', async () => {
    const strict = await startTestServer();
    const askFrom = async (remoteAddress: string) =>
      strict.call('POST', '/api/user/phone/code', {
        as: await strict.signUp(),
        payload: { phone: newPhone().typed },
        remoteAddress,
      });
    const answers = [];
    for (let count = 0; count < 21; count += 1) answers.push((await askFrom('203.0.113.7')).statusCode);
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
    expect((await askFrom('203.0.113.8')).statusCode).toBe(202);
    await strict.close();
  });

  test('gets the same response for a number that somebody else has verified', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const { typed, e164 } = newPhone();
    const first = await ask(owner, typed);
    await verify(owner, e164, await waitForCode(e164));
    const second = await ask(other, typed);
    expect(second.statusCode).toBe(first.statusCode);
    expect(Object.keys(second.json<object>())).toEqual(Object.keys(first.json<object>()));
  });

  test.each([
    ['/api/user/phone/code', {}, 'phone'],
    ['/api/user/phone/code', { phone: '' }, 'phone'],
    ['/api/user/phone/code', { phone: '02-123-4567' }, 'phone'],
    ['/api/user/phone/code', { phone: 1012345678 }, 'phone'],
    ['/api/user/phone/verify', { phone: '010-1234-5678', code: '12345' }, 'code'],
    ['/api/user/phone/verify', { phone: '010-1234-5678', code: '12345a' }, 'code'],
    ['/api/user/phone/verify', { phone: '010-1234-5678' }, 'code'],
  ])('%s refuses %j', async (url, payload, field) => {
    const answer = await server.call('POST', url, { as: await server.signUp(), payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty(field);
  });
});

const account = { bankCode: '088', accountNumber: '110123456789', holder: '김민아' };
const putAccount = (as: Person, payload: object) =>
  server.call('PUT', '/api/user/bank-account', { as, payload });

describe('a bank account', () => {
  test('is registered, and only its last digits are returned or stored readable', async () => {
    const person = await server.signUp();
    expect((await server.call('GET', '/api/user/bank-account', { as: person })).statusCode).toBe(404);
    const answer = await putAccount(person, account);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      bankCode: '088',
      lastDigits: '6789',
      holder: '김민아',
      checked: false,
      payoutsHeldUntil: null,
    });
    const again = await server.call('GET', '/api/user/bank-account', { as: person });
    expect(again.body).not.toContain('11012345');
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({
      bankRegistered: true,
    });
    const { rows } = await server.runtime.pool.query('select * from bank_account');
    expect(JSON.stringify(rows)).not.toContain('11012345');
  });

  test('is changed with a proof or the password, reported by mail, and holds payouts for 72 hours', async () => {
    const person = await server.signUp();
    await putAccount(person, account);
    await server.runtime.pool.query(
      "update session set created_at = now() - interval '11 minutes' where user_id = $1",
      [person.id],
    );
    const refused = await putAccount(person, { ...account, accountNumber: '110123450000' });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'proof_needed' });
    const wrong = await putAccount(person, { ...account, accountNumber: '110123450000', password: 'no' });
    expect(wrong.json()).toMatchObject({ code: 'wrong_password', fields: { password: expect.any(String) } });
    const before = Date.now();
    const changed = await putAccount(person, {
      ...account,
      accountNumber: '110123450000',
      password: person.password,
    });
    expect(changed.statusCode).toBe(200);
    const { payoutsHeldUntil, lastDigits } = changed.json<{ payoutsHeldUntil: string; lastDigits: string }>();
    expect(lastDigits).toBe('0000');
    const heldHours = (Date.parse(payoutsHeldUntil) - before) / 3_600_000;
    expect(heldHours).toBeGreaterThan(71.9);
    expect(heldHours).toBeLessThan(72.1);
    await expect
      .poll(async () => {
        const mails = await readMails(server.runtime.config.dataDir, person.email);
        return mails.some(({ text }) => text.includes('정산 계좌가 바뀌었어요'));
      })
      .toBe(true);
  });

  test('of two concurrent first ones, the second is a change, which needs a proof', async () => {
    const person = await server.signUp();
    await server.runtime.pool.query(
      "update session set created_at = now() - interval '11 minutes' where user_id = $1",
      [person.id],
    );
    const both = await Promise.all([
      putAccount(person, account),
      putAccount(person, { ...account, accountNumber: '110123450000' }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
    expect(both.find(({ statusCode }) => statusCode === 403)?.json()).toMatchObject({ code: 'proof_needed' });
  });

  test('is limited to ten tries a day, right or wrong', async () => {
    const person = await server.signUp();
    const answers = [];
    for (let count = 0; count < 11; count += 1) {
      answers.push((await putAccount(person, { ...account, password: person.password })).statusCode);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test.each([
    [{ ...account, accountNumber: '110x123456789' }, 'accountNumber'],
    [{ ...account, accountNumber: '123' }, 'accountNumber'],
    [{ ...account, accountNumber: 110123456789 }, 'accountNumber'],
    [{ ...account, bankCode: '999' }, 'bankCode'],
    [{ ...account, holder: ' ' }, 'holder'],
    [{ bankCode: '088' }, 'holder'],
  ])('refuses %j', async (payload, field) => {
    const person = await server.signUp();
    const answer = await putAccount(person, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty(field);
    expect((await server.call('GET', '/api/user/bank-account', { as: person })).statusCode).toBe(404);
  });

  test('is sealed again with a newer key', async () => {
    const person = await server.signUp();
    await putAccount(person, account);
    const read = async () => {
      const { rows } = await server.runtime.pool.query<{ sealed_number: string }>(
        'select sealed_number from bank_account where person_id = $1',
        [person.id],
      );
      return rows[0]?.sealed_number ?? '';
    };
    const { vault: old, db } = server.runtime;
    const newest = 'a newer key with thirty-two characters or more';
    const both = {
      ...old,
      seal: createVault([newest]).seal,
      isCurrent: createVault([newest]).isCurrent,
    };
    await rotateNumberKeys(db, both);
    expect(createVault([newest]).open('bank account', await read())).toBe(account.accountNumber);
    // Restore the key for numbers that other tests registered.
    await rotateNumberKeys(db, { ...old, open: createVault([newest]).open });
    expect(old.open('bank account', await read())).toBe(account.accountNumber);
  });
});

describe('a bank account where PortOne is configured', () => {
  const fake = createBankFake('portone-secret', { 'SHINHAN/110123456789': '김 민아' });
  let checking: TestServer;
  beforeAll(async () => {
    checking = await startTestServer({
      PORTONE_API_SECRET: 'portone-secret',
      BANK_FAKE_ORIGIN: await fake.start(),
    });
  });
  afterAll(async () => {
    await checking.close();
    await fake.stop();
  });
  test.each([
    [account, 200, { checked: true }],
    [{ ...account, holder: '김민지' }, 400, { code: 'wrong_holder', fields: { holder: expect.any(String) } }],
    [
      { ...account, accountNumber: '999999999999' },
      400,
      { code: 'unknown_account', fields: { accountNumber: expect.any(String) } },
    ],
    [{ ...account, bankCode: '071' }, 503, { code: 'bank_unavailable' }],
    [{ ...account, bankCode: '054' }, 200, { checked: false }],
  ])('%j is answered %i', async (payload, status, body) => {
    const answer = await checking.call('PUT', '/api/user/bank-account', {
      as: await checking.signUp(),
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject(body);
  });
});

describe('text messages', () => {
  const keys = { id: 'key-id', secret: 'key-secret' };
  const fakes = createSmsFakes(keys);
  let origin = '';
  beforeAll(async () => {
    origin = await fakes.start();
  });
  afterAll(() => fakes.stop());
  const services = {
    solapi: { SOLAPI_API_KEY: keys.id, SOLAPI_API_SECRET: keys.secret, SOLAPI_FROM: '0212345678' },
    twilio: { TWILIO_ACCOUNT_SID: keys.id, TWILIO_AUTH_TOKEN: keys.secret, TWILIO_FROM: '+8212345678' },
  };
  test.each(['solapi', 'twilio'] as const)('are sent through %s, which may refuse', async (name) => {
    const sender = createSmsSender(readConfig({ SMS_FAKE_ORIGIN: origin, ...services[name] }));
    await sender.send({ to: '+821012345678', text: '안녕' }, 'anyone');
    await sender.send({ to: '+821012345678', text: '안녕' }, 'anyone');
    expect(fakes.sent.filter(({ service }) => service === name)).toHaveLength(2);
    expect(fakes.sent.at(-1)).toMatchObject({
      to: name === 'solapi' ? '01012345678' : '+821012345678',
      text: '안녕',
    });
    fakes.state.refuse = true;
    await expect(sender.send({ to: '+821012345678', text: '안녕' }, 'anyone')).rejects.toThrow('500');
    fakes.state.refuse = false;
  });
  test('need all keys of one service', () => {
    expect(() => readConfig({ SOLAPI_API_KEY: 'x' })).toThrow(/go together/);
    expect(() => readConfig({ ...services.solapi, ...services.twilio })).toThrow(/exclude each other/);
  });
});
