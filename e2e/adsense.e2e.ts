import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { freePort } from '../fakes/free-port.ts';
import { createAdsenseFake } from '../fakes/adsense.ts';
import type { AdSlot } from '../src/platform/shared/ad-slots.ts';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expect, test as base } from './fixtures.ts';

/** A marketplace of its own with AdSense configured, in which tests open and close slots. */
type Site = { origin: string; fake: ReturnType<typeof createAdsenseFake> };
const units = {
  content_end: '1000000001',
  sidebar_bottom: '1000000002',
  sidebar_top: '1000000003',
  in_page: '1000000005',
  native_25: '1000000006',
  native_50: '1000000007',
};
const admin = { email: 'admin@example.com', password: 'a sentence for the tests' };

const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const fake = createAdsenseFake();
      const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-adsense-'));
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const { PATH, TZ, LANG } = process.env;
      const server = spawn(process.execPath, ['dist/main.js'], {
        stdio: 'ignore',
        env: {
          PATH,
          TZ,
          LANG,
          NODE_ENV: 'production',
          PASSWORD_COST: 'test',
          PORT: String(port),
          DATA_DIR: dataDir,
          ADMIN_EMAIL: admin.email,
          ADMIN_PASSWORD: admin.password,
          LOG_LEVEL: 'warn',
          OVERLOAD_MS: '600000',
          RATE_LIMIT_VITALS: '100000',
          ADSENSE_CLIENT: 'ca-pub-1234567890123456',
          ADSENSE_SLOTS: Object.entries(units)
            .map((pair) => pair.join('='))
            .join(),
          ADSENSE_TEST: 'on',
          ADSENSE_FAKE_ORIGIN: await fake.start(),
        },
      });
      await expect
        .poll(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status, { timeout: 240_000 })
        .toBe(200);
      await use({ origin, fake });
      server.kill('SIGTERM');
      await once(server, 'exit');
      await fake.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
});
// All tests share one server, whose settings each test changes.
test.describe.configure({ mode: 'default' });

/** Changes the setting as staff do on /admin/settings. */
async function openSlots(site: Site, context: BrowserContext, slots: AdSlot[]): Promise<void> {
  const browser = context.browser();
  if (!browser) throw new Error('there is no browser');
  const staff = await browser.newContext({ baseURL: site.origin });
  const { request } = staff;
  const headers = { origin: site.origin };
  const login = await request.post('/api/login', { data: admin, headers });
  expect(login.status(), await login.text()).toBe(200);
  const read = async (): Promise<{ name: string; value: unknown; changedAt: string | null }[]> =>
    (await request.get('/api/admin/settings')).json();
  const now = (await read()).find(({ name }) => name === 'adSlots');
  await request.post('/api/user/proofs/password', { data: { password: admin.password }, headers });
  const answer = await request.put('/api/admin/settings/adSlots', {
    data: { value: slots, changedAt: now?.changedAt ?? null, reason: '시험' },
    headers,
  });
  expect(answer.status(), await answer.text()).toBe(204);
  await expect
    .poll(async () => (await (await request.get('/api/site')).json()).ads.open as string[])
    .toEqual(slots);
  await staff.close();
}

const calm: AdSlot[] = ['content_end', 'sidebar_bottom'];
const slot = (page: Page, name: string) => page.locator(`[data-slot="${name}"]`);
const filled = (page: Page) => page.locator('ins.adsbygoogle[data-ad-status="filled"]');
const adsPolicy = (page: Page) => page.locator('meta[name="ads-policy"]');
const answer = (context: BrowserContext, site: Site, value: 'yes' | 'no') =>
  context.addCookies([{ name: 'gongbang_ads', value, url: site.origin }]);

/** Sum of layout shifts since the page started. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );
/** Position in the page, regardless of scrolling. */
const placeOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y: y + window.scrollY, width, height };
  });
/** Records the documents that the page loads from now on. */
function documentsOf(page: Page): string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

