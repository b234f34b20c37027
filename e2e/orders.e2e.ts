import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expect, test } from './fixtures.ts';
import {
  act,
  call,
  callsOf,
  inForm,
  json,
  orderPrint,
  payOrder,
  photo,
  placeOrder,
  printerOfDemo,
  readOrder,
  serviceOfDemo,
  signUp,
  won,
} from './ordering.ts';

test('a print is ordered, declined once by the bank, paid, made, sent and confirmed, with exact amounts', async ({
  page,
  goTo,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  const buyer = await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  await goTo(`/services/${serviceId}`);
  await page.getByRole('link', { name: '주문하기' }).click();
  await page.waitForURL(/\/payment\/service\//);
  await page.getByLabel('수량').fill('3');
  await expect(page).toHaveURL(/quantity=3/);
  await expect(page.getByText('× 3')).toBeVisible();
  await page.getByLabel('요청 내용').fill('작은 상자 세 개');
  await page.getByRole('button', { name: '치수 추가하기' }).click();
  await page.getByLabel('무엇의 치수인가요?').fill('구멍 지름');
  await page.getByLabel('기준 (mm)').fill('3.2 mm');
  await page.getByLabel('허용 오차 ± (mm)').fill('0.1');
  const pay = page.getByRole('button', { name: /결제하기$/ });
  await pay.click();
  await expect(page.getByText('동의가 필요해요.')).toHaveCount(2);
  await page.getByLabel('받는 사람').fill('홍길동');
  await page.getByLabel('전화번호').fill('010-1234-5678');
  await page.getByLabel('주소', { exact: true }).fill('서울시 성동구 성수이로 1');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expectAccessible();
  await pay.dblclick();

  await page.waitForURL(/\/payment\/sandbox\//);
  await page.getByRole('button', { name: '거절', exact: true }).click();
  await page.waitForURL(/\/payment\/fail/);
  await expect(page.getByText('카드사가 결제를 거절했어요.')).toBeVisible();
  await page.getByRole('link', { name: '다시 결제하기' }).click();
  await page.waitForURL(/order=/);
  await pay.click();
  await page.waitForURL(/\/payment\/sandbox\//);
  await page.getByRole('button', { name: '승인', exact: true }).click();
  await page.waitForURL(/\/payment\/success/);
  await expect(page.getByRole('heading', { name: '결제했어요' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: '주문 보기' }).click();
  await page.waitForURL(/\/orders\//);
  const id = page.url().split('/').at(-1) ?? '';
  const mine = await json<{ id: string }[]>(await page.request.get('/api/user/orders?side=buyer'));
  expect(mine.map((order) => order.id)).toEqual([id]);
  const { amounts } = await readOrder(page, id);
  const money = page
    .getByRole('region', { name: '금액' })
    .or(page.locator('section', { hasText: '대금 상태' }));
  await expect(money.first()).toContainText(`공방이 보관 중${won(amounts.total)}`);

  await signIn(demoSignIns[0], demoPassword);
  await goTo(`/orders/${id}`);
  await expect(page.getByText('내 차례예요')).toBeVisible();
  await act(page, '주문 수락하기');
  await act(page, '작업 시작하기');
  // The buyer reads what was measured before anything is sent.
  await expect(page.getByRole('button', { name: '보내기', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '제작 모습 알리기', exact: true }).click();
  await page.getByRole('radio', { name: '완성된 모습' }).check();
  await page.getByLabel('구멍 지름 (mm)').fill('３．３５');
  await expect(page.getByText('허용 오차 밖 (+0.15 mm)')).toBeVisible();
  await page.getByLabel('사진', { exact: true }).setInputFiles(await photo());
  await expect(page.getByAltText('사진 1')).toBeVisible();
  await inForm(page, '제작 모습 알리기');
  await expect(page.getByText('허용 오차를 벗어난 치수가 있어요. 보내기 전에')).toBeVisible();
  await page.getByRole('button', { name: '보내기', exact: true }).click();
  await page.getByLabel('택배사').selectOption('한진택배');
  await page.getByLabel('운송장 번호').fill('12-34');
  await page.getByLabel('사진', { exact: true }).setInputFiles(await photo());
  await expect(page.getByAltText('사진 1', { exact: true })).toBeVisible();
  await inForm(page, '보내기');
  await expect(page.getByText('이 택배사의 운송장 번호가 아니에요.')).toBeVisible();
  await page.getByLabel('운송장 번호').fill('５０１２ー３４５６ー７８９０');
  await inForm(page, '보내기');
  await expect(page.getByText('제작자 · 보냈어요')).toBeVisible();

  await signIn(buyer.email, buyer.password);
  await goTo(`/orders/${id}`);
  await expect(page.getByText('한진택배 501234567890')).toBeVisible();
  await expect(page.getByRole('link', { name: '한진택배에서 배송 조회 (새 창)' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.hanjin\.com\/.*501234567890$/,
  );
  await act(page, '도착 알리기');
  await page.getByLabel('구멍 지름 (mm)').fill('3.3');
  await page.getByRole('radio', { name: '네, 잘 맞아요' }).check();
  await expectAccessible();
  await inForm(page, '살펴본 내용 남기기');
  await page.getByRole('button', { name: '이대로 받을게요' }).click();
  await expect(page.getByText(`${won(amounts.principal)}이 제작자에게 전해지고`)).toBeVisible();
  await expectAccessible();
  await inForm(page, '확정하기');
  await expect(page.getByText('구매자가 결과를 받았고 대금이 제작자의 것이 됐어요.')).toBeVisible();
  const done = await readOrder(page, id);
  expect(done).toMatchObject({ state: 'completed', kept: amounts.principal });
  await expect(money.first()).toContainText(`제작자에게 전함${won(amounts.principal)}`);
  await expect(money.first()).toContainText(`서비스 수수료${won(amounts.fee)}`);
});

test('a declined order is refunded in full, and says so', async ({ page, goTo, signIn, baseURL }) => {
  const buyer = await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const order = await placeOrder(page.request, baseURL, serviceId);
  await payOrder(page.request, baseURL, order);

  await signIn(demoSignIns[0], demoPassword);
  await goTo(`/orders/${order.id}`);
  await act(page, '주문 거절하기');
  await expect(page.getByText('제작자가 맡지 못해 구매자에게 전액 환불했어요.').first()).toBeVisible();

  await signIn(buyer.email, buyer.password);
  await goTo(`/orders/${order.id}`);
  await expect(page.getByText(`구매자에게 환불${won(order.amounts.total)}`)).toBeVisible();
  expect(await readOrder(page, order.id)).toMatchObject({ state: 'refunded', kept: 0 });
});

test('both sides talk on the page of their order, and a truncated paste is reported', async ({
  page,
  goTo,
  playwright,
  baseURL,
}) => {
  await signUp(page.request, baseURL);
  const { id: serviceId } = await serviceOfDemo(page.request);
  const { id } = await placeOrder(page.request, baseURL, serviceId);
  const provider = await callsOf(playwright, baseURL);
  await call(provider, baseURL, `/api/orders/${id}/messages`, {
    text: '색은 검정으로 할까요?',
    clientId: 'a',
  });
  await goTo(`/orders/${id}`);
  await page.getByRole('button', { name: '대화 열기' }).click();
  const talk = page.getByRole('region', { name: '대화', exact: true });
  await expect(talk.getByText('색은 검정으로 할까요?')).toBeVisible();
  const field = talk.getByRole('textbox');
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'x'.repeat(5003));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(talk.getByRole('alert')).toHaveText('붙여 넣은 글이 너무 길어서 3자가 빠졌어요.');
  await field.fill('네, 좋아요.');
  await expect(talk.getByRole('alert')).toHaveCount(0);
  await talk.getByRole('button', { name: '보내기' }).click();
  await expect(talk.getByText('네, 좋아요.')).toBeVisible();
  await provider.dispose();
});

/** G-code as a slicer ends it. */
const gcode = '; filament used [g] = 12.34\n; estimated printing time (normal mode) = 1h 30m 0s\n';

test('a print is picked up: its real weight is read from G-code, and the address is shown once it is ready', async ({
  page,
  goTo,
  signIn,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  const provider = await callsOf(playwright, baseURL);
  const serviceId = await printerOfDemo(page.request);
  const address = '서울 성동구 성수이로 20-7 301호';
  await signIn(demoSignIns[0], demoPassword);
  await goTo(`/my/services/${serviceId}/workshop`);
  await page.getByLabel('찾으러 올 주소').fill(address);
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByText('저장했어요').first()).toBeVisible();

  const buyer = await signUp(page.request, baseURL);
  const order = await orderPrint(page.request, baseURL, serviceId);
  await goTo(`/orders/${order.id}`);
  await expect(page.getByText('주소는 결제하고 다 만들어지면 여기에 보여요.')).toBeVisible();
  await payOrder(page.request, baseURL, order);
  for (const step of ['accept', 'start']) await call(provider, baseURL, `/api/orders/${order.id}/${step}`);

  await signIn(demoSignIns[0], demoPassword);
  await goTo(`/orders/${order.id}`);
  await page.getByRole('button', { name: '준비됐다고 알리기', exact: true }).click();
  await expect(page.getByRole('radio', { name: '결과 파일' })).toHaveCount(0);
  await page.getByLabel('G-code나 슬라이스한 3MF에서 읽기').setInputFiles({
    name: 'a.gcode',
    mimeType: 'text/plain',
    buffer: Buffer.from(gcode),
  });
  await expect(page.getByLabel('모두 합친 무게 (g)')).toHaveValue('12.34');
  await expect(page.getByLabel('모두 합친 시간')).toHaveValue('1.5');
  await expect(page.getByText('파일에서 읽었어요. 맞는지 확인해 주세요.')).toBeVisible();
  await page.getByLabel('모두 합친 시간').fill('두 시간');
  await page.getByLabel('사진', { exact: true }).setInputFiles(await photo());
  await expect(page.getByAltText('사진 1')).toBeVisible();
  await inForm(page, '준비됐다고 알리기');
  await expect(page.getByText('숫자로 적어 주세요.')).toBeVisible();
  await page.getByLabel('모두 합친 시간').fill('１．５');
  await expectAccessible();
  await inForm(page, '준비됐다고 알리기');
  await expect(page.getByText('12.3 g · 1.5시간')).toBeVisible();

  await signIn(buyer.email, buyer.password);
  await goTo(`/orders/${order.id}`);
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByText('찾으러 갈 수 있음')).toBeVisible();
  await expect(page.getByText('실제 무게와 시간')).toHaveCount(0);
  const map = page.getByRole('link', { name: '카카오맵' });
  await expect(map).toHaveAttribute(
    'href',
    `https://map.kakao.com/link/search/${encodeURIComponent(address)}`,
  );
  await expectAccessible();
});
