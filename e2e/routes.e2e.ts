import { globSync, readFileSync } from 'node:fs';
import { request as requests, type APIRequestContext, type APIResponse } from '@playwright/test';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { routes } from '../src/app/routes.ts';
import { expect, test } from './fixtures.ts';

/** Readers of each page. */
const readers = ['guest', 'user', 'admin'] as const;
type Reader = (typeof readers)[number];
const signIns: Record<Reader, [string, string] | null> = {
  guest: null,
  user: [demoSignIns[0] ?? '', demoPassword],
  admin: ['admin@example.com', 'a sentence for the tests'],
};
const languages = [
  { lang: 'ko', prefix: '' },
  { lang: 'en', prefix: '/en' },
  { lang: 'ja', prefix: '/jp' },
] as const;

/** Expected page: its heading and, if different, its title, as keys of the catalogues. */
type Page = { status: number; heading: string | null; title?: string };
/** Expected redirect, in the reader's language. */
type Away = { to: string };
type Answer = Page | Away;
/** An address, with `{…}` for ids of the demo marketplace, and the expected result for each reader. */
type Row = readonly [path: string, Record<Reader, Answer>];

const alike = (answer: Answer) => ({ guest: answer, user: answer, admin: answer });
const page = (heading: string | null, title?: string) =>
  alike({ status: 200, heading, ...(title !== undefined && { title }) });
const missing = (heading = 'app.not_found.title') => alike({ status: 404, heading });
const away = (to: string) => alike({ to });
const restricted: Page = { status: 403, heading: 'app.admin.restricted', title: 'app.admin.title' };
const staff = (answer: Answer) => ({ guest: restricted, user: restricted, admin: answer });
const staffPage = (heading: string) => staff({ status: 200, heading });

/** Entry pages of visitors and staff (docs/product.md, "Addresses"), in the order of the menus. */
const specified: readonly Row[] = [
  ['/', page('app.home.headline', 'app.name')],
  ['/resources', page('resources.all')],
  ['/resources/{resource}', page('{resource}')],
  ['/resources/type/hardware_design', page('resources.category.hardware_design')],
  ['/resources/type/software', page('resources.category.software')],
  ['/resources/type/3d_model', page('resources.category.3d_model')],
  ['/resources/type/ai_model', page('resources.category.ai_model')],
  ['/resources/type/free_content', page('resources.category.free_content')],
  ['/resources/type/flash_game', page('resources.category.flash_game')],
  ['/resources/type/anything', page('resources.list.title_unknown')],
  ['/flash-game', page('resources.category.flash_game')],
  ['/resources/create', page('resources.form.create_title')],
  ['/resources/manage/{resource}', page('resources.form.manage_title')],
  ['/resources/upload', page('resources.form.create_title')],
  ['/resources/upload-v2', page('resources.form.create_title')],
  ['/resources/upload-v1', page('resources.form.create_title')],
  ['/resources/upload-tus', page('resources.form.create_title')],
  ['/resources/upload-test', page('uploads.test.title')],
  ['/services', page('services.title.all')],
  ['/services/{service}', page('{service}')],
  ['/services/type/3d_printing', page('services.title.3d_printing')],
  ['/services/type/manufacturing', page('services.title.manufacturing')],
  ['/services/type/engineer', page('services.title.engineer')],
  ['/services/type/anything', page('services.title.unknown')],
  ['/services/register', page('services.form.title_new')],
  ['/services/register/engineer', page('services.form.title_engineer')],
  ['/services/register/3d_printing', page('services.form.title_3d_printing')],
  ['/register-printer', page('services.form.title_3d_printing')],
  ['/services/register-old', page('services.form.title_new')],
  ['/services/register-old/engineer', page('services.form.title_engineer')],
  ['/auctions', page('auctions.list.title')],
  ['/auctions/{lot}', page('{lot}')],
  ['/ai-assembly', page('assistant.start.title')],
  ['/remote-support', page('community.home.title')],
  ['/engineers', page('support.engineers.title')],
  ['/sponsor', page('sponsorship.page.title')],
  ['/about', page('app.about.title')],
  ['/help', page('app.help.page.title')],
  ['/privacy', page('legal.page.privacy')],
  ['/terms', page('legal.page.terms')],
  ['/auth', page('accounts.page.title')],
  ['/login', page('accounts.page.title', 'accounts.page.login_title')],
  ['/register', page('accounts.page.title', 'accounts.page.register_title')],
  ['/my/verification', page('verification.page.title')],
  ['/payment/service/{service}', page('orders.pay.title')],
  ['/make/{resource}', page('baskets.plan.title')],
  ['/make/nothing', page('baskets.plan.title')],
  ['/payment/wanted/nothing', page('wanted.pay.title')],
  ['/payment/basket', page('baskets.title')],
  ['/payment/basket/nothing', page('baskets.placed.title')],
  ['/payment/success', page('orders.result.success_title')],
  ['/payment/fail', page('orders.result.fail_title')],
  ['/payment-demo', page('orders.sample.demo_title')],
  ['/payment-example', page('orders.sample.example_title')],
  ['/search-demo', page('search.monitoring.title')],
  ['/search', page('search.monitoring.title')],
  ['/admin/dashboard', staffPage('app.admin.title')],
  ['/admin/users', staffPage('admin.page.users')],
  ['/admin/resources', staffPage('resources.staff.title')],
  ['/admin/resources/upload', staff({ to: '/resources/upload' })],
  ['/admin/resources/edit/{resource}', staff({ to: '/resources/manage/{resource}' })],
  ['/admin/services', staffPage('services.staff.title')],
  ['/admin/engineers', staffPage('support.staff.title')],
  ['/nothing/here', missing()],
];