test.beforeEach(async ({ site, context }) => {
  site.fake.unfilled.clear();
  site.fake.asked.length = 0;
  await openSlots(site, context, calm);
});

test('nothing from Google is loaded without consent; then its ads are labelled and allowed @night', async ({
  page,
  goTo,
  site,
  expectAccessible,
}) => {
  await goTo('/about');
  const bar = page.getByRole('region', { name: 'Google 광고' });
  await expect(bar).toContainText('맞춤 광고는 요청하지 않아요');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible();
  // The bar covers nothing: the page starts below it.
  const [above, below] = [
    await bar.boundingBox(),
    await page.getByRole('heading', { level: 1 }).boundingBox(),
  ];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  // Both answers are equally easy.
  const sizes = await bar
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((each) => [
        each.clientHeight,
        getComputedStyle(each).backgroundColor,
        getComputedStyle(each).fontSize,
      ]),
    );
  expect(sizes[0]).toEqual(sizes[1]);
  expect(site.fake.asked).toEqual([]);
  await expect(slot(page, 'content_end')).toBeVisible();

  await bar.getByRole('button', { name: '허용' }).click();
  await expect(filled(page)).toHaveCount(2);
  await expect(bar).toHaveCount(0);
  await expect(slot(page, 'content_end')).toContainText('광고');
  await expect(slot(page, 'content_end').locator('ins')).toHaveAttribute('data-adtest', 'on');
  expect(await page.evaluate(() => window.adsbygoogle?.requestNonPersonalizedAds)).toBe(1);
  // Without the publisher in the script's address Google places no ads by itself.
  expect(site.fake.asked[0]).toBe('/pagead/js/adsbygoogle.js');
  await expectAccessible();
  await goTo('/about');
  await expect(filled(page)).toHaveCount(2);
  await expect(bar).toHaveCount(0);
});

test('after a refusal our own banners are shown, the question is not repeated, and consent can be given later @night', async ({
  page,
  goTo,
  site,
}) => {
  await goTo('/about');
  await page.getByRole('button', { name: '거절' }).click();
  const bar = page.getByRole('region', { name: 'Google 광고' });
  await expect(bar).toHaveCount(0);
  // The button is gone, so keyboard focus continues from the content.
  await expect(page.locator('#content')).toBeFocused();
  await goTo('/resources');
  await expect(bar).toHaveCount(0);
  await expect(slot(page, 'content_end')).toContainText('이 자리를 후원해 주세요');
  expect(site.fake.asked).toEqual([]);
  await goTo('/privacy');
  await expect(page.getByText('지금은 거절했어요.')).toBeVisible();
  await page.getByRole('button', { name: '허용' }).click();
  await expect(page.getByText('지금은 허용했어요.')).toBeVisible();
  await expect(filled(page)).toHaveCount(2);
  await page.getByRole('button', { name: '거절' }).click();
  await expect(page.getByText('지금은 거절했어요.')).toBeVisible();
  await expect(adsPolicy(page)).toHaveCount(0);
  await expect(page.locator('ins')).toHaveCount(0);
});

