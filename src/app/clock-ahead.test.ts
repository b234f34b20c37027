import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMails, tokenIn } from '#features/accounts/server/testing.ts';
import { startChild, startTestServer, type Child, type TestServer } from './testing.ts';

/** Runs two processes, one with a clock that is hours off: what one writes is valid at the other for the right time. */

const twoHoursMs = 2 * 60 * 60_000;
const shifted = `
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(Real.now() + ${twoHoursMs}); }
    static now() { return Real.now() + ${twoHoursMs}; }
  };`;

let server: TestServer;
let child: Child;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_LOGIN_PER_ACCOUNT: '3' });
  child = await startChild(server, 'startJobs', {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}`,
    RATE_LIMIT_LOGIN_PER_ACCOUNT: '3',
  });
}, 60_000);
afterAll(async () => {
  await child.kill();
  await server.close();
});

const ask = (method: string, path: string, body?: object, cookie?: string) =>
  fetch(child.origin + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });

test('a phone code requested at one process is sent by the other and proves the phone', async () => {
  const person = await server.signUp();
  const phone = '010-2345-6789';
  const asked = await server.call('POST', '/api/user/phone/code', { as: person, payload: { phone } });
  expect(asked.statusCode).toBeLessThan(300);
  const folder = join(server.runtime.config.dataDir, 'outbox', 'sms');
  let code = '';
  await expect
    .poll(
      async () => {
        const [name] = await readdir(folder).catch(() => []);
        if (name !== undefined)
          code =
            /\d{6}/.exec(
              (JSON.parse(await readFile(join(folder, name), 'utf8')) as { text: string }).text,
            )?.[0] ?? '';
        return code;
      },
      { timeout: 20_000 },
    )
    .toMatch(/^\d{6}$/);
  const proved = await ask('POST', '/api/user/phone/verify', { phone, code }, person.cookie);
  expect(proved.status).toBeLessThan(300);
});

test('sessions, proofs and mailed links last equally long at both processes', async () => {
  const person = await server.signUp();
  expect((await ask('GET', '/api/user', undefined, person.cookie)).status).toBe(200);
  // A mailed link is valid for one hour.
  await server.call('POST', '/api/password/forgot', { payload: { email: person.email } });
  let mails: { text: string }[] = [];
  await expect
    .poll(
      async () => {
        mails = await readMails(server.runtime.config.dataDir, person.email);
        return mails.some(({ text }) => text.includes('token='));
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  const token = tokenIn(mails.findLast(({ text }) => text.includes('reset-password'))?.text ?? '');
  expect((await ask('POST', '/api/password/reset/check', { token })).status).toBeLessThan(300);
  // A proof is valid for ten minutes.
  const proof = await server.call('POST', '/api/user/proof', {
    as: person,
    payload: { password: person.password },
  });
  const cookie = [proof.headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');
  const security = await ask('GET', '/api/user/security', undefined, cookie);
  expect(await security.json()).toMatchObject({ proven: true });
});

test('wrong guesses at one process count at the other', async () => {
  const person = await server.signUp();
  const guess = { email: person.email, password: 'guess' };
  for (let tries = 0; tries < 3; tries += 1)
    expect((await server.call('POST', '/api/login', { payload: guess })).statusCode).toBe(401);
  expect((await ask('POST', '/api/login', guess)).status).toBe(429);
  expect((await server.call('POST', '/api/login', { payload: guess })).statusCode).toBe(429);
});
