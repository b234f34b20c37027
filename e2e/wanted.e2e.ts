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
}
