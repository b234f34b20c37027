import { binaryStl, box } from '../src/platform/shared/models/testing.ts';
import { expect, test } from './fixtures.ts';
import { addPhoto, call, callsOf, json, payOrder, printerOfDemo, signUp, type Order } from './ordering.ts';
import { wordsOf } from './words.ts';

/** Rights before money: the purpose at checkout, the author's share and answer, and the receipt. */

for (const { lang, prefix, night } of [
  { lang: 'ko', prefix: '', night: '' },
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
]) {
  test(`a design is ordered for sale with its author’s share, and leaves a signed receipt, in ${lang}${night}`, async ({
    page,
    goTo,
    expectAccessible,
    playwright,
    baseURL,
  }) => {
    test.slow();
    const word = wordsOf('licensing', lang);
    await page.setViewportSize({ width: 390, height: 844 });
    const author = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    await signUp(author, baseURL, '설계한 사람');
    const publish = async (license: string) => {
      const answer = await author.post('/api/resources', {
        headers: { origin: baseURL ?? '' },
        multipart: {
          title: `벽 선반 받침 ${license}`,
          category: '3d_model',
          license,
          state: 'published',
          downloadFile: {
            name: '받침.stl',
            mimeType: 'model/stl',
            buffer: Buffer.from(binaryStl(box(30, 20, 12))),
          },
        },
      });
      expect(answer.ok(), await answer.text()).toBe(true);
      const { id } = await json<{ id: string }>(answer);
      let file = '';
      await expect
        .poll(
          async () => {
            const { files } = await json<{ files: { id: string; model: { state: string } }[] }>(
              await author.get(`/api/resources/${id}`),
            );
            file = files[0]!.id;
            return files[0]!.model.state;
          },
          { timeout: 60_000 },
        )
        .toBe('measured');
      return { id, file };
    };
    const forSale = await publish('CC-BY-NC-4.0');
    const share = await author.put(`/api/user/resources/${forSale.id}/share`, {
      headers: { origin: baseURL ?? '' },
      data: { amount: 700 },
    });
    expect(share.ok(), await share.text()).toBe(true);
    const reserved = await publish('all-rights-reserved');

    await signUp(page.request, baseURL);
    const serviceId = await printerOfDemo(page.request);
    const quote = (file: string) =>
      call<{ id: string; total: number }>(page.request, baseURL, `/api/services/${serviceId}/quote`, {
        resourceFileId: file,
        material: 'PLA',
        quantity: 2,
      });

    // Selling costs the author's share; using it oneself leaves it to the buyer.
    const priced = await quote(forSale.file);
    await goTo(`${prefix}/payment/service/${serviceId}?quoteId=${priced.id}`);
    const use = page.getByRole('group', { name: word('use.title') });
    await expect(use.getByText(word('reason.own_use_non_commercial'))).toBeVisible();
    await expect(use.getByRole('checkbox', { name: word('use.thanks') })).not.toBeChecked();
    await use.getByText(word('purpose.sale')).click();
    await expect(use.getByText(word('reason.sale_by_share'))).toBeVisible();
    await expect(use.getByText('NonCommercial means')).toBeVisible();
    const sum = new RegExp((priced.total + 1400).toLocaleString('en'));
    await expect(page.getByRole('main')).toContainText(sum);
    await expectAccessible();
    await page.screenshot({ path: `test-results/licensing-${lang}.png`, fullPage: true });

    // What nobody has allowed cannot be paid for, but can be asked.
    const asked = await quote(reserved.file);
    await goTo(`${prefix}/payment/service/${serviceId}?quoteId=${asked.id}`);
    await use.getByRole('button', { name: word('use.ask') }).click();
    const dialog = page.getByRole('dialog', { name: word('ask.title') });
    await dialog.getByRole('button', { name: word('ask.send') }).click();
    await expect(dialog.locator('[aria-invalid="true"]')).toBeFocused();
    await dialog.getByLabel(word('ask.note')).fill('부엌에 달려고 해요.');
    await dialog.getByRole('button', { name: word('ask.send') }).click();
    await expect(use.getByText(word('use.waiting'))).toBeVisible();
    await page.screenshot({ path: `test-results/licensing-asked-${lang}.png`, fullPage: true });
    const [request] = await json<{ id: string }[]>(await author.get('/api/user/permissions?side=received'));
    await call(author, baseURL, `/api/permissions/${request!.id}/grant`);
    await goTo(`${prefix}/payment/service/${serviceId}?quoteId=${asked.id}`);
    await expect(use.getByText(word('reason.permission'))).toBeVisible();

    // The order leaves a receipt that its page checks without a call.
    const order = await call<Order>(page.request, baseURL, '/api/orders', {
      serviceId,
      quoteId: priced.id,
      purpose: 'sale',
      consent: { terms: true, customMade: true },
      delivery: { kind: 'pickup' },
    });
    expect(order.amounts.total).toBe(priced.total + 1400);
    await payOrder(page.request, baseURL, order);
    const provider = await callsOf(playwright, baseURL);
    await call(provider, baseURL, `/api/orders/${order.id}/accept`);
    await call(provider, baseURL, `/api/orders/${order.id}/start`);
    await call(provider, baseURL, `/api/orders/${order.id}/deliver`, {
      pickup: true,
      photos: [await addPhoto(provider, baseURL, order.id)],
    });
    await call(page.request, baseURL, `/api/orders/${order.id}/confirm`);
    await goTo(`${prefix}/orders/${order.id}`);
    await expect(page.getByRole('img', { name: word('receipt.qr') })).toBeVisible();
    await expectAccessible();
    await page.screenshot({ path: `test-results/licensing-order-${lang}.png`, fullPage: true });
    const link = await page.getByRole('link', { name: word('receipt.check') }).getAttribute('href');
    await goTo(prefix + new URL(link!).pathname + new URL(link!).hash);
    await expect(page.getByText(word('check.right'))).toBeVisible();
    await expectAccessible();
    await page.screenshot({ path: `test-results/licensing-receipt-${lang}.png`, fullPage: true });
    // One byte more or less is no receipt of ours; nothing is asked of the server for that.
    await page.context().setOffline(true);
    await page.evaluate(() => {
      window.location.hash = window.location.hash.slice(0, -3);
    });
    await expect(page.getByText(word('check.wrong'))).toBeVisible();
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, new URL(link!).hash);
    await expect(page.getByText(word('check.right'))).toBeVisible();
    await page.context().setOffline(false);
  });
}