/** All other pages of docs/product.md, "Addresses", and addresses that resemble them. */
const beyond: readonly Row[] = [
  ['/admin', staffPage('app.admin.title')],
  ['/admin/catalogue', staffPage('catalogue.page.title')],
  ['/admin/reports', staffPage('moderation.page.title')],
  ['/admin/channels', staffPage('community.staff.title')],
  ['/admin/sanctions', staffPage('community.staff.sanctions')],
  ['/admin/orders', staffPage('orders.admin.title')],
  ['/admin/disputes', staffPage('orders.disputes.title')],
  ['/admin/auctions', staffPage('auctions.lots.title')],
  ['/admin/bidders', staffPage('auctions.staff.title')],
  ['/admin/payouts', staffPage('payments.admin.payouts')],
  ['/admin/refunds', staffPage('payments.admin.refunds')],
  ['/admin/money', staffPage('payments.admin.money')],
  ['/admin/journals', staffPage('payments.books.title')],
  ['/admin/findings', staffPage('payments.findings.title')],
  ['/admin/adjustments', staffPage('payments.adjust.title')],
  ['/admin/synonyms', staffPage('search.synonyms.title')],
  ['/admin/jobs', staffPage('admin.jobs.title')],
  ['/admin/sponsors', staffPage('sponsorship.staff.title')],
  ['/admin/ads', staffPage('ads.staff.title')],
  ['/admin/legal', staffPage('legal.staff.title')],
  ['/admin/settings', staffPage('settings.page.title')],
  ['/admin/audit', staffPage('admin.page.audit')],
  ['/admin/nothing', staff({ status: 404, heading: 'app.not_found.title' })],
  ['/admin/users/nothing', staff({ status: 404, heading: 'app.not_found.title' })],
  ['/my', page('accounts.my.title')],
  ['/my/profile', page('people.profile.title')],
  ['/my/security', page('accounts.security.title')],
  ['/my/orders', page('orders.list.title')],
  ['/my/services', page('services.mine.title')],
  ['/my/resources', page('resources.mine.title')],
  ['/my/auctions', page('people.my.auctions.title')],
  ['/my/transactions', page('payments.statement.title')],
  ['/my/notifications', page('notifications.page.title')],
  ['/my/sessions', away('/my/security#sessions')],
  ['/my/privacy', page('accounts.my.privacy')],
  ['/my/conversations', page('conversations.list.title')],
  [
    '/my/conversations/nothing',
    {
      ...missing('conversations.talk.not_found'),
      guest: { status: 200, heading: 'conversations.list.title' },
    },
  ],
  ['/my/quotes', page('quotes.mine.title')],
  ['/my/services/nothing/workshop', page('quotes.workshop.title')],
  ['/my/receipts', away('/my/transactions')],
  ['/my/receipts/nothing', page('orders.receipt.title')],
  ['/my/refunds', away('/my/transactions')],
  ['/my/refunds/nothing', page('payments.refund.title')],
  ['/my/earnings', page('payments.earnings.title')],
  ['/my/jobs', page('tenders.mine.title')],
  ['/my/wanted', page('wanted.mine.title')],
  ['/my/moderation', page('moderation.own.title')],
  ['/my/moderation/nothing', page('moderation.own.title')],
  ['/my/proposals', page('assistant.proposals.title')],
  ['/my/permissions', page('licensing.own.title')],
  ['/my/things', page('passports.own.title')],
  ['/my/support', page('support.own.title')],
  ['/my/collections', page('social.collections.title')],
  ['/my/sponsorships', page('sponsorship.my.title')],
  ['/my/sponsorships/nothing', page('sponsorship.my.receipt')],
  ['/my/following', page('social.follow.title')],
  ['/my/searches', page('finding.own.title')],
  ['/find/people', page('finding.kind.people')],
  ['/find/questions', page('finding.kind.questions')],
  ['/find/services', away('/services')],
  ['/find/nothing', missing()],
  ['/my/orders/nothing', missing()],
  ['/my/nothing', missing()],
  ['/sign-in/code', page('accounts.code.title')],
  ['/sign-in/nothing', missing()],
  ['/forgot-password', page('accounts.recover.forgot_title')],
  ['/nothing-password', missing()],
  ['/confirm-email', away('/confirm-email?token=')],
  ['/people/seongsu_layer', page('{person}', '{person}')],
  ['/collections/nothing', missing('social.collections.not_found')],
  ['/play/nothing', missing('games.page.not_found')],
  ['/resources/nothing', missing('resources.detail.not_found')],
  ['/resources/upload-nothing', missing()],
  ['/wanted', page('wanted.list.title')],
  ['/wanted/new', page('wanted.form.title')],
  ['/wanted/broken-part', page('wanted.desk.title')],
  ['/wanted/demand', page('wanted.demand.title')],
  ['/auctions/jobs', page('tenders.list.title')],
  ['/auctions/jobs/create', page('tenders.form.title')],
  ['/auctions/create', page('auctions.form.title_new')],
  ['/estimate', page('quotes.estimate.title')],
  ['/quotes/nothing', page('quotes.quote.title')],
  ['/quote-requests/new', page('quotes.request.title')],
  ['/orders/nothing', page('orders.page.title')],
  ['/payment/nothing', missing()],
  ['/payment/success/more', missing()],
  ['/payment-nothing', missing()],
  ['/payment/sandbox/nothing', page('payments.sandbox.title')],
  ['/payment/sandbox/nothing/receipt', page('payments.sandbox.receipt.title')],
  ['/payment/sponsor/nothing', page('sponsorship.pay.title')],
  ['/call/nothing', page(null, 'calls.page.title_guest')],
  ['/moderation-log', page('moderation.log.title')],
  ['/receipts', page('licensing.check.title')],
  ['/p/nothing', missing('passports.page.not_found')],
  ['/terms/nothing', missing()],
  ['/tokushoho', page('legal.page.tokushoho')],
  // For developers of the pages, in development.
  ['/design', missing()],
];

