import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const busan = { latitude: 35.1796, longitude: 129.0756 };

test.describe('services near me on the home page', () => {
  test.use({ geolocation: busan });

  test('start in Seoul without asking, and use the position on request', async ({ page, goTo, context }) => {
    // A visitor who has allowed it before is located without a press.
    await page.addInitScript(() => {
      navigator.permissions.query = () => Promise.resolve({ state: 'prompt' } as PermissionStatus);
    });
    await context.grantPermissions(['geolocation']);
    await goTo('/');
    const near = page.getByRole('region', { name: '내 주변 서비스' });
    await expect(near.getByText('서울 주변이에요')).toBeVisible();
    await expect(near.getByRole('article')).toHaveCount(4);
    await near.getByRole('button', { name: '내 위치로 찾기' }).click();
    await expect(near.getByText(/^부산.* 주변이에요$/)).toBeVisible();
    await expect(near.getByRole('article').first()).toContainText('부산');
  });

  test('are two on a phone @night', async ({ page, goTo }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo('/');
    const near = page.getByRole('region', { name: '내 주변 서비스' });
    await expect(near.getByRole('article').filter({ visible: true })).toHaveCount(2);
  });

  test('say when the position is refused, and can be retried @night', async ({ page, goTo }) => {
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

test('a service shows its pictures, machines, price with the fee, and how to reach it @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const list = await (await page.request.get('/api/services/type/3d_printing?search=부평')).json();
  const { id } = (list as { id: string; title: string }[]).find(
    ({ title }) => title === '부평 학생 3D 프린팅',
  )!;
  await goTo(`/services/${id}`);
  await expect(page.getByText('기본요금 ₩3,000 + 10g당 ₩1,500부터')).toBeVisible();
  await expect(page.getByText('서비스 수수료 10% 별도')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bambu Lab A1' })).toBeVisible();
  await expect(page.getByText('예: 20mm 정육면체 1개, PLA 20%')).toBeVisible();
  await expect(page.getByText('아직 후기가 없어요.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: /^크게 보기/ }).click();
  const gallery = page.getByRole('dialog', { name: '사진' });
  await expect(gallery.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(gallery).toBeHidden();
  await page.getByRole('button', { name: '연락처 보기' }).click();
  await expect(page.locator('a[href^="tel:"]')).toBeVisible();
});

test.describe('a service that cannot be loaded', () => {
  test.use({ expectedConsoleErrors: [/40[04]/] });

  test('says so with a way back @night', async ({ page }) => {
    await page.goto('/services/00000000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('찾을 수 없거나');
    await expect(page.getByRole('link', { name: '서비스 목록으로' })).toBeVisible();
  });

  test('shows tips and a retry button when the server fails @night', async ({ page, goTo }) => {
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

test('filters are in the address, can be removed one by one, and can be restored @night', async ({
  page,
  goTo,
}) => {
  await goTo('/services?city=seoul&district=seongdong&radius=20&sort=distance');
  const main = page.getByRole('main');
  const badges = main.getByRole('list', { name: '적용한 필터' });
  await expect(main.getByRole('combobox', { name: '정렬' })).toHaveValue('distance');
  await expect(main.getByRole('article').first()).toBeVisible();
  await badges.getByRole('link', { name: '20km 안 필터 빼기' }).click();
  await expect(page).toHaveURL('/services?city=seoul&district=seongdong&sort=distance');
  await main.getByRole('combobox', { name: '도시' }).selectOption('busan');
  await expect(page).toHaveURL('/services?city=busan&sort=distance');
  await expect(main.getByRole('combobox', { name: '구', exact: true })).toHaveValue('');
  await page.goBack();
  await expect(main.getByRole('combobox', { name: '구', exact: true })).toHaveValue('seongdong');
  await badges.getByRole('link', { name: '서울 필터 빼기' }).click();
  await expect(page).toHaveURL('/services?sort=distance');
});

test('every kind of service is one press away, and keeps the other filters @night', async ({
  page,
  goTo,
}) => {
  await goTo('/services?city=seoul');
  const kinds = page.getByRole('navigation', { name: '종류' });
  await expect(kinds.getByRole('link', { name: '전체' })).toHaveAttribute('aria-current', 'page');
  await kinds.getByRole('link', { name: '금속 가공' }).click();
  await expect(page).toHaveURL('/services/type/metalworking?city=seoul');
  await expect(kinds.getByRole('link', { name: '금속 가공' })).toHaveAttribute('aria-current', 'page');
  await expect(kinds.locator('[aria-current]')).toHaveCount(1);
});

test.describe('the map', () => {
  const service = {
    id: '00000000-0000-7000-8000-000000000001',
    title: '지도 위 공방',
    description: '가까운 곳에서 출력해요.',
    language: 'ko',
    translations: {},
    serviceType: '3d_printing',
    isIndividual: true,
    isFreeService: false,
    pricing: '',
    price: null,
    hourlyRate: null,
    pricePerUnit: 2000,
    currency: 'KRW',
    tags: [],
    printerModel: 'Prusa MK4',
    imageUrl: null,
    image: null,
    location: { address: '서울 중구', lat: 37.57, long: 126.98 },
    rating: null,
    provider: { username: 'maker', fullName: '공방' },
    createdAt: '2026-01-01T00:00:00.000Z',
  };

  async function showMap(page: Page, goTo: (path: string) => Promise<void>) {
    await page.route(/\/api\/services\?/, (route) =>
      route.fulfill({
        json: [
          service,
          {
            ...service,
            id: '00000000-0000-7000-8000-000000000002',
            title: '바다 위 공방',
            location: { ...service.location, lat: 0 },
          },
        ],
      }),
    );
    await goTo('/services');
    await page.getByRole('link', { name: '지도', exact: true }).click();
    await expect(page).toHaveURL('/services?view=map');
    return page.getByRole('region', { name: '서비스 지도' });
  }

  test('shows the services with their places and kinds, and lists the same next to it', async ({
    page,
    goTo,
    expectAccessible,
  }) => {
    const map = await showMap(page, goTo);
    await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible();
    await expect(map).toContainText('© Tile fake');
    const { height = 0 } = (await map.boundingBox()) ?? {};
    expect(height / (page.viewportSize()?.height ?? 1)).toBeCloseTo(0.7, 2);
    const list = page.getByRole('list', { name: '지도에 있는 서비스' });
    await expect(list.getByRole('link')).toHaveCount(2);
    // Only services with a place are on the map.
    await expect(map.getByRole('button', { name: '바다 위 공방' })).toHaveCount(0);
    await map.getByRole('button', { name: '지도 위 공방' }).press('Enter');
    for (const text of ['가까운 곳에서 출력해요.', '개인', 'Prusa MK4', '₩2,200']) {
      await expect(map).toContainText(text);
    }
    await expect(map.getByRole('link', { name: '자세히 보기' })).toHaveAttribute(
      'href',
      `/services/${service.id}`,
    );
    await expectAccessible();
  });

  test.describe('without its tiles', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] });

    test('shows our own outline and place names @night', async ({ page, goTo }) => {
      await page.route(/\/\d+\/\d+\/\d+\.png$/, (route) => route.abort());
      const map = await showMap(page, goTo);
      await expect(page.getByText('지도 그림을 받지 못해')).toBeVisible();
      await expect(map.getByText('종로구', { exact: true })).toBeVisible();
      await expect(map.getByRole('button', { name: '지도 위 공방' })).toBeVisible();
    });
  });

  test('names its centre, and that streets are missing, if no tiles are configured @night', async ({
    page,
    goTo,
  }) => {
    await page.route('**/api/map', (route) => route.fulfill({ json: { tiles: null } }));
    const map = await showMap(page, goTo);
    await expect(page.getByText('거리 지도는 아직 연결되어 있지 않아')).toBeVisible();
    await expect(map.getByText(/^서울 .*37\.56\d\d, 126\.97\d\d$/)).toBeVisible();
    await expect(map.getByText('37.6°', { exact: true })).toBeVisible();
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('is a list', async ({ page }) => {
      await page.goto('/services?view=map');
      await expect(
        page.getByRole('list', { name: '지도에 있는 서비스' }).getByRole('link').first(),
      ).toBeVisible();
    });
  });
});

test('coordinates are sent with a precision of 100 m at most', async ({ page, goTo, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 35.179_612_3, longitude: 129.075_649_8 });
  const [asked] = await Promise.all([page.waitForRequest(/\/api\/services\/nearby/), goTo('/services')]);
  const { searchParams } = new URL(asked.url());
  expect([searchParams.get('lat'), searchParams.get('long')]).toEqual(['35.18', '129.076']);
  await expect(page.getByRole('main')).toContainText('부산 연제구 주변이에요');
  // Newest first by default, as everywhere; nearest first is an option.
  await expect(page.getByRole('combobox', { name: '정렬' })).toHaveValue('newest');
});

test('an unknown type says so, and links to all @night', async ({ page, goTo, expectAccessible }) => {
  await goTo('/services/type/xyz');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('‘xyz’ 서비스');
  await expect(page.getByText('‘xyz’ 종류의 서비스는 없어요.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: '전체 서비스 보기' }).click();
  await expect(page).toHaveURL('/services');
  await goTo('/resources/type/xyz');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('‘xyz’ 자료');
  await expect(page.getByText('‘xyz’ 분류는 없어요.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '전체 자료 보기' }).first().click();
  await expect(page).toHaveURL('/resources');
});

test('without a centre the list says that the radius has no effect, and choosing one asks for a place @night', async ({
  page,
  goTo,
}) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_found, failed) =>
      failed?.({ code: 1, message: 'denied' } as GeolocationPositionError);
  });
  await goTo('/services');
  const radius = page.getByRole('combobox', { name: '검색 반경' });
  const order = page.getByRole('combobox', { name: '정렬' });
  await expect(radius).toHaveValue('10');
  await expect(page.getByText('거리와 상관없이 모두 보여 드려요.')).toBeVisible();
  await expect(order).toHaveValue('newest');
  const asked = page.waitForRequest((request) => request.url().includes('/api/services/nearby'));
  await radius.selectOption('20');
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get('maxDistance')).toBe('20');
  await expect(page.getByText('서울 주변이에요')).toBeVisible();
  await expect(radius).toHaveValue('20');
  await expect(order).toHaveValue('newest');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const path of ['/services', '/services/type/3d_printing'])
    test(`the first service of ${path} is on the first screen`, async ({ page, goTo, expectAccessible }) => {
      await goTo(path);
      const first = page.getByRole('main').getByRole('article').first();
      const picture = await first.locator('img, svg').first().boundingBox();
      const title = await first.getByRole('heading').boundingBox();
      expect(picture?.y).toBeLessThan(480);
      // The bar at the bottom begins at 787.
      expect((title?.y ?? 844) + (title?.height ?? 0)).toBeLessThan(760);
      await expectAccessible();
    });

  test('filters are a sheet, which stays open while they are chosen', async ({
    page,
    goTo,
    expectAccessible,
  }) => {
    await goTo('/services');
    const main = page.getByRole('main');
    await expect(main.getByRole('combobox', { name: '도시' })).toBeHidden();
    await main.getByRole('button', { name: '필터', exact: true }).click();
    const sheet = main.getByRole('group', { name: '필터와 정렬' });
    await sheet.getByRole('combobox', { name: '도시' }).selectOption('busan');
    await expect(page).toHaveURL('/services?city=busan');
    await sheet.getByRole('combobox', { name: '구', exact: true }).selectOption('haeundae');
    await expect(page).toHaveURL('/services?city=busan&district=haeundae');
    await sheet.getByRole('button', { name: '결과 보기' }).click();
    await expect(sheet).toBeHidden();
    await expect(main.getByRole('button', { name: '필터 2' })).toBeVisible();
    await main.getByRole('button', { name: '필터 2' }).click();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(main.getByRole('button', { name: '필터 2' })).toBeFocused();
    await main.getByRole('button', { name: '필터 2' }).click();
    await expect(sheet).toBeVisible();
    await expectAccessible();
  });

  for (const { path, name } of [
    { path: '/resources', name: '라이선스' },
    { path: '/auctions', name: '정렬' },
    { path: '/auctions/jobs', name: '정렬' },
  ])
    test(`filters of ${path} are a sheet`, async ({ page, goTo }) => {
      await goTo(path);
      const main = page.getByRole('main');
      const filter = main.getByRole('combobox', { name }).first();
      await expect(filter).toBeHidden();
      await main.getByRole('button', { name: /^필터/ }).click();
      await expect(filter).toBeVisible();
      await main.getByRole('button', { name: '닫기' }).click();
      await expect(filter).toBeHidden();
    });
});

test.describe('a reader who has let the page know their place', () => {
  test.use({ geolocation: busan, permissions: ['geolocation'] });

  test('sees a skeleton until it is known, and never a list that shrinks', async ({ page, goTo }) => {
    await goTo('/services');
    await expect(page.getByRole('main')).toContainText('부산 연제구 주변이에요');
    // Later visits know from the first paint on that the place will be asked for.
    await page.addInitScript(() => {
      const counts: number[] = [];
      Object.assign(window, { counts });
      const look = () => {
        const shown = [...document.querySelectorAll('main article')].filter((card) => card.checkVisibility());
        if (document.readyState !== 'loading' && counts.at(-1) !== shown.length) counts.push(shown.length);
        requestAnimationFrame(look);
      };
      look();
    });
    let answer = () => {};
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/services\/nearby/, async (route) => {
      await waits;
      await route.continue();
    });
    await page.goto('/services');
    await expect(page.locator('main [aria-busy=true]').filter({ visible: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('article').filter({ visible: true })).toHaveCount(0);
    answer();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.length).toBeLessThanOrEqual(2);
  });

  test('reads where the nearest is if there is none, and what leads on', async ({
    page,
    goTo,
    expectAccessible,
  }) => {
    const [some] = await (
      await page.request.get('/api/services/nearby?lat=37.5&long=127&maxDistance=50')
    ).json();
    await page.route(/\/api\/services\/nearby\?.*maxDistance=10(&|$)/, (route) =>
      route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
    );
    await page.route(/\/api\/services\/nearby\?.*maxDistance=500/, (route) =>
      route.fulfill({ json: [{ ...some, distance: 17.3 }] }),
    );
    await goTo('/services');
    const none = page.getByRole('main').getByRole('status').filter({ hasText: '10km 안에는' });
    await expect(none).toContainText('17km 떨어진');
    await expect(none.getByRole('link', { name: '20km까지 넓혀 보기' })).toHaveAttribute(
      'href',
      '/services?radius=20',
    );
    await expect(none.getByRole('link', { name: '구하는 글로 올리기' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
    await expectAccessible();
    await none.getByRole('link', { name: '택배로 보내 주는 곳 보기' }).click();
    await expect(page).toHaveURL('/services?radius=country');
    await expect(page.getByText('어디에 있든 택배로 보내 주는 곳이에요')).toBeVisible();
  });
});

test('a map whose tiles never come shows our own outline @night', async ({ page, goTo }) => {
  await page.route(/\/\d+\/\d+\/\d+\.png$/, () => new Promise(() => {}));
  await goTo('/services?view=map');
  await expect(page.getByText('지도 그림을 받지 못해')).toBeVisible({ timeout: 15_000 });
});
