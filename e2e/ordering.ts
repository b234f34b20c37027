import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type APIRequestContext, type Page, type PlaywrightWorkerArgs } from '@playwright/test';
import sharp from 'sharp';
import type { Figures } from '../src/platform/shared/models/measure.ts';
import { estimatePrint, margins, materialRange, plaDensity } from '../src/platform/shared/models/print.ts';
import { binaryStl, box } from '../src/platform/shared/models/testing.ts';
import { demoPassword, demoSignIns } from '../demo/users.ts';

/** Helpers of order tests: buyers, providers, and the steps before the tested one. */

export type Order = {
  id: string;
  number: string;
  title: string;
  state: string;
  amounts: { principal: number; fee: number; total: number };
  kept: number | null;
};
type Calls = APIRequestContext;

export const won = (amount: number) =>
  new Intl.NumberFormat('ko', { style: 'currency', currency: 'KRW' }).format(amount);
export const json = async <Body>(answer: { json(): Promise<unknown> }) => (await answer.json()) as Body;
export const readOrder = async (page: Page, id: string) =>
  json<Order>(await page.request.get(`/api/orders/${id}`));

/** Returns a demo service with a fixed price, whose provider is the first demo sign-in. */
export async function serviceOfDemo(calls: Calls): Promise<{ id: string }> {
  const services = await json<{ id: string; provider: { username: string } }[]>(
    await calls.get('/api/services/type/manufacturing?limit=100'),
  );
  const found = services.find(({ provider }) => provider.username === 'seongsu_layer');
  if (!found) throw new Error('the demo has no such service');
  return found;
}

/** Returns a demo resource by words of its title: the newest one may be another test's. */
export async function resourceOfDemo(calls: Calls, title: string): Promise<{ id: string }> {
  const [found] = await json<{ id: string }[]>(
    await calls.get(`/api/resources?search=${encodeURIComponent(title)}`),
  );
  if (!found) throw new Error(`the demo has no ${title}`);
  return found;
}

/** Returns a demo service that prints, whose provider is the first demo sign-in. */
export async function printerOfDemo(calls: Calls): Promise<string> {
  const services = await json<{ id: string; provider: { username: string } }[]>(
    await calls.get('/api/services/type/3d_printing?limit=100'),
  );
  const found = services.find(({ provider }) => provider.username === 'seongsu_layer');
  if (!found) throw new Error('the demo has no such printer');
  return found.id;
}