test('signed-in people are neither asked nor shown anything from Google @night', async ({
  page,
  goTo,
  site,
  context,
  signIn,
}) => {
  await signIn();
  await answer(context, site, 'yes');
  await goTo('/about');
  await expect(slot(page, 'content_end')).toBeVisible();
  await expect(adsPolicy(page)).toHaveCount(0);
  await context.clearCookies({ name: 'gongbang_ads' });
  await goTo('/about');
  await expect(slot(page, 'content_end')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Google 광고' })).toHaveCount(0);
  expect(site.fake.asked).toEqual([]);
});

test('signing in and private pages load a new document with the strict policy @night', async ({
  page,
  goTo,
  site,
  context,
}) => {
  await answer(context, site, 'yes');
  await goTo('/about');
  await expect(filled(page)).toHaveCount(2);
  const documents = documentsOf(page);
  // Between public pages no document is loaded, and the units are requested again.
  await page.getByRole('link', { name: '전체 자료' }).first().click();
  await expect(page).toHaveURL(/\/resources$/);
  await expect(filled(page)).toHaveCount(2);
  expect(documents).toEqual([]);
  await page.getByRole('link', { name: '로그인' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('로그인');
  expect(documents).toEqual(['/login']);
  await expect(adsPolicy(page)).toHaveCount(0);
  await expect(page.locator('ins, [data-slot]')).toHaveCount(0);
  await page.getByLabel('이메일').fill(demoSignIns[0] ?? '');
  await page.getByLabel('비밀번호', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  await goTo('/about');
  await expect(adsPolicy(page)).toHaveCount(0);
});

test('after signing in elsewhere, the next page leaves the document with the ads policy @night', async ({
  page,
  goTo,
  site,
  context,
  signIn,
}) => {
  await answer(context, site, 'yes');
  await page.clock.install();
  await goTo('/about');
  await expect(filled(page)).toHaveCount(2);
  await signIn();
  // The page notices by refetching when the reader returns to it after a while.
  await page.clock.fastForward('10:00');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('button', { name: '로그아웃' })).toBeVisible();
  await expect(page.locator('ins')).toHaveCount(0);
  const documents = documentsOf(page);
  await page.getByRole('link', { name: '전체 자료' }).first().click();
  await expect.poll(() => documents).toEqual(['/resources']);
  await expect(page).toHaveURL(/\/resources$/);
  await expect(adsPolicy(page)).toHaveCount(0);
});

for (const { prefix, lang, allow } of [
  { prefix: '', lang: 'ko', allow: '허용' },
  { prefix: '/en', lang: 'en', allow: 'Allow' },
  { prefix: '/jp', lang: 'ja', allow: '許可' },
])
  for (const width of [390, 1440])
    test(`in ${lang} at ${width} px the bar, units and fallbacks cause no layout shift @night`, async ({
      page,
      goTo,
      site,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: lang === 'en' ? 'dark' : 'light' });
      await goTo(`${prefix}/about`);
      expect(await shiftOf(page)).toBeLessThan(0.01);
      const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await sticksOut()).toBeLessThanOrEqual(0);
      site.fake.unfilled.add(units.content_end);
      // Delayed, as on a bad network.
      let letIn = () => {};
      const late = new Promise<void>((resolve) => (letIn = resolve));
      await page.route('**/adsbygoogle.js*', async (route) => {
        await late;
        await route.continue();
      });
      await page.getByRole('button', { name: allow }).click();
      const unit = page.locator('[data-slot="content_end"]');
      await expect(unit.locator('ins')).toHaveCount(1);
      await unit.scrollIntoViewIfNeeded();
      // Text wraps differently in the fallback font.
      await page.evaluate(() => document.fonts.ready);
      const before = await placeOf(unit);
      letIn();
      // Google has no ad for it: our own banner fills the same place.
      await expect(unit.locator('ins')).toHaveCount(0);
      await expect(unit.getByRole('link')).toBeVisible();
      expect(await placeOf(unit)).toEqual(before);
      if (width === 390) expect(before).toMatchObject({ width: 320, height: 50 });
      // A phone has no side menu, so nothing is requested for it.
      await expect(filled(page)).toHaveCount(width === 390 ? 0 : 1);
      expect(await shiftOf(page)).toBeLessThan(0.01);
      expect(await sticksOut()).toBeLessThanOrEqual(0);
    });

test.describe('when Google’s script is blocked', () => {
  test.use({ expectedConsoleErrors: [/net::ERR_/] });
  test('our own banners replace its ads @night', async ({ page, goTo, site, context }) => {
    await answer(context, site, 'yes');
    await page.route('**/adsbygoogle.js*', (route) => route.abort());
    // Loaded once before, because a font that is not loaded yet shifts text too.
    await goTo('/about');
    await goTo('/about');
    await expect(slot(page, 'content_end')).toContainText('이 자리를 후원해 주세요');
    await expect(page.locator('ins')).toHaveCount(0);
    expect(await shiftOf(page)).toBeLessThan(0.01);
  });
});

test('anchors and vignettes are left to Google: its script gets the publisher, and nothing of ours shifts @night', async ({
  page,
  goTo,
  site,
  context,
}) => {
  await openSlots(site, context, ['content_end', 'anchor', 'mobile_sticky', 'overlay']);
  await answer(context, site, 'yes');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/ads', (route) => route.fulfill({ json: [house] }));
  await goTo('/about');
  await expect(page.locator('[data-fake-anchor]')).toHaveCount(1);
  expect(site.fake.asked[0]).toBe('/pagead/js/adsbygoogle.js?client=ca-pub-1234567890123456');
  await expect(filled(page)).toHaveCount(1);
  await expect(page.locator('.ad-sticky')).toHaveCount(0);
});

const house = {
  id: '01890000-0000-7000-8000-000000000002',
  kind: 'house',
  title: '봄 소식',
  text: '새 필라멘트가 들어왔어요',
  url: '/resources',
  language: 'ko',
  picture: null,
};

test.describe('slots that staff open', () => {
  test.beforeEach(async ({ site, context, page }) => {
    await answer(context, site, 'no');
    await page.route('**/api/ads', (route) => route.fulfill({ json: [house] }));
  });

  for (const path of ['/resources', '/services'])
    test(`in ${path} are between the cards, look like them and are labelled @night`, async ({
      page,
      goTo,
      site,
      context,
      expectAccessible,
    }) => {
      await openSlots(site, context, [
        'native_25',
        'native_50',
        'native_75',
        'content_end',
        'sidebar_bottom',
      ]);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await goTo(path);
        const cards = page.locator('main ul > li:has(article), main ul > li:has([data-slot])');
        await expect(slot(page, 'native_25')).toContainText('봄 소식');
        await expect(slot(page, 'native_25')).toContainText('공방 소식');
        await expect(slot(page, 'native_50')).toBeVisible();
        // Two in the flow at most, regardless of how many are open.
        await expect(page.locator('[data-slot]')).toHaveCount(2);
        const natives = await cards.evaluateAll((all) =>
          all.flatMap((each, index) => (each.querySelector('[data-slot]') ? [index] : [])),
        );
        const count = (await cards.count()) - natives.length;
        expect(natives).toEqual([Math.round(count / 4), Math.round(count / 2) + 1]);
        const wide = async (at: number) => (await cards.nth(at).boundingBox())?.width;
        expect(await wide(natives[0] ?? 0)).toBe(await wide(0));
        expect(await shiftOf(page)).toBeLessThan(0.01);
        await expectAccessible();
      }
      await goTo(`${path}?search=qqqqzzzz`);
      await expect(page.locator('[data-slot^="native"]')).toHaveCount(0);
    });

  test('in pages of a resource and of a service are between their sections @night', async ({
    page,
    goTo,
    site,
    context,
    request,
    expectAccessible,
  }) => {
    await openSlots(site, context, ['in_page']);
    const [resource] = await (await request.get('/api/resources/type/3d_model?limit=1')).json();
    const [service] = await (await request.get('/api/services?limit=1')).json();
    for (const path of [`/resources/${resource.id}`, `/services/${service.id}`]) {
      await goTo(path);
      await expect(slot(page, 'in_page')).toContainText('봄 소식');
      await expect(page.locator('[data-slot]')).toHaveCount(1);
      await expectAccessible();
    }
  });

  test('in the menus are at the top of the side menu, and inside it on phones @night', async ({
    page,
    goTo,
    site,
    context,
    expectAccessible,
  }) => {
    await openSlots(site, context, ['sidebar_top', 'menu_banner']);
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo('/about');
    await expect(slot(page, 'sidebar_top')).toBeVisible();
    const [ad, first] = [
      await slot(page, 'sidebar_top').boundingBox(),
      await page.locator('#side-services').boundingBox(),
    ];
    expect(ad?.y ?? 0).toBeLessThan(first?.y ?? 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo('/about');
    await expect(slot(page, 'sidebar_top')).toBeHidden();
    await page.getByRole('button', { name: '메뉴' }).click();
    const banner = page.getByRole('dialog').locator('[data-slot="menu_banner"]');
    await banner.scrollIntoViewIfNeeded();
    await expect(banner).toContainText('봄 소식');
    // The unit is as wide as the menu allows.
    const { width = 0, height = 0 } = (await banner.boundingBox()) ?? {};
    expect([Math.round(width), height]).toEqual([288, 50]);
    expect(await banner.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expectAccessible();
  });

  test('at the bottom of a phone never cover content for good, hide while typing, and can be closed @night', async ({
    page,
    goTo,
    site,
    context,
    expectAccessible,
  }) => {
    await openSlots(site, context, ['mobile_sticky']);
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo('/about');
    const bar = page.getByRole('complementary', { name: '광고' });
    await expect(bar).toBeVisible();
    expect(await slot(page, 'mobile_sticky').boundingBox()).toMatchObject({ width: 320, height: 50 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [last, top] = [await page.locator('footer').boundingBox(), await bar.boundingBox()];
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((top?.y ?? 0) + 1);
    expect(await shiftOf(page)).toBeLessThan(0.01);
    await expectAccessible();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page
      .getByRole('combobox', { name: /검색|찾/ })
      .first()
      .focus();
    await expect(bar).toBeHidden();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(bar).toBeVisible();
    await bar.getByRole('button', { name: '광고 닫기' }).click();
    await expect(bar).toHaveCount(0);
    await goTo('/resources');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar).toHaveCount(0);
    // A page with a side menu has none.
    await page.evaluate(() => sessionStorage.clear());
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo('/about');
    await expect(bar).toHaveCount(0);
  });

  test('our own overlay is shown once a day, not on the first page, and closes with Escape @night', async ({
    page,
    goTo,
    site,
    context,
    expectAccessible,
  }) => {
    await openSlots(site, context, ['overlay']);
    const sponsor = {
      ...house,
      id: '01890000-0000-7000-8000-000000000003',
      kind: 'sponsor',
      title: '튼튼한 공구',
    };
    await page.route('**/api/ads', (route) => route.fulfill({ json: [sponsor, house] }));
    await page.clock.install();
    await goTo('/about');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('gongbang-ads-visit'))).toBe('yes');
    await page.clock.runFor(10_000);
    const dialog = page.getByRole('dialog', { name: '광고' });
    await expect(dialog).toHaveCount(0);
    const link = page.getByRole('link', { name: '전체 자료' }).first();
    await link.click();
    await expect(page).toHaveURL(/\/resources$/);
    await page.clock.runFor(3000);
    await expect(dialog).toContainText('봄 소식');
    await expect(dialog).not.toContainText('튼튼한 공구');
    await expect(dialog.getByRole('button', { name: '광고 닫기' })).toBeFocused();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();
    await page.getByRole('link', { name: '하드웨어 설계' }).first().click();
    await expect(page).toHaveURL(/hardware_design/);
    await page.clock.runFor(10_000);
    await expect(dialog).toHaveCount(0);
  });

  test('are chosen by staff on the settings page @night', async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    await signIn(admin.email, admin.password);
    await goTo('/admin/settings');
    await page.getByRole('button', { name: '바꾸기: 열린 광고 자리' }).click();
    const dialog = page.getByRole('dialog', { name: '열린 광고 자리' });
    await expect(dialog.getByRole('checkbox', { name: '본문 끝' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: '상세 페이지 중간' }).check();
    await dialog.getByRole('checkbox', { name: '옆 메뉴 아래' }).uncheck();
    await expectAccessible();
    await dialog.getByLabel('이유').fill('조용하게');
    await dialog.getByRole('button', { name: '바꾸기' }).click();
    await expect(page.getByText('본문 끝 · 상세 페이지 중간')).toBeVisible();
  });
});
