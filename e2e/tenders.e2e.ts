import { expect, test } from './fixtures.ts';
import { call, json, signUp, verify } from './ordering.ts';

// Times in Korean time are marked for readers in another time zone.
const away = 'America/New_York';
test.use({ timezoneId: away });

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test('a tender is published, bid on in secret by another person, opened after the close, chosen and paid @night', async ({
  page,
  goTo,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const theirs = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US', timezoneId: away });
  const provider = await theirs.newPage();
  await signUp(provider.request, baseURL, '박선반');
  await verify(provider.request, baseURL);
  const service = await call<{ id: string }>(provider.request, baseURL, '/api/services', {
    title: '문래 정밀 선반',
    serviceType: 'metalworking',
    price: 10_000,
    locations: [{ address: '서울 영등포구 문래동 1', lat: 37.517, long: 126.895 }],
  });
  await signUp(page.request, baseURL, '김의뢰');
  await verify(page.request, baseURL);

  // A tender that closes while another is viewed.
  const wanted = {
    title: `덮개 ${crypto.randomUUID().slice(0, 8)}`,
    description: '접어 주세요.',
    serviceType: 'metalworking',
  };
  const soon = await call<{ id: string; version: number }>(page.request, baseURL, '/api/tenders', {
    ...wanted,
    ceiling: 500_000,
    closesAt: inSeconds(8),
  });
  await call(page.request, baseURL, `/api/tenders/${soon.id}/publish`, { version: soon.version });
  await call(provider.request, baseURL, `/api/tenders/${soon.id}/bids`, {
    serviceId: service.id,
    principal: 300_000,
    readyInDays: 4,
  });

  // A draft, which others do not see.
  const title = `브래킷 ${crypto.randomUUID().slice(0, 8)}`;
  await goTo('/auctions/jobs/create');
  await page.getByLabel('수량').fill('0');
  await page.getByLabel('지역').fill('어디에도 없는 곳');
  await page.getByRole('button', { name: '저장하고 미리보기' }).click();
  for (const name of ['제목', '종류', '수량', '지역'])
    await expect(page.getByLabel(name)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('수량').fill('30');
  await page.getByLabel('제목').fill(title);
  await page.getByLabel('종류').selectOption('metalworking');
  await page.getByLabel('설명').fill('두께 2 mm 판을 직각으로 접어 주세요.');
  await page.getByLabel('지역').fill('서울 중구');
  await page.getByLabel('상한 금액').fill('오십만');
  await page.getByRole('button', { name: '저장하고 미리보기' }).click();
  await expect(page.getByLabel('상한 금액')).toBeFocused();
  await page.getByLabel('상한 금액').fill('500,000');
  await expectAccessible();
  await Promise.all([
    expect(page.getByRole('status').getByText('초안을 저장했어요.')).toBeVisible(),
    page.getByRole('button', { name: '저장하고 미리보기' }).click(),
    expect(page).toHaveURL(/\/auctions\/jobs\/[0-9a-f-]{36}$/),
  ]);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await provider.request.get(`/api/tenders/${id}`)).status()).toBe(404);
  const closes = page.getByText(/오후\s6:00 마감 \(한국 시각\)/);
  await expect(closes).toBeVisible();
  await page.getByRole('button', { name: '공개하고 입찰 받기' }).click();
  await expect(page.getByText('지금까지 입찰 0건')).toBeVisible();
  await expect(closes).toBeVisible();
  await goTo('/auctions/jobs');
  await expect(page.getByRole('link', { name: title })).toContainText('오후 6:00 마감 (한국 시각)');
  await goTo(`/auctions/jobs/${id}`);
  await expectAccessible();

  // Another person bids in another language; the customer sees that there is a bid, but not its content.
  await provider.goto(`/en/auctions/jobs/${id}`);
  await provider.getByLabel('What you receive (KRW)').fill('313131');
  await expect(provider.getByText(/The customer pays ₩344,444/)).toBeVisible();
  await provider.getByLabel('Working days').fill('4');
  await provider.getByRole('button', { name: 'Bid in secret' }).click();
  await expect(provider.getByRole('heading', { name: 'My bid' })).toBeVisible();
  await expect(provider.getByText(/6:00\sPM \(Korean time\)/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('지금까지 입찰 1건')).toBeVisible();
  await expect(page.getByText(/313,131|344,444/)).toHaveCount(0);

  await expect
    .poll(
      async () => (await json<{ state: string }>(await page.request.get(`/api/tenders/${soon.id}`))).state,
      { timeout: 20_000 },
    )
    .toBe('closed');
  await goTo(`/auctions/jobs/${soon.id}`);
  const bid = page.getByRole('article').filter({ hasText: '문래 정밀 선반' });
  await expect(bid).toContainText('₩330,000');
  await page.getByRole('button', { name: '이 브라우저에서 확인하기' }).click();
  await expect(page.getByText('모든 입찰이 봉인값과 같고')).toBeVisible();
  await expectAccessible();
  await bid.getByRole('button', { name: /입찰 고르기/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '이 입찰 고르기' }).click();
  await expect(dialog.getByLabel('고른 이유')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: '가격이 가장 좋았어요.' }).click();
  await dialog.getByRole('button', { name: '이 입찰 고르기' }).click();
  await page.getByRole('link', { name: '₩330,000 주문하기' }).click();
  await expect(page).toHaveURL(new RegExp(`/payment/service/${service.id}\\?quoteId=`));
  await expect(page.getByText('₩330,000').first()).toBeVisible();

  await provider.goto(`/en/auctions/jobs/${soon.id}`);
  await expect(provider.getByRole('heading', { name: 'Your bid was chosen' })).toBeVisible();
  await expect(provider.getByText('가격이 가장 좋았어요.')).toBeVisible();
  await theirs.close();
});
