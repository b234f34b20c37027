import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { call, callsOf, json, printerOfDemo, signUp } from './ordering.ts';

/** Orders of two makers in one basket: put together, paid at once; one declines, and the other goes on. */

type Named = { [name: string]: string | Named };
function wordsIn(room: string, lang: string) {
  const words = JSON.parse(readFileSync(`src/features/${room}/locales/${lang}.json`, 'utf8'))[room] as Named;
  return (path: string, values: Record<string, string> = {}): string => {
    const found = path.split('.').reduce<string | Named>((at, key) => (at as Named)[key]!, words);
    return String(found).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
}

type Placed = {
  orders: { order: { id: string; state: string; amounts: { total: number } } }[];
  amounts: { total: number };
};

for (const { lang, prefix, night } of [
  { lang: 'ko', prefix: '', night: '' },
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
])
  test(`orders of two makers are paid at once, and one that declines leaves the other, in ${lang}${night}`, async ({
    page,
    goTo,
    expectAccessible,
    playwright,
    baseURL,
  }) => {
    test.slow();
    const word = wordsIn('baskets', lang);
    const orders = wordsIn('orders', lang);
    const payments = wordsIn('payments', lang);
    const won = (amount: number) =>
      new Intl.NumberFormat(lang, { style: 'currency', currency: 'KRW' }).format(amount);
    await page.setViewportSize({ width: 390, height: 844 });
    await signUp(page.request, baseURL);

    /** Returns a service at a fixed price of another provider than the printer's. */
    async function anotherMaker(): Promise<string> {
      const services = await json<{ id: string; provider: { username: string } }[]>(
        await page.request.get('/api/services/type/woodworking?limit=100'),
      );
      for (const {
        id,
        provider: { username },
      } of services) {
        const offer = await page.request.get(`/api/services/${id}/offer`);
        if (username !== 'seongsu_layer' && (await json<{ kind: string }>(offer)).kind === 'priced')
          return id;
      }
      throw new Error('the demo has no woodworker with a price');
    }

    await goTo(`${prefix}/payment/basket`);
    await expect(page.getByText(word('empty.title'))).toBeVisible();

    // A print by its quote, and work at a fixed price.
    const [resource] = await json<{ id: string }[]>(
      await page.request.get('/api/resources?search=practice drone frame'),
    );
    const { files } = await json<{ files: { id: string; model: { state: string } | null }[] }>(
      await page.request.get(`/api/resources/${resource!.id}`),
    );
    const printer = await printerOfDemo(page.request);
    const quote = await call<{ id: string; serviceId: string }>(
      page.request,
      baseURL,
      `/api/services/${printer}/quote`,
      { resourceFileId: files.find(({ model }) => model?.state === 'measured')!.id, material: 'PLA' },
    );
    await goTo(`${prefix}/quotes/${quote.id}`);
    await page.getByRole('button', { name: word('add.button') }).click();
    await expect(page.getByRole('link', { name: word('add.see') })).toBeVisible();
    const serviceId = await anotherMaker();
    await goTo(`${prefix}/payment/service/${serviceId}`);
    await page.getByRole('button', { name: word('add.button') }).click();
    await page.getByRole('link', { name: word('add.see') }).click();
    await expect(page.getByRole('heading', { name: word('title'), level: 1 })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(2);

    // The form refuses what is missing.
    const pay = page.locator('form').getByRole('button', { name: /₩|￦/ });
    await pay.click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    await expectAccessible();
    await page.screenshot({ path: `test-results/basket-${lang}.png`, fullPage: true });
    const first = page.getByRole('article').first();
    await first.getByText(orders('pay.pickup'), { exact: true }).click();
    if (await page.getByLabel(orders('pay.address_name')).isVisible()) {
      await page.getByLabel(orders('pay.address_name')).fill('이서연');
      await page.getByLabel(orders('pay.address_phone')).fill('010-1234-5678');
      await page.getByLabel(orders('pay.address_address')).fill('서울 성동구 성수이로 20');
    }
    for (const box of await page.locator('input[name^="consent"]').all()) await box.check();
    await pay.click();
    await page.getByRole('button', { name: payments('sandbox.outcome.approve'), exact: true }).click();
    await page.getByRole('link', { name: orders('pay.see_basket') }).click();

    const placedId = new URL(page.url()).pathname.split('/').at(-1)!;
    const read = async () => json<Placed>(await page.request.get(`/api/baskets/${placedId}`));
    const paid = await read();
    expect(paid.orders.map(({ order }) => order.state)).toEqual(['paid', 'paid']);
    const sum = page.getByRole('region', { name: word('sum.title') });
    await expect(sum).toContainText(won(paid.amounts.total));
    await page.screenshot({ path: `test-results/basket-paid-${lang}.png`, fullPage: true });

    const provider = await callsOf(playwright, baseURL);
    const declined = paid.orders[0]!.order;
    await call(provider, baseURL, `/api/orders/${declined.id}/decline`);
    await page.reload();
    await expect(page.getByText(word('placed.gone', { total: won(declined.amounts.total) }))).toBeVisible();
    await expect(sum).toContainText(won(paid.amounts.total - declined.amounts.total));
    await expectAccessible();
    await page.screenshot({ path: `test-results/basket-declined-${lang}.png`, fullPage: true });

    // The order itself leads back to the basket.
    await goTo(`${prefix}/orders/${paid.orders[1]!.order.id}`);
    await expect(page.locator(`a[href$="/payment/basket/${placedId}"]`)).toBeVisible();
  });
