import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Quote } from '../contract.ts';
import { negotiatingOn } from './testing.ts';

/** Quotes where a slicer is installed. */

let folder: string;
/** The same quote without a slicer. */
let estimated: Quote;
beforeAll(async () => {
  estimated = await withShop('', (shop) => ask(shop));
  folder = await mkdtemp(join(tmpdir(), 'gongbang-fake-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const cube = Buffer.from(binaryStl(box(30, 30, 30)));
/** The same, in inches. */
const inches = Buffer.from(binaryStl(box(30 / 25.4, 30 / 25.4, 30 / 25.4)));

type Shop = { server: TestServer; customer: Person; serviceId: string; provider: Person };

async function open(slicerPath: string, fields: object = {}): Promise<Shop> {
  const server = await startTestServer({ SLICER_PATH: slicerPath, LOG_LEVEL: 'silent' });
  const provider = await server.signUp();
  const customer = await server.signUp();
  const serviceId = await negotiatingOn(server).offerService(provider, {
    serviceType: '3d_printing',
    ...fields,
  });
  return { server, customer, serviceId, provider };
}
async function ask({ server, customer, serviceId }: Shop, bytes = cube, more: object = {}): Promise<Quote> {
  const uploadId = await negotiatingOn(server).upload(customer, bytes, 'a.stl');
  const answer = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as: customer,
    payload: { uploadId, material: 'PLA', ...more },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Quote>();
}

async function fake(name: string): Promise<string> {
  const path = join(folder, name);
  if (!existsSync(path)) await symlink(resolve('fakes/slicer.sh'), path);
  return path;
}

async function withShop<Result>(slicer: string, act: (shop: Shop) => Promise<Result>): Promise<Result> {
  const shop = await open(slicer);
  try {
    return await act(shop);
  } finally {
    await shop.server.close();
  }
}

test('a quote is refined by the slice, says so, and is never above the estimate', async () => {
  expect(estimated).toMatchObject({ basis: 'formula', slicer: null });
  await withShop(await fake('slicer-light'), async (shop) => {
    const quote = await ask(shop);
    expect(quote).toMatchObject({ basis: 'slice', slicer: 'FakeSlicer 1.2.3', learnedFrom: 0 });
    // 2,405 mm³ of PLA, five minutes.
    expect(quote.grams).toEqual({ likely: 2.98, atMost: 3.22 });
    expect(quote.hours?.likely).toBe(0.08);
    expect(quote.total).toBeLessThan(estimated.total);
    const path = `/api/quotes/${quote.id}`;
    const kept = (await shop.server.call('GET', path, { as: shop.provider })).json<Quote>();
    expect(kept).toMatchObject({ basis: 'slice', slicer: 'FakeSlicer 1.2.3', total: quote.total });
    // Another call with two pieces: the slice is of one.
    expect((await ask(shop, cube, { quantity: 2 })).grams.likely).toBeCloseTo(5.96, 1);
  });
});

test.each(['slicer-crashes', 'slicer-liar'])(
  'where the slicer is %s, the quote is the estimate, and nobody sees an error',
  async (name) => {
    const quote = await withShop(await fake(name), (shop) => ask(shop));
    const { id: _a, serviceId: _b, createdAt: _c, expiresAt: _d, ...rest } = quote;
    expect(estimated).toMatchObject(rest);
  },
);

test('machines that do not print in lines are not sliced', async () => {
  await withShop(await fake('slicer-light'), async (shop) => {
    expect(await ask(shop, cube, { material: 'Resin' })).toMatchObject({ basis: 'formula', slicer: null });
    expect(await ask(shop, cube, { layerHeight: 0.6 })).toMatchObject({ basis: 'formula' });
    const written = await shop.server.call('PUT', `/api/user/services/${shop.serviceId}/workshop`, {
      as: shop.provider,
      payload: {
        rateCard: { shell: 1 },
        machines: [],
        calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
      },
    });
    expect(written.statusCode, written.body).toBe(200);
    expect(await ask(shop)).toMatchObject({ basis: 'formula' });
  });
});

const prusa = '/usr/bin/prusa-slicer';
const isInstalled = existsSync(prusa);
describe.skipIf(!isInstalled)(`the real PrusaSlicer${isInstalled ? '' : ': not installed'}`, () => {
  test('refines a quote, in millimetres whatever the file is meant in', async () => {
    await withShop(prusa, async (shop) => {
      const quote = await ask(shop);
      expect(quote.basis).toBe('slice');
      expect(quote.slicer).toMatch(/^PrusaSlicer \d/);
      expect(quote.grams.likely / estimated.grams.likely).toBeGreaterThan(0.85);
      expect(quote.grams.likely / estimated.grams.likely).toBeLessThan(1.15);
      expect(quote.total).toBeLessThanOrEqual(estimated.total);
      const meant = await ask(shop, inches, { unit: 'inch' });
      expect(meant.grams.likely / quote.grams.likely).toBeCloseTo(1, 2);
    });
  }, 60_000);
});
