import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { Client } from 'pg';
import { binaryStl, box } from '../src/platform/shared/models/testing.ts';
import { expect, test } from './fixtures.ts';
import {
  act,
  addPhoto,
  call,
  inForm,
  json,
  photo,
  priceOfPrint,
  signUp,
  verify,
  type PrintedFile,
  type RateCard,
} from './ordering.ts';
import { wordsOf } from './words.ts';

/**
 * From a file to a thing on the desk that works, as one story: a kit is found, made by three makers near its reader, paid
 * at once, replaced where one declines, sent and picked up, scanned, assembled, helped with, reviewed, and its author paid.
 */

type Kit = { id: string; title: string; files: (PrintedFile & { sha256: string })[] };
type Placed = {
  id: string;
  orders: {
    replaces: string | null;
    order: {
      id: string;
      title: string;
      state: string;
      provider: { username: string };
      amounts: { principal: number; fee: number; share: number; delivery: number; total: number };
    };
  }[];
  amounts: { share: number; total: number };
};
type Maker = { calls: APIRequestContext; id: string; serviceId: string; title: string; card: RateCard };

/** A place at sea that no other maker is near, of the demo or of another run: all makers are those of the story. */
const somewhere = () => ({ latitude: 36 + Math.random() * 2, longitude: 130.5 + Math.random() * 1.5 });
type Place = ReturnType<typeof somewhere>;

/** More than the least that is paid out. */
const share = 12_000;
const post = 4000;
const tested = { infill: 40, layerMm: 0.2, walls: 3 };
const phone = { width: 390, height: 844 };
const gerber =
  '%FSLAX24Y24*%\n%MOMM*%\n%ADD10C,0.5*%\nD10*\nX0Y0D02*\nX100000Y0D01*\nX100000Y80000D01*\nM02*\n';

test.use({ permissions: ['geolocation'], viewport: phone });