type Catalogue = { [key: string]: string | Catalogue };

/** Messages of all rooms in a language. */
function wordsOf(lang: string): (key: string, values?: Record<string, string>) => string {
  const folder = new URL('../src', import.meta.url).pathname;
  const words = new Map<string, string>();
  const collect = (catalogue: Catalogue, above: string) => {
    for (const [name, found] of Object.entries(catalogue)) {
      if (typeof found === 'string') words.set(above + name, found);
      else collect(found, `${above}${name}.`);
    }
  };
  for (const file of globSync(`**/locales/${lang}.json`, { cwd: folder }))
    collect(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')), '');
  return (key, values = {}) => {
    const found = words.get(key);
    if (found === undefined) throw new Error(`${key} has no words in ${lang}`);
    return found.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
}

/** Values for the `{…}` of addresses and headings. */
async function demoContent(request: APIRequestContext, lang: string) {
  const [resource, service, lot] = await Promise.all(
    ['resources', 'services', 'auctions'].map(async (kind): Promise<{ id: string; title: string }> => {
      const [{ id, title, translations }] = await (await request.get(`/api/${kind}?limit=1`)).json();
      return { id, title: translations?.[lang]?.title ?? title };
    }),
  );
  const person = await (await request.get('/api/people/seongsu_layer')).json();
  const found = { resource, service, lot, person: { id: person.username, title: person.fullName } };
  const fill = (text: string, key: 'id' | 'title') =>
    text.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(found, name) ? (found[name as keyof typeof found]?.[key] ?? all) : all,
    );
  return { address: (text: string) => fill(text, 'id'), title: (text: string) => fill(text, 'title') };
}

/** A separate client for each reader, which sends requests as a browser does on its first visit. */
async function clientOf(reader: Reader, baseURL: string | undefined, lang: string) {
  const client = await requests.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { 'accept-language': lang, origin: baseURL ?? '' },
  });
  const [email, password] = signIns[reader] ?? [];
  if (email !== undefined) {
    const answer = await client.post('/api/login', { data: { email, password } });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  return client;
}

