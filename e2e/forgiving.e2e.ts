import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const software = /\/api\/resources\/type\/software$/;
const failure = { status: 503, json: { message: '점검 중이에요.', code: 'overloaded' } };

/** Simulates a bad network for one call: `answer` handles each request. Returns the times of the requests. */
async function flaky(page: Page, url: RegExp, answer: (route: Route, count: number) => Promise<void>) {
  const times: number[] = [];
  await page.route(url, async (route) => {
    times.push(Date.now());
    await answer(route, times.length);
  });
  return {
    count: () => times.length,
    gaps: () => times.slice(1).map((time, index) => time - (times[index] ?? 0)),
  };
}

/** Navigates from a page without preloading to the list of software. */
async function toSoftware(page: Page) {
  await page.getByRole('navigation', { name: '자료 분류' }).getByRole('link', { name: '소프트웨어' }).click();
}

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const banner = (page: Page) => page.getByRole('main').getByRole('alert');

/** A later request is fine on a slow machine; an earlier one is wrong. */
function expectAtLeast(gaps: number[], wanted: number[]): void {
  expect(gaps).toHaveLength(wanted.length);
  gaps.forEach((gap, index) => expect(gap).toBeGreaterThanOrEqual((wanted[index] ?? 0) - 50));
}

test.describe('on a bad network', () => {
  // React logs errors that a page's error boundary caught.
  test.use({ expectedConsoleErrors: [/50\d|40\d|ERR_|Failed to load|^ApiError: 0/] });

  test.beforeEach(async ({ page }) => {
    // Preloads would be counted too.
    await page.route('**/after-load-*.js', (route) => route.abort());
  });

  test('a failed section of the home page says so and can be retried @night', async ({ page, goTo }) => {
    await page.route(/\/api\/resources\/type\/software\?limit=6$/, (route) =>
      route.fulfill({ status: 400, json: { message: '점검 중이에요.', code: 'invalid_input' } }),
    );
    await goTo('/login');
    await page.getByRole('link', { name: '공방 홈' }).first().click();
    const section = page.getByRole('region', { name: '소프트웨어' });
    await expect(section).toContainText('점검 중이에요.');
    await expect(section).not.toContainText('아직 자료가 없어요.');
    await page.unrouteAll({ behavior: 'wait' });
    await section.getByRole('button', { name: '다시 시도' }).click();
    await expect(section.getByRole('article').first()).toBeVisible();
  });

  test('a failing list is retried after 1 s and 2 s, says so meanwhile, and recovers @night', async ({
    page,
    goTo,
  }) => {
    const calls = await flaky(page, software, (route, count) =>
      count <= 2 ? route.fulfill(failure) : route.fallback(),
    );
    await goTo('/login');
    await toSoftware(page);
    await expect(page).toHaveURL('/resources/type/software');
    await expect(banner(page)).toContainText(
      '데이터를 불러오는 데 문제가 있었어요. 자동으로 다시 시도하는 중이에요…',
    );
    await expect(banner(page)).toContainText('점검 중이에요.');
    await expect(page.locator('main [aria-busy=true] > div')).toHaveCount(8);
    await expect(cards(page).first()).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    expectAtLeast(calls.gaps(), [1000, 2000]);
  });

  test('a response that is no list is reported, and requested again 3 s later @night', async ({
    page,
    goTo,
  }) => {
    const calls = await flaky(page, software, (route, count) =>
      count === 1 ? route.fulfill({ json: { items: [] } }) : route.fallback(),
    );
    await goTo('/login');
    await toSoftware(page);
    await expect(banner(page)).toContainText('서버 응답 형식이 올바르지 않아요.');
    await expect(cards(page).first()).toBeVisible();
    expectAtLeast(calls.gaps(), [3000]);
  });

  test('an empty list is requested once more, 3 s later @night', async ({ page, goTo }) => {
    const calls = await flaky(page, software, (route, count) =>
      count === 1 ? route.fulfill({ json: [] }) : route.fallback(),
    );
    await goTo('/login');
    await toSoftware(page);
    await expect(page.getByRole('main')).toContainText('등록된 자료가 없어요.');
    await expect(cards(page).first()).toBeVisible();
    expectAtLeast(calls.gaps(), [3000]);
  });

  test('a final refusal is requested once, and again only with the button @night', async ({ page, goTo }) => {
    const calls = await flaky(page, software, (route, count) =>
      count === 1
        ? route.fulfill({ status: 403, json: { message: '볼 수 없어요.', code: 'forbidden' } })
        : route.fallback(),
    );
    await goTo('/login');
    await toSoftware(page);
    await expect(banner(page)).toContainText('볼 수 없어요.');
    await expect(banner(page)).not.toContainText('자동으로');
    expect(calls.count()).toBe(1);
    await banner(page).getByRole('button', { name: '새로고침' }).click();
    await expect(cards(page).first()).toBeVisible();
    expect(calls.count()).toBe(2);
  });

  test('offline an error is shown at once without retries; back online the list appears', async ({
    page,
    goTo,
    context,
  }) => {
    // The code of the page is loaded, but not its data.
    await goTo('/resources/type/ai_model');
    let calls = 0;
    page.on('request', (request) => {
      if (software.test(request.url())) calls += 1;
    });
    await context.setOffline(true);
    await toSoftware(page);
    await expect(banner(page)).toContainText(
      '네트워크 연결에 문제가 있어요. 연결을 확인하고 다시 시도해 주세요.',
    );
    await expect(banner(page)).not.toContainText('자동으로');
    // Longer than the delay of the first retry.
    const since = Date.now();
    await expect.poll(() => Date.now() - since).toBeGreaterThan(1500);
    expect(calls).toBe(1);
    await context.setOffline(false);
    await expect(cards(page).first()).toBeVisible();
    expect(calls).toBe(2);
  });

  test('offline a page that cannot be loaded keeps the frame, and appears when the network is back @night', async ({
    page,
    goTo,
    context,
  }) => {
    await goTo('/resources');
    const title = await cards(page).first().getByRole('heading').innerText();
    await context.setOffline(true);
    await cards(page).first().getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('페이지를 불러오지 못했어요');
    await expect(page.getByRole('banner')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  test('with every second call failing, people can browse lists and open a resource @night', async ({
    page,
    goTo,
  }) => {
    const seen = new Map<string, number>();
    await goTo('/login');
    await page.route('**/api/**', (route) => {
      const url = route.request().url();
      const count = (seen.get(url) ?? 0) + 1;
      seen.set(url, count);
      return count % 2 === 1 ? route.fulfill(failure) : route.fallback();
    });
    await toSoftware(page);
    await expect(cards(page).first()).toBeVisible();
    await cards(page).first().getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('소프트웨어');
    await expect(page.getByRole('main').getByRole('link', { name: '다운로드', exact: true })).toBeVisible();
  });

  test('a slow network shows a progress bar and skeletons after a click @night', async ({ page, goTo }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(software, async (route) => {
      await held;
      await route.fallback();
    });
    await goTo('/login');
    await toSoftware(page);
    await expect(page.locator('main [aria-busy=true] > div')).toHaveCount(8);
    await expect(page).toHaveURL('/resources/type/software');
    release();
    await expect(cards(page).first()).toBeVisible();
  });

  test('a broken entry is shown as a placeholder card, and the others stay @night', async ({
    page,
    goTo,
  }) => {
    await page.route(software, async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as unknown[];
      await route.fulfill({ response: answer, json: ['broken', null, ...list] });
    });
    await goTo('/login');
    await toSoftware(page);
    await expect(cards(page).filter({ hasText: '잘못된 자료 정보예요' })).toHaveCount(2);
    await expect(
      cards(page)
        .filter({ has: page.getByRole('link') })
        .first(),
    ).toBeVisible();
  });
});

test('likely pages are preloaded: six resources, then each category 100 ms apart @night', async ({
  page,
  goTo,
}) => {
  const first: number[] = [];
  const lists: { type: string; at: number }[] = [];
  await page.route('**/api/resources**', async (route) => {
    const url = new URL(route.request().url());
    const type = /\/type\/(\w+)$/.exec(url.pathname)?.[1];
    if (url.search === '?limit=6' && type === undefined) first.push(Date.now());
    if (type !== undefined && url.search === '') lists.push({ type, at: Date.now() });
    await route.fallback();
  });
  await goTo('/login');
  await expect.poll(() => lists.length).toBe(6);
  expect(first).toHaveLength(1);
  expect(lists.map(({ type }) => type)).toEqual([
    'hardware_design',
    'software',
    'ai_model',
    '3d_model',
    'free_content',
    'flash_game',
  ]);
  expect((lists[0]?.at ?? 0) - (first[0] ?? 0)).toBeGreaterThanOrEqual(2500);
  // The preloaded list appears without another call.
  await toSoftware(page);
  await expect(cards(page).first()).toBeVisible();
  expect(lists).toHaveLength(6);
});

test('a visit reports its timings, and nothing else @night', async ({ page, goTo }) => {
  const loaded = page.waitForResponse(/after-load-.*\.js/);
  await goTo('/resources');
  await loaded;
  // The newest resource of another test may have nothing to download.
  const download = cards(page)
    .getByRole('link', { name: /다운로드$/ })
    .first();
  await expect(download).toBeVisible();
  // Tooltips show that the script has run; a pointer that arrived before must enter again.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await download.hover();
    await expect(page.locator('[popover]:popover-open')).toHaveText('다운로드', { timeout: 2000 });
  }).toPass();
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/vitals'),
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }),
  ]);
  expect(answer.status()).toBe(204);
});

