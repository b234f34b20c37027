import type { Page } from '@playwright/test';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expect, test } from './fixtures.ts';
import { resourceOfDemo } from './ordering.ts';

test.describe('without scripts, on a phone', () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    // The browser logs the status of a refusal.
    expectedConsoleErrors: [/status of (400|401)/],
  });

  test('a guest searches, opens, downloads, signs up, likes, follows, signs out and in again', async ({
    page,
  }) => {
    test.slow();
    await page.goto('/');
    await page.getByRole('banner').getByRole('combobox', { name: '자료 검색' }).fill('기어');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/resources\?search=/);
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/resources\/[\da-f-]{36}$/);
    const address = page.url();
    const download = page.waitForEvent('download');
    await page
      .getByRole('link', { name: /다운로드$/ })
      .first()
      .click();
    expect((await download).url()).toContain('/api/resources/');

    // A guest who likes something is redirected to the login, and from there to sign-up.
    const like = page.getByRole('button', { name: /^좋아요/ });
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await like.click();
    await expect(page).toHaveURL(/\/login\?next=/);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: '회원가입' }).first().click();
    await expect(page).toHaveURL(/\/register\?next=/);
    const email = `no.scripts.${process.pid}.${Date.now()}@example.com`;
    await page.getByLabel('이름', { exact: true }).fill('김무지');
    await page.getByLabel('이메일').fill(email);
    await page.getByLabel('비밀번호', { exact: true }).fill('짧다');
    await page.getByLabel('비밀번호 확인').fill('짧다');
    await page.getByLabel(/개인정보/).check();
    await main.getByRole('button', { name: '회원가입' }).click();
    await expect(page.getByLabel('비밀번호', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('비밀번호', { exact: true })).toBeFocused();
    await expect(page.getByLabel('비밀번호', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('이름', { exact: true })).toHaveValue('김무지');
    await expect(page.getByLabel('이메일')).toHaveValue(email);
    await expect(page.getByLabel(/개인정보/)).toBeChecked();
    await expect(page.getByLabel(/이용약관/)).toHaveAttribute('aria-invalid', 'true');
    expect(await page.content()).not.toContain('짧다');
    await page.getByLabel('비밀번호', { exact: true }).fill('correct horse battery');
    await page.getByLabel('비밀번호 확인').fill('correct horse battery');
    await page.getByLabel(/이용약관/).check();
    await page.getByLabel(/14세/).check();
    await main.getByRole('button', { name: '회원가입' }).click();
    await expect(page).toHaveURL(`${address}#actions`);

    await like.click();
    await expect(page).toHaveURL(`${address}#actions`);
    await expect(like).toHaveAttribute('aria-pressed', 'true');

    await page.goto('/people/seongsu_layer');
    await page.getByRole('button', { name: /팔로우/ }).click();
    await expect(page.getByRole('button', { name: /팔로잉/ })).toBeVisible();

    await page.getByRole('button', { name: '메뉴', exact: true }).click();
    await page.getByRole('contentinfo').getByRole('button', { name: '로그아웃' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();

    await page.goto(`/login?next=${new URL(address).pathname}`);
    await page.getByLabel('이메일 또는 사용자 이름').fill(email);
    await page.getByLabel('비밀번호', { exact: true }).fill('not this one at all');
    await main.getByRole('button', { name: '로그인', exact: true }).click();
    await expect(main.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('이메일 또는 사용자 이름')).toHaveValue(email);
    await page.getByLabel('비밀번호', { exact: true }).fill('correct horse battery');
    await main.getByRole('button', { name: '로그인', exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'false');
  });

  test('lists are filtered, and the language is chosen @night', async ({ page }) => {
    await page.goto('/estimate');
    await expect(page.locator('main noscript p')).toContainText('자바스크립트가 켜져 있어야');
    await page.goto('/services');
    const services = page.getByRole('main').getByRole('search');
    await services.getByRole('combobox', { name: '도시' }).selectOption('busan');
    await services.getByRole('button', { name: '적용' }).click();
    await expect(page).toHaveURL(/city=busan/);
    await expect(page.getByRole('link', { name: /부산.*빼기/ })).toBeVisible();

    await page.goto('/auctions/jobs?state=closed');
    const jobs = page.getByRole('main').getByRole('search');
    await jobs.getByRole('combobox', { name: '정렬' }).selectOption('closing');
    await jobs.getByRole('button', { name: '적용' }).click();
    await expect(page).toHaveURL(/state=closed/);
    await expect(page).toHaveURL(/sort=closing/);

    await page.goto('/resources?license=MIT&sort=downloads');
    const list = page.getByRole('main');
    await list.getByRole('combobox', { name: '이 목록에서 검색' }).fill('기어');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/license=MIT/);
    await expect(page).toHaveURL(/sort=downloads/);

    const footer = page.getByRole('contentinfo');
    await footer.getByRole('button', { name: '日本語' }).click();
    await expect(page).toHaveURL(/\/jp\/resources\?/);
    await page.getByRole('banner').getByRole('combobox').first().fill('ギア');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/jp\/resources\?search=/);
    await page.goto('/');
    await expect(page).toHaveURL(/\/jp$/);
  });
});

