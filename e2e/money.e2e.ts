import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import {
  act,
  addPhoto,
  call,
  callsOf,
  inForm,
  json,
  openPayment,
  payOrder,
  photo,
  placeOrder,
  readOrder,
  serviceOfDemo,
  signUp,
  won,
} from './ordering.ts';

test('paying from a Japanese page stays Japanese, with a Japanese receipt @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  await goTo(`/jp/payment/service/order?order=${order.id}`);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /支払う$/ }).click();
  await page.waitForURL(/\/jp\/payment\/sandbox\//);
  await page.getByRole('button', { name: '承認', exact: true }).click();
  await page.waitForURL(/\/jp\/payment\/success/);
  const link = page.getByRole('link', { name: '領収書を見る' });
  const opened = page.waitForEvent('popup');
  await link.click();
  const receipt = await opened;
  await expect(receipt).toHaveURL(/\/jp\/payment\/sandbox\/[^/]+\/receipt$/);
  const sheet = receipt.getByRole('main');
  await expect(sheet.getByRole('heading', { name: 'テスト決済の領収書' })).toBeVisible();
  await expect(sheet).toContainText(order.title);
  await expect(sheet).toContainText('実際のお金は動きません。');
  await expect(sheet.getByRole('combobox')).toHaveCount(0);
  await expect(sheet.getByRole('button')).toHaveText(['印刷する']);
  await expectAccessible();
});

test('a virtual account is issued, paid into and, when the order is declined, refunded to the buyer’s account @night', async ({
  page,
  goTo,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  const key = await openPayment(page.request, baseURL, order.id);

  await goTo(`/payment/sandbox/${key}`);
  await page.getByRole('button', { name: '가상계좌' }).click();
  await page.waitForURL(/\/payment\/success/);
  await expect(page.getByRole('heading', { name: '입금을 기다리고 있어요' })).toBeVisible();
  await expect(page.getByText('계좌 번호')).toBeVisible();
  await goTo(`/payment/sandbox/${key}`);
  await page.getByRole('button', { name: '입금하기' }).click();
  await expect(page.getByText('결제됐어요')).toBeVisible();
  await expect.poll(async () => (await readOrder(page, order.id)).state).toBe('paid');

  const provider = await callsOf(playwright, baseURL);
  await call(provider, baseURL, `/api/orders/${order.id}/decline`);
  type Refunded = { refunded: { state: string }[] };
  const refundState = async () =>
    (await json<Refunded>(await page.request.get(`/api/orders/${order.id}`))).refunded[0]?.state;
  await expect.poll(refundState).toBe('needs_account');
  await goTo(`/orders/${order.id}`);
  await expect(page.getByRole('heading', { name: '환불받을 계좌를 알려 주세요' })).toBeVisible();
  await page.getByRole('link', { name: '계좌 알려 주기' }).click();
  // The page of the order stays until the next page is loaded.
  await expect(page.getByLabel('은행')).toBeVisible();
  await expect(page.getByText(won(order.amounts.total))).toBeVisible();
  await expectAccessible();
  await page.getByLabel('은행').selectOption('신한은행');
  await page.getByLabel('계좌 번호').fill('110-123-456789');
  await page.getByLabel('예금주').fill('사는 사람');
  await Promise.all([
    expect(page.getByText('계좌를 받았어요.')).toBeVisible(),
    page.getByRole('button', { name: '이 계좌로 받기' }).click(),
  ]);
  await expect.poll(refundState).toBe('confirmed');
  await page.getByRole('link', { name: '주문 보기' }).click();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByText('환불됐어요')).toBeVisible();
  await provider.dispose();
});

