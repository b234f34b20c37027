import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { call, callsOf, json, signUp, verify } from './ordering.ts';

/** Time passes only in the database; no clock of the product is changed. */
async function inDatabase(act: (client: Client) => Promise<unknown>): Promise<void> {
  const folder = process.env['E2E_DATA_DIR'] ?? '';
  const password = (await readFile(join(folder, 'postgres-password'), 'utf8')).trim();
  const port = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new Client(`postgres://gongbang:${password}@127.0.0.1:${port}/gongbang`);
  await client.connect();
  await act(client);
  await client.end();
}

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#c84' } })
    .png()
    .toBuffer();

const endIn = (id: string, seconds: number) =>
  inDatabase((client) =>
    client.query(`update auction set ends_at = clock_timestamp() + $2 * interval '1 second' where id = $1`, [
      id,
      seconds,
    ]),
  );

/** The winner's time to pay is over: the order expires first, then the auction is processed. */
async function missPayment(id: string, isOrderOver: () => Promise<boolean>): Promise<void> {
  const past = `now() - interval '1 second'`;
  await inDatabase(async (client) => {
    const { rows } = await client.query<{ order: string }>(
      'select order_id as "order" from auction where id = $1',
      [id],
    );
    const order = [rows[0]?.order];
    await client.query(`update order_timer set at = ${past} where order_id = $1`, order);
    await client.query(
      `update graphile_worker._private_jobs set run_at = ${past} where payload->>'orderId' = $1`,
      order,
    );
  });
  await expect.poll(isOrderOver).toBe(true);
  await inDatabase(async (client) => {
    await client.query(`update auction set pay_by = ${past} where id = $1`, [id]);
    await client.query(`select graphile_worker.add_job('auctions.mind_due')`);
  });
}

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

