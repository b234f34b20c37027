import { expect, test } from './fixtures.ts';

const busan = { latitude: 35.1796, longitude: 129.0756 };

test.describe('services near me on the home page', () => {
  test.use({ geolocation: busan });

  test('begin in Seoul without asking, and follow whoever wants to be found', async ({
    page,
    goTo,
    context,
  }) => {
    await goTo('/');
    const near = page.getByRole('region', { name: '내 주변 서비스' });
    await expect(near.getByText('서울 주변이에요')).toBeVisible();
    await expect(near.getByRole('article')).toHaveCount(4);
    await context.grantPermissions(['geolocation']);
    await near.getByRole('button', { name: '내 위치로 찾기' }).click();
    await expect(near.getByText('부산 주변이에요')).toBeVisible();
    await expect(near.getByRole('article').first()).toContainText('부산');
  });

  test('are two on a phone', async ({ page, goTo }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo('/');
    const near = page.getByRole('region', { name: '내 주변 서비스' });
    await expect(near.getByRole('article').filter({ visible: true })).toHaveCount(2);
  });

  test('say when the position is refused, and can be asked again', async ({ page, goTo }) => {
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (_found, failed) =>
        failed?.({ code: 1, message: 'denied' } as GeolocationPositionError);
    });
    await goTo('/');
    const near = page.getByRole('region', { name: '내 주변 서비스' });
    await near.getByRole('button', { name: '내 위치로 찾기' }).click();
    await expect(near.getByText('위치 권한이 거부되었어요.')).toBeVisible();
    await expect(near.getByText('서울 주변이에요')).toBeVisible();
    await expect(near.getByRole('button', { name: '위치 다시 확인' })).toBeEnabled();
  });
});

test('a service is found by type, words, city and price, and opened', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo('/services/type/3d_printing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('가까운 3D 프린터');
  await expect(page.getByRole('main').getByRole('link', { name: '프린터 등록' })).toHaveAttribute(
    'href',
    '/register-printer',
  );
  await expect(page.getByRole('heading', { name: '3D 프린팅, 이렇게 맡겨요' })).toBeVisible();
  const main = page.getByRole('main');
  await main.getByRole('searchbox').fill('성수');
  await main.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(main.getByRole('article').first()).toContainText('성수');
  await main.getByRole('link', { name: '필터 초기화' }).click();
  await expect(page).toHaveURL('/services/type/3d_printing');
  await main.getByRole('combobox', { name: '도시' }).selectOption('busan');
  await expect(main.getByRole('combobox', { name: '구', exact: true })).toBeVisible();
  await expect(main.getByRole('article').first()).toContainText('부산');
  await main.getByRole('combobox', { name: '정렬' }).selectOption('lowPrice');
  await expect(page).toHaveURL(/sort=lowPrice/);
  await main.getByRole('combobox', { name: '도시' }).selectOption('ulsan');
  await expect(
    main.getByText('조건에 맞는 3D 프린터가 없어요.').or(main.getByRole('article').first()),
  ).toBeVisible();
  await goTo('/services');
  await main.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/services\/[0-9a-f-]{36}$/);
  await main.getByRole('link', { name: '위치', exact: true }).click();
  await expect(page).toHaveURL(/tab=location/);
  await expectAccessible();
});

test.describe('a service that cannot be had', () => {
  test.use({ expectedConsoleErrors: [/40[04]/] });

  test('says so with a way back', async ({ page }) => {
    await page.goto('/services/00000000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('찾을 수 없거나');
    await expect(page.getByRole('link', { name: '서비스 목록으로' })).toBeVisible();
  });

  test('gives tips and another try when the server fails', async ({ page, goTo }) => {
    await goTo('/about');
    await page.route('**/api/services*', (route) =>
      route.fulfill({ status: 400, json: { message: '고장' } }),
    );
    await page.getByRole('contentinfo').getByRole('link', { name: '전체 서비스' }).click();
    const failed = page.getByRole('main').getByRole('alert');
    await expect(failed).toContainText('인터넷 연결을 확인해 주세요.');
    await page.unroute('**/api/services*');
    await failed.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  });
});