test('a free order is completed, and its review appears on the service @night', async ({
  page,
  goTo,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  const provider = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await signUp(provider, baseURL, '돕는 사람');
  const service = await call<{ id: string }>(provider, baseURL, '/api/services', {
    title: `무료 회로 상담 ${crypto.randomUUID().slice(0, 8)}`,
    serviceType: 'engineer',
    isFreeService: true,
    locations: [{ address: '서울 성동구', lat: 37.55, long: 127.05 }],
  });
  await signUp(page.request, baseURL);
  await goTo(`/payment/service/${service.id}`);
  await page.getByLabel('요청 내용').fill('전원 회로를 봐 주세요.');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: '무료로 이용하기' }).click();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByText('무료 주문이라 오가는 돈이 없어요.')).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  for (const event of ['accept', 'start']) await call(provider, baseURL, `/api/orders/${id}/${event}`);
  const photos = [await addPhoto(provider, baseURL, id)];
  await call(provider, baseURL, `/api/orders/${id}/deliver`, {
    photos,
    carrier: '메일',
    trackingNumber: '1',
  });

  await goTo(`/orders/${id}`);
  // The page confirms only what has arrived.
  await expect(page.getByRole('button', { name: '확정하기' })).toHaveCount(0);
  await act(page, '도착 알리기');
  await page.getByRole('button', { name: '살펴보지 않고 결정하기' }).click();
  await page.getByRole('button', { name: '이대로 받을게요' }).click();
  await inForm(page, '확정하기');
  const form = page.getByRole('form').or(page.locator('form')).filter({ hasText: '어땠나요?' });
  await form.getByRole('radio', { name: '4점' }).check({ force: true });
  const said = `차근차근 알려 주셨어요 ${crypto.randomUUID().slice(0, 8)}`;
  await form.getByLabel('어땠나요?').fill(said);
  await form.getByLabel('함께 보여 줄 사진').setInputFiles(await photo('회로.png'));
  await expect(form.getByAltText('사진 1')).toBeVisible();
  await expectAccessible();
  await form.getByRole('button', { name: '후기 올리기' }).click();
  await expect(page.getByRole('heading', { name: '내가 쓴 후기' })).toBeVisible();

  await call(provider, baseURL, `/api/orders/${id}/reviews`, { rating: 5, text: '설명이 자세했어요.' });
  await goTo(`/services/${service.id}`);
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByAltText(/후기 사진 1/)).toBeVisible();
  await provider.dispose();
});

