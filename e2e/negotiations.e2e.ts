import type { APIRequestContext } from '@playwright/test';
import { demoPassword, demoUsers } from '../demo/users.ts';
import { expect, test } from './fixtures.ts';

const headersOf = (baseURL: string | undefined) => ({ origin: baseURL ?? '' });

/** A demo provider with their service, acting through the API calls of their pages. */
async function provider(
  calls: APIRequestContext,
  baseURL: string | undefined,
  username: string,
): Promise<{ calls: APIRequestContext; service: { id: string; title: string } }> {
  const email = demoUsers.find((each) => each.username === username)?.email;
  const data = { email, password: demoPassword };
  const signedIn = await calls.post('/api/login', { headers: headersOf(baseURL), data });
  expect(signedIn.status(), await signedIn.text()).toBe(200);
  const [service] = await (await calls.get('/api/user/services')).json();
  return { calls, service };
}

async function register(request: APIRequestContext, baseURL: string | undefined, name: string) {
  const registered = await request.post('/api/register', {
    headers: headersOf(baseURL),
    data: {
      fullName: name,
      email: `asks-${crypto.randomUUID().slice(0, 8)}@example.com`,
      password: '튼튼한 비밀번호 1',
      consents: { terms: true, privacy: true, age14: true },
    },
  });
  expect(registered.status(), await registered.text()).toBe(201);
}