async function inDatabase<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  const folder = process.env['E2E_DATA_DIR'] ?? '';
  const password = (await readFile(join(folder, 'postgres-password'), 'utf8')).trim();
  const port = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new Client(`postgres://gongbang:${password}@127.0.0.1:${port}/gongbang`);
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** Publishes a kit of three printed parts and a board, with what is bought, a guide, and a share per piece. */
async function publishKit(
  author: APIRequestContext,
  baseURL: string | undefined,
  title: string,
): Promise<Kit> {
  const stl = (name: string, ...size: [number, number, number]) => ({
    name,
    mimeType: 'model/stl',
    buffer: Buffer.from(binaryStl(box(...size))),
  });
  const form = new FormData();
  const fields = {
    title,
    category: 'hardware_design',
    license: 'CC-BY-NC-4.0',
    state: 'published',
    assemblyInstructions: JSON.stringify(
      ['몸통', '팔', '기판'].map((name) => ({ title: name, text: `${name}을 끼워요.` })),
    ),
    details: JSON.stringify({
      billOfMaterials: [
        { name: 'frame.stl', quantity: 1 },
        { name: 'arm.stl', quantity: 4 },
        { name: 'cover.stl', quantity: 1 },
        { name: 'M3 × 8 볼트', quantity: 8, url: 'https://example.com/m3', priceWon: 100 },
        { name: 'USB-C 케이블', quantity: 1 },
      ],
      printSettings: [{ material: 'PLA', layerHeightMm: 0.2, infillPercent: 40, walls: 3 }],
    }),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of [
    stl('frame.stl', 60, 40, 8),
    stl('arm.stl', 50, 12, 6),
    stl('cover.stl', 30, 30, 10),
    { name: 'board-gerber.gbr', mimeType: 'text/plain', buffer: Buffer.from(gerber) },
  ])
    form.append('downloadFile', new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }));
  const published = await author.post('/api/resources', {
    headers: { origin: baseURL ?? '' },
    multipart: form,
  });
  expect(published.ok(), await published.text()).toBe(true);
  const { id } = await json<{ id: string }>(published);
  const asked = await author.put(`/api/user/resources/${id}/share`, {
    headers: { origin: baseURL ?? '' },
    data: { amount: share },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  let kit: Kit | undefined;
  await expect
    .poll(
      async () => {
        kit = await json<Kit>(await author.get(`/api/resources/${id}`));
        return kit.files.filter(({ model }) => model?.state === 'measured').length;
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBe(3);
  return kit!;
}

/** Opens a workshop on the island. */
async function openWorkshop(
  calls: APIRequestContext,
  baseURL: string | undefined,
  {
    place: { latitude: lat, longitude: long },
    name,
    startFee,
    price = null,
  }: { place: Place; name: string; startFee: number; price?: number | null },
): Promise<Maker> {
  const { id } = await signUp(calls, baseURL, name);
  await verify(calls, baseURL);
  const service = await call<{ id: string; title: string }>(calls, baseURL, '/api/services', {
    title: name,
    serviceType: price === null ? '3d_printing' : 'electronics',
    price,
    locations: [{ address: '경북 울릉군 울릉읍 도동길 1', lat, long, exact: true }],
  });
  const workshop = await calls.put(`/api/user/services/${service.id}/workshop`, {
    headers: { origin: baseURL ?? '' },
    data: {
      rateCard: price === null ? { startFee, perTenGrams: 1500, perHour: 700, perUnit: 300 } : null,
      machines: [
        {
          id: crypto.randomUUID(),
          name: `${name} MK4`,
          buildMm: [250, 210, 220],
          stock: [{ material: 'PLA', colors: [] }],
          layerMm: [0.05, 0.3],
          leadDays: 2,
        },
      ],
      calendar: {},
      delivery: { post, freeFrom: null, pickup: true, carriers: ['한진'], pickupAddress: '도동길 1' },
    },
  });
  expect(workshop.ok(), await workshop.text()).toBe(true);
  const { rateCard } = await json<{ rateCard: RateCard }>(workshop);
  return { calls, id, serviceId: service.id, title: service.title, card: rateCard };
}

for (const { lang, prefix, night } of [
  { lang: 'ko', prefix: '', night: '' },
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
])
  test(`a kit becomes a thing on the desk that works, and its author is paid, in ${lang}${night}`, async ({
    page,
    context,
    browser,
    goTo,
    expectAccessible,
    playwright,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    page.setDefaultTimeout(20_000);
    const baskets = wordsOf('baskets', lang);
    const orders = wordsOf('orders', lang);
    const quotes = wordsOf('quotes', lang);
    const payments = wordsOf('payments', lang);
    const licensing = wordsOf('licensing', lang);
    const passports = wordsOf('passports', lang);
    const support = wordsOf('support', lang);
    const reviews = wordsOf('reviews', lang);
    const builds = wordsOf('builds', lang);
    const won = (amount: number) =>
      new Intl.NumberFormat(lang, { style: 'currency', currency: 'KRW' }).format(amount);
    const shoot = (name: string, of: Page = page) =>
      of.screenshot({ path: `test-results/story-${name}-${lang}.png`, fullPage: true });
    const somebody = () => playwright.request.newContext({ baseURL: baseURL ?? '' });
    const place = somewhere();
    await context.setGeolocation(place);
    const tag = crypto.randomUUID().slice(0, 6);

    const author = await somebody();
    await signUp(author, baseURL, '설계한 사람');
    await verify(author, baseURL);
    const kit = await publishKit(author, baseURL, `달빛 책상 등 ${tag}`);
    const first = await openWorkshop(await somebody(), baseURL, {
      place,
      name: `도동 출력 ${tag}`,
      startFee: 20_000,
    });
    const second = await openWorkshop(await somebody(), baseURL, {
      place,
      name: `저동 출력 ${tag}`,
      startFee: 21_000,
    });
    const third = await openWorkshop(await somebody(), baseURL, {
      place,
      name: `사동 출력 ${tag}`,
      startFee: 20_500,
    });
    const soldering = await openWorkshop(await somebody(), baseURL, {
      place,
      name: `울릉 기판 ${tag}`,
      startFee: 0,
      price: 45_000,
    });
    const part = (name: string) => kit.files.find((file) => file.name === name)!;
    const [frame, arm, cover] = [part('frame.stl'), part('arm.stl'), part('cover.stl')];
    const print = tested;

    // Found by its name; the one action says price, makers and day near its reader.
    const buyer = await signUp(page.request, baseURL, '이서연');
    await goTo(`${prefix}/resources?search=${encodeURIComponent(kit.title)}`);
    await page.getByRole('link', { name: kit.title }).first().click();
    const whole = Math.min(
      ...[first, second, third].map(({ card }) => priceOfPrint(card, [frame, arm, cover], () => print).total),
    );
    await expect(page.getByText(quotes('make.from', { price: won(whole) }))).toBeVisible();
    await expect(page.getByText(quotes('make.makers', { count: 3 }))).toBeVisible();
    await shoot('resource');

    // Two makers print, a third makes the board, the rest is a list.
    await page.getByRole('link', { name: quotes('make.plan') }).click();
    const printed = page.getByRole('region', { name: baskets('plan.printed') }).getByRole('combobox');
    await expect(printed).toHaveCount(3);
    const choose = async (file: PrintedFile, maker: Maker) =>
      page
        .getByLabel(baskets('plan.part', { name: file.name, count: file.needed!.count }))
        .selectOption(maker.serviceId);
    await choose(frame, first);
    await choose(arm, first);
    await choose(cover, second);
    await page.getByLabel(baskets('plan.choose')).selectOption(soldering.serviceId);
    const byFirst = priceOfPrint(first.card, [frame, arm], () => print);
    const bySecond = priceOfPrint(second.card, [cover], () => print);
    const board = 45_000 + 4500;
    const summary = page.getByRole('region', { name: baskets('sum.title') });
    await expect(summary).toContainText(won(byFirst.total + bySecond.total + board));
    await expect(summary).toContainText(baskets('plan.plus', { price: won(800) }));
    await expect(summary).toContainText(baskets('plan.plus_unpriced', { count: 1 }));
    await expectAccessible();
    await shoot('plan');
    await page.getByRole('button', { name: baskets('plan.fill') }).click();
    await page.waitForURL(`**${prefix}/payment/basket`);
    await expect(page.getByRole('article')).toHaveCount(3);

    // The parts will be sold: the author's share comes first. One dimension matters.
    await page.getByText(licensing('purpose.sale'), { exact: true }).click();
    await expect(page.getByText(licensing('reason.sale_by_share')).first()).toBeVisible();
    const articles = page.getByRole('article');
    await articles.nth(0).getByText(baskets('item.wishes')).click();
    await articles
      .nth(0)
      .getByRole('button', { name: quotes('dimensions.add') })
      .click();
    await articles.nth(0).getByLabel(quotes('dimensions.label')).fill('팔 두께');
    await articles.nth(0).getByLabel(quotes('dimensions.target')).fill('6');
    await articles.nth(1).getByText(orders('pay.pickup'), { exact: true }).click();
    await page.getByLabel(orders('pay.address_name')).fill('이서연');
    await page.getByLabel(orders('pay.address_phone')).fill('010-1234-5678');
    await page.getByLabel(orders('pay.address_address'), { exact: true }).fill('경북 울릉군 울릉읍 도동길 7');
    for (const each of await page.locator('input[name^="consent"]').all()) await each.check();
    // One kit is one right, even if several makers make its parts.
    const shares = [share / 2, share / 4, share / 4];
    const total = byFirst.total + bySecond.total + board + 2 * post + share;
    await expect(page.getByRole('region', { name: baskets('sum.title') })).toContainText(won(total));
    await expectAccessible();
    await shoot('basket');
    await page.getByRole('button', { name: orders('pay.pay', { total: won(total) }) }).click();
    await page.getByRole('button', { name: payments('sandbox.outcome.approve'), exact: true }).click();
    await page.getByRole('link', { name: orders('pay.see_basket') }).click();
    await expect(page.getByText(baskets('state.making'))).toBeVisible();
    const placedId = new URL(page.url()).pathname.split('/').at(-1)!;
    const read = async () => json<Placed>(await page.request.get(`/api/baskets/${placedId}`));
    const paid = await read();
    expect(paid.amounts).toMatchObject({ total, share });
    const [printOrder, coverOrder, boardOrder] = paid.orders.map(({ order }) => order);
    expect(printOrder!.amounts).toMatchObject({
      principal: byFirst.principal,
      share: shares[0],
      delivery: post,
    });
    expect(coverOrder!.amounts).toMatchObject({
      principal: bySecond.principal,
      share: shares[1],
      delivery: 0,
    });
    expect(boardOrder!.amounts).toMatchObject({ principal: 45_000, share: shares[2], delivery: post });
    const held = async (orderId: string) =>
      inDatabase(async (client) => {
        const { rows } = await client.query<{ held: string }>(
          `select -sum(balance) as held from ledger_balance where account = 'escrow' and subject_id = $1`,
          [orderId],
        );
        return Number(rows[0]?.held ?? 0);
      });
    for (const { order } of paid.orders) expect(await held(order.id)).toBe(order.amounts.total);

    // One declines, and the next best takes it over.
    await call(second.calls, baseURL, `/api/orders/${coverOrder!.id}/decline`);
    await page.reload();
    await expect(
      page.getByText(baskets('placed.gone', { total: won(coverOrder!.amounts.total) })),
    ).toBeVisible();
    expect(await held(coverOrder!.id)).toBe(0);
    await page.getByRole('link', { name: baskets('placed.replace') }).click();
    const byThird = priceOfPrint(third.card, [cover], () => print);
    const again = page.getByRole('listitem').filter({ hasText: third.title });
    await expect(again).toContainText(won(byThird.total + shares[1]!));
    await shoot('again');
    await again.getByRole('button', { name: orders('again.order') }).click();
    await page.waitForURL(/\/payment\/service\//);
    await page.getByText(licensing('purpose.sale'), { exact: true }).click();
    await expect(page.getByText(licensing('reason.sale_by_share')).first()).toBeVisible();
    await expect(page.getByRole('radio', { name: orders('pay.pickup') })).toBeChecked();
    for (const each of await page.locator('input[name^="consent"]').all()) await each.check();
    await page
      .getByRole('button', { name: orders('pay.pay', { total: won(byThird.total + shares[1]!) }) })
      .click();
    await page.getByRole('button', { name: payments('sandbox.outcome.approve'), exact: true }).click();
    await page.getByRole('link', { name: orders('pay.see_order') }).click();
    await page.locator(`a[href$="/payment/basket/${placedId}"]`).click();
    await expect(page.getByText(baskets('placed.replaced'))).toBeVisible();
    const replaced = (await read()).orders.find(({ replaces }) => replaces === coverOrder!.id)!.order;
    expect(replaced.amounts).toMatchObject({ principal: byThird.principal, share: shares[1] });

    // Made, with photos and what was measured; one parcel, one to be picked up.
    async function make(maker: Maker, orderId: string, handOver: object, measured?: number[]): Promise<void> {
      const { making } = await json<{ making: { machines: { id: string }[] } }>(
        await maker.calls.get(`/api/orders/${orderId}`),
      );
      const at = (event: string, data: object = {}) =>
        call(maker.calls, baseURL, `/api/orders/${orderId}/${event}`, data);
      await at('accept', { machineId: making.machines[0]?.id });
      await at('start');
      await at('progress', {
        stage: 'underway',
        photos: [await addPhoto(maker.calls, baseURL, orderId)],
      });
      await at('progress', {
        stage: 'finished',
        photos: [await addPhoto(maker.calls, baseURL, orderId)],
        ...(measured && { measured }),
      });
      await at('deliver', { photos: [await addPhoto(maker.calls, baseURL, orderId)], ...handOver });
    }
    await make(first, printOrder!.id, { carrier: '한진택배', trackingNumber: '501234567890' }, [6.05]);
    await make(third, replaced.id, { pickup: true });
    await make(soldering, boardOrder!.id, { carrier: '한진택배', trackingNumber: '501234567891' });

    // The parcel comes: looked at, measured, and taken.
    await goTo(`${prefix}/orders/${printOrder!.id}`);
    await expect(page.locator('a[href*="hanjin.com"][href$="501234567890"]')).toBeVisible();
    await expect(page.getByText(orders('page.dimensions.within')).first()).toBeVisible();
    await shoot('sent');
    await act(page, orders('page.do.arrived'));
    await page.getByLabel(orders('page.field.measured_mm', { label: '팔 두께' })).fill('6.1');
    await page.getByRole('radio', { name: orders('page.field.works_yes') }).check();
    await page.locator('form input[type="file"]').setInputFiles(await photo());
    await expectAccessible();
    await inForm(page, orders('page.do.inspect'));
    await page.getByRole('button', { name: orders('arrival.accept') }).click();
    await inForm(page, orders('page.do.confirm'));
    await expect.poll(async () => (await read()).orders[0]!.order.state).toBe('completed');
    await shoot('arrived');
    for (const id of [replaced.id, boardOrder!.id]) {
      await call(page.request, baseURL, `/api/orders/${id}/arrived`);
      await call(page.request, baseURL, `/api/orders/${id}/confirm`);
    }
    await goTo(`${prefix}/payment/basket/${placedId}`);
    await expect(page.getByText(baskets('state.done'))).toBeVisible();

    // Scanned by its label, claimed, and assembled with its guide.
    let made: { passports: { code: string }[] } | undefined;
    await expect
      .poll(async () => {
        made = await json(await first.calls.get(`/api/orders/${printOrder!.id}/passports`));
        return made!.passports.length;
      })
      .toBeGreaterThan(0);
    await goTo(`${prefix}/p/${made!.passports[0]!.code}`);
    await expect(page.getByRole('heading', { level: 1, name: kit.title })).toBeVisible();
    await page.getByRole('button', { name: passports('claim.action') }).click();
    await expect(page.getByText(passports('own.mine'))).toBeVisible();
    await expectAccessible();
    await shoot('passport');
    const passport = page.url();
    await page.getByRole('link', { name: passports('page.guide') }).click();
    await page.waitForURL(/\/ai-assembly/);
    await expect(page.getByText('몸통').first()).toBeVisible();
    await shoot('guide');

    // A problem on the way is solved with a volunteer.
    const helper = await somebody();
    await signUp(helper, baseURL, '최도움');
    for (const [path, data] of [
      ['/api/user/volunteer', { languages: ['ko', 'en', 'ja'] }],
      ['/api/user/volunteer/availability', { hours: 2 }],
    ] as const) {
      const answer = await helper.put(path, { headers: { origin: baseURL ?? '' }, data });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
    await page.goto(passport);
    await page.getByRole('link', { name: passports('page.support') }).click();
    const problem = `팔이 끼워지지 않아요 ${tag}`;
    await page.getByRole('textbox', { name: support('ask.problem') }).fill(problem);
    await page.getByRole('button', { name: support('ask.send') }).click();
    const session = page.getByRole('complementary', { name: support('session.label') });
    await session.getByRole('button', { name: support('session.unfold') }).click();
    await expect(session.getByRole('heading', { name: support('state.waiting') })).toBeVisible();
    const queue = await json<{ id: string; problem: string }[]>(await helper.get('/api/user/support-queue'));
    const asked = queue.find((each) => each.problem === problem)!;
    await call(helper, baseURL, `/api/support-sessions/${asked.id}/events`, { event: 'take' });
    await expect(session.getByRole('heading', { name: support('state.taken') })).toBeVisible();
    await session.getByRole('button', { name: support('do.solve') }).click();
    await expect(session.getByText(support('session.thanks', { name: '최도움' }))).toBeVisible();
    await shoot('helped');

    // Reviews of both sides; three makers made it and it works, which the design tells.
    await goTo(`${prefix}/orders/${printOrder!.id}`);
    const review = page.locator('form').filter({ has: page.getByText(reviews('worked')) });
    await review.getByRole('radio').nth(4).press('Space');
    await review.getByRole('radio', { name: reviews('worked_yes') }).check();
    await review.getByRole('textbox').fill(`꼭 맞아요 ${tag}`);
    await shoot('review');
    await review.getByRole('button', { name: reviews('send') }).click();
    await call(first.calls, baseURL, `/api/orders/${printOrder!.id}/reviews`, {
      rating: 5,
      text: '설명이 자세했어요.',
    });
    await goTo(`${prefix}/resources/${kit.id}`);
    await expect(page.getByText(builds('rate', { made: 3, worked: 3 }))).toBeVisible();
    await shoot('built');

    // The author is paid: each order's share, as it stood on every screen.
    const { id: authorId } = await json<{ id: string }>(await author.get('/api/user'));
    const owed = await inDatabase(async (client) => {
      const { rows } = await client.query<{ owed: string }>(
        `select -sum(balance) as owed from payable join ledger_balance on account = 'provider_payable' and subject_id = order_id
          where provider_id = $1`,
        [authorId],
      );
      await client.query(
        `update payable set held_until = clock_timestamp() - interval '1 second' where provider_id = $1`,
        [authorId],
      );
      await client.query(`select graphile_worker.add_job('payments.request_payouts', '{}')`);
      return Number(rows[0]?.owed ?? 0);
    });
    expect(owed).toBe(share);
    const authors = await browser.newContext({ viewport: phone, locale: 'ko-KR' });
    await authors.addCookies((await author.storageState()).cookies);
    const desk = await authors.newPage();
    const paidOut = async () =>
      (await json<{ paidOut: number }>(await author.get('/api/user/earnings'))).paidOut;
    await expect.poll(paidOut, { timeout: 60_000 }).toBe(share);
    await desk.goto(`${baseURL}${prefix}/my/earnings`);
    await expect(desk.getByText(won(share)).first()).toBeVisible();
    await shoot('paid-out', desk);
    await authors.close();
    expect(buyer.id).not.toBe(authorId);
  });
