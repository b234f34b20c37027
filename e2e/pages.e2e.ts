import { get, type IncomingMessage } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const languages = [
  { prefix: '', lang: 'ko' },
  { prefix: '/en', lang: 'en' },
  { prefix: '/jp', lang: 'ja' },
];

/**
 * By day pages are tested in Korean, and axe checks every other one, with widths and colour schemes in rotation; the
 * nightly run covers the rest. Other languages differ only in their texts.
 */
const runs = languages.flatMap(({ prefix, lang }) =>
  lang === 'ko'
    ? [
        { prefix, lang, axe: 'by turns', night: '' },
        { prefix, lang, axe: 'at the rest', night: ' @night' },
      ]
    : [{ prefix, lang, axe: 'never', night: ' @night' }],
);
const byNight = (lang: string) => (lang === 'ko' ? '' : ' @night');

type Goes = (path: string) => Promise<void>;

const looks = [
  [390, 'light'],
  [1440, 'dark'],
] as const;

/** Opens a page once and checks it in both widths and colour schemes, without reloading. */
function visit(
  page: Page,
  goTo: Goes,
  expectAccessible: () => Promise<void>,
  { prefix, lang, axe }: (typeof runs)[number],
): Goes {
  let visited = 0;
  return async (path) => {
    // By day axe checks each group of four pages once in each combination.
    const turn = visited++ % (2 * looks.length);
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await goTo(`${prefix}${path}` || '/');
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const [look, [width, colorScheme]] of looks.entries()) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} sticks out sideways at ${width} px`).toBeLessThanOrEqual(0);
      if (axe === (look === turn ? 'by turns' : 'at the rest')) await expectAccessible();
    }
  };
}

for (const run of runs) {
  const { prefix, lang, axe, night } = run;
  test.describe(`in ${lang}, at 390 and 1440 px: readable, nothing overflows, axe ${axe}${night}`, () => {
    test('public pages', async ({ page, goTo, request, expectAccessible }) => {
      test.slow();
      const look = visit(page, goTo, expectAccessible, run);
      const ids: string[] = [];
      for (const type of ['hardware_design', 'ai_model', 'flash_game']) {
        const [resource] = await (await request.get(`/api/resources/type/${type}?limit=1`)).json();
        ids.push(resource.id);
      }
      const [service] = await (await request.get('/api/services?limit=1')).json();
      for (const path of [
        prefix === '' ? '/' : '',
        '/resources',
        '/resources?search=gear',
        '/resources?search=qqqqzzzz',
        '/resources/type/3d_model',
        ...ids.map((id) => `/resources/${id}`),
        '/services',
        '/services/type/3d_printing?search=qqqqzzzz',
        `/services/${service.id}`,
        `/services/${service.id}?tab=location`,
      ])
        await look(path);
    });

    test('account pages', async ({ page, goTo, signIn, expectAccessible }) => {
      test.slow();
      const look = visit(page, goTo, expectAccessible, run);
      for (const path of [
        '/about',
        '/auctions',
        '/resources/create',
        '/my/resources',
        '/auth',
        '/login',
        '/register',
        '/people/seongsu_layer',
        '/forgot-password',
        '/reset-password?token=x',
        '/confirm-email',
        '/sign-in/code',
        '/my/security',
      ])
        await look(path);
      await signIn();
      for (const path of ['/resources/create', '/my/resources', '/my/profile', '/my/security', '/login'])
        await look(path);
    });
  });
}

for (const { prefix, lang } of languages) {
  test(`in ${lang} text twice as large and a window of 320 px hide nothing${byNight(lang)}`, async ({
    page,
    goTo,
    request,
  }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 700 });
    const [resource] = await (await request.get('/api/resources?limit=1')).json();
    for (const path of [
      '',
      '/resources?page=2',
      `/resources/${resource.id}`,
      '/services',
      '/people/seongsu_layer',
      '/about',
      '/login',
    ]) {
      await goTo(`${prefix}${path}` || '/');
      for (const size of ['100%', '200%']) {
        await page.evaluate((each) => (document.documentElement.style.fontSize = each), size);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${path} at ${size} sticks out sideways`).toBeLessThanOrEqual(0);
      }
    }
    // A window of 1,280 × 1,024 px at a zoom of 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    for (const path of [`/resources/${resource.id}`, '/services']) {
      await goTo(`${prefix}${path}`);
      const covering = await page.evaluate(() => {
        window.scrollTo(0, document.body.scrollHeight / 2);
        const rows = Array.from({ length: 16 }, (_, index) => index * 16 + 8);
        return rows.filter((y) => !document.elementFromPoint(160, y)?.closest('#content'));
      });
      expect(covering, `rows of ${path} that something covers`).toEqual([]);
    }
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('home, list and detail can be read, and search works', async ({ page, request }) => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.goto('/en/resources');
    await expect(page.getByRole('article')).toHaveCount(32);
    const [resource] = await (await request.get('/api/resources?limit=1')).json();
    await page.goto(`/resources/${resource.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(resource.title);
    await page.getByRole('banner').getByRole('combobox', { name: '자료 검색' }).fill('기어');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/resources\?search=/);
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  test('files are downloaded, and the menu of a phone works', async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/resources/type/3d_model');
    const card = page.getByRole('article').first();
    const id = (await card.getByRole('heading').getByRole('link').getAttribute('href'))?.split('/').at(-1);
    const detail = await (await request.get(`/api/resources/${id}`)).json();
    const ofCard = page.waitForEvent('download');
    await card.getByRole('link', { name: /다운로드$/ }).click();
    expect((await ofCard).url()).toContain(`/api/resources/${id}/download`);
    await page.goto(`/resources/${id}`);
    const ofPage = page.waitForEvent('download');
    await page
      .getByRole('link', { name: `${detail.files[0].name} 다운로드` })
      .first()
      .click();
    expect((await ofPage).suggestedFilename()).toBe(detail.files[0].name);
    await page.getByRole('button', { name: '메뉴', exact: true }).click();
    await expect(page).toHaveURL(/#places$/);
    await page.getByRole('contentinfo').getByRole('link', { name: '3D 모델' }).click();
    await expect(page).toHaveURL('/resources/type/3d_model');
    await page.getByRole('banner').getByRole('link', { name: '로그인' }).click();
    await expect(page).toHaveURL('/login');
  });
});

test.describe('a missing page', () => {
  test.use({ expectedConsoleErrors: [/404/] });

  for (const { prefix, words, resource } of [
    {
      prefix: '',
      words: '페이지를 찾을 수 없어요',
      resource: '요청한 자료를 찾을 수 없거나 볼 수 있는 권한이 없어요',
    },
    {
      prefix: '/en',
      words: 'Page not found',
      resource: 'The requested resource could not be found or you do not have access to it',
    },
    {
      prefix: '/jp',
      words: 'ページが見つかりません',
      resource: 'リソースが見つからないか、アクセスする権限がありません',
    },
  ]) {
    test(`is 404 with an explanation: ${prefix || 'Korean'}${byNight(prefix || 'ko')}`, async ({
      page,
      expectAccessible,
    }) => {
      for (const [path, told] of [
        ['/nothing/here', words],
        ['/resources/00000000-0000-7000-8000-000000000000', resource],
        ['/resources/nonsense', resource],
      ] as const) {
        const response = await page.goto(`${prefix}${path}`);
        expect(response?.status(), path).toBe(404);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(told);
        await expect(page).toHaveTitle(new RegExp(told));
        await expectAccessible();
      }
    });
  }

  test('never crashes the server', async ({ baseURL }) => {
    const { hostname, port } = new URL(baseURL ?? '');
    for (const path of [
      '/%00',
      '/%ff',
      '/resources?search=%ff',
      '/resources?search=%00',
      '/resources?page[]=1',
      '//evil.example',
      '/\\evil.example',
      `/resources?search=${'x'.repeat(5000)}`,
    ]) {
      // An HTTP client would normalise these addresses before sending them.
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        get({ hostname, port, path, headers: { 'accept-language': 'en' } }, resolve).on('error', reject);
      });
      answer.resume();
      expect(answer.statusCode, path).toBeLessThan(500);
      expect(answer.headers.location ?? '/', path).toMatch(/^\/(?![\\/])/);
    }
  });
});

test('the menu on a phone traps the focus, closes on Escape and returns the focus', async ({
  page,
  goTo,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo('/');
  const button = page.getByRole('button', { name: '메뉴', exact: true });
  await button.click();
  const menu = page.getByRole('dialog', { name: '메뉴' });
  await expect(menu).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('Tab');
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    ),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole('link', { name: '3D 모델' }).click();
  await expect(page).toHaveURL('/resources/type/3d_model');
  await expect(menu).toBeHidden();
});

test('the API describes itself, and the server reports its health @night', async ({ page, request }) => {
  const document = await (await request.get('/api/openapi.json')).json();
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/api/resources', '/api/resources/{id}', '/api/login', '/api/user']),
  );
  const calls: { tags: string[] }[] = Object.values(document.paths).flatMap((path) =>
    Object.values(path ?? {}),
  );
  const rooms = document.tags.map(({ name }: { name: string }) => name);
  expect(new Set(calls.flatMap(({ tags }) => tags))).toEqual(new Set(rooms));
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
  expect(await (await request.get('/metrics')).text()).toContain('http_request_duration_seconds');
  await page.goto('/api/docs');
  await page.getByRole('button', { name: 'Expand operation' }).first().click();
  await expect(page.getByText(document.paths['/api/register'].post.summary)).toBeVisible();
});

test('deferred sections of the home page reserve space for their cards, and phones scroll cards sideways @night', async ({
  page,
  goTo,
}) => {
  for (const width of [320, 390, 640, 800, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await goTo('/');
    const heights = () =>
      page
        .locator('.further-down')
        .evaluateAll((sections) => sections.map(({ clientHeight }) => clientHeight));
    const kept = await heights();
    expect(kept.length).toBeGreaterThanOrEqual(5);
    await page
      .locator('.further-down')
      .evaluateAll((sections) =>
        sections.forEach((section) => (section.style.contentVisibility = 'visible')),
      );
    const needed = await heights();
    for (const [index, height] of needed.entries()) {
      expect(kept[index], `section ${index + 2} at ${width} px`).toBeGreaterThanOrEqual(height);
    }
  }
  await page.setViewportSize({ width: 390, height: 800 });
  const shelf = page.getByRole('list', { name: '하드웨어 설계' });
  await shelf.getByRole('link').last().focus();
  await expect(shelf.getByRole('article').last()).toBeInViewport({ ratio: 0.9 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('the home page says on its first screens what was made and what can be made nearby, and is more than a third shorter than it was', async ({
  page,
  goTo,
}) => {
  for (const [width, height, longest] of [
    [390, 844, 5800],
    [1440, 900, 6150],
  ] as const) {
    await page.setViewportSize({ width, height });
    await goTo('/');
    const made = page.getByRole('region', { name: /만든 것$/ });
    await expect(made.getByRole('link').first()).toHaveAttribute('href', /^\/resources\/[\da-f-]{36}#makes$/);
    const top = async (name: string | RegExp) =>
      (await page.getByRole('region', { name }).boundingBox())?.y ?? Infinity;
    expect(await top(/만든 것$/), `${width} px`).toBeLessThan(height);
    expect(await top('내 주변 서비스'), `${width} px`).toBeLessThan(height + 100);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(longest);
    await expect(page.getByText('이 자리를 후원해 주세요')).toHaveCount(0);
  }
});