const isAway = (answer: Answer): answer is Away => 'to' in answer;
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

async function readPage(answer: APIResponse) {
  const html = await answer.text();
  return {
    status: answer.status(),
    lang: /<html lang="(\w+)"/.exec(html)?.[1],
    title: plain(/<title[^>]*>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    headings: [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, heading = '']) => plain(heading)),
  };
}

for (const [offset, { lang, prefix }] of languages.entries()) {
  const t = wordsOf(lang);
  const localized = (path: string) => (path === '/' && prefix !== '' ? prefix : prefix + path);

  for (const reader of readers) {
    test(`every route returns the page of docs/product.md to ${reader}s, in ${lang}`, async ({ baseURL }) => {
      const client = await clientOf(reader, baseURL, lang);
      const demo = await demoContent(client, lang);
      const found: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const [index, [path, answers]] of [...specified, ...beyond].entries()) {
        const answer = answers[reader];
        // Staff check the public pages in one language each.
        if (reader === 'admin' && answer === answers.user && index % languages.length !== offset) continue;
        const response = await client.get(localized(demo.address(path)), { maxRedirects: 0 });
        if (isAway(answer)) {
          expected[path] = { leads: true, to: localized(demo.address(answer.to)) };
          found[path] = {
            leads: [302, 307].includes(response.status()),
            to: response.headers()['location'] ?? null,
          };
          continue;
        }
        const words = (key: string) => (key.startsWith('{') ? demo.title(key) : t(key, { type: 'anything' }));
        const heading = answer.heading === null ? [] : [words(answer.heading)];
        const title = words(answer.title ?? answer.heading ?? '');
        const { title: foundTitle, ...told } = await readPage(response);
        expected[path] = { status: answer.status, lang, headings: heading, title: true };
        found[path] = { ...told, title: foundTitle.includes(title) || foundTitle };
        if (answer === restricted)
          expect(await response.text(), path).toContain(t('app.admin.restricted_text'));
      }
      await client.dispose();
      expect(found).toEqual(expected);
    });
  }

  test.describe(`in a browser, in ${lang}`, () => {
    test.use({ expectedConsoleErrors: [/status of (403|404)/] });

    // By day each row is opened in one language, in the nightly run in the others; readers rotate over rows and
    // languages. All three above check the server's HTML.
    const openedBy = (index: number, { guest }: Record<Reader, Answer>) =>
      guest === restricted
        ? 'admin'
        : readers[(Math.floor(index / languages.length) + offset) % readers.length];
    for (const night of [false, true])
      test(`every entry route hydrates without console messages${night ? ' @night' : ''}`, async ({
        page: view,
        goTo,
        baseURL,
      }) => {
        test.slow();
        for (const reader of readers) {
          const client = await clientOf(reader, baseURL, lang);
          const demo = await demoContent(client, lang);
          await view.context().clearCookies();
          await view.context().addCookies((await client.storageState()).cookies);
          await client.dispose();
          for (const [index, [path, answers]] of specified.entries()) {
            const isDue = (index % languages.length === offset) !== night;
            const answer = answers[reader];
            if (!isDue || openedBy(index, answers) !== reader) continue;
            await test.step(`${reader}: ${path}`, async () => {
              await goTo(localized(demo.address(path)));
              if (isAway(answer)) await expect(view).toHaveURL(localized(demo.address(answer.to)));
              else await expect(view.getByRole('heading', { level: 1 })).toHaveCount(1);
            });
          }
        }
      });

    test('staff pages tell guests and people why they are refused, and redirect home after hydration', async ({
      page: view,
      baseURL,
    }) => {
      const staffRows = specified.filter(([, { guest }]) => guest === restricted);
      for (const [turn, reader] of (['guest', 'user'] as const).entries()) {
        const client = await clientOf(reader, baseURL, lang);
        const demo = await demoContent(client, lang);
        await view.context().clearCookies();
        await view.context().addCookies((await client.storageState()).cookies);
        await client.dispose();
        for (const [index, [path]] of staffRows.entries()) {
          // Each address in one language for one reader: the tests above check all combinations without a browser.
          if (index % languages.length !== offset || Math.floor(index / languages.length) % 2 !== turn)
            continue;
          await test.step(`${reader}: ${path}`, async () => {
            const response = await view.goto(localized(demo.address(path)), { waitUntil: 'commit' });
            expect(response?.status()).toBe(403);
            await Promise.all([
              expect(view.getByRole('alert').getByText(t('app.admin.restricted'))).toBeVisible(),
              expect(view).toHaveURL(localized('/')),
            ]);
            await expect(view.getByRole('heading', { level: 1 })).toHaveText(t('app.home.headline'));
          });
        }
      }
    });
  });
}

