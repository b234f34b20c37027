import { expect, test } from './fixtures.ts';

/** Addresses with thousands of instances count as one kind: a few of each are followed. */
const maxOfAKind = 4;

function kindOf(path: string): string {
  return path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace(/\?.*$/, '?');
}

for (const { prefix, lang } of [
  { prefix: '', lang: 'ko' },
  { prefix: '/en', lang: 'en' },
  { prefix: '/jp', lang: 'ja' },
]) {
  test(`every link of every page works, and stays in its language (${lang})${lang === 'ko' ? '' : ' @night'}`, async ({
    request,
  }) => {
    test.slow();
    const waiting = [prefix || '/'];
    const seen = new Set(waiting);
    const kinds = new Map<string, number>();
    while (waiting.length > 0) {
      const path = waiting.shift() ?? '';
      const answer = await request.get(path, { headers: { 'accept-language': lang }, maxRedirects: 3 });
      expect(answer.status(), path).toBe(200);
      if (!answer.headers()['content-type']?.includes('html') || path.startsWith('/api/')) continue;
      const html = await answer.text();
      expect(html, path).toContain(`<html lang="${lang}"`);
      for (const [, found = ''] of html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)) {
        const href = found.replaceAll('&amp;', '&');
        if (!href.startsWith('/') || href.startsWith('//')) continue;
        const [target = ''] = href.split('#');
        const isPage = !target.startsWith('/api/');
        if (isPage && prefix !== '')
          expect(target, `${path} links to ${target}`).toMatch(new RegExp(`^${prefix}(/|$|\\?)`));
        const kind = kindOf(target);
        const times = kinds.get(kind) ?? 0;
        if (seen.has(target) || times >= maxOfAKind) continue;
        seen.add(target);
        kinds.set(kind, times + 1);
        waiting.push(target);
      }
    }
    // Addresses of docs/product.md, "Addresses", that visitors may open, linked or not.
    for (const path of [
      '/people/seongsu_layer',
      '/estimate',
      '/quotes/1',
      '/payment/sandbox/1',
      '/quote-requests/new',
      '/quote-requests/1',
      '/flash-game',
      '/resources/upload',
      '/resources/upload-v1',
      '/resources/upload-v2',
      '/resources/upload-tus',
      '/resources/upload-test',
      '/engineers',
      '/about',
      '/services?sort=price&city=xyz',
      '/services/register',
      '/services/register/3d_printing',
      '/services/register-old',
      '/services/register-old/engineer',
      '/register-printer',
      '/auctions',
      '/auctions?state=ended&sort=bids&category=tools',
      '/auctions/create',
      '/auctions/1/edit',
      '/auctions/1/order',
      '/ai-assembly',
      '/remote-support',
      '/remote-support/help',
      '/remote-support/talk',
      '/remote-support/questions',
      '/remote-support/questions/1',
      '/remote-support/questions/ask',
      '/sponsor',
      '/privacy',
      '/terms',
      '/auth',
      '/login',
      '/register',
      '/my/profile',
      '/my/services',
      '/my/conversations',
      '/my/quotes',
      '/my/sponsorships',
      '/my/sponsorships/1',
      '/payment/sponsor/1',
      '/my/earnings',
      '/my/receipts/1',
      '/my/refunds/1',
      '/my/services/1/workshop',
      '/my/collections',
      '/my/following',
      '/my/orders',
      '/my/auctions',
      '/my/jobs',
      '/my/proposals',
      '/auctions/jobs',
      '/auctions/jobs/create',
      '/my/transactions',
      '/my/sessions',
      '/my/verification',
      '/payment/service/1',
      '/payment/success',
      '/payment/fail',
      '/payment-demo',
      '/payment-example',
      '/orders/1',
      '/search',
      '/search-demo',
      '/admin/dashboard',
      '/admin/users',
      '/admin/resources',
      '/admin/services',
      '/admin/catalogue',
      '/admin/engineers',
      '/admin/synonyms',
      '/admin/jobs',
      '/admin/reports',
      '/admin/channels',
      '/admin/sanctions',
      '/admin/auctions',
      '/admin/bidders',
      '/admin/audit',
      '/admin/sponsors',
      '/admin/legal',
      '/admin/settings',
      '/admin/ads',
      '/admin/orders',
      '/admin/disputes',
      '/admin/payouts',
      '/admin/refunds',
      '/admin/money',
      '/admin/journals',
      '/admin/findings',
      '/admin/adjustments',
      '/admin/resources/upload',
      '/admin/resources/edit/1',
      '/services/type/woodworking',
      '/resources/type/anything',
    ]) {
      const answer = await request.get(`${prefix}${path}`, { headers: { 'accept-language': lang } });
      expect(answer.status(), path).toBe(path.startsWith('/admin/') ? 403 : 200);
    }
  });
}

test('search engines get a sitemap, and readers a feed of news', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(robots).toContain('Disallow: /jp/admin/');
  const index = await (await request.get('/sitemap.xml')).text();
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(parts).toContain(`${baseURL}/sitemaps/resources-1.xml`);
  const [resource] = await (await request.get('/api/resources?limit=1')).json();
  const maps = await Promise.all(parts.map(async (part) => (await request.get(part)).text()));
  for (const path of [`/resources/${resource.id}`, `/en/resources/${resource.id}`, '/jp/about']) {
    expect(
      maps.some((map) => map.includes(`<loc>${baseURL}${path}</loc>`)),
      path,
    ).toBe(true);
  }
  expect((await request.get('/sitemaps/nothing.xml')).status()).toBe(404);
  for (const feed of ['/feed.xml', '/en/feed.xml', '/jp/feed.xml']) {
    const answer = await request.get(feed);
    expect(answer.headers()['content-type']).toContain('application/rss+xml');
    expect(await answer.text()).toMatch(/<item><title>.+<\/title><link>http/);
  }
});

test.describe('an admin page', () => {
  test.use({ expectedConsoleErrors: [/403/] });

  test('redirects people who are no admin, and says why', async ({ page, goTo }) => {
    await page.goto('/admin/dashboard', { waitUntil: 'commit' });
    await Promise.all([
      expect(page.getByRole('alert').getByText('접근이 제한된 페이지예요')).toBeVisible(),
      expect(page).toHaveURL('/'),
    ]);
    await goTo('/about');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('공방 소개');
  });
});
