/**
 * Checks that the texts quoted in docs/product.md are on the screen. Each test is named after its quotation. The texts
 * come from the catalogues; `src/i18n/specification.test.ts` compares the English ones word for word.
 */
import { cities } from '../src/features/services/rules.ts';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { geolocationMaximumAgeMs, geolocationTimeoutMs } from '../src/features/services/geo.ts';
import { districtsOf } from '../src/features/services/places.ts';
import { expect, test as base } from './fixtures.ts';

const languages = [
  { lang: 'ko', prefix: '' },
  { lang: 'en', prefix: '/en' },
  { lang: 'ja', prefix: '/jp' },
] as const;

type Catalogue = { [key: string]: string | Catalogue };
type Values = Record<string, string | number>;
type Words = (key: string, values?: Values) => string;

/** Resolves a text with a count, which is a list with one variant for each case. */
function textFor(found: string | Catalogue | undefined, values: Values): unknown {
  if (!Array.isArray(found)) return found;
  const cases = Object.entries<string>(found[0].match);
  const holds = (condition: string) => {
    const [name = '', value] = condition.trim().split('=');
    return value === '*' || value === String(values[name]);
  };
  return cases.find(([conditions]) => conditions.split(',').every(holds))?.[1];
}

function readWords(lang: string): Words {
  const rooms = ['app', 'features/resources', 'features/services', 'features/accounts', 'platform/shared'];
  const words: Catalogue = Object.assign(
    {},
    ...rooms.map((room) =>
      JSON.parse(readFileSync(new URL(`../src/${room}/locales/${lang}.json`, import.meta.url), 'utf8')),
    ),
  );
  return (key, values = {}) => {
    let found: string | Catalogue | undefined = words;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    const text = textFor(found, values);
    if (typeof text !== 'string') throw new Error(`${key} is not in ${lang}.json`);
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}

type Reader = { t: Words; prefix: string; lang: string };
const readers: Reader[] = languages.map(({ lang, prefix }) => ({ lang, prefix, t: readWords(lang) }));

type Look = (reader: Reader) => Promise<void>;
const test = base.extend<{
  /** For content that the server renders: pages without scripts load quickly. */
  eachLanguage: (look: Look) => Promise<void>;
  /** For client-side behaviour: it does not depend on the language, so tests rotate over the three. */
  oneLanguage: (look: Look) => Promise<void>;
}>({
  eachLanguage: async ({}, use) => {
    await use(async (look) => {
      for (const reader of readers) await base.step(reader.lang, () => look(reader));
    });
  },
  oneLanguage: async ({ page }, use, { line }) => {
    await use(async (look) => {
      const reader = readers[line % readers.length]!;
      // Preloads would bypass the responses that a test gives.
      await page.route('**/after-load-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'export function startAfterLoad() {}' }),
      );
      await base.step(reader.lang, () => look(reader));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  },
});

const main = (page: Page) => page.getByRole('main');
const h1 = (page: Page) => page.getByRole('heading', { level: 1 });
const texts = (items: Locator) => items.allInnerTexts().then((all) => all.map((text) => text.trim()));

/** Navigates from a page without this list to it on the client, so that its call goes through the browser's network. */
async function toResources(page: Page, { t, prefix }: Reader, type = 'software') {
  await page
    .getByRole('navigation', { name: t('app.shell.categories') })
    .getByRole('link', { name: t(`resources.category.${type}`), exact: true })
    .click();
  await expect(page).toHaveURL(`${prefix}/resources/type/${type}`);
}
async function toServices(page: Page, { t, prefix }: Reader, name = 'app.place.all_services') {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t(name), exact: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`${prefix}/services`));
}
const software = /\/api\/resources\/type\/software$/;
const services = /\/api\/services(\?|$)/;

function card(id: string, more: object = {}) {
  return {
    id,
    title: id,
    description: '',
    category: 'software',
    resourceType: 'software',
    tags: [],
    author: 'someone',
    language: 'ko',
    translations: { en: { title: id }, ja: { title: id } },
    image: null,
    imageUrl: null,
    downloadUrl: null,
    hasFile: false,
    downloadCount: 0,
    ...more,
  };
}

test.describe('the shell', () => {
  test('Header: blank text after trimming is ignored; maximum width 800px @night', async ({ page, goTo }) => {
    await page.setViewportSize({ width: 1900, height: 900 });
    await goTo('/about');
    const box = page.getByRole('banner').getByRole('combobox', { name: '자료 검색' });
    const form = page.getByRole('banner').getByRole('search').filter({ visible: true });
    expect((await form.boundingBox())?.width).toBe(800);
    await box.fill('   ');
    await box.press('Enter');
    await expect(page).toHaveURL('/about');
    await box.fill('  기어 ');
    await box.press('Enter');
    await expect(page).toHaveURL(`/resources?search=${encodeURIComponent('기어')}`);
  });

  test('Mobile menu (under 768px) is a slide-in panel with the same items, a services list and language choice @night', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await page.setViewportSize({ width: 767, height: 900 });
    await oneLanguage(async ({ t, prefix }) => {
      await goTo(`${prefix}/about`);
      await page.getByRole('button', { name: t('app.shell.menu'), exact: true }).click();
      const menu = page.getByRole('dialog', { name: t('app.shell.menu') });
      await expect(menu.getByRole('combobox', { name: t('app.shell.language') })).toBeVisible();
      for (const key of [
        'app.shell.login',
        'app.shell.register',
        'resources.all',
        'resources.category.flash_game',
        ...['printers', 'assistant', 'support', 'engineers', 'manufacturers', 'sponsor'].map(
          (place) => `app.place.${place}`,
        ),
      ])
        await expect(menu.getByRole('link', { name: t(key), exact: true })).toBeVisible();
    });
  });
});