test.describe('before the scripts are loaded', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  /** Holds scripts back until the returned function is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/**/*.js', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  test('a download starts at once, and a button acts once after they load', async ({
    page,
    request,
    signIn,
  }) => {
    await signIn();
    const resource = await resourceOfDemo(request, 'practice drone frame');
    const release = await holdScripts(page);
    await page.goto(`/resources/${resource.id}`, { waitUntil: 'commit' });
    const download = page.waitForEvent('download');
    await page
      .getByRole('link', { name: /다운로드$/ })
      .first()
      .click();
    await download;
    const save = page.getByRole('button', { name: '모음에 담기' });
    await save.click();
    await save.click();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(save).not.toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('on slow 3G a download is pressed 2.5 seconds after the address was opened', async ({
    page,
    context,
    request,
  }) => {
    test.slow();
    const resource = await resourceOfDemo(request, 'practice drone frame');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    // 400 kbit/s, and 400 ms to the server and back.
    const bytesPerSecond = 400_000 / 8;
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await page.setViewportSize({ width: 390, height: 844 });
    let isLoaded = false;
    page.on('load', () => (isLoaded = true));
    const download = page.waitForEvent('download');
    await page.goto(`/resources/${resource.id}`, { waitUntil: 'commit' });
    await page.waitForTimeout(2500);
    const link = page.getByRole('link', { name: /다운로드$/ }).first();
    expect(await link.isVisible()).toBe(true);
    await link.click();
    expect((await download).url()).toContain(`/api/resources/${resource.id}/download`);
    // The press came before the scripts did.
    expect(isLoaded).toBe(false);
  });

  test('a submitted form is sent after they load, without leaving the page meanwhile', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/forgot-password', { waitUntil: 'commit' });
    await page.getByLabel('이메일').fill('nobody@example.com');
    const send = page.getByRole('button', { name: '링크 받기' });
    await send.click();
    await expect(send).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByLabel('이메일')).toHaveValue('nobody@example.com');
    release();
    await expect(page.getByRole('main').getByRole('status')).toContainText('nobody@example.com');
  });

  test('a person signs in with the page’s native form', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/login?next=/my/orders', { waitUntil: 'commit' });
    await page.getByLabel('이메일 또는 사용자 이름').fill(demoSignIns[0] ?? '');
    await page.getByLabel('비밀번호', { exact: true }).fill(demoPassword);
    await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
    await expect(page).toHaveURL('/my/orders');
    release();
  });

  test('a native form that is pressed twice is submitted once', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('이메일 또는 사용자 이름').fill(demoSignIns[0] ?? '');
    await page.getByLabel('비밀번호', { exact: true }).fill(demoPassword);
    // In one task, because a driven browser waits for the navigation after each press.
    const form = page
      .getByRole('main')
      .locator('form')
      .filter({ has: page.getByLabel('비밀번호', { exact: true }) });
    const isStopped = await form.evaluate((element: HTMLFormElement) => {
      const stopped: boolean[] = [];
      element.addEventListener('submit', (event) => stopped.push(event.defaultPrevented));
      element.requestSubmit();
      element.requestSubmit();
      return stopped;
    });
    expect(isStopped).toEqual([false, true]);
    await expect(page).toHaveURL('/');
    release();
  });

  test.describe('that fail to load', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] });
    test('block nothing', async ({ page, request }) => {
      await page.route('**/assets/**/*.js', (route) => route.abort());
      const [resource] = await (await request.get('/api/resources?limit=1')).json();
      await page.goto(`/resources/${resource.id}`);
      const save = page.getByRole('button', { name: '모음에 담기' });
      await save.click();
      await expect(save).not.toHaveAttribute('aria-busy', 'true');
      await page.getByRole('button', { name: /^좋아요/ }).click();
      await expect(page).toHaveURL(/\/login\?next=/);
    });
  });
});

test.describe('a refusal of a native form', () => {
  test.use({ expectedConsoleErrors: [/status of 401|ERR_FAILED/] });

  test('is shown after hydration, and is gone when the page is left', async ({ page }) => {
    await page.route('**/assets/**/*.js', (route) => route.abort());
    await page.goto('/en/login');
    await page.getByLabel('Email or username').fill('nobody.at.all');
    await page.getByLabel('Password', { exact: true }).fill('not this one at all');
    await page.unroute('**/assets/**/*.js');
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toBeVisible();
    await expect(page.getByLabel('Email or username')).toHaveValue('nobody.at.all');
    // Read by the scripts, which are loaded from now on.
    await expect(page.locator('html')).not.toHaveAttribute('data-sent-form', /./);
    // A link in a hydrated part: other links would make the browser navigate, and return to the response.
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).first().click();
    await expect(page).toHaveURL('/en/register');
    await page.goBack();
    await expect(page).toHaveURL('/en/login');
    await expect(alert).toHaveCount(0);
  });
});
