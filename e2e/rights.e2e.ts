import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { expect, test } from './fixtures.ts';

const password = '튼튼한 비밀번호 하나 둘';
let people = 0;

type Registered = { email: string; name: string };

async function register(page: Page, baseURL: string | undefined): Promise<Registered> {
  people += 1;
  const id = `${process.pid}-${Date.now()}-${people}`;
  const person = { email: `rights-${id}@example.com`, name: `권리 ${id}` };
  const response = await page.request.post('/api/register', {
    data: {
      fullName: person.name,
      email: person.email,
      password,
      consents: { terms: true, privacy: true, age14: true },
    },
    headers: { origin: baseURL ?? '' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return person;
}

/** Refuses once, as for a session without a recent proof; the server's rules are tested with its routes. */
async function askForProofOnce(page: Page, method: string, path: string): Promise<void> {
  let asked = false;
  await page.route(`**${path}`, (route) => {
    if (asked || route.request().method() !== method) return route.fallback();
    asked = true;
    return route.fulfill({ status: 403, json: { code: 'proof_needed', message: '' } });
  });
}

async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '본인 확인' });
  await dialog.getByLabel('비밀번호', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: '확인' }).click();
}

async function logIn(page: Page, person: Registered): Promise<void> {
  await page.getByLabel('이메일 또는 사용자 이름').fill(person.email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
}

async function readMailsTo(address: string): Promise<string[]> {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d.*\.eml$/.test(name));
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter(({ to }) => to?.some((each) => each.address === address)).map(({ text }) => text ?? '');
}

// The browser logs a refused call in the console.
test.use({ expectedConsoleErrors: [/status of 40[13]|ERR_FAILED/] });

test('a change of bank account asks for a proof, is saved, and is announced by mail', async ({
  page,
  goTo,
  baseURL,
}) => {
  const person = await register(page, baseURL);
  const first = await page.request.put('/api/user/bank-account', {
    data: { bankCode: '088', accountNumber: '110123456789', holder: '권리' },
    headers: { origin: baseURL ?? '' },
  });
  expect(first.status()).toBe(200);
  await goTo('/my/verification');
  await page.getByRole('button', { name: '계좌 바꾸기' }).click();
  await page.getByLabel('은행').selectOption('카카오뱅크');
  await page.getByLabel('계좌번호').fill('3333012345678');
  await page.getByLabel('예금주').fill('권리');
  await page.getByRole('button', { name: '계좌 등록' }).click();
  await prove(page);
  await expect(page.getByText('카카오뱅크 ····5678')).toBeVisible();
  await expect
    .poll(async () => (await readMailsTo(person.email)).join(), { timeout: 20_000 })
    .toContain('계좌');
});