/** Quotes a cube and orders it to be picked up. */
export async function orderPrint(
  calls: Calls,
  baseURL: string | undefined,
  serviceId: string,
): Promise<Order> {
  const bytes = Buffer.from(binaryStl(box(40, 40, 40)));
  const answer = await calls.post('/api/uploads', {
    headers: {
      origin: baseURL ?? '',
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from('cube.stl').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    data: bytes,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const uploadId = answer.headers()['location']?.split('/').at(-1);
  const quote = await call<{ id: string }>(calls, baseURL, `/api/services/${serviceId}/quote`, {
    uploadId,
    material: 'PLA',
  });
  return placeOrder(calls, baseURL, serviceId, { quoteId: quote.id, delivery: { kind: 'pickup' } });
}

/** Registers a person for one test alone. */
export async function signUp(
  calls: Calls,
  baseURL: string | undefined,
  fullName = '사는 사람',
): Promise<{ id: string; email: string; password: string }> {
  const email = `buys-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const password = '튼튼한 비밀번호 1';
  const data = { fullName, email, password, consents: { terms: true, privacy: true, age14: true } };
  const { id } = await call<{ id: string }>(calls, baseURL, '/api/register', data);
  return { id, email, password };
}

/** Random digits, so that tests do not share numbers. */
const digits = (count: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');

/** Verifies a phone and a payout account by API calls: their pages have their own tests. */
export async function verify(calls: Calls, baseURL: string | undefined): Promise<void> {
  const phone = `+8210${digits(8)}`;
  await call(calls, baseURL, '/api/user/phone/code', { phone });
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox', 'sms');
  let code = '';
  await expect
    .poll(
      async () => {
        const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d/.test(name));
        const messages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
        const text = messages.find((each) => each.includes(phone))?.split('"text"')[1] ?? '';
        code = /\d{6}/.exec(text)?.[0] ?? '';
        return code;
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  await call(calls, baseURL, '/api/user/phone/verify', { phone, code });
  const bank = await calls.put('/api/user/bank-account', {
    data: { bankCode: '088', accountNumber: `110${digits(9)}`, holder: '제작이' },
    headers: { origin: baseURL ?? '' },
  });
  expect(bank.ok(), await bank.text()).toBe(true);
}

/** Makes a write that must succeed. */
export async function call<Body = unknown>(
  calls: Calls,
  baseURL: string | undefined,
  path: string,
  data: object = {},
): Promise<Body> {
  const answer = await calls.post(path, {
    headers: { origin: baseURL ?? '', 'idempotency-key': crypto.randomUUID() },
    data,
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return json<Body>(answer);
}

/** Another person, acting by API calls while a page is tested. */
export async function callsOf(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string | undefined,
  { email, password }: { email: string; password: string } = {
    email: demoSignIns[0] ?? '',
    password: demoPassword,
  },
): Promise<Calls> {
  const calls = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await call(calls, baseURL, '/api/login', { email, password });
  return calls;
}

export const placeOrder = (calls: Calls, baseURL: string | undefined, serviceId: string, more: object = {}) =>
  call<Order>(calls, baseURL, '/api/orders', {
    serviceId,
    consent: { terms: true, customMade: true },
    ...more,
  });

/** Follows the payment to the sandbox; returns the payment's key. */
export async function openPayment(
  calls: Calls,
  baseURL: string | undefined,
  orderId: string,
): Promise<string> {
  const attempt = await call<{ begun: { paymentKey: string } }>(
    calls,
    baseURL,
    `/api/orders/${orderId}/payments`,
  );
  return attempt.begun.paymentKey;
}

export async function payOrder(
  calls: Calls,
  baseURL: string | undefined,
  { id, amounts }: Order,
): Promise<void> {
  const paymentKey = await openPayment(calls, baseURL, id);
  const { redirect } = await call<{ redirect: string }>(
    calls,
    baseURL,
    `/api/sandbox/payments/${paymentKey}/approve`,
  );
  const ref = new URL(redirect).searchParams.get('orderId') ?? '';
  await call(calls, baseURL, `/api/payments/${ref}/confirm`, { paymentKey, amount: amounts.total });
}

export const photo = async (name = '포장.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 80, height: 60, channels: 3, background: '#c40' } })
    .png()
    .toBuffer(),
});

export async function addPhoto(calls: Calls, baseURL: string | undefined, orderId: string): Promise<string> {
  const answer = await calls.post(`/api/orders/${orderId}/photos`, {
    headers: { origin: baseURL ?? '' },
    multipart: { image: await photo() },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await json<{ id: string }>(answer)).id;
}

export const inForm = (page: Page, name: string) =>
  page.locator('form').getByRole('button', { name, exact: true }).click();
export async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  await inForm(page, name);
}

export type PrintedFile = {
  id: string;
  name: string;
  needed: { count: number; from: string } | null;
  model: { state: string; figures: Figures } | null;
};
export type RateCard = Record<'startFee' | 'minimum' | 'perTenGrams' | 'perHour' | 'gramsPerHour', number> &
  Record<'perUnit' | 'perLoad' | 'topLayers' | 'bottomLayers', number> & {
    breaks: { from: number; percentOff: number }[];
    shell: number | null;
  };

/** Works out what one whole thing of PLA costs at most, from the meshes and the rate card alone. */
export function priceOfPrint(
  card: RateCard,
  parts: readonly PrintedFile[],
  printOf: (name: string) => { infill: number; layerMm: number; walls: number },
) {
  let grams = 0;
  let hours = 0;
  let pieces = 0;
  for (const { name, model, needed } of parts) {
    const { count } = needed!;
    const { figures } = model!;
    const { materialMm3, seconds } = estimatePrint(figures, {
      ...printOf(name),
      topLayers: card.topLayers,
      bottomLayers: card.bottomLayers,
    });
    const { atMost } = materialRange(materialMm3, figures.volumeMm3);
    grams += Math.round(((atMost * plaDensity) / 1000) * count * 100);
    hours += Math.round(((seconds / 3600) * 15 * margins.time * count * 100) / card.gramsPerHour);
    pieces += count;
  }
  const sum =
    card.startFee +
    Math.ceil(grams / 1000) * card.perTenGrams +
    Math.ceil(hours / 100) * card.perHour +
    pieces * card.perUnit;
  const percentOff = Math.max(
    0,
    ...card.breaks.filter(({ from }) => pieces >= from).map((each) => each.percentOff),
  );
  const principal = Math.max(card.minimum, sum - Math.floor((sum * percentOff) / 100));
  return { principal, total: principal + Math.floor(principal / 10), grams: grams / 100, pieces };
}
