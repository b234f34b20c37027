import { locales } from '#i18n/languages.ts';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';

const unique = () => `${process.pid}${Date.now()}`.slice(-12);

// An invalid username is refused on the way.
test.describe('one’s own profile', () => {
  test.use({ expectedConsoleErrors: [/400/] });
  test('is edited, and visible at its public address, including the former one @night', async ({
    page,
    request,
    goTo,
    baseURL,
    expectAccessible,
  }) => {
    const id = unique();
    const email = `people-${id}@example.com`;
    const answer = await page.request.post('/api/register', {
      data: {
        fullName: '만드는 이',
        email,
        username: `maker${id}`,
        password: '튼튼한 비밀번호 하나 둘',
        consents: { terms: true, privacy: true, age14: true },
      },
      headers: { origin: baseURL ?? '' },
    });
    expect(answer.status(), await answer.text()).toBe(201);

    await goTo('/my/profile');
    const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#0b7157' } })
      .png()
      .toBuffer();
    await Promise.all([
      expect(page.getByRole('status').getByText('사진을 바꿨어요')).toBeVisible(),
      page
        .getByLabel('사진 고르기')
        .first()
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture }),
    ]);
    await page.getByLabel('사용자 이름').fill('띄어 쓴 이름');
    await page.getByLabel('소개', { exact: true }).fill('작은 공구를 만들어요.');
    await page.getByLabel('일본어').check();
    await page.getByLabel('지역').selectOption('부산');
    await page.getByRole('button', { name: '저장' }).click();
    await expect(page.getByText(/영문자, 숫자, 밑줄/)).toBeVisible();
    await expect(page.getByLabel('사용자 이름')).toBeFocused();
    await expect(page.getByLabel('소개', { exact: true })).toHaveValue('작은 공구를 만들어요.');
    await expectAccessible();

    await page.getByLabel('사용자 이름').fill(`tools${id}`);
    await Promise.all([
      expect(page.getByRole('status').getByText('프로필을 저장했어요')).toBeVisible(),
      page.getByRole('button', { name: '저장' }).click(),
    ]);
    await page.getByRole('link', { name: '공개 프로필 보기' }).click();
    await expect(page).toHaveURL(`/people/tools${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('만드는 이');
    await expect(page.getByText('작은 공구를 만들어요.')).toBeVisible();
    await expect(page.getByText('부산', { exact: true })).toBeVisible();
    await expectAccessible();

    const html = await request.get(`/en/people/maker${id}?page=2`, {
      headers: { 'accept-language': 'en' },
    });
    expect(new URL(html.url()).pathname).toBe(`/en/people/tools${id}`);
    const text = await html.text();
    expect(text).toContain('Busan');
    expect(text).not.toContain(email);
  });
});

test('a maker’s page shows their publications and services, but no contact details', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await goTo('/resources');
  const card = page.getByRole('main').getByRole('article').first();
  await card.locator('a[href^="/people/"]').click();
  await expect(page).toHaveURL(/\/people\/[^/]+$/);
  await expect(page.getByRole('region', { name: '올린 자료' }).getByRole('article').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible();

  const html = await (await page.request.get('/people/seongsu_layer')).text();
  expect(html).toContain('성수동에서 프린터 여섯 대');
  expect(html).toContain('"@type":"ProfilePage"');
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/people\/[^"?]+"/);
  for (const lang of locales) expect(html).toMatch(new RegExp(`hreflang="${lang}"`, 'i'));
  expect(html).not.toMatch(/@example\.com|010-\d{4}/);
});

test.describe('a missing person', () => {
  test.use({ expectedConsoleErrors: [/404/] });
  test('is reported, with ways to continue @night', async ({ page }) => {
    const answer = await page.goto('/jp/people/nobody.here');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お探しの方は見つかりません');
    await expect(page.getByRole('main').getByRole('link', { name: 'リソースを見る' })).toBeVisible();
  });
});

test('my pages link to orders, auctions and the statement @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await goTo('/my/services');
  await expect(
    page.getByRole('main').getByRole('listitem').getByText('공개', { exact: true }).first(),
  ).toBeVisible();
  for (const [path, title] of [
    ['/my/orders', '내 주문'],
    ['/my/auctions', '내 경매'],
    ['/my/transactions', '거래 내역'],
  ] as const) {
    await page.getByRole('navigation', { name: '내 공방' }).getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  await expect(page.getByRole('form', { name: '거래 내역 고르기' })).toBeVisible();
  await expectAccessible();
});