test.describe('the resource list', () => {
  test.use({ expectedConsoleErrors: [/40\d|50\d|ERR_FAILED/] });

  test('Title depends on type @night', async ({ page, goTo, oneLanguage }) => {
    await oneLanguage(async ({ t, prefix }) => {
      await goTo(`${prefix}/resources`);
      await expect(h1(page)).toHaveText(t('resources.all'));
      const bar = page.getByRole('navigation', { name: t('app.shell.categories') });
      for (const type of [
        'hardware_design',
        'software',
        'ai_model',
        '3d_model',
        'free_content',
        'flash_game',
      ]) {
        const title = t(`resources.category.${type}`);
        await bar.getByRole('link', { name: title, exact: true }).click();
        await expect(h1(page)).toHaveText(title);
      }
    });
  });

  test("Empty state: 'No resources available.' @night", async ({ page, goTo, oneLanguage }) => {
    await oneLanguage(async (reader) => {
      await page.route(software, (route) => route.fulfill({ json: [] }));
      await goTo(`${reader.prefix}/login`);
      await toResources(page, reader);
      await expect(main(page)).toContainText(reader.t('resources.list.empty'));
    });
  });

  test("data banner 'There was a problem loading the data. Automatically retrying...' and a manual refresh button @night", async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async (reader) => {
      const { t } = reader;
      await page.route(software, (route) => route.fulfill({ status: 503, json: { message: 'x' } }));
      await goTo(`${reader.prefix}/login`);
      await toResources(page, reader);
      const banner = main(page).getByRole('alert');
      await expect(banner).toContainText(`${t('resources.list.error')} ${t('resources.list.retrying')}`);
      await expect(banner.getByRole('button', { name: t('resources.list.retry') })).toBeVisible();
    });
  });

  test('Loading may take up to 30 seconds @night', async ({ page, goTo, oneLanguage }) => {
    await oneLanguage(async (reader) => {
      await page.route(software, () => new Promise(() => {}));
      await goTo(`${reader.prefix}/login`);
      await toResources(page, reader);
      await expect(main(page).getByText(reader.t('platform.client.slow'))).toBeVisible();
    });
  });

  test("the error 'server response format is not correct'; network request failed; response was invalid JSON @night", async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async (reader) => {
      await goTo(`${reader.prefix}/login`);
      for (const [type, key, answer] of [
        ['software', 'wrong_format', { json: {} }],
        ['ai_model', 'malformed_answer', { body: '<html>', contentType: 'application/json' }],
        ['3d_model', 'network_failed', null],
      ] as const) {
        await page.route(`**/api/resources/type/${type}`, (route) =>
          answer ? route.fulfill(answer) : route.abort(),
        );
        await toResources(page, reader, type);
        await expect(main(page).getByRole('alert')).toContainText(reader.t(`platform.client.${key}`));
      }
    });
  });

  test("A resource that is not an object shows an 'invalid resource data' card; cards show at most 3 tags plus '+N' @night", async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async (reader) => {
      const tags = ['one', 'two', 'three', 'four', 'five'];
      await page.route(software, (route) => route.fulfill({ json: ['broken', card('tagged', { tags })] }));
      await goTo(`${reader.prefix}/login`);
      await toResources(page, reader);
      const cards = main(page).getByRole('article');
      await expect(cards.first()).toHaveText(reader.t('resources.list.invalid'));
      await expect(cards.nth(1)).toContainText('three+2');
      await expect(cards.nth(1)).not.toContainText('four');
    });
  });
});

