import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { expect, test } from './fixtures.ts';
import { call, callsOf, signUp, verify } from './ordering.ts';

/** Time passes in the database alone: nothing of the product moves it. */
async function inDatabase(act: (client: Client) => Promise<unknown>): Promise<void> {
  const folder = process.env['E2E_DATA_DIR'] ?? '';
  const password = (await readFile(join(folder, 'postgres-password'), 'utf8')).trim();
  const port = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new Client(`postgres://gongbang:${password}@127.0.0.1:${port}/gongbang`);
  await client.connect();
  await act(client);
  await client.end();
}

const endIn = (id: string, seconds: number) =>
  inDatabase((client) =>
    client.query(`update auction set ends_at = clock_timestamp() + $2 * interval '1 second' where id = $1`, [
      id,
      seconds,
    ]),
  );

async function bid(page: Page, words: { field: string; check: string; send: RegExp }, amount: number) {
  await page.getByLabel(words.field).fill(String(amount));
  await page.getByRole('button', { name: words.check }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: words.send }).click();
  await expect(dialog).toBeHidden();
}
const korean = { field: '최대 입찰 금액', check: '입찰 내용 확인', send: /까지 입찰하기$/ };
const english = { field: 'Your maximum bid', check: 'Review bid', send: /^Bid up to/ };

test('two people bid against each other in two languages, the last minutes extend, the winner pays, and the loser sees why', async ({
  page,
  goTo,
  browser,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  const sellerAccount = await signUp(page.request, baseURL, '파는 사람');
  const seller = await callsOf(playwright, baseURL, sellerAccount);
  await verify(seller, baseURL);
  const { id } = await call<{ id: string }>(seller, baseURL, '/api/auctions', {
    title: '목공용 클램프 네 개',
    description: '거의 쓰지 않은 클램프예요.',
    category: 'tools',
    condition: 'used',
    delivery: ['pickup'],
    startPrice: 10_000,
    durationMinutes: 60,
  });
  await call(seller, baseURL, `/api/auctions/${id}/publish`);

  const buyer = await signUp(page.request, baseURL);
  const other = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'en-US',
    viewport: { width: 320, height: 800 },
  });
  const theirs = await other.newPage();
  const rival = await signUp(theirs.request, baseURL, 'Bench Emma');
  for (const [calls, account] of [
    [page.request, buyer],
    [theirs.request, rival],
  ] as const) {
    await call(calls, baseURL, '/api/login', { email: account.email, password: account.password });
    await verify(calls, baseURL);
  }
  await Promise.all([goTo(`/auctions/${id}`), theirs.goto(`/en/auctions/${id}`)]);
  await expect(theirs.getByLabel(english.field)).toHaveValue('10000');

  await bid(page, korean, 30_000);
  const status = page.getByRole('status');
  await expect(status.getByText('지금 최고 입찰자예요.')).toBeVisible();
  await expect(theirs.getByText('Bidder 1', { exact: true })).toBeVisible();
  await expectAccessible();

  await endIn(id, 120);
  await bid(theirs, english, 20_000);
  await expect(theirs.getByText('Someone else had set a higher maximum.')).toBeVisible();
  const standing = page.getByRole('region', { name: '지금 상황' });
  await expect(standing).toContainText('₩21,000');
  await expect(standing.getByRole('timer')).toHaveText(/^4분/);
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await bid(theirs, english, 40_000);
  await expect(status.getByText('다른 분이 더 높게 입찰했어요.')).toBeVisible();
  await bid(page, korean, 50_000);
  await expect(theirs.getByRole('region', { name: 'How it stands' })).toContainText('₩41,000');

  await endIn(id, 0);
  await expect(page.getByText('축하해요! ₩41,000에 낙찰받았어요.')).toBeVisible();
  await expect(theirs.getByText('Your maximum was ₩40,000; it went for ₩41,000.')).toBeVisible();
  await page.getByRole('link', { name: '받는 방법 고르고 결제하기' }).click();
  await page.getByRole('checkbox').check();
  await expectAccessible();
  await page.getByRole('button', { name: '₩45,100 결제하러 가기' }).click();
  await page.waitForURL(/\/payment\/service\//);
  await page.getByRole('button', { name: /결제하기$/ }).click();
  await page.waitForURL(/\/payment\/sandbox\//);
  await page.getByRole('button', { name: '승인', exact: true }).click();
  await page.waitForURL(/\/payment\/success/);
  await expect(page.getByRole('heading', { name: '결제했어요' })).toBeVisible();
  await other.close();
  await seller.dispose();
});

test('a lot is written, kept as a draft, told what is missing, and published', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  const seller = await signUp(page.request, baseURL, '파는 사람');
  await call(page.request, baseURL, '/api/login', { email: seller.email, password: seller.password });
  await verify(page.request, baseURL);
  // What is missing is a refusal, which the browser tells in its own words.
  expectedConsoleErrors.push(/400 \(Bad Request\)/);
  await goTo('/auctions/create');
  await page.getByLabel('제목').fill('남은 합판 열 장');
  await page.getByRole('button', { name: '공개하기' }).click();
  await expect(page.getByText('받는 방법을 하나 이상 골라 주세요.')).toBeVisible();
  await expect(page).toHaveURL(/\/auctions\/[0-9a-f-]{36}\/edit$/);
  await expectAccessible();
  await page.getByLabel('설명', { exact: true }).fill('3mm 자작 합판이에요.');
  await page.getByLabel('상태', { exact: true }).selectOption('new');
  await page.getByLabel('시작가').fill('12,000');
  await page.getByLabel('직접 수령').check();
  await page.getByRole('button', { name: '공개하기' }).click();
  await page.waitForURL(/\/auctions\/[0-9a-f-]{36}$/);
  await expect(page.getByText('첫 입찰 전까지는 취소할 수 있어요.')).toBeVisible();
  await goTo('/my/auctions?role=seller');
  await expect(page.getByRole('link', { name: '남은 합판 열 장' })).toBeVisible();
  await expectAccessible();
});

test('anybody steps through the log of an auction that is over and checks it in the browser', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo('/auctions?state=ended');
  await expectAccessible();
  await page.getByRole('link', { name: '실장 끝난 온습도 센서 보드 20장' }).click();
  await page.getByRole('link', { name: '기록 다시 보고 검증하기' }).click();
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('1. 즉시 구매: 입찰자 1')).toBeVisible();
  await page.getByRole('button', { name: '검증하기' }).click();
  await expect(page.getByText('기록과 결과가 모두 맞아요')).toBeVisible();
  await expectAccessible();
});