test('a full export is requested, prepared, and downloaded @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  await register(page, baseURL);
  await goTo('/my/privacy');
  await askForProofOnce(page, 'GET', '/api/user/export');
  await page.getByRole('button', { name: '내보내기 신청' }).click();
  await prove(page);
  const link = page.getByRole('link', { name: /^다운로드 \(/ });
  await expect(link).toBeVisible();
  await expectAccessible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^gongbang-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

test('a person leaves, and is asked to stay when they sign in again @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  const person = await register(page, baseURL);
  await goTo('/my/privacy');
  await page.getByRole('button', { name: '탈퇴하기' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: '탈퇴 신청하기' }).click();
  await Promise.all([expect(page.getByText('탈퇴를 신청했어요')).toBeVisible(), prove(page)]);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();

  await goTo('/login');
  await logIn(page, person);
  await expect(page).toHaveURL(/\/my\/privacy$/);
  await expect(page.getByRole('heading', { name: '탈퇴를 신청한 계정이에요' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: '탈퇴 취소하기' }).click();
  await expect(page.getByRole('heading', { name: '탈퇴를 신청한 계정이에요' })).toBeHidden();
  await expect(page.getByRole('button', { name: '탈퇴하기' })).toBeVisible();
});

test('a withdrawal whose response was lost has happened all the same @night', async ({
  page,
  goTo,
  baseURL,
}) => {
  await register(page, baseURL);
  const proof = await page.request.post('/api/user/proof', {
    data: { password },
    headers: { origin: baseURL ?? '' },
  });
  expect(proof.ok(), await proof.text()).toBe(true);
  await goTo('/my/privacy');
  await page.getByRole('button', { name: '탈퇴하기' }).click();
  let lost = false;
  await page.route('**/api/user', async (route) => {
    if (lost || route.request().method() !== 'DELETE') return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort();
  });
  await Promise.all([
    expect(page.getByText('탈퇴를 신청했어요')).toBeVisible(),
    page.getByRole('button', { name: '탈퇴 신청하기' }).click(),
  ]);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();
});

test('an admin suspends a person and lifts it, with a reason in the audit log', async ({
  page,
  goTo,
  signIn,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  const person = await register(await other.newPage(), baseURL);
  const isIn = async () => (await other.request.get('/api/user')).status() === 200;
  expect(await isIn()).toBe(true);

  await signIn('admin@example.com', 'a sentence for the tests');
  await goTo('/admin/users');
  await page.getByLabel('이름, 이메일, 사용자 이름').fill(person.email);
  await page.getByRole('main').getByRole('button', { name: '검색', exact: true }).click();
  // The action is in the details panel.
  await page.getByRole('button', { name: person.name }).click();
  const change = page.getByRole('button', { name: `${person.name} 바꾸기` });
  const dialog = page.getByRole('dialog', { name: `${person.name} 바꾸기` });
  await change.click();
  await dialog.getByLabel('이용').selectOption('풀 때까지 정지');
  await dialog.getByRole('button', { name: '저장' }).click();
  await expect(dialog.getByLabel('이유')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  const reason = `스팸 ${person.email}`;
  await dialog.getByLabel('이유').fill(reason);
  await dialog.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('dialog').getByText('정지됨')).toBeVisible();
  expect(await isIn()).toBe(false);

  await change.click();
  await dialog.getByLabel('이용').selectOption('쓸 수 있어요');
  await dialog.getByLabel('이유').fill('풀어요');
  await dialog.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('dialog').getByText('정지됨')).toBeHidden();

  await goTo(`/admin/audit?search=${encodeURIComponent(reason)}`);
  await expect(page.getByText(reason, { exact: true })).toBeVisible();
  await expectAccessible();
  await other.close();
});

test('support staff see their staff pages, and are redirected from the others @night', async ({
  page,
  goTo,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  const { email } = await register(page, baseURL);
  const { id } = await (await page.request.get('/api/user')).json();
  const admin = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const headers = { origin: baseURL ?? '' };
  await admin.post('/api/login', {
    headers,
    data: { email: 'admin@example.com', password: 'a sentence for the tests' },
  });
  const changed = await admin.patch(`/api/admin/users/${id}`, {
    headers,
    data: { role: 'support', reason: '문의를 맡아요.' },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await admin.dispose();

  // A new role takes effect with a new sign-in.
  await page.request.post('/api/login', { headers, data: { email, password } });
  await goTo('/');
  await page.getByRole('banner').getByRole('link', { name: '관리', exact: true }).click();
  const menu = page.getByRole('navigation', { name: '관리 화면' });
  await expect(menu.getByRole('link')).toHaveText(['처음으로', '회원 관리', '주문', '분쟁과 하자 신고']);
  await expectAccessible();
  await menu.getByRole('link', { name: '주문' }).click();
  await expect(page.getByRole('heading', { name: '주문', exact: true })).toBeVisible();

  await page.goto('/admin/money', { waitUntil: 'commit' });
  await Promise.all([
    expect(page.getByRole('alert').filter({ hasText: '접근이 제한된 페이지예요' })).toBeVisible(),
    expect(page).toHaveURL('/'),
  ]);
});