test('a person asks two providers, compares their quotes, negotiates and agrees with one', async ({
  page,
  goTo,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  const headers = headersOf(baseURL);
  const [first, second] = await Promise.all(
    ['mullae_lathe', 'guro_cnc'].map(async (username) =>
      provider(await playwright.request.newContext({ baseURL: baseURL ?? '' }), baseURL, username),
    ),
  );
  if (!first || !second) throw new Error('nobody to ask');
  await register(page.request, baseURL, '묻는 사람');

  // The form marks missing fields, and the input survives a reload.
  await goTo(`/services/${first.service.id}`);
  await page.getByRole('link', { name: '견적 요청' }).click();
  await expect(page).toHaveURL(/\/quote-requests\/new\?serviceId=/);
  await expect(page.getByText(first.service.title)).toBeVisible();
  await page.getByLabel('제목').fill('알루미늄 브래킷');
  await page.getByLabel('설명').fill('두께 2 mm 판을 직각으로 접어 주세요.');
  const checklist = page.getByRole('region', { name: '견적에 필요한 내용' });
  await expect(checklist.getByRole('listitem').filter({ hasText: '치수' })).toContainText('적었어요');
  await expect(checklist.getByRole('listitem').filter({ hasText: '재료' })).toContainText('아직 없어요');
  await page.getByRole('button', { name: '가까운 제작자 더하기' }).click();
  await page.getByLabel('검색 반경').selectOption('20');
  await page.getByRole('button', { name: `${second.service.title} 더하기` }).click();
  await expect(page.getByRole('button', { name: `${second.service.title} 빼기` })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.values(localStorage))))
    .toContain(second.service.id);
  await page.reload();
  await expect(page.getByLabel('제목')).toHaveValue('알루미늄 브래킷');
  await expect(page.getByRole('button', { name: `${second.service.title} 빼기` })).toBeVisible();
  await page.getByRole('button', { name: '견적 요청 보내기' }).click();
  await expect(page.getByLabel('재료')).toBeFocused();
  await page.getByLabel('수량').fill('30');
  await page.getByLabel('재료').fill('알루미늄 2T');
  await page.locator('input[type="file"]').setInputFiles({
    name: '도면.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('100 x 50'),
  });
  await expect(page.getByRole('list', { name: '올리는 파일' }).getByText('다 올렸어요')).toBeVisible();
  await expectAccessible();

  await Promise.all([
    expect(page.getByRole('status').getByText('견적 요청을 보냈어요')).toBeVisible(),
    page.getByRole('button', { name: '견적 요청 보내기' }).click(),
    expect(page).toHaveURL(/\/quote-requests\/[0-9a-f-]{36}$/),
  ]);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  // Both answer.
  for (const [{ calls }, principal] of [
    [first, 120_000],
    [second, 90_000],
  ] as const) {
    const asked = await (await calls.get(`/api/quote-requests/${id}`)).json();
    expect(asked.files).toMatchObject([{ name: '도면.txt' }]);
    const offered = await calls.post(`/api/quote-threads/${asked.threads[0].id}/offer`, {
      headers,
      data: { version: asked.threads[0].version, principal, readyInDays: 3, note: '아노다이징 별도' },
    });
    expect(offered.status(), await offered.text()).toBe(200);
  }
  await page.reload();
  const cards = page.getByRole('article');
  // The cheaper one first, including the fee.
  await expect(cards.nth(0)).toContainText('₩99,000');
  await expect(cards.nth(1)).toContainText('₩132,000');
  await expectAccessible();

  const cheap = cards.filter({ hasText: second.service.title });
  await cheap.getByRole('button', { name: '다른 조건 제안' }).click();
  await cheap.getByLabel(/받을 금액/).fill('80000');
  await expect(cheap.getByText(/₩88,000/)).toBeVisible();
  await cheap.getByRole('button', { name: '제안 보내기' }).click();
  await expect(cheap).toContainText('내 제안의 답을 기다리고 있어요');
  const countered = await (await second.calls.get(`/api/quote-requests/${id}`)).json();
  const answered = await second.calls.post(`/api/quote-threads/${countered.threads[0].id}/counter`, {
    headers,
    data: { version: countered.threads[0].version, principal: 85_000, readyInDays: 3 },
  });
  expect(answered.status(), await answered.text()).toBe(200);
  await page.reload();
  await cheap.getByRole('button', { name: /견적 수락/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('₩93,500');
  await dialog.getByRole('button', { name: '수락' }).click();
  await expect(cheap.getByRole('link', { name: '주문하기' })).toHaveAttribute(
    'href',
    `/payment/service/${second.service.id}?quoteId=${countered.threads[0].id}`,
  );
  await expect(cards.filter({ hasText: first.service.title })).toContainText('다른 제작자를 골랐어요');
  await Promise.all([first.calls.dispose(), second.calls.dispose()]);
});

test('a demo provider finds a quote request, and offers a price @night', async ({
  page,
  goTo,
  playwright,
  baseURL,
}) => {
  const { service } = await provider(page.request, baseURL, 'namdong_sheet');
  const customer = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await register(customer, baseURL, '부탁하는 사람');
  const title = `받침대 ${crypto.randomUUID().slice(0, 8)}`;
  const asked = await customer.post('/api/quote-requests', {
    headers: headersOf(baseURL),
    data: { serviceIds: [service.id], title, description: '받침대를 만들어 주세요.', quantity: 2 },
  });
  expect(asked.status(), await asked.text()).toBe(201);

  // A request is waiting, and none was sent: that tab opens by default.
  await goTo('/my/quotes');
  await expect(page.getByRole('link', { name: /^받은 요청.*답할 차례 [1-9]/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(/아직 알려 주지 않은 것/)).toContainText('재료');
  await page.getByRole('button', { name: '요청한 사람에게 물어보기' }).click();
  await page.getByLabel('메시지').fill('바닥에 고정하나요?');
  await page.getByRole('button', { name: '보내기', exact: true }).click();
  await expect(page.getByRole('log')).toContainText('바닥에 고정하나요?');
  const { id } = await asked.json();
  const seen = await (await customer.get(`/api/quote-requests/${id}`)).json();
  expect(seen.threads).toMatchObject([{ conversation: { unread: 1 } }]);
  await page.getByLabel(/받을 금액/).fill('50,000');
  await expect(page.getByText(/고객이 내는 금액 ₩55,000/)).toBeVisible();
  await page.getByRole('button', { name: '견적 보내기' }).click();
  await expect(page.getByText('숫자로 적어 주세요')).toBeVisible();
  await page.getByLabel('걸리는 영업일').fill('4');
  await page.getByRole('button', { name: '견적 보내기' }).click();
  await expect(page.getByText('고객의 답을 기다리고 있어요')).toBeVisible();
  await customer.dispose();
});

test.describe('a reader in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('sees times in their own time zone, in quotes and notifications @night', async ({
    page,
    goTo,
    baseURL,
    playwright,
  }) => {
    await register(page.request, baseURL, '먼 곳의 사람');
    const { calls, service } = await provider(
      await playwright.request.newContext({ baseURL: baseURL ?? '' }),
      baseURL,
      'guro_cnc',
    );
    const title = `먼 곳 ${crypto.randomUUID().slice(0, 8)}`;
    const asked = await page.request.post('/api/quote-requests', {
      headers: headersOf(baseURL),
      data: { serviceIds: [service.id], title, description: '축을 깎아 주세요.', quantity: 2 },
    });
    expect(asked.status(), await asked.text()).toBe(201);
    const { threads, createdAt } = await asked.json();
    const declined = await calls.post(`/api/quote-threads/${threads[0].id}/decline`, {
      headers: headersOf(baseURL),
      data: { version: threads[0].version },
    });
    expect(declined.status(), await declined.text()).toBe(200);
    const here = (iso: string) =>
      new Intl.DateTimeFormat('ko', {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'America/New_York',
      }).format(new Date(iso));
    // Before the pages that mark notifications as read.
    const wide = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo('/about');
    await expect(page.getByRole('button', { name: /^메뉴.*알림/ })).toBeVisible();
    await page.setViewportSize(wide);
    await goTo('/my/quotes');
    await expect(page.getByRole('link', { name: title })).toContainText(here(createdAt));
    const [notice] = await (await page.request.get('/api/user/notifications')).json();
    await goTo('/my/notifications');
    await expect(page.getByRole('main').getByRole('time').first()).toHaveText(here(notice.createdAt));
    await calls.dispose();
  });
});
