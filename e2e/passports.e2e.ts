import { binaryStl, box } from '../src/platform/shared/models/testing.ts';
import { expect, test } from './fixtures.ts';
import { addPhoto, call, callsOf, json, payOrder, printerOfDemo, signUp, type Order } from './ordering.ts';
import { wordsOf } from './words.ts';

/** A made thing from its label to its next holder: scanned by a guest, claimed, recalled, and passed on. */

for (const { lang, prefix, night } of [
  { lang: 'ko', prefix: '', night: '' },
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
]) {
  test(`a thing is labelled, scanned, claimed, recalled and passed on, in ${lang}${night}`, async ({
    page,
    browser,
    goTo,
    expectAccessible,
    playwright,
    baseURL,
  }) => {
    test.slow();
    const word = wordsOf('passports', lang);
    const shoot = (name: string, of = page) =>
      of.screenshot({ path: `test-results/passport-${name}-${lang}.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    const author = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    await signUp(author, baseURL, '설계한 사람');
    const published = await author.post('/api/resources', {
      headers: { origin: baseURL ?? '' },
      multipart: {
        title: '벽 선반 받침',
        category: '3d_model',
        license: 'CC-BY-4.0',
        state: 'published',
        downloadFile: {
          name: '받침.stl',
          mimeType: 'model/stl',
          buffer: Buffer.from(binaryStl(box(30, 20, 12))),
        },
      },
    });
    const { id: resourceId } = await json<{ id: string }>(published);
    type File = { id: string; model: { state: string } };
    const fileOf = async () =>
      (await json<{ files: File[] }>(await author.get(`/api/resources/${resourceId}`))).files[0]!;
    await expect.poll(async () => (await fileOf()).model.state, { timeout: 60_000 }).toBe('measured');

    await signUp(page.request, baseURL);
    const serviceId = await printerOfDemo(page.request);
    const quote = await call<{ id: string }>(page.request, baseURL, `/api/services/${serviceId}/quote`, {
      resourceFileId: (await fileOf()).id,
      material: 'PLA',
    });
    const order = await call<Order>(page.request, baseURL, '/api/orders', {
      serviceId,
      quoteId: quote.id,
      purpose: 'own',
      consent: { terms: true, customMade: true },
      delivery: { kind: 'pickup' },
    });
    await payOrder(page.request, baseURL, order);
    const provider = await callsOf(playwright, baseURL);
    await call(provider, baseURL, `/api/orders/${order.id}/accept`);
    await call(provider, baseURL, `/api/orders/${order.id}/start`);
    await call(provider, baseURL, `/api/orders/${order.id}/deliver`, {
      pickup: true,
      photos: [await addPhoto(provider, baseURL, order.id)],
    });

    // The provider finds the labels on the order's page, says what the warranty is, and prints.
    const { cookies } = await provider.storageState();
    const workshop = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ko-KR' });
    await workshop.addCookies(cookies);
    const bench = await workshop.newPage();
    await bench.goto(`${baseURL}${prefix}/orders/${order.id}`);
    const labels = bench.getByRole('region', { name: word('order.title') });
    await expect(labels.getByRole('link', { name: '62 × 29 mm' })).toBeVisible({ timeout: 30_000 });
    await labels.getByText(word('order.more')).click();
    await labels.getByLabel(word('order.months')).fill('12');
    await labels.getByLabel(word('order.warranty')).fill('부러지면 다시 만들어 드려요.');
    await labels.getByRole('button', { name: word('order.save') }).click();
    await expect(bench.getByText(word('order.saved'))).toBeVisible();
    await shoot('labels', bench);
    const pdf = await bench.request.get(
      (await labels.getByRole('link', { name: '50 × 30 mm' }).getAttribute('href')) ?? '',
    );
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    const address = await labels.getByRole('listitem').getByRole('link').first().getAttribute('href');
    await workshop.close();

    // A guest who scans it sees what it is, without scripts too.
    const guest = await browser.newContext({ javaScriptEnabled: false, locale: 'ko-KR' });
    const scan = await guest.newPage();
    const answer = await scan.goto(`${baseURL}${address}`);
    expect(answer?.status()).toBe(200);
    await expect(scan.getByRole('heading', { level: 1, name: '벽 선반 받침' })).toBeVisible();
    await expect(scan.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(scan.getByText('부러지면')).toHaveCount(0);
    await guest.close();

    // The buyer makes it theirs from the order.
    await goTo(`${prefix}/orders/${order.id}`);
    const mine = page.getByRole('region', { name: word('order.mine_title') });
    await mine.getByRole('button', { name: word('claim.action') }).click();
    await expect(page.getByRole('region', { name: word('own.title') })).toBeVisible();
    await page
      .getByRole('region', { name: word('own.title') })
      .getByRole('link')
      .click();
    await expect(page.getByText(word('own.mine'))).toBeVisible();
    await expect(page.getByText('부러지면 다시 만들어 드려요.')).toBeVisible();
    await expectAccessible();
    await shoot('own');

    // A recall reaches the holder, and stands on the passport and on the resource.
    await call(author, baseURL, `/api/resources/${resourceId}/recalls`, {
      urgency: 'stop',
      what: '나사 구멍이 갈라져요.',
      remedy: '쓰지 말고 새로 출력해 주세요.',
    });
    await expect
      .poll(async () => (await page.request.get('/api/user/notifications')).text(), { timeout: 60_000 })
      .toContain('나사 구멍이 갈라져요.');
    await page.reload();
    await expect(page.getByRole('heading', { name: word('recall.stop') })).toBeVisible();
    await expectAccessible();
    await shoot('recalled');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot('recalled-wide');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo(`${prefix}/my/things`);
    await expect(page.getByText(word('recall.stop'))).toBeVisible();
    await expectAccessible();
    await goTo(`${prefix}/resources/${resourceId}`);
    await expect(page.getByRole('heading', { name: word('recall.stop') })).toBeVisible();

    // It is passed on by a link, which somebody else opens; then it is theirs alone.
    await goTo(address ?? '');
    await page.getByRole('button', { name: word('own.pass_on') }).click();
    const link = await page.getByLabel(word('own.link')).inputValue();
    await shoot('pass-on');
    const next = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ko-KR' });
    await signUp(next.request, baseURL, '다음 사람');
    const other = await next.newPage();
    await other.goto(prefix === '' ? link : link.replace(baseURL ?? '', `${baseURL}${prefix}`));
    await other.getByRole('button', { name: word('claim.take') }).click();
    await expect(other.getByText(word('own.mine'))).toBeVisible();
    await page.reload();
    await expect(page.getByText(word('claim.claimed'))).toBeVisible();
    await expect(page.getByText('부러지면')).toHaveCount(0);

    // A label that was replaced says so, and leads its holder to the new one.
    const { passports } = await json<{ passports: { id: string }[] }>(
      await provider.get(`/api/orders/${order.id}/passports`),
    );
    await call(provider, baseURL, `/api/made-things/${passports[0]!.id}/reissue`);
    const gone = await other.goto(`${baseURL}${address}`);
    expect(gone?.status()).toBe(410);
    await expect(other.getByRole('heading', { level: 1, name: word('page.revoked') })).toBeVisible();
    await other.getByRole('link', { name: word('page.to_new') }).click();
    await expect(other.getByText(word('own.mine'))).toBeVisible();
    await next.close();
  });
}
