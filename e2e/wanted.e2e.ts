import { binaryStl, box } from '../src/platform/shared/models/testing.ts';
import { expect, test } from './fixtures.ts';
import { call, json, photo, signUp, won } from './ordering.ts';
import { wordsOf } from './words.ts';

/** Things wanted: a bounty that is paid, answered with a resource, and given to its author. */

for (const { lang, prefix, night } of [
  { lang: 'ko', prefix: '', night: '' },
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
]) {
  test(`a bounty is paid, answered with a resource, and given to its author, in ${lang}${night}`, async ({
    page,
    goTo,
    expectAccessible,
    playwright,
    baseURL,
  }) => {
    const word = wordsOf('wanted', lang);
    const payments = wordsOf('payments', lang);
    await page.setViewportSize({ width: 390, height: 844 });
    const author = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    await signUp(author, baseURL, '고리 만든 사람');
    const device = `V8-${crypto.randomUUID().slice(0, 8)}`;
    const made = await author.post('/api/resources', {
      headers: { origin: baseURL ?? '' },
      data: { title: `걸쇠 ${device}`, category: '3d_model', downloadUrl: 'https://example.com/hook' },
    });
    const { id: resourceId } = await json<{ id: string }>(made);

    await signUp(page.request, baseURL);
    // A search that finds nothing leads to the form, which carries its words.
    const unknown = `qqzz${crypto.randomUUID().slice(0, 8)}`;
    await goTo(`${prefix}/resources?search=${unknown}`);
    await page.getByRole('link', { name: wordsOf('resources', lang)('list.post_wanted') }).click();
    await expect(page.getByLabel(word('form.name'))).toHaveValue(unknown);
    await page.getByLabel(word('form.name')).fill('청소기 걸쇠');
    await page.getByLabel(word('form.device')).fill(device);
    await page.getByLabel(word('form.bounty_amount')).fill('20000');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photo());
    await expectAccessible();
    await page.screenshot({ path: `test-results/wanted-form-${lang}.png`, fullPage: true });
    await page.getByRole('button', { name: word('form.post_and_pay') }).click();
    await page.waitForURL(/\/payment\/wanted\//);
    await page.getByRole('button', { name: /₩|￦/ }).click();
    await page.waitForURL(/\/payment\/sandbox\//);
    await page.getByRole('button', { name: payments('sandbox.outcome.approve'), exact: true }).click();
    await page.waitForURL(/\/payment\/success/);
    await expect(page.getByRole('heading', { name: wordsOf('orders', lang)('result.paid') })).toBeVisible();
    const [posted] = await json<{ id: string }[]>(await page.request.get(`/api/wanted?search=${device}`));
    const id = posted!.id;

    // An answer of the resource's author, without a screen of its own here.
    await call(author, baseURL, `/api/wanted/${id}/answers`, { kind: 'resource', resourceId });

    await goTo(`${prefix}/wanted?search=${device}`);
    await expectAccessible();
    await page.screenshot({ path: `test-results/wanted-board-${lang}.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `test-results/wanted-board-wide-${lang}.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: '청소기 걸쇠' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '청소기 걸쇠' })).toBeVisible();
    await expect(page.getByRole('link', { name: `걸쇠 ${device}` })).toBeVisible();
    await expectAccessible();
    await page.screenshot({ path: `test-results/wanted-post-${lang}.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `test-results/wanted-post-wide-${lang}.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: word('give.open'), exact: true }).click();
    await expectAccessible();
    await page.screenshot({ path: `test-results/wanted-give-${lang}.png` });
    await page.getByRole('button', { name: word('give.go'), exact: true }).click();
    await expect(page.getByText(word('state.solved')).first()).toBeVisible();

    const { payable } = await json<{ payable: number }>(await author.get('/api/user/earnings'));
    expect(payable).toBe(18_000);
    await page.context().addCookies((await author.storageState()).cookies);
    await goTo(`${prefix}/my/earnings`);
    await expect(page.getByText(won(18_000)).first()).toBeVisible();
    await author.dispose();
  });

  test(`a broken part is looked for by its sizes, posted, and counted where it is wanted, in ${lang}${night}`, async ({
    page,
    browser,
    goTo,
    expectAccessible,
    playwright,
    baseURL,
  }) => {
    const word = wordsOf('wanted', lang);
    await page.setViewportSize({ width: 390, height: 844 });
    const device = `K9-${crypto.randomUUID().slice(0, 8)}`;
    const author = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    await signUp(author, baseURL, '바퀴 만든 사람');
    const title = `바퀴 ${device}`;
    const published = await author.post('/api/resources', {
      headers: { origin: baseURL ?? '' },
      multipart: {
        title,
        category: '3d_model',
        state: 'published',
        downloadFile: {
          name: '바퀴.stl',
          mimeType: 'model/stl',
          buffer: Buffer.from(binaryStl(box(42, 18, 6))),
        },
      },
    });
    const { id } = await json<{ id: string }>(published);
    await expect
      .poll(
        async () =>
          (await json<{ files: { model: { state: string } }[] }>(await author.get(`/api/resources/${id}`)))
            .files[0]?.model.state,
        { timeout: 60_000 },
      )
      .toBe('measured');

    // What exists and has the sizes comes first, also without scripts.
    await signUp(page.request, baseURL);
    await goTo(`${prefix}/wanted/broken-part`);
    await page.getByRole('button', { name: word('desk.look') }).click();
    await expect(page.getByLabel(word('form.device'))).toBeFocused();
    await page.getByLabel(word('form.device')).fill(device);
    await page.getByLabel(word('desk.longest')).fill('４２,1');
    await page.getByLabel(word('desk.middle')).fill('18');
    await page.getByLabel(word('desk.shortest')).fill('6 mm');
    await page.getByRole('button', { name: word('desk.look') }).click();
    const fitting = page.getByRole('region', { name: word('desk.fitting', { count: 1 }) });
    await expect(fitting.getByRole('link', { name: title, exact: true })).toBeVisible();
    await expectAccessible();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(`${baseURL}${prefix}/wanted/broken-part`);
    await still.getByLabel(word('form.device')).fill(device);
    await still.getByLabel(word('desk.longest')).fill('42');
    await still.getByRole('button', { name: word('desk.look') }).click();
    await expect(still.getByRole('link', { name: title, exact: true })).toBeVisible();
    await plain.close();

    // What does not fit becomes a post with its sizes.
    await page.getByRole('link', { name: word('desk.post') }).click();
    await expect(page.getByLabel(word('form.device'))).toHaveValue(device);
    await expect(page.getByLabel(word('desk.shortest'))).toHaveValue('6 mm');
    await page.getByLabel(word('form.name')).fill('앞바퀴');
    await page.getByRole('button', { name: word('form.post'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '앞바퀴' })).toBeVisible();
    await expect(page.getByText('42.1 mm')).toBeVisible();

    // Three people of a district are shown as a number.
    const place = { address: '울산 울주군', lat: 35.5222, long: 129.2424 };
    for (const who of ['가', '나', '다']) {
      const calls = await playwright.request.newContext({ baseURL: baseURL ?? '' });
      await signUp(calls, baseURL, who);
      await call(calls, baseURL, '/api/wanted', { title: `${device} ${who}`, place, trade: 'metalworking' });
      await calls.dispose();
    }
    await expect
      .poll(async () => (await page.request.get('/api/wanted/demand?trade=metalworking')).text(), {
        timeout: 80_000,
      })
      .toContain('"people":3');
    await goTo(`${prefix}/wanted/demand?trade=metalworking`);
    await expect(page.getByText(word('demand.people', { count: 3 })).first()).toBeVisible();
    await expectAccessible();
    await page.screenshot({ path: `test-results/demand-${lang}.png`, fullPage: true });
    await author.dispose();
  });
}
