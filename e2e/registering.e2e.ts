import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';

let people = 0;
const headers = (baseURL: string | undefined) => ({ origin: baseURL ?? '' });

async function register(page: Page, baseURL: string | undefined): Promise<void> {
  people += 1;
  const response = await page.request.post('/api/register', {
    data: {
      fullName: '제작이',
      email: `maker-${process.pid}-${Date.now()}-${people}@example.com`,
      password: '튼튼한 비밀번호 하나 둘',
      consents: { terms: true, privacy: true, age14: true },
    },
    headers: headers(baseURL),
  });
  expect(response.status(), await response.text()).toBe(201);
}

/** Verifies by API calls: these pages have their own tests. */
async function verify(page: Page, baseURL: string | undefined): Promise<void> {
  const phone = `+8210${String(Date.now()).slice(-8)}`;
  const asked = await page.request.post('/api/user/phone/code', {
    data: { phone },
    headers: headers(baseURL),
  });
  expect(asked.status(), await asked.text()).toBe(202);
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox', 'sms');
  let code = '';
  await expect
    .poll(
      async () => {
        const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d/.test(name));
        const messages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
        const text = messages.find((each) => each.includes(phone))?.split('"text"')[1] ?? '';
        code = /\d{6}/.exec(text)?.[0] ?? '';
        return code;
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  await page.request.post('/api/user/phone/verify', { data: { phone, code }, headers: headers(baseURL) });
  const bank = await page.request.put('/api/user/bank-account', {
    data: { bankCode: '088', accountNumber: '110123456789', holder: '제작이' },
    headers: headers(baseURL),
  });
  expect(bank.ok(), await bank.text()).toBe(true);
}

async function addPlace(page: Page): Promise<void> {
  await page.getByLabel('주소', { exact: true }).fill('서울 성동구 성수이로 20');
  await page.getByRole('button', { name: '추가' }).click();
  await expect(page.getByText('서울 성동구 근처로 잡았어요')).toBeVisible();
  await expect(page.getByRole('application', { name: /1번째 위치 지도/ })).toBeVisible();
}

test('a free service is registered with its place and pictures, paused and deleted @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  await register(page, baseURL);
  await goTo('/services/register');
  await page.getByRole('button', { name: '등록하기' }).click();
  await expect(page.getByText('고칠 곳이 4군데 있어요')).toBeVisible();
  await expect(page.getByText('서비스 위치를 하나 이상 추가해 주세요.')).toBeVisible();
  await page.getByRole('button', { name: '추가' }).click();
  await expect(page.getByText('추가할 주소를 입력해 주세요.')).toBeVisible();

  const title = `무료 회로 상담 ${Date.now()}`;
  await page.getByLabel('서비스 종류').selectOption('엔지니어');
  await page.getByLabel('이름', { exact: true }).fill(title);
  await page.getByLabel('전문 분야').fill('회로, 펌웨어');
  await page.getByLabel('받는 방법').selectOption('무료');
  await addPlace(page);
  const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#0e5947' } })
    .png()
    .toBuffer();
  await Promise.all([
    // Saved with the draft automatically.
    page.waitForResponse(
      async (answer) =>
        answer.url().includes('/api/services') &&
        answer.request().method() !== 'GET' &&
        answer.ok() &&
        ((await answer.json()) as { images?: object[] }).images?.length === 1,
    ),
    page.getByLabel('대표 사진').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture }),
  ]);
  await expect(page.getByText(/에 초안을 저장했어요/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('이름', { exact: true })).toHaveValue(title);
  await expect(page.getByLabel('받는 방법')).toHaveValue('free');
  await expect(page.getByRole('img', { name: '1번째 사진' })).toBeVisible();
  await expectAccessible();
  await Promise.all([
    page.waitForURL(/\/services\/[0-9a-f-]{36}$/),
    expect(page.getByRole('status').filter({ hasText: '서비스를 등록했어요.' })).toBeVisible(),
    page.getByRole('button', { name: '등록하기' }).click(),
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('성수이로')).toBeHidden();

  await goTo('/my/services');
  await page.getByRole('button', { name: `${title}: 쉬기` }).click();
  await expect(page.getByRole('button', { name: `${title}: 다시 공개` })).toBeVisible();
  await page.getByRole('link', { name: `${title}: 고치기` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('서비스 고치기');
  await expect(page.getByRole('textbox', { name: '1번째 위치' })).toHaveValue('서울 성동구 성수이로 20');
  await goTo('/my/services');
  await page.getByRole('button', { name: `${title}: 삭제` }).click();
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText(title)).toHaveCount(0);
});

test.describe('a paid service', () => {
  // The browser's own line about the refusal.
  test.use({ expectedConsoleErrors: [/status of 403/] });

  test('is refused until phone and account are verified, and keeps the input @night', async ({
    page,
    goTo,
    baseURL,
  }) => {
    await register(page, baseURL);
    await goTo('/register-printer');
    const title = `성수 출력소 ${Date.now()}`;
    await page.getByLabel('이름', { exact: true }).fill(title);
    await page.getByLabel('받는 방법').selectOption('기본 요금표');
    await expect(page.getByText(/기본요금 .*10,000 \+ 10g당 .*2,000/)).toBeVisible();
    await expect(page.getByRole('link', { name: '휴대전화 인증' })).toHaveAttribute(
      'href',
      '/my/verification',
    );
    await page.getByLabel('PETG').check();
    await addPlace(page);
    await page.getByRole('button', { name: '등록하기' }).click();
    await expect(page.getByRole('alert').first()).toContainText('휴대전화 인증과 계좌 등록');
    await expect(page.getByLabel('이름', { exact: true })).toHaveValue(title);

    await verify(page, baseURL);
    await Promise.all([
      page.waitForURL(/\/services\/[0-9a-f-]{36}$/),
      page.getByRole('button', { name: '등록하기' }).click(),
    ]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('PETG', { exact: true })).toBeVisible();
  });
});

for (const { prefix, title } of [
  { prefix: '/en', title: 'Register a manufacturer' },
  { prefix: '/jp', title: '製造業者の登録' },
]) {
  test(`the form speaks the reader's language (${prefix}) @night`, async ({
    page,
    goTo,
    baseURL,
    context,
  }) => {
    await context.setExtraHTTPHeaders({ 'accept-language': prefix === '/en' ? 'en' : 'ja' });
    await register(page, baseURL);
    for (const path of ['/services/register/manufacturing', '/services/register-old/manufacturing']) {
      await goTo(`${prefix}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.locator('form select[name="serviceType"]')).toHaveValue('manufacturing');
    }
  });
}
