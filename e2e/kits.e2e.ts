import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { call, json, priceOfPrint, signUp, type PrintedFile, type RateCard } from './ordering.ts';
import { wordsOf } from './words.ts';

/** A resource of several parts: quoted whole, ordered as one, and paid; all figures by mesh, rate card and ledger. */

type Resource = { id: string; title: string; files: PrintedFile[] };
type Printer = {
  id: string;
  title: string;
  rateCard: RateCard;
  delivery: { post: number; freeFrom: number | null };
};

/** The demo's drone, once its five parts are measured. */
async function droneOf(page: Page): Promise<Resource> {
  const [found] = await json<{ id: string }[]>(
    await page.request.get('/api/resources?search=practice drone frame'),
  );
  let resource: Resource | undefined;
  await expect
    .poll(
      async () => {
        resource = await json<Resource>(await page.request.get(`/api/resources/${found?.id}`));
        return resource.files.filter(({ model }) => model?.state === 'measured').length;
      },
      { timeout: 60_000, intervals: [1000] },
    )
    .toBe(6);
  return resource!;
}

/** The author's tested settings of the drone: PLA, 0.2 mm, 40 %, three lines of walls, and stronger legs. */
const leg = '착륙-다리.stl';
const testedFor = (name: string) =>
  name === leg ? { infill: 60, layerMm: 0.2, walls: 4 } : { infill: 40, layerMm: 0.2, walls: 3 };

const makers = ['부평 학생 3D 프린팅', '홍대 소품 3D 프린팅', '행궁동 화분 출력 작업실'];