test('another page starts at its top and fades in @night', async ({ page, goTo }) => {
  await goTo('/resources');
  await page.evaluate(() => window.scrollTo(0, 1200));
  await cards(page).nth(8).getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.locator('html')).not.toHaveClass(/page-transition/);
});

test('one toast at a time, which disappears after 3 s @night', async ({ page, goTo }) => {
  await goTo('/resources/type/software');
  await page.route('**/download-check', (route) =>
    route.fulfill({ json: { success: false, useRedirect: false, downloadUrl: null } }),
  );
  const toasts = page.locator('[role=alert] p, [role=status] p').filter({ hasText: '다운로드에 실패했어요' });
  await cards(page)
    .first()
    .getByRole('link', { name: /다운로드$/ })
    .click();
  await expect(toasts).toHaveCount(1);
  await cards(page)
    .nth(1)
    .getByRole('link', { name: /다운로드$/ })
    .click();
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveCount(0);
});

test.describe('page links of a list', () => {
  test('mark exactly one page as the current one @night', async ({ page, goTo }) => {
    for (const [path, name] of [
      ['/resources', '1쪽'],
      ['/resources?page=2', '2쪽'],
      ['/resources?page=2&sort=downloads', '2쪽'],
    ] as const) {
      await goTo(path);
      const current = page
        .getByRole('navigation', { name: '페이지' })
        .locator('[aria-current=page]')
        .filter({ visible: true });
      await expect(current).toHaveCount(1);
      await expect(current).toHaveAccessibleName(name);
    }
  });

  for (const [what, width, textPercent] of [
    ['at 320 px', 320, 100],
    ['with text of 200%', 320, 200],
    ['on a phone', 390, 100],
  ] as const) {
    test(`stay on the screen ${what}, and so does the search box @night`, async ({ page, goTo }) => {
      await page.setViewportSize({ width, height: 800 });
      await goTo('/resources/type/hardware_design?search=%EA%B8%B0');
      const box = page.getByRole('main').getByRole('combobox', { name: '이 목록에서 검색' });
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
      }, textPercent);
      expect((await box.boundingBox())?.width).toBeGreaterThanOrEqual(width - 40);
      await goTo('/resources');
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
      }, textPercent);
      const links = page.getByRole('navigation', { name: '페이지' }).getByRole('link');
      for (const link of await links.all()) {
        const place = await link.boundingBox();
        expect(place?.x).toBeGreaterThanOrEqual(0);
        expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(width);
      }
    });
  }
});