test.describe('the download', () => {
  test.use({ expectedConsoleErrors: [/40\d/] });

  const outside = 'https://outside.example/thing';
  const offered = [
    card('nothing'),
    card('file', { hasFile: true }),
    card('link', { downloadUrl: outside }),
    card('content', { category: 'free_content', downloadUrl: outside }),
    card('game', { category: 'flash_game', downloadUrl: outside }),
  ];
  const check = /\/download-check$/;

  test.beforeEach(async ({ page }) => {
    // Opening the file is tested in resources.e2e.ts; here it would only disturb.
    await page.addInitScript(() => {
      window.open = () => ({ close() {} }) as Window;
      HTMLAnchorElement.prototype.click = () => {};
    });
  });

  async function offer(page: Page, goTo: (path: string) => Promise<void>, reader: Reader) {
    await page.route(software, (route) => route.fulfill({ json: offered }));
    await goTo(`${reader.prefix}/login`);
    await toResources(page, reader);
    return (title: string) =>
      main(page)
        .getByLabel(reader.t('resources.card.download_of', { title }), { exact: true })
        // Announced as disabled, but it responds.
        .dispatchEvent('click');
  }

  test('Success toasts: external redirect, shortcut, game launch, download started', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async (reader) => {
      const click = await offer(page, goTo, reader);
      await page.route(check, (route) =>
        route.fulfill({
          json: route.request().url().includes('/link/')
            ? { success: true, useRedirect: true, downloadUrl: outside }
            : { success: true, useRedirect: false, downloadUrl: null },
        }),
      );
      for (const [title, key] of [
        ['link', 'redirect'],
        ['content', 'shortcut'],
        ['game', 'game'],
        ['file', 'started'],
      ] as const) {
        await click(title);
        await expect(page.getByRole('status')).toContainText(reader.t(`resources.toast.${key}`));
      }
    });
  });

  test("Download: unavailable toast; failed toast 'failed to download the file' or 'failed to connect to site' (free_content); no download link @night", async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async (reader) => {
      const { t } = reader;
      const click = await offer(page, goTo, reader);
      await page.route(check, (route) =>
        route.request().url().includes('/link/')
          ? route.fulfill({ json: { success: false, useRedirect: false, downloadUrl: null } })
          : route.fulfill({ status: 403, json: {} }),
      );
      const toast = page.getByRole('alert');
      await click('nothing');
      // Title and text in one check, because the toast disappears after 3 s.
      await expect(toast).toContainText(
        t('resources.toast.unavailable') + t('resources.toast.unavailable_text'),
      );
      for (const [title, key] of [
        ['file', 'failed_file'],
        ['content', 'failed_site'],
        ['link', 'no_link'],
      ] as const) {
        await click(title);
        await expect(toast).toContainText(t('resources.toast.failed') + t(`resources.toast.${key}`));
      }
    });
  });
});

test.describe('the services page', () => {
  test.use({ expectedConsoleErrors: [/40\d/] });

  test("A service card shows image or 'no image' placeholder, address badge, title, description, type badge, price with currency, tags (at most 3 plus a '+N' count), and a 'view details' button @night", async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async (reader) => {
      const { t, prefix } = reader;
      const service = {
        ...card('printer'),
        provider: { username: 'maker', fullName: 'Maker', avatarUrl: null },
        samples: [],
        description: 'prints',
        translations: {},
        serviceType: '3d_printing',
        isIndividual: true,
        isFreeService: false,
        pricing: '',
        price: null,
        hourlyRate: null,
        pricePerUnit: 2000,
        currency: 'KRW',
        tags: ['one', 'two', 'three', 'four'],
        location: { address: '1 Main Street', lat: 37, long: 127 },
      };
      await page.route(services, (route) =>
        route.fulfill({ json: [service, { ...service, id: 'free', isFreeService: true }] }),
      );
      await goTo(`${prefix}/about`);
      await toServices(page, reader);
      const shown = main(page).getByRole('article').first();
      for (const text of [
        '1 Main Street',
        'printer',
        'prints',
        t('services.type.3d_printing'),
        'three',
        '+1',
        t('services.card.view'),
      ])
        await expect(shown).toContainText(text);
      await expect(shown).toContainText(/[₩￦]2,200/);
      await expect(shown).not.toContainText('four');
      await expect(shown.getByRole('link')).toHaveAttribute('href', `${prefix}/services/printer`);
      await expect(main(page).getByRole('article').nth(1)).toContainText(t('services.price.free'));
    });
  });

  test('Service load failure shows tips (check connection, refresh, clear cache, contact admin) with buttons refresh page, try again, return to services list @night', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async (reader) => {
      const { t } = reader;
      await page.route(services, (route) => route.fulfill({ status: 400, json: {} }));
      await goTo(`${reader.prefix}/about`);
      await toServices(page, reader);
      const failed = main(page).getByRole('alert');
      await expect(failed).toContainText(t('services.failed.title'));
      expect(await texts(failed.getByRole('listitem'))).toEqual(
        ['connection', 'refresh', 'cache', 'admin'].map((tip) => t(`services.failed.${tip}`)),
      );
      await expect(failed.getByRole('button', { name: t('services.failed.reload') })).toBeVisible();
      await expect(failed.getByRole('button', { name: t('services.failed.retry') })).toBeVisible();
      await expect(failed.getByRole('link', { name: t('services.failed.back') })).toBeVisible();
    });
  });
});