for (const { lang, prefix, night } of [
  { lang: 'ko', prefix: '', night: '' },
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
]) {
  const quotes = wordsOf('quotes', lang);
  const orders = wordsOf('orders', lang);
  const payments = wordsOf('payments', lang);
  const won = (amount: number) =>
    new Intl.NumberFormat(lang, { style: 'currency', currency: 'KRW' }).format(amount);

  test(`a drone of five parts is quoted whole at three providers, sent by post, ordered and paid, in ${lang}${night}`, async ({
    page,
    goTo,
    baseURL,
    playwright,
    expectAccessible,
  }) => {
    test.slow();
    const drone = await droneOf(page);
    await signUp(page.request, baseURL);
    const needed = drone.files.filter((file) => (file.needed?.count ?? 0) > 0);
    expect(needed.map((file) => file.needed)).toEqual(
      [1, 1, 4, 4, 1].map((count) => ({ count, from: 'author' })),
    );

    await goTo(`${prefix}/resources/${drone.id}`);
    await page.getByRole('link', { name: quotes('make.title') }).click();
    await expect(page).toHaveURL(/\/estimate\?resourceId=/);
    await goTo(`${prefix}/estimate?resourceId=${drone.id}&radius=50`);
    const { printers } = await json<{ printers: Printer[] }>(
      await page.request.get('/api/services/printers?lat=37.5665&long=126.978&maxDistance=50'),
    );
    const whole = quotes('kit.whole', { kinds: 5, pieces: 11 });
    await expect(page.getByText(whole, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(quotes('kit.from_author'))).toBeVisible();
    await expect(page.getByText(quotes('tested.kept'))).toBeVisible();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(5);
    await expectAccessible();

    // Leaving what the author has tested says what that means, and one of five parts says that it is one.
    const infill = page.getByLabel(quotes('print.infill'));
    await infill.selectOption('15');
    await expect(page.getByText(quotes('tested.left'))).toBeVisible();
    for (const box of (await page.getByRole('checkbox', { checked: true }).all()).toReversed().slice(0, 4))
      await box.click();
    await expect(page.getByText(quotes('kit.some', { chosen: 1, all: 5 }))).toBeVisible();
    await page.getByRole('button', { name: quotes('kit.choose_all') }).click();
    await page.getByRole('radio').first().check();
    await expect(page.getByText(quotes('tested.kept'))).toBeVisible();
    await expect(infill).toHaveValue('');

    // One part can be changed alone, and is named.
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByLabel(quotes('kit.count_of', { name: leg })) });
    await row.locator('summary').click();
    const settings = row.getByRole('group', { name: quotes('tested.of_part', { name: leg }) });
    await settings.getByLabel(quotes('print.walls')).selectOption('2');
    await expect(page.getByText(quotes('tested.left_parts', { names: leg }))).toBeVisible();
    await expect(row).toContainText(quotes('tested.part_left'));
    await settings.getByRole('button', { name: quotes('tested.take') }).click();
    await expect(page.getByText(quotes('tested.kept'))).toBeVisible();
    const estimates = page.url();

    for (const title of makers) {
      const printer = printers.find((each) => each.title === title)!;
      const price = priceOfPrint(printer.rateCard, needed, testedFor);
      await page.goto(estimates);
      const offer = page
        .getByRole('article')
        .filter({ has: page.locator(`a[href$="/services/${printer.id}"]`) });
      await expect(offer).toContainText(quotes('at_most', { most: won(price.total) }));
      await offer.getByText(quotes('offer.why_price')).click();
      for (const file of needed) await expect(offer).toContainText(`${file.name} × ${file.needed!.count}`);
      await offer.getByRole('button', { name: quotes('offer.ask') }).click();
      await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}/);
      const sheet = page.getByRole('article').filter({ hasText: quotes('quote.binding') });
      await expect(sheet).toContainText(quotes('at_most', { most: won(price.total) }));
      await expect(sheet).toContainText(whole);
      const id = /quotes\/([0-9a-f-]{36})/.exec(page.url())![1]!;
      const quote = await json<{
        title: string;
        principal: number;
        total: number;
        grams: { atMost: number };
        parts: { fileName: string; quantity: number; grams: { atMost: number } }[];
      }>(await page.request.get(`/api/quotes/${id}`));
      expect(quote).toMatchObject({ title: drone.title, principal: price.principal, total: price.total });
      expect(quote.grams.atMost).toBe(price.grams);
      expect(quote.parts.reduce((sum, part) => sum + Math.round(part.grams.atMost * 100), 0) / 100).toBe(
        price.grams,
      );
      expect(quote.parts.map(({ quantity }) => quantity)).toEqual([1, 1, 4, 4, 1]);

      // What is sent costs what the provider says, without our fee, and is held with the rest.
      const { post, freeFrom } = printer.delivery;
      const postage = freeFrom !== null && price.principal >= freeFrom ? 0 : post;
      const { principal } = price;
      const total = price.total + postage;
      await sheet.getByRole('link', { name: quotes('quote.order') }).click();
      await page.waitForURL(/\/payment\/service\//);
      await expect(page.getByText(whole)).toBeVisible();
      await page.getByLabel(orders('pay.address_name')).fill('홍길동');
      await page.getByLabel(orders('pay.address_phone')).fill('010-1234-5678');
      await page.getByLabel(orders('pay.address_address'), { exact: true }).fill('서울시 성동구 성수이로 1');
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await page.getByRole('button', { name: orders('pay.pay', { total: won(total) }) }).click();
      await page.waitForURL(/\/payment\/sandbox\//);
      await page.getByRole('button', { name: payments('sandbox.outcome.approve'), exact: true }).click();
      await page.waitForURL(/\/payment\/success/);
      await expect(page.getByRole('heading', { name: orders('result.paid') })).toBeVisible();
      await page.getByRole('link', { name: orders('pay.see_order') }).click();
      await page.waitForURL(/\/orders\//);
      await expect(page.getByText(whole)).toBeVisible();
      const orderId = page.url().split('/').at(-1) ?? '';
      const order = await json<{
        title: string;
        quantity: number;
        amounts: object;
        lines: { code: string; amount: number }[];
        parts: { name: string; quantity: number; walls: number }[];
        files: { name: string; sha256: string }[];
      }>(await page.request.get(`/api/orders/${orderId}`));
      expect(order).toMatchObject({
        title: drone.title,
        quantity: 11,
        amounts: { principal, fee: Math.floor(principal / 10), delivery: postage, total },
      });
      expect(order.lines).toMatchObject([{ code: 'quote', amount: principal }]);
      expect(order.parts.map(({ name, quantity, walls }) => [name, quantity, walls])).toEqual(
        needed.map((file) => [file.name, file.needed!.count, testedFor(file.name).walls]),
      );
      expect(new Set(order.files.map(({ name }) => name))).toEqual(new Set(needed.map(({ name }) => name)));

      // The ledger holds exactly that.
      const staff = await playwright.request.newContext({ baseURL: baseURL ?? '' });
      await call(staff, baseURL, '/api/login', {
        email: 'admin@example.com',
        password: 'a sentence for the tests',
      });
      const journals = await json<{ lines: { account: string; amount: number }[] }[]>(
        await staff.get(`/api/admin/journals?search=${orderId}`),
      );
      await staff.dispose();
      const held = journals.flatMap(({ lines }) => lines).filter(({ account }) => account === 'escrow');
      expect(held.reduce((sum, { amount }) => sum + amount, 0)).toBe(-total);
      await goTo(`${prefix}/my/receipts/${orderId}`);
      await expect(page.getByText(whole)).toBeVisible();
      await expect(page.getByRole('cell', { name: won(total) })).toBeVisible();
    }
  });
}