type RouteNode = { path?: string; file?: string; children?: RouteNode[] };

/** Lists every path pattern of `src/app/routes.ts`. */
function patternsOf(node: RouteNode, above = ''): string[] {
  const own = above + (node.path ?? '');
  const isPage = node.file !== undefined && node.path !== undefined;
  const isIndex = node.file !== undefined && node.path === undefined && node.children === undefined;
  return [
    ...(isPage || isIndex ? [own || '/'] : []),
    ...(node.children ?? []).flatMap((child) => patternsOf(child, own)),
  ];
}

/** The literal part of a pattern. */
const fixed = (pattern: string) => pattern.replaceAll(/\{?-?\$\w*\}?/g, '');

function takes(pattern: string, path: string): boolean {
  const expression = pattern
    .replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?')
    .replaceAll(/\{\$\w+\}/g, '[^/]*')
    .replaceAll(/\$\w+/g, '[^/]+')
    .replaceAll(/\/\$$/g, '(/.*)?');
  return new RegExp(`^${expression}$`).test(path);
}

test('every pattern of the route table has a row here', () => {
  const patterns = patternsOf(routes as RouteNode);
  const bestFor = (path: string) =>
    patterns
      .filter((pattern) => takes(pattern, path))
      .toSorted(
        (one, other) =>
          Number(other === path) - Number(one === path) || fixed(other).length - fixed(one).length,
      )[0];
  const reached = new Set([...specified, ...beyond].map(([path]) => bestFor(path)));
  expect(patterns.filter((pattern) => !reached.has(pattern))).toEqual([]);
});