test.describe('the location', () => {
  /** Browser with a fake geolocation: an error code, or no response yet. */
  async function stubGeolocation(page: Page) {
    await page.addInitScript(() => {
      const asked: { options?: PositionOptions | undefined; fail?: (code: number) => void } = {};
      Object.assign(window, { asked });
      navigator.geolocation.getCurrentPosition = (_found, failed, options) => {
        asked.options = options;
        asked.fail = (code) => failed?.({ code, message: '' } as GeolocationPositionError);
      };
    });
  }
  type Asked = { asked: { options?: PositionOptions; fail?: (code: number) => void } };
  /** Each request is answered once: the next one may not have been made yet. */
  async function fail(page: Page, code: number): Promise<void> {
    await page.waitForFunction(() => 'fail' in (window as unknown as Asked).asked);
    await page.evaluate((each) => {
      const { asked } = window as unknown as Asked;
      const answer = asked.fail!;
      delete asked.fail;
      answer(each);
    }, code);
  }

  const problems = [
    [1, 'denied'],
    [2, 'no_position'],
    [3, 'timed_out'],
    [0, 'failed'],
  ] as const;

  test('Location: permission denied; position unavailable; request timed out; generic failure; falls back to central Seoul @night', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await stubGeolocation(page);
    await oneLanguage(async ({ t, prefix }) => {
      await goTo(prefix || '/');
      const near = page.getByRole('region', { name: t('services.near.title') });
      await near.getByRole('button', { name: t('services.location.use') }).click();
      for (const [code, key] of problems) {
        await expect(near).toContainText(t('services.location.checking'));
        await fail(page, code);
        await expect(near).toContainText(t(`services.location.${key}`));
        await expect(near).toContainText(t('services.location.around', { place: t('services.city.seoul') }));
        await near.getByRole('button', { name: t('services.location.retry') }).click();
      }
    });
  });

  test('Services page shows an error retrieving location, advice to retry or choose a city, and a reset button; geolocation timeout 8000 ms, maximum age 30000 ms, high accuracy @night', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await stubGeolocation(page);
    await oneLanguage(async ({ t, prefix }) => {
      await goTo(`${prefix}/services`);
      await main(page)
        .getByRole('button', { name: t('services.location.use') })
        .click();
      await expect(main(page)).toContainText(t('services.location.checking'));
      // The geolocation script is loaded on the first request.
      await expect
        .poll(() => page.evaluate(() => (window as unknown as Asked).asked.options))
        .toEqual({
          enableHighAccuracy: true,
          timeout: geolocationTimeoutMs,
          maximumAge: geolocationMaximumAgeMs,
        });
      await fail(page, 1);
      await expect(main(page).getByRole('alert')).toHaveText(
        `${t('services.location.denied')} ${t('services.location.choose')}`,
      );
      await expect(main(page).getByRole('button', { name: t('services.location.retry') })).toBeEnabled();
      await main(page)
        .getByRole('link', { name: t('services.filter.reset') })
        .click();
      await expect(main(page)).toContainText(t('services.location.checking'));
    });
  });

  test('Location: unsupported browser @night', async ({ page, goTo, oneLanguage }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'geolocation', { value: undefined }));
    await oneLanguage(async ({ t, prefix }) => {
      await goTo(`${prefix}/services`);
      await main(page)
        .getByRole('button', { name: t('services.location.use') })
        .click();
      await expect(main(page).getByRole('alert')).toContainText(t('services.location.unsupported'));
    });
  });
});