test('an admin rules on a dispute, and both sides get their parts @night', async ({
  page,
  goTo,
  signIn,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  const person = await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  await payOrder(page.request, baseURL, order);
  const provider = await callsOf(playwright, baseURL);
  for (const event of ['accept', 'start']) await call(provider, baseURL, `/api/orders/${order.id}/${event}`);
  await call(page.request, baseURL, `/api/orders/${order.id}/dispute`, { reason: '크기가 달라요.' });
  await call(provider, baseURL, `/api/orders/${order.id}/answer`, { reason: '도면대로예요.' });
  await provider.dispose();

  await goTo(`/orders/${order.id}`);
  await expect(page.getByText('합의 중')).toBeVisible();
  await expect(page.getByText('내 차례예요')).toBeVisible();

  await signIn('admin@example.com', 'a sentence for the tests');
  await goTo(`/admin/orders?search=${order.number}`);
  await page.getByRole('button', { name: order.title }).click();
  await page.getByRole('dialog').getByRole('link', { name: '주문 화면 열기' }).click();
  await page.waitForURL(/\/orders\//);
  await page.getByRole('button', { name: '판정하기', exact: true }).click();
  await page.getByRole('radio', { name: '나누어요' }).check();
  await page.getByRole('textbox', { name: '제작자가 받을 금액' }).fill('1000');
  await page.getByLabel('이유').fill('크기가 조금 달랐어요.');
  await expectAccessible();
  await inForm(page, '판정하기');
  await expect(page.getByRole('heading', { name: '판정 결과' })).toBeVisible();

  await signIn(person.email, person.password);
  await goTo(`/orders/${order.id}`);
  await expect(page.getByText('판정이 나왔어요.')).toBeVisible();
  // A tenth of the provider's part is the fee.
  const back = won(order.amounts.total - 1100);
  await expect(page.getByText(back).first()).toBeVisible();
});

test('a ruling on a dispute that may still be answered needs a confirmation, and missing fields are marked @night', async ({
  page,
  goTo,
  signIn,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  await payOrder(page.request, baseURL, order);
  const provider = await callsOf(playwright, baseURL);
  for (const event of ['accept', 'start']) await call(provider, baseURL, `/api/orders/${order.id}/${event}`);
  await call(page.request, baseURL, `/api/orders/${order.id}/dispute`, { reason: '크기가 달라요.' });
  await provider.dispose();

  await signIn('admin@example.com', 'a sentence for the tests');
  await goTo(`/orders/${order.id}`);
  await page.getByRole('button', { name: '판정하기', exact: true }).click();
  await expect(page.getByText(/^제작자 쪽에서 .+까지 답할 수 있어요\.$/)).toBeVisible();
  await inForm(page, '판정하기');
  const awaited = page.getByRole('checkbox', { name: '답변을 기다리지 않고 지금 판정할게요' });
  await expect(awaited).toBeFocused();
  await awaited.check();
  await inForm(page, '판정하기');
  const verdict = page.getByRole('radiogroup', { name: '판정' });
  await expect(verdict.getByRole('radio').first()).toBeFocused();
  await expect(verdict.getByText('하나를 골라 주세요.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('radio', { name: '제작자가 모두 받아요' }).check();
  await page.getByLabel('이유').fill('도면대로예요.');
  await inForm(page, '판정하기');
  await expect(page.getByRole('heading', { name: '판정 결과' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '분쟁과 하자 신고' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '분쟁과 하자 신고' })).toBeVisible();
});

test('the books of an order are opened by its number, and a proposer withdraws a proposal @night', async ({
  page,
  goTo,
  signIn,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  await payOrder(page.request, baseURL, order);
  const provider = await callsOf(playwright, baseURL);
  for (const event of ['accept', 'start']) await call(provider, baseURL, `/api/orders/${order.id}/${event}`);
  const photos = [await addPhoto(provider, baseURL, order.id)];
  await call(provider, baseURL, `/api/orders/${order.id}/deliver`, {
    photos,
    carrier: '우체국',
    trackingNumber: '6890012345678',
  });
  await provider.dispose();
  await call(page.request, baseURL, `/api/orders/${order.id}/confirm`);

  await signIn('admin@example.com', 'a sentence for the tests');
  await goTo('/admin/money');
  await page.getByLabel('주문 번호').fill('내 주문');
  await page.getByRole('button', { name: '주문 장부 보기' }).click();
  await expect(page.getByText(/같은 주문 번호나 36자 ID를 적어 주세요/)).toBeVisible();
  await page.getByLabel('주문 번호').fill(order.number);
  await page.getByRole('button', { name: '주문 장부 보기' }).click();
  await expect(page.getByRole('heading', { name: order.title })).toBeVisible();
  const books = page.getByRole('list', { name: '장부 기록' });
  await expect(books).toContainText(`보관 중인 돈대변${won(order.amounts.total)} 늘어남`);
  await expect(books).toContainText(`보관 중인 돈차변${won(order.amounts.total)} 줄어듦`);
  await expect(books.getByText(/^장부 코드/).first()).toBeHidden();
  // The link to an order contains its number, and old links contain its id.
  await expect(page).toHaveURL(new RegExp(`[?]order=${order.number}#books$`));
  await goTo(`/admin/money?order=${order.id}#books`);
  await expect(page.getByRole('heading', { name: order.title })).toBeVisible();
  await expect(page.getByLabel('주문 번호')).toHaveValue(order.number);
  await page.getByRole('button', { name: '지급 앞당기기 제안' }).click();
  const proposing = page.getByRole('dialog');
  await proposing.getByLabel('이유').fill('급'.repeat(501));
  await proposing.getByRole('button', { name: '제안' }).click();
  await expect(proposing.getByText('500자까지 적을 수 있는데 501자예요. 조금 줄여 주세요.')).toBeVisible();
  await expect(proposing.getByLabel('이유')).toHaveValue('급'.repeat(501));
  await proposing.getByLabel('이유').fill('제작자가 급해요.');
  await proposing.getByRole('button', { name: '제안' }).click();
  await expect(proposing).toBeHidden();
  await expect(page.getByText('지급 앞당기기: 내가 제안했고, 다른 사람의 승인을 기다려요.')).toBeVisible();
  await expect(page.getByRole('button', { name: '지급 앞당기기 제안' })).toBeHidden();
  await expectAccessible();
  await page.getByRole('link', { name: '제안 보기' }).click();
  const panel = page.getByRole('dialog', { name: '지급 앞당기기' });
  await expect(panel).toContainText(order.title);
  await expect(panel).toContainText('제작자가 급해요.');
  await expect(panel.getByRole('button', { name: '승인' })).toBeHidden();
  await expectAccessible();
  await panel.getByRole('button', { name: '철회' }).click();
  const asking = page.getByRole('dialog', { name: '철회' });
  await asking.getByLabel('이유').fill('잘못 눌렀어요.');
  await asking.getByRole('button', { name: '철회' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('찾는 것이 없어요.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('상태').selectOption('거절됐어요');
  await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText('철회했어요');
});

test('the books can be browsed from a balance to the lines of one journal @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  await payOrder(page.request, baseURL, order);

  await signIn('admin@example.com', 'a sentence for the tests');
  await goTo('/admin/money');
  await expectAccessible();
  await page.getByRole('link', { name: '보관 중인 돈' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '장부 기록' })).toBeVisible();
  await expect(page.getByLabel('계정')).toHaveValue('escrow');
  await page.getByLabel('주문 번호·사용자 이름·ID(전부 입력)').fill(order.number);
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: '장부 기록' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('계정').selectOption('');
  await expect(rows).toHaveCount(2);
  await expectAccessible();
  await rows.first().getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: '결제 확인' });
  await expect(panel).toContainText(`결제사에서 받을 돈차변${won(order.amounts.total)} 늘어남`);
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(rows.nth(1).getByRole('button')).toBeFocused();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV 다운로드' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`,결제사에서 받을 돈,${order.amounts.total},,`);
  await rows.first().getByRole('button').click();
  await page.getByRole('dialog').getByRole('link', { name: '주문 장부 보기' }).click();
  await expect(page.getByRole('heading', { name: order.title })).toBeVisible();
});

test('approving a reversal shows the entries that it will post @night', async ({ page, goTo, signIn }) => {
  const id = '00000000-0000-4000-8000-000000000001';
  // A payment is settled a day later, so the test supplies the server's later response.
  await page.route('**/api/admin/adjustments?**', (route) =>
    route.fulfill({
      json: [
        {
          id,
          kind: 'reversal',
          orderId: id,
          order: {
            id,
            number: 'GB-000000000001',
            title: '집게',
            buyer: 'kim',
            provider: 'lee',
            total: 30_800,
          },
          amount: null,
          owed: null,
          lines: [
            { account: 'bank_safeguard', amount: 29_907 },
            { account: 'gateway_receivable', amount: -29_907 },
          ],
          commandId: 'x',
          state: 'proposed',
          proposedBy: { id, username: 'park' },
          reason: '두 번 적혔어요. '.repeat(200),
          proposedAt: '2026-11-26T00:00:00.000Z',
          decidedBy: null,
          decisionReason: null,
          decidedAt: null,
          before: {},
          after: {},
          can: ['approve', 'refuse'],
        },
      ],
    }),
  );
  await signIn('admin@example.com', 'a sentence for the tests');
  await goTo('/admin/adjustments');
  await page.getByRole('table').getByRole('button', { name: '기록 되돌리기' }).click();
  const panel = page.getByRole('dialog', { name: '기록 되돌리기' });
  await panel.getByRole('button', { name: '승인' }).click();
  const asking = page.getByRole('dialog', { name: '승인' });
  // A reason longer than the screen still starts at its beginning.
  await expect(asking.getByRole('heading', { name: '승인' })).toBeInViewport();
  await expect(asking.getByText('더해질 반대 기록').locator('xpath=following-sibling::*[1]')).toHaveText(
    /₩29,907 줄어듦.*₩29,907 늘어남/,
  );
});

test('a finding of the checks is examined, and settled with a reason @night', async ({
  page,
  goTo,
  signIn,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  const paymentKey = await openPayment(page.request, baseURL, order.id);
  const { redirect } = await call<{ redirect: string }>(
    page.request,
    baseURL,
    `/api/sandbox/payments/${paymentKey}/approve`,
    { refunds: 'fail' },
  );
  const ref = new URL(redirect).searchParams.get('orderId') ?? '';
  await call(page.request, baseURL, `/api/payments/${ref}/confirm`, {
    paymentKey,
    amount: order.amounts.total,
  });
  const provider = await callsOf(playwright, baseURL);
  await call(provider, baseURL, `/api/orders/${order.id}/decline`);
  await provider.dispose();

  await signIn('admin@example.com', 'a sentence for the tests');
  const open = `state=open&search=${order.number}`;
  const count = async () =>
    (await json<unknown[]>(await page.request.get(`/api/admin/findings?${open}`))).length;
  await expect.poll(count).toBe(1);
  await goTo('/admin/money');
  await page
    .getByRole('main')
    .getByRole('link', { name: /건을 확인해야 해요/ })
    .click();
  await expect(page.getByLabel('상태')).toHaveValue('open');
  await page.getByLabel('주문 번호, ID, 대상').fill(order.number);
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: '끝나지 않은 환불이에요' }).click();
  const panel = page.getByRole('dialog', { name: '끝나지 않은 환불이에요' });
  await expect(panel).toContainText(order.number);
  await expect(panel.getByRole('link', { name: '환불 보기' })).toBeVisible();
  await expectAccessible();
  await panel.getByRole('button', { name: '확인 완료' }).click();
  const asking = page.getByRole('dialog', { name: '확인 완료' });
  await asking.getByLabel('이유').fill('은행에 물어봤어요.');
  await asking.getByRole('button', { name: '확인 완료' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('상태').selectOption('확인함');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('확인함');
  await rows.getByRole('button', { name: '끝나지 않은 환불이에요' }).click();
  await expect(panel).toContainText('은행에 물어봤어요.');
  await expect(panel.getByText('확인한 사람').locator('xpath=following-sibling::*[1]')).toHaveText(
    /^@\w+ · /,
  );
  // Raw response of the gateway, as a definition list.
  await expect(panel.getByText('오류 코드').locator('xpath=following-sibling::*[1]')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows.getByRole('rowheader').getByText(order.number)).toBeVisible();
});

test.describe('pickup', () => {
  // A wrong code.
  test.use({ expectedConsoleErrors: [/400/] });

  test('the recipient shows a code, which proves the handover @night', async ({
    page,
    goTo,
    signIn,
    playwright,
    baseURL,
  }) => {
    await signUp(page.request, baseURL);
    const { id: serviceId } = await serviceOfDemo(page.request);
    const order = await placeOrder(page.request, baseURL, serviceId, { delivery: { kind: 'pickup' } });
    await payOrder(page.request, baseURL, order);
    const provider = await callsOf(playwright, baseURL);
    for (const event of ['accept', 'start'])
      await call(provider, baseURL, `/api/orders/${order.id}/${event}`);
    const photos = [await addPhoto(provider, baseURL, order.id)];
    await call(provider, baseURL, `/api/orders/${order.id}/deliver`, { photos, pickup: true });
    await provider.dispose();

    await goTo(`/orders/${order.id}`);
    const code = page.getByRole('definition').filter({ hasText: /^\d{4,8}$/ });
    await expect(page.getByText('픽업 코드', { exact: true })).toBeVisible();
    const digits = (await code.first().textContent()) ?? '';

    await signIn();
    await goTo(`/orders/${order.id}`);
    await page.getByRole('button', { name: '찾아갔다고 알리기', exact: true }).click();
    await page.getByLabel('픽업 코드').fill(digits === '000000' ? '111111' : '000000');
    await inForm(page, '찾아갔다고 알리기');
    await expect(page.getByText('픽업 코드가 맞지 않아요.').first()).toBeVisible();
    await page.getByLabel('픽업 코드').fill(digits);
    await inForm(page, '찾아갔다고 알리기');
    await expect(page.getByText('도착함')).toBeVisible();
  });
});

test('a payment appears in the statement, in its spreadsheet and on a printable receipt @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  await payOrder(page.request, baseURL, order);

  await goTo('/my/transactions');
  const line = page.getByRole('list', { name: '거래 내역' }).getByRole('listitem');
  await expect(line).toContainText(won(-order.amounts.total));
  await expectAccessible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV 다운로드' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain(order.title);
  expect(csv).toContain(String(-order.amounts.total));

  await page.getByRole('link', { name: '거래 명세' }).click();
  await page.waitForURL(/\/my\/receipts\//);
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText(order.number);
  await expect(sheet.getByRole('row', { name: /합계/ })).toContainText(won(order.amounts.total));
  await expectAccessible();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('button', { name: '인쇄' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});
