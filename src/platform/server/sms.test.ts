import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { createSmsSender } from './sms.ts';

const personId = '01890000-0000-7000-8000-000000000001';
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gongbang-sms-'));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07.089Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true });
});

async function outbox() {
  const folder = join(dataDir, 'outbox', 'sms');
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({
      name,
      sms: JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown,
    })),
  );
}

test('a message is in the outbox with its recipient, text and time', async () => {
  await createSmsSender({ dataDir, sms: readConfig({}).sms }).send(
    { to: '+821012345678', text: '[공방] 인증번호 "012345"\n5분' },
    personId,
  );
  expect(await outbox()).toEqual([
    {
      name: expect.stringMatching(/^1772600767089-[0-9a-f-]{73}\.json$/),
      sms: {
        to: '+821012345678',
        text: '[공방] 인증번호 "012345"\n5분',
        sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    },
  ]);
});

test('messages of the same moment do not overwrite each other', async () => {
  const sender = createSmsSender({ dataDir, sms: readConfig({}).sms });
  const texts = Array.from({ length: 20 }, (_, index) => `code ${index}`);
  await Promise.all(texts.map((text) => sender.send({ to: '+821012345678', text }, personId)));
  const sent = (await outbox()).map(({ sms }) => (sms as { text: string }).text);
  expect(sent.toSorted()).toEqual(texts.toSorted());
});