test.describe('sign-in and sign-out', () => {
  test.use({ expectedConsoleErrors: [/40\d/] });

  const admin = {
    id: 'x',
    username: 'mina',
    fullName: '',
    email: 'x@example.com',
    isAdmin: true,
    role: 'admin',
  };

  async function fillRegistration(page: Page, t: Words): Promise<void> {
    await page.getByLabel(t('accounts.page.full_name'), { exact: true }).fill('Mina');
    await page.getByLabel(t('accounts.page.email'), { exact: true }).fill('mina@example.com');
    await page.getByLabel(t('accounts.page.password'), { exact: true }).fill('a long sentence 1');
    await page.getByLabel(t('accounts.page.confirm_password')).fill('a long sentence 1');
    for (const consent of await main(page).getByRole('checkbox').all()) await consent.check();
  }

  async function submitLogin(page: Page, t: Words) {
    await page.getByLabel(t('accounts.page.email_or_username')).fill('mina');
    await page.getByLabel(t('accounts.page.password'), { exact: true }).fill('some password');
    await main(page)
      .getByRole('button', { name: t('accounts.page.login'), exact: true })
      .click();
  }

  test('Login success: welcome toast, go to /; a greeting with fullName or username and a logout button; an admin dashboard button and menu for admins; Logout success: toast, go to /', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async ({ t, prefix }) => {
      await page.route('**/api/user', (route) => route.fulfill({ json: admin }));
      await page.route('**/api/login', (route) => route.fulfill({ json: admin }));
      await page.route('**/api/logout', (route) => route.fulfill({ status: 204 }));
      await goTo(`${prefix}/login`);
      await Promise.all([
        expect(page.getByRole('status').filter({ hasText: t('accounts.toast.login_done') })).toBeVisible(),
        submitLogin(page, t),
      ]);
      await expect(page).toHaveURL(prefix || '/');
      const banner = page.getByRole('banner');
      await expect(banner).toContainText(t('app.shell.greeting', { name: 'mina' }));
      await expect(banner.getByRole('link', { name: t('app.shell.admin'), exact: true })).toHaveAttribute(
        'href',
        `${prefix}/admin/dashboard`,
      );
      await expect(
        page
          .getByRole('navigation', { name: t('app.shell.admin_menu') })
          .getByRole('link', { name: t('app.shell.admin_dashboard') }),
      ).toBeVisible();
      await page.route('**/api/user', (route) => route.fulfill({ status: 401, json: {} }));
      await Promise.all([
        expect(page.getByRole('status').filter({ hasText: t('accounts.toast.logout_done') })).toBeVisible(),
        banner.getByRole('button', { name: t('app.shell.logout') }).click(),
      ]);
      await expect(page).toHaveURL(prefix || '/');
    });
  });

  test('Register success: welcome toast, go to / @night', async ({ page, goTo, oneLanguage }) => {
    await oneLanguage(async ({ t, prefix }) => {
      await page.route('**/api/register', (route) => route.fulfill({ status: 201, json: admin }));
      await goTo(`${prefix}/register`);
      await fillRegistration(page, t);
      await Promise.all([
        expect(page.getByRole('status').filter({ hasText: t('accounts.toast.register_done') })).toBeVisible(),
        main(page)
          .getByRole('button', { name: t('accounts.page.register'), exact: true })
          .click(),
      ]);
      await expect(page).toHaveURL(prefix || '/');
    });
  });

  test('Auth: fallback messages for login failed and register failed, shown as destructive toasts @night', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async ({ t, prefix }) => {
      const toast = page.getByRole('alert').filter({ has: page.locator('p') });
      await page.route(/\/api\/(login|register)$/, (route) => route.fulfill({ status: 400, json: {} }));
      await goTo(`${prefix}/login`);
      await submitLogin(page, t);
      await expect(toast.filter({ hasText: t('accounts.toast.login_failed') }).first()).toBeVisible();
      await goTo(`${prefix}/register`);
      await fillRegistration(page, t);
      await main(page)
        .getByRole('button', { name: t('accounts.page.register'), exact: true })
        .click();
      await expect(toast.filter({ hasText: t('accounts.toast.register_failed') }).first()).toBeVisible();
    });
  });

  test('Auth: fallback message for logout failed, shown as a destructive toast @night', async ({
    page,
    goTo,
    signIn,
    oneLanguage,
  }) => {
    await signIn();
    await oneLanguage(async ({ t, prefix }) => {
      await page.route('**/api/logout', (route) => route.fulfill({ status: 400, json: {} }));
      await goTo(`${prefix}/about`);
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('app.shell.logout') })
        .click();
      await expect(page.getByRole('alert')).toContainText(t('accounts.toast.logout_failed'));
    });
  });

  test('invalid email or password @night', async ({ page, goTo, oneLanguage }) => {
    await oneLanguage(async ({ t, prefix }) => {
      await goTo(`${prefix}/login`);
      await submitLogin(page, t);
      await expect(main(page)).toContainText(t('accounts.error.invalid_credentials'));
    });
  });

  test('required field; valid email address needed; minimum {0} characters; passwords must match @night', async ({
    page,
    goTo,
    oneLanguage,
  }) => {
    await oneLanguage(async ({ t, prefix }) => {
      await goTo(`${prefix}/register`);
      const submit = main(page).getByRole('button', { name: t('accounts.page.register'), exact: true });
      await submit.click();
      await expect(main(page).getByText(t('platform.field.required')).first()).toBeVisible();
      await page.getByLabel(t('accounts.page.full_name'), { exact: true }).fill('Mina');
      await page.getByLabel(t('accounts.page.email'), { exact: true }).fill('no address');
      await page.getByLabel(t('accounts.page.password'), { exact: true }).fill('short');
      await page.getByLabel(t('accounts.page.confirm_password')).fill('other');
      await submit.click();
      await expect(main(page)).toContainText(t('platform.field.min_length', { count: 8 }));
      await expect(main(page)).toContainText(t('accounts.page.passwords_differ'));
      await page.getByLabel(t('accounts.page.password'), { exact: true }).fill('a long sentence 1');
      await page.getByLabel(t('accounts.page.confirm_password')).fill('a long sentence 1');
      for (const consent of await main(page).getByRole('checkbox').all()) await consent.check();
      await submit.click();
      await expect(main(page)).toContainText(t('platform.field.email'));
    });
  });
});

