import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { json, placeOrder, resourceOfDemo, serviceOfDemo, signUp } from './ordering.ts';
import { wordsOf } from './words.ts';

/** "Make this near me": from a model's page to paid, and from a board to a request with its files. */

type Making = {
  ways: {
    trade: string;
    makers: number;
    from: { serviceId: string; total: number; readyOn: string } | null;
  }[];
};
const seoul = { latitude: 37.5665, longitude: 126.978 };
const phone = { width: 390, height: 844 };

test.use({ geolocation: seoul, permissions: ['geolocation'], viewport: phone });

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

  test(`a model is made near its reader in five clicks and three fields, in ${lang}${night}`, async ({
    page,
    goTo,
    baseURL,
    expectAccessible,
  }) => {
    test.slow();
    await signUp(page.request, baseURL);
    // The address comes from an earlier order.
    const { id: serviceId } = await serviceOfDemo(page.request);
    await placeOrder(page.request, baseURL, serviceId, {
      delivery: {
        kind: 'ship',
        address: { name: '홍길동', phone: '010-1234-5678', address: '서울시 성동구 성수이로 1' },
      },
    });
    const drone = await resourceOfDemo(page.request, 'practice drone frame');
    const near = `/api/resources/${drone.id}/making?lat=${seoul.latitude}&long=${seoul.longitude}`;
    let way: Making['ways'][number] | undefined;
    await expect
      .poll(
        async () => {
          [way] = (await json<Making>(await page.request.get(near))).ways;
          return way?.from?.total ?? 0;
        },
        { timeout: 60_000, intervals: [1000] },
      )
      .toBeGreaterThan(0);
    const { total } = way!.from!;

    await goTo(`${prefix}/resources/${drone!.id}`);
    const link = page.getByRole('link', { name: quotes('make.title') });
    await expect(link).toContainText(quotes('make.from', { price: won(total) }));
    // The bar stays at the bottom, wherever the page is, and covers nothing at its end.
    const bottom = async () => {
      const { y, height } = (await link.boundingBox())!;
      return y + height;
    };
    const atFirst = await bottom();
    // Below it is the bar of five places.
    expect(atFirst).toBeGreaterThan(phone.height - 100);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(bottom).toBe(atFirst);
    const footer = (await page.getByRole('contentinfo').boundingBox())!;
    expect(footer.y + footer.height).toBeLessThanOrEqual((await link.boundingBox())!.y);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible();

    let clicks = 0;
    let fields = 0;
    const press = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    await press(link);
    const offer = page.getByRole('article').first();
    await expect(offer).toContainText(quotes('at_most', { most: won(total) }));
    await press(offer.getByRole('button', { name: quotes('offer.ask') }));
    await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}/);
    const sheet = page.getByRole('article').filter({ hasText: quotes('quote.binding') });
    await expect(sheet).toContainText(quotes('at_most', { most: won(total) }));
    await press(sheet.getByRole('link', { name: quotes('quote.order') }));
    await page.waitForURL(/\/payment\/service\//);
    await expect(page.getByLabel(orders('pay.address_name'))).toHaveValue('홍길동');
    for (const box of await page.getByRole('checkbox').all()) {
      if (await box.isChecked()) continue;
      fields += 1;
      await box.check();
    }
    await press(page.getByRole('button', { name: /₩|￦/ }));
    await page.waitForURL(/\/payment\/sandbox\//);
    await press(page.getByRole('button', { name: payments('sandbox.outcome.approve'), exact: true }));
    await page.waitForURL(/\/payment\/success/);
    await expect(page.getByRole('heading', { name: orders('result.paid') })).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(5);
    expect(fields).toBeLessThanOrEqual(3);
  });

  test(`a board goes to electronics makers with its Gerber and its bill of materials, in ${lang}${night}`, async ({
    page,
    goTo,
    baseURL,
    expectAccessible,
  }) => {
    await signUp(page.request, baseURL);
    const board = await resourceOfDemo(page.request, '화분 물주기 모니터 보드');
    await goTo(`${prefix}/resources/${board.id}`);
    await page.getByRole('link', { name: quotes('make.title') }).click();
    await expect(page).toHaveURL(/quote-requests\/new\?.*trade=electronics/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(quotes('request.title'));
    await expect(page.getByText(/gerber\.zip.*bom\.csv/)).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: quotes('request.send') }).click();
    await page.waitForURL(/quote-requests\/[0-9a-f-]{36}/);
    const made = await json<{ files: { name: string }[]; threads: { service: { serviceType: string } }[] }>(
      await page.request.get(`/api/quote-requests/${page.url().split('/').at(-1)}`),
    );
    const names = made.files.map(({ name }) => name);
    expect(names.some((name) => name.endsWith('gerber.zip'))).toBe(true);
    expect(names.some((name) => name.endsWith('bom.csv'))).toBe(true);
    expect(new Set(made.threads.map(({ service }) => service.serviceType))).toEqual(new Set(['electronics']));
  });
}

test('nobody far away makes it: a person waits, and stops waiting', async ({
  page,
  goTo,
  baseURL,
  context,
}) => {
  await signUp(page.request, baseURL);
  await context.setGeolocation({ latitude: 33.36, longitude: 126.53 });
  const quotes = wordsOf('quotes', 'ko');
  await goTo('/estimate');
  await expect(page.getByText(quotes('nobody.title'))).toBeVisible();
  await page.getByRole('button', { name: quotes('wish.add'), exact: true }).click();
  await page.getByRole('link', { name: quotes('wish.see') }).click();
  await expect(page.getByText(quotes('wish.waiting'))).toBeVisible();
  await page.getByRole('button', { name: quotes('wish.remove_named', { trade: '3D 프린팅' }) }).click();
  await expect(page.getByText(quotes('wish.none'))).toBeVisible();
});
