import type { Page } from '@playwright/test';
import { readMails, tokenIn } from '../src/features/accounts/server/testing.ts';
import { stepAt, totp } from '../src/features/accounts/server/second-factor.ts';
import { expect, test } from './fixtures.ts';

const password = '튼튼한 비밀번호 하나 둘';
let people = 0;

/** Registers a person without the form; the page is then signed in. */
async function register(page: Page, baseURL: string | undefined): Promise<string> {
  people += 1;
  const email = `secure-${process.pid}-${Date.now()}-${people}@example.com`;
  const response = await page.request.post('/api/register', {
    data: { fullName: '지킴이', email, password },
    headers: { origin: baseURL ?? '' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return email;
}

async function waitForToken(email: string, subject: RegExp): Promise<string> {
  let token = '';
  await expect
    .poll(
      async () => {
        const mails = await readMails(process.env['E2E_DATA_DIR'] ?? '', email);
        token = tokenIn(mails.findLast((mail) => subject.test(mail.subject))?.text ?? '');
        return token;
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  return token;
}

async function typeLogin(page: Page, email: string, typed: string): Promise<void> {
  await page.getByLabel('이메일 또는 사용자 이름').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(typed);
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
}

const logoutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: '로그아웃' });

test('an address is confirmed by mail, the password reset by mail, and old sessions end', async ({
  page,
  goTo,
  baseURL,
  browser,
}) => {
  const email = await register(page, baseURL);
  await goTo(`/confirm-email?token=${await waitForToken(email, /환영/)}`);
  await page.getByRole('button', { name: '네, 확인했어요' }).click();
  await expect(page.getByRole('main')).toContainText(`${email} 확인이 끝났어요.`);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/forgot-password');
  await other.waitForLoadState('networkidle');
  await other.getByLabel('이메일').fill(email);
  await other.getByRole('button', { name: '링크 받기' }).click();
  await expect(other.getByRole('heading', { name: '메일을 확인해 주세요' })).toBeVisible();
  await other.goto(`/reset-password?token=${await waitForToken(email, /비밀번호를 다시/)}`);
  await other.waitForLoadState('networkidle');
  await other.getByLabel('새 비밀번호').fill('전혀 다른 새 문장이에요');
  await Promise.all([
    expect(other.getByRole('status')).toContainText('비밀번호를 바꿨어요'),
    other.getByRole('button', { name: '비밀번호 바꾸기' }).click(),
  ]);
  await expect(other).toHaveURL('/login');
  await elsewhere.close();

  await goTo('/my/security');
  await expect(page.getByText('로그인하면 볼 수 있어요.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click();
  await typeLogin(page, email, '전혀 다른 새 문장이에요');
  await expect(page).toHaveURL('/my/security');
  await expect(page.getByText('확인됨')).toBeVisible();
});

test('a passkey is added, signs in, and is removed @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await register(page, baseURL);
  await goTo('/my/security');
  await page.getByRole('button', { name: '패스키 추가' }).click();
  const rename = page.getByRole('button', { name: /이름 바꾸기$/ });
  await rename.click();
  await page.getByLabel('패스키 이름').fill('작업실 노트북');
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByText('작업실 노트북')).toBeVisible();
  await expectAccessible();

  await logoutButton(page).click();
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();
  await goTo('/login?next=/my/security');
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await expect(page).toHaveURL('/my/security');
  await expect(page.getByText(/마지막 사용/)).toBeVisible();
  await page.getByRole('button', { name: '작업실 노트북 삭제' }).click();
  await expect(page.getByText('작업실 노트북')).toBeHidden();
});

test('the second factor is enabled, required, and replaced by a recovery code @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  const email = await register(page, baseURL);
  await goTo('/my/security');
  await page.getByRole('button', { name: '2단계 인증 켜기' }).click();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('인증 코드').fill(totp(secret, stepAt(new Date())));
  await page.getByRole('button', { name: '2단계 인증 켜기' }).click();
  const codes = page.getByRole('status').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible();
  const code = await codes.first().innerText();
  await page.getByRole('button', { name: '적어 두었어요' }).click();
  await expect(page.getByText('남은 복구 코드: 10개')).toBeVisible();

  await logoutButton(page).click();
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();
  await goTo('/login?next=/my/security');
  await typeLogin(page, email, password);
  await expect(page).toHaveURL(/\/sign-in\/code/);
  await expectAccessible();
  await page.getByLabel('인증 코드').fill(code);
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page).toHaveURL('/my/security');
  await expect(page.getByText('남은 복구 코드: 9개')).toBeVisible();
});

test.describe('after a while', () => {
  test.use({ expectedConsoleErrors: [/403/] });

  test('a change asks for a proof, and then continues automatically @night', async ({
    page,
    goTo,
    baseURL,
    expectAccessible,
  }) => {
    await register(page, baseURL);
    await goTo('/my/security');
    // The server measures the ten minutes; here it reports once that they are over.
    await page.route(
      '**/api/user/password',
      (route) => route.fulfill({ status: 403, json: { code: 'proof_needed', message: '' } }),
      { times: 1 },
    );
    await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
    await page.getByLabel('새 비밀번호').fill('또 다른 새 문장이에요');
    await page.getByRole('button', { name: '저장' }).click();
    const dialog = page.getByRole('dialog', { name: '본인 확인' });
    await expectAccessible();
    await dialog.getByLabel('비밀번호', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: '확인' }).click();
    await expect(dialog.getByText('비밀번호가 올바르지 않아요.')).toBeVisible();
    await expect(dialog.getByLabel('비밀번호', { exact: true })).toBeFocused();
    await dialog.getByLabel('비밀번호', { exact: true }).fill(password);
    await Promise.all([
      expect(page.getByRole('status')).toContainText('비밀번호를 바꿨어요'),
      dialog.getByRole('button', { name: '확인' }).click(),
    ]);
    await expect(dialog).toBeHidden();
  });
});

test('signing in from a form returns to it', async ({ page, goTo, baseURL }) => {
  const email = await register(page, baseURL);
  await page.request.post('/api/logout', { headers: { origin: baseURL ?? '' } });
  await goTo('/resources/create');
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click();
  await typeLogin(page, email, password);
  await expect(page).toHaveURL('/resources/create');
});

test('a new person signs up with Kakao, agrees, and is recognised the next time @night', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo('/login?next=/my/security');
  await page.getByRole('button', { name: '카카오 계정으로 계속하기' }).click();
  await page.getByRole('link', { name: '카카오 손님' }).click();
  await expect(page.getByRole('heading', { name: '가입 마무리' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectAccessible();
  await page.getByLabel('이메일').fill(`kakao-${Date.now()}@example.com`);
  await page.getByRole('button', { name: '가입하기' }).click();
  await expect(page.getByText('동의해야 가입할 수 있어요.')).toHaveCount(3);
  for (const label of [/이용약관/, /개인정보/, /만 14세/]) await page.getByLabel(label).check();
  await page.getByRole('button', { name: '가입하기' }).click();
  await expect(page).toHaveURL('/my/security');
  await expect(page.getByRole('button', { name: '카카오 연결 끊기' })).toBeVisible();

  await logoutButton(page).click();
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();
  await goTo('/login?next=/my/security');
  await page.getByRole('button', { name: '카카오 계정으로 계속하기' }).click();
  await page.getByRole('link', { name: '카카오 손님' }).click();
  await expect(page).toHaveURL('/my/security');
  await expect(logoutButton(page)).toBeVisible();
});