test.describe('admin pages', () => {
  test.use({ expectedConsoleErrors: [/403/] });

  test("a non-admin gets a destructive 'access restricted' toast and redirect to /: Access Restricted / Admin privileges required to access this page", async ({
    page,
    oneLanguage,
  }) => {
    await oneLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/admin/dashboard`, { waitUntil: 'commit' });
      const toast = page.getByRole('alert').filter({ hasText: t('app.admin.restricted') });
      await Promise.all([
        expect(toast).toContainText(t('app.admin.restricted_text')),
        expect(page).toHaveURL(prefix || '/'),
      ]);
    });
  });
});

test.describe('what cannot be had', () => {
  test.use({ expectedConsoleErrors: [/40\d/] });

  test('resource could not be loaded @night', async ({ page, goTo, oneLanguage }) => {
    await oneLanguage(async (reader) => {
      const { t } = reader;
      await page.route(software, (route) => route.fulfill({ json: [card('one')] }));
      await page.route('**/api/resources/one', (route) => route.fulfill({ status: 400, json: {} }));
      await goTo(`${reader.prefix}/login`);
      await toResources(page, reader);
      await main(page).getByRole('article').getByRole('heading').getByRole('link').click();
      await expect(h1(page)).toHaveText(t('app.failed.title'));
      await expect(main(page).getByRole('button', { name: t('app.failed.retry') })).toBeVisible();
    });
  });
});

test.describe('as the server sends it', () => {
  // Without scripts it loads quickly, and proves that no scripts are needed to read it.
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/404/] });

  test('Header: logo, search box, language selector (Korean, English, Japanese), login and register links for guests, a sponsor button, a category bar with all resources plus six resource categories', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/about`);
      const banner = page.getByRole('banner');
      await expect(banner.getByRole('link', { name: t('app.shell.home') })).toContainText(t('app.name'));
      await expect(banner.getByRole('combobox', { name: t('app.shell.search'), exact: true })).toBeVisible();
      // A list needs scripts: before that the languages are buttons of the footer.
      const selector = banner.locator(`select[aria-label="${t('app.shell.language')}"]`);
      expect(await selector.locator('option').allTextContents()).toEqual(['한국어', 'English', '日本語']);
      const choices = page.getByRole('contentinfo').locator('button[name="language"]');
      expect(await texts(choices)).toEqual(['한국어', 'English', '日本語']);
      for (const key of ['app.shell.login', 'app.shell.register', 'app.place.sponsor'])
        await expect(banner.getByRole('link', { name: t(key), exact: true })).toBeVisible();
      const bar = page.getByRole('navigation', { name: t('app.shell.categories') }).getByRole('link');
      expect(await texts(bar)).toEqual([
        t('resources.all'),
        ...['hardware_design', 'software', 'ai_model', '3d_model', 'free_content', 'flash_game'].map((each) =>
          t(`resources.category.${each}`),
        ),
      ]);
    });
  });

  test("Side navigation: 3D printer, AI assistant, remote support, engineers, manufacturers, sponsor; promo cards 'Start 3D Printing' and 'Register Your Printer'", async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/about`);
      const side = page.getByRole('complementary');
      for (const [key, path] of [
        ['app.place.printers', '/services/type/3d_printing'],
        ['app.place.assistant', '/ai-assembly'],
        ['app.place.support', '/remote-support'],
        ['app.place.engineers', '/services/type/engineer'],
        ['app.place.manufacturers', '/services/type/manufacturing'],
        ['app.place.sponsor', '/sponsor'],
      ] as const)
        await expect(side.getByRole('link', { name: t(key), exact: true })).toHaveAttribute(
          'href',
          prefix + path,
        );
      for (const [key, path] of [
        ['app.promo.start', '/services/type/3d_printing'],
        ['app.promo.register', '/register-printer'],
      ] as const) {
        const promo = side.getByRole('link', { name: t(`${key}_title`) });
        await expect(promo).toContainText(t(`${key}_text`));
        await expect(promo).toHaveAttribute('href', prefix + path);
      }
    });
  });

  test('Footer: product blurb, social links, and columns of service, resource and company links', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/about`);
      const footer = page.getByRole('contentinfo');
      await expect(footer).toContainText(t('app.shell.footer_about'));
      await expect(footer.getByRole('list', { name: t('app.footer.social') })).toBeVisible();
      for (const key of ['app.footer.services', 'app.shell.footer_resources', 'app.footer.company'])
        await expect(footer.getByRole('heading', { name: t(key), exact: true })).toBeVisible();
      for (const key of ['app.footer.about_us', 'app.footer.terms', 'app.footer.privacy'])
        await expect(footer.getByRole('link', { name: t(key), exact: true })).toBeVisible();
    });
  });

  test('Hero: headline, buttons Find Resources and Find Nearby 3D Printers, a list of participant kinds', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(prefix || '/');
      await expect(h1(page)).toHaveText(t('app.home.headline'));
      await expect(main(page).getByRole('link', { name: t('app.home.find'), exact: true })).toHaveAttribute(
        'href',
        `${prefix}/resources`,
      );
      await expect(
        main(page).getByRole('link', { name: t('app.home.find_printers'), exact: true }),
      ).toHaveAttribute('href', `${prefix}/services/type/3d_printing`);
      for (const kind of ['maker', 'engineer', 'student', 'teacher', 'designer', 'manufacturer'])
        await expect(
          main(page)
            .getByText(t(`app.home.who.${kind}`), { exact: true })
            .first(),
        ).toBeVisible();
    });
  });

  test("Five category sections, each up to 6 items with a 'View more' link; Flash Games, up to 8 items, description truncated at 50 characters", async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(prefix || '/');
      for (const [type, most] of [
        ['hardware_design', 6],
        ['software', 6],
        ['ai_model', 6],
        ['3d_model', 6],
        ['free_content', 6],
        ['flash_game', 8],
      ] as const) {
        const section = page.getByRole('region', { name: t(`resources.category.${type}`), exact: true });
        const more = section.getByRole('link', {
          name: t('app.home.more_of', { category: t(`resources.category.${type}`) }),
        });
        await expect(more).toHaveText(t('app.home.more'));
        await expect(more).toHaveAttribute('href', `${prefix}/resources/type/${type}`);
        const count = await section.getByRole('article').count();
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(most);
      }
      const games = page.getByRole('region', { name: t('resources.category.flash_game'), exact: true });
      for (const text of await texts(games.getByRole('article').getByText(/…$/)))
        expect([...text].length).toBeLessThanOrEqual(51);
    });
  });

  test("'Services Near Me' section with a link to /services; AI Assembly Assistant promo linking to /ai-assembly (side image hidden on mobile)", async ({
    page,
    eachLanguage,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(prefix || '/');
      const near = page.getByRole('region', { name: t('services.near.title') });
      await expect(near.getByRole('link', { name: t('services.near.title') })).toHaveAttribute(
        'href',
        `${prefix}/services`,
      );
      const promo = page.getByRole('region', { name: t('app.home.assistant_title') });
      await expect(promo.getByRole('link', { name: t('app.home.assistant_open') })).toHaveAttribute(
        'href',
        `${prefix}/ai-assembly`,
      );
      await expect(promo.locator('svg[viewBox="0 0 240 160"]')).toBeHidden();
    });
  });

  test("a no-results message naming the search term, with a 'View all resources' button that clears the search", async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/resources?search=qqqqzzzz`);
      await expect(main(page)).toContainText(t('resources.list.no_results', { term: 'qqqqzzzz' }));
      await expect(main(page).getByRole('link', { name: t('resources.list.view_all') })).toHaveAttribute(
        'href',
        `${prefix}/resources`,
      );
    });
  });

  test('Title by type; register button label by type, to /register-printer for 3d_printing', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      for (const [type, register, path] of [
        ['3d_printing', 'printer', '/register-printer'],
        ['electronics', 'service', '/services/register/electronics'],
        ['woodworking', 'service', '/services/register/woodworking'],
        ['metalworking', 'service', '/services/register/metalworking'],
        ['manufacturing', 'manufacturer', '/services/register/manufacturing'],
        ['engineer', 'engineer', '/services/register/engineer'],
        ['', 'service', '/services/register'],
      ] as const) {
        await page.goto(`${prefix}/services${type && `/type/${type}`}`, { waitUntil: 'commit' });
        await expect(h1(page)).toHaveText(t(`services.title.${type || 'all'}`));
        await expect(
          main(page).getByRole('link', { name: t(`services.register.${register}`), exact: true }),
        ).toHaveAttribute('href', prefix + path);
      }
    });
  });

  test('Controls: search box, search-radius select, city select, district select (only once a city is chosen), sort select, filter badges, reset-filters button; cities and districts', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      const select = (key: string) => main(page).getByRole('combobox', { name: t(key), exact: true });
      const options = (key: string) => texts(select(key).getByRole('option'));
      await page.goto(`${prefix}/services`);
      await expect(main(page).getByRole('searchbox', { name: t('services.list.search') })).toBeVisible();
      await expect(select('services.filter.radius')).toHaveValue('10');
      expect(await options('services.filter.radius')).toEqual([
        ...[5, 10, 20, 50].map((km) => t('services.filter.within', { km })),
        t('services.around.country'),
      ]);
      expect(await options('services.filter.city')).toEqual([
        t('services.filter.all_cities'),
        ...cities.map((city) => t(`services.city.${city}`)),
      ]);
      await expect(select('services.filter.sort')).toHaveValue('newest');
      expect(await options('services.filter.sort')).toEqual([
        t('services.filter.newest'),
        t('services.filter.low_price'),
        t('services.filter.distance'),
        t('services.filter.rating'),
      ]);
      await expect(select('services.filter.district')).toHaveCount(0);
      await page.goto(`${prefix}/services?city=busan`);
      const [all, ...names] = await options('services.filter.district');
      expect(all).toBe(t('services.filter.all_districts'));
      expect(names.toSorted()).toEqual(
        districtsOf('busan')
          .map((district) => t(`services.district.${district}`))
          .toSorted(),
      );
      const badges = main(page).getByRole('list', { name: t('services.filter.active') });
      await expect(
        badges.getByRole('link', { name: t('services.filter.remove', { name: t('services.city.busan') }) }),
      ).toBeVisible();
      await expect(badges.getByRole('link', { name: t('services.filter.reset') })).toHaveAttribute(
        'href',
        `${prefix}/services`,
      );
    });
  });

  test('For 3d_printing a usage guide of five steps: find a printer; discuss price and schedule; upload a 3D model file; pay, then the provider prints; receive in person or by delivery', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/services/type/3d_printing`);
      const guide = page.getByRole('region', { name: t('services.guide.title') });
      expect(await texts(guide.getByRole('listitem').locator('p:last-child'))).toEqual(
        ['find', 'discuss', 'upload', 'pay', 'receive'].map((step) => t(`services.guide.${step}`)),
      );
    });
  });

  test('Empty list: no 3D printers found matching criteria, try changing search terms or filters', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/services/type/3d_printing?search=qqqqzzzz`);
      await expect(main(page)).toContainText(t('services.list.no_printers'));
      await expect(main(page)).toContainText(t('services.list.none_hint'));
    });
  });

  test('/services/{id}: service detail (tabs for details and location); provider type individual or company', async ({
    page,
    request,
    eachLanguage,
  }) => {
    const [service] = await (await request.get('/api/services?limit=1')).json();
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/services/${service.id}?tab=location`);
      const tabs = page.getByRole('navigation', { name: t('services.detail.tabs') });
      await expect(tabs.getByRole('link', { name: t('services.detail.details') })).toBeVisible();
      await expect(tabs.getByRole('link', { name: t('services.detail.location') })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect(main(page)).toContainText(
        t(`services.detail.${service.isIndividual ? 'individual' : 'company'}`),
      );
    });
  });

  test('the requested service could not be found or you do not have access to it', async ({
    page,
    eachLanguage,
  }) => {
    await eachLanguage(async ({ t, prefix }) => {
      await page.goto(`${prefix}/services/00000000-0000-7000-8000-000000000000`);
      await expect(h1(page)).toHaveText(t('services.detail.not_found'));
      await expect(main(page).getByRole('link', { name: t('services.failed.back') })).toBeVisible();
    });
  });
});