test('two people bid against each other in two languages, the end is extended, the winner pays, and the loser sees the reason', async ({
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
  await expect(standing).toContainText('마지막 가격₩41,000');
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

test('a bid whose response is lost counts, and the page says so', async ({
  page,
  goTo,
  playwright,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_CONNECTION_RESET/);
  const seller = await callsOf(playwright, baseURL, await signUp(page.request, baseURL, '파는 사람'));
  await verify(seller, baseURL);
  const { id } = await call<{ id: string }>(seller, baseURL, '/api/auctions', {
    title: '작은 톱',
    description: '날을 새로 간 톱이에요.',
    category: 'tools',
    condition: 'used',
    delivery: ['pickup'],
    startPrice: 10_000,
    durationMinutes: 60,
  });
  await call(seller, baseURL, `/api/auctions/${id}/publish`);
  const buyer = await signUp(page.request, baseURL);
  await call(page.request, baseURL, '/api/login', { email: buyer.email, password: buyer.password });
  await verify(page.request, baseURL);
  await goTo(`/auctions/${id}`);
  // A bid that never arrives: the page says that the outcome is unknown, and the dialog stays open for a retry.
  await page.route('**/api/auctions/*/bids', (route) => route.abort('connectionreset'));
  await page.getByLabel(korean.field).fill('20000');
  await page.getByRole('button', { name: korean.check }).click();
  const dialog = page.getByRole('dialog');
  const promise = dialog.getByRole('checkbox');
  await dialog.getByRole('button', { name: korean.send }).click();
  await expect(promise).toBeFocused();
  await promise.check();
  await dialog.getByRole('button', { name: korean.send }).click();
  await expect(dialog.getByRole('alert')).toContainText('₩20,000 입찰이 들어갔는지 아직 알 수 없어요.');
  await expect(promise).toBeChecked();
  await dialog.getByRole('button', { name: '돌아가기' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '아직 알 수 없어요' })).toBeVisible();
  await page.unroute('**/api/auctions/*/bids');
  await page.route('**/api/auctions/*/bids', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await bid(page, korean, 30_000);
  await expect(page.getByText('지금 최고 입찰자예요. ₩30,000까지 자동으로 입찰해요.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '실패' })).toHaveCount(0);
  // The leader raises their own maximum; the page says that the price does not change.
  const standing = page.getByRole('region', { name: '지금 상황' });
  await expect(standing).toContainText('내 최대 금액₩30,000');
  await expect(standing.getByText('최소 입찰가')).toHaveCount(0);
  const raise = page.getByLabel('최대 입찰 금액 올리기');
  await expect(raise).toHaveValue('31000');
  await expect(page.getByText('이 뒤 현재가 ₩10,000 · 선두 나')).toBeVisible();
  for (const [typed, told] of [
    ['30,000', '지금 최대 금액 ₩30,000보다 높게 써 주세요.'],
    ['9999999999999', '₩1,000,000,000까지 쓸 수 있어요.'],
  ] as const) {
    await raise.fill(typed);
    await page.getByRole('button', { name: korean.check }).click();
    await expect(page.getByText(told)).toBeVisible();
  }
  await seller.dispose();
});

test('the winner does not pay and the seller offers the lot to the next bidder, who accepts; staff void a bid, and a lot without bids is cancelled @night', async ({
  page,
  goTo,
  browser,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  const lot = {
    title: '작은 탁상 드릴',
    description: '두 해 쓴 드릴이에요.',
    category: 'tools',
    condition: 'used',
    delivery: ['pickup'],
    startPrice: 10_000,
    durationMinutes: 60,
  };
  const winner = await callsOf(playwright, baseURL, await signUp(page.request, baseURL));
  const doubtful = await callsOf(playwright, baseURL, await signUp(page.request, baseURL));
  const account = await signUp(page.request, baseURL, '파는 사람');
  await call(page.request, baseURL, '/api/login', { email: account.email, password: account.password });
  await verify(page.request, baseURL);
  const { id } = await call<{ id: string }>(page.request, baseURL, '/api/auctions', lot);
  await call(page.request, baseURL, `/api/auctions/${id}/publish`);

  const next = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'en-US',
    viewport: { width: 320, height: 800 },
  });
  const theirs = await next.newPage();
  const rival = await signUp(theirs.request, baseURL, 'Bench Emma');
  await call(theirs.request, baseURL, '/api/login', { email: rival.email, password: rival.password });
  for (const calls of [winner, theirs.request, doubtful]) await verify(calls, baseURL);
  await call(theirs.request, baseURL, `/api/auctions/${id}/bids`, { maximum: 20_000 });
  await call(winner, baseURL, `/api/auctions/${id}/bids`, { maximum: 30_000 });
  await call(doubtful, baseURL, `/api/auctions/${id}/bids`, { maximum: 90_000 });

  const staff = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ko-KR' });
  const desk = await staff.newPage();
  await call(desk.request, baseURL, '/api/login', {
    email: 'admin@example.com',
    password: 'a sentence for the tests',
  });
  await desk.goto(`/auctions/${id}`);
  await desk.getByRole('button', { name: '3번 입찰 무효로 하기' }).click();
  await desk.getByLabel('이유').fill('다른 사람의 계정으로 한 입찰이에요.');
  await desk.getByRole('dialog').getByRole('button', { name: '3번 입찰 무효로 하기' }).click();
  await goTo(`/auctions/${id}`);
  await expect(page.getByText('이유: 다른 사람의 계정으로 한 입찰이에요.')).toBeVisible();
  await expect(page.getByRole('region', { name: '지금 상황' })).toContainText('₩21,000');

  await theirs.goto(`/en/auctions/${id}`);
  await endIn(id, 0);
  await expect(page.getByText('₩21,000에 입찰자 2 님이 낙찰받았어요.')).toBeVisible();
  const orders = async () => json<{ state: string }[]>(await winner.get('/api/user/orders?role=buyer'));
  // The order must exist before it can expire.
  await expect.poll(async () => (await orders()).length).toBe(1);
  await missPayment(id, async () => (await orders())[0]?.state === 'cancelled');
  await page.getByRole('button', { name: '다음 입찰자에게 제안' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('입찰자 1에게 ₩20,000에 제안할까요?');
  await expectAccessible();
  await dialog.getByRole('button', { name: '다음 입찰자에게 제안' }).click();
  await expect(page.getByText('다음 입찰자의 답을 기다리고 있어요.')).toBeVisible();

  await expect(theirs.getByText('You can have it at your own highest bid, ₩20,000')).toBeVisible();
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await theirs.getByRole('button', { name: 'I’ll take it' }).click();
  await expect(theirs.getByText('Congratulations! You won at ₩20,000.')).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Choose delivery and pay' })).toBeVisible();
  await expect(page.getByText('₩20,000에 입찰자 1 님이 낙찰받았어요.')).toBeVisible();

  const unwanted = await call<{ id: string }>(page.request, baseURL, '/api/auctions', {
    ...lot,
    title: '아무도 입찰하지 않은 물건',
  });
  await call(page.request, baseURL, `/api/auctions/${unwanted.id}/publish`);
  await goTo(`/auctions/${unwanted.id}`);
  await page.getByRole('button', { name: '경매 취소' }).click();
  await page.getByLabel('이유').fill('부품을 잃어버렸어요.');
  await page.getByRole('dialog').getByRole('button', { name: '경매 취소' }).click();
  await expect(page.getByText('취소된 경매예요.')).toBeVisible();
  await expect(page.getByText('이유: 부품을 잃어버렸어요.').first()).toBeVisible();
  await expectAccessible();
  await Promise.all([next.close(), staff.close(), winner.dispose(), doubtful.dispose()]);
});

test('a lot is written, kept as a draft, validated and published @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  const seller = await signUp(page.request, baseURL, '파는 사람');
  await call(page.request, baseURL, '/api/login', { email: seller.email, password: seller.password });
  await verify(page.request, baseURL);
  // The browser logs the refusal for missing fields.
  expectedConsoleErrors.push(/400 \(Bad Request\)/);
  await goTo('/auctions/create');
  // All errors are shown at once.
  await page.getByLabel('시작가').fill('abc');
  await page.getByRole('button', { name: '공개하기' }).click();
  await expect(page.getByText('금액을 원 단위 숫자로 써 주세요.')).toBeVisible();
  await expect(page.getByText('받는 방법을 하나 이상 골라 주세요.')).toBeVisible();
  for (const name of ['제목', '설명', '상태'])
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('시작가').fill('');
  await page.getByLabel('제목').fill('남은 합판 열 장');
  await page.getByRole('button', { name: '공개하기' }).click();
  await expect(page.getByText('받는 방법을 하나 이상 골라 주세요.')).toBeVisible();
  await expect(page).toHaveURL(/\/auctions\/[0-9a-f-]{36}\/edit$/);
  await expectAccessible();
  await page.getByLabel('설명', { exact: true }).fill('3mm 자작 합판이에요.');
  await page.getByLabel('상태', { exact: true }).selectOption('new');
  await page.getByLabel('시작가').fill('12,000');
  await page.getByLabel('직접 수령').check();
  await page.getByLabel('전달 안내').fill('성수동에서 드려요.');
  await page.getByRole('button', { name: '미리 보기' }).click();
  const preview = page.getByRole('dialog');
  for (const words of ['새것', '직접 수령', '성수동에서 드려요.'])
    await expect(preview.getByText(words, { exact: true })).toBeVisible();
  await preview.getByRole('button', { name: '닫기' }).last().click();
  await page.getByRole('button', { name: '공개하기' }).click();
  await page.waitForURL(/\/auctions\/[0-9a-f-]{36}$/);
  await expect(page.getByText('첫 입찰 전까지는 취소할 수 있어요.')).toBeVisible();
  const path = new URL(page.url()).pathname;
  await goTo(`/en${path}`);
  await expect(page.getByText('Original in Korean')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ko');
  await goTo('/my/auctions?role=seller');
  await expect(page.getByRole('link', { name: '남은 합판 열 장' })).toBeVisible();
  await expectAccessible();
});

test('a lot with a picture is published within a second of typing, without a warning about leaving @night', async ({
  page,
  goTo,
  baseURL,
}) => {
  const seller = await signUp(page.request, baseURL, '바쁜 사람');
  await call(page.request, baseURL, '/api/login', { email: seller.email, password: seller.password });
  await verify(page.request, baseURL);
  await goTo('/auctions/create');
  await page.getByLabel('설명', { exact: true }).fill('3mm 자작 합판이에요.');
  await page.getByLabel('상태', { exact: true }).selectOption('new');
  await page.getByLabel('시작가').fill('12,000');
  await page.getByLabel('직접 수령').check();
  await page.getByLabel('전달 안내').fill('성수동에서 드려요.');
  await page
    .locator('input[type="file"]:not([name])')
    .setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer: await picture() });
  await page.getByLabel('제목').fill('자작 합판');
  // No save of the draft has started when the button is pressed, and none may follow the publication.
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 409) refused.push(answer.url());
  });
  await page.getByRole('button', { name: '공개하기' }).click();
  await page.waitForURL(/\/auctions\/[0-9a-f-]{36}$/);
  await expect(page.getByText('첫 입찰 전까지는 취소할 수 있어요.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(refused).toEqual([]);
});

test('a guest sees the fixed price of a lot @night', async ({ page, goTo }) => {
  await goTo('/auctions');
  await page.getByRole('link', { name: '뜯지 않은 PETG 필라멘트 10롤' }).click();
  const standing = page.getByRole('region', { name: '지금 상황' });
  await expect(standing).toContainText('즉시 구매가₩140,000');
});

test('anyone can step through the log of an ended auction and verify it in the browser @night', async ({
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
