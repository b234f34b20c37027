import { expect, test } from './fixtures.ts';
import { call, callsOf, json, printerOfDemo, signUp } from './ordering.ts';
import { wordsOf } from './words.ts';

/** A whole thing by three makers: planned, put into one basket and paid at once; one declines, the others go on. */

type Placed = {
  orders: {
    replaces: string | null;
    order: { id: string; state: string; amounts: { total: number }; provider: { username: string } };
  }[];
  amounts: { total: number };
};

for (const { lang, prefix, night } of [
  // By day, `story.e2e.ts` goes the same way.
  { lang: 'ko', prefix: '', night: ' @night' },
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
])
  test(`a kit is made by three makers, paid at once, and one who declines leaves the others, in ${lang}${night}`, async ({
    page,
    goTo,
    expectAccessible,
    playwright,
    baseURL,
  }) => {
    test.slow();
    const word = wordsOf('baskets', lang);
    const orders = wordsOf('orders', lang);
    const payments = wordsOf('payments', lang);
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

    // The parts of a kit are printed by two makers, and a third works at a fixed price.
    const [resource] = await json<{ id: string }[]>(
      await page.request.get('/api/resources?search=practice drone frame'),
    );
    await expect
      .poll(
        async () => {
          const answer = await page.request.get(`/api/resources/${resource!.id}`);
          const { files } = await json<{ files: { model: { state: string } | null }[] }>(answer);
          return files.filter(({ model }) => model?.state === 'measured').length;
        },
        { timeout: 60_000, intervals: [1000] },
      )
      .toBe(6);
    await goTo(`${prefix}/make/${resource!.id}?radius=country`);
    const printed = page.getByRole('region', { name: word('plan.printed') }).getByRole('combobox');
    await expect(printed).toHaveCount(5);
    const printer = await printerOfDemo(page.request);
    for (const part of (await printed.all()).slice(0, 2)) await part.selectOption(printer);
    await expectAccessible();
    await page.screenshot({ path: `test-results/plan-${lang}.png`, fullPage: true });
    await page.getByRole('button', { name: word('plan.fill') }).click();
    await page.waitForURL(`**${prefix}/payment/basket`);
    await expect(page.getByRole('article')).toHaveCount(2);
    const serviceId = await anotherMaker();
    await goTo(`${prefix}/payment/service/${serviceId}`);
    await page.getByRole('button', { name: word('add.button') }).click();
    await page.getByRole('link', { name: word('add.see') }).click();
    await expect(page.getByRole('heading', { name: word('title'), level: 1 })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);

    // The form refuses what is missing.
    const pay = page.locator('form').getByRole('button', { name: /₩|￦/ });
    await pay.click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    await expectAccessible();
    await page.screenshot({ path: `test-results/basket-${lang}.png`, fullPage: true });
    await page.getByRole('article').first().getByText(orders('pay.pickup'), { exact: true }).click();
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
    expect(paid.orders).toHaveLength(3);
    await expect(page.getByText(word('state.making'))).toBeVisible();
    const sum = page.getByRole('region', { name: word('sum.title') });
    await expect(sum).toContainText(won(paid.amounts.total));
    await page.screenshot({ path: `test-results/basket-paid-${lang}.png`, fullPage: true });

    const provider = await callsOf(playwright, baseURL);
    const declined = paid.orders.find(({ order }) => order.provider.username === 'seongsu_layer')!.order;
    await call(provider, baseURL, `/api/orders/${declined.id}/decline`);
    await page.reload();
    await expect(page.getByText(word('placed.gone', { total: won(declined.amounts.total) }))).toBeVisible();
    await expect(sum).toContainText(won(paid.amounts.total - declined.amounts.total));
    await expectAccessible();
    await page.screenshot({ path: `test-results/basket-declined-${lang}.png`, fullPage: true });

    // The order leads back to the basket, and an order of another maker takes its place.
    await page.getByRole('link', { name: word('placed.replace') }).click();
    await expect(page.locator(`a[href$="/payment/basket/${placedId}"]`)).toBeVisible();
    await expect(page.getByRole('heading', { name: orders('again.title') })).toBeVisible();
    const next = await anotherMaker();
    await goTo(`${prefix}/payment/service/${next}?replaces=${declined.id}`);
    await page.getByRole('radio', { name: orders('pay.pickup') }).check();
    for (const box of await page.locator('input[name^="consent"]').all()) await box.check();
    await page.locator('form').getByRole('button', { name: /₩|￦/ }).click();
    await page.getByRole('button', { name: payments('sandbox.outcome.approve'), exact: true }).click();
    await page.getByRole('link', { name: orders('pay.see_order') }).click();
    await page.locator(`a[href$="/payment/basket/${placedId}"]`).click();
    await expect(page.getByText(word('placed.replaced'))).toBeVisible();
    await page.screenshot({ path: `test-results/basket-replaced-${lang}.png`, fullPage: true });
    const replaced = (await read()).orders.find(({ replaces }) => replaces === declined.id);
    expect(replaced?.order.state).toBe('paid');
  });
