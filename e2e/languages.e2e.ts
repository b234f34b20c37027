import { expect, test } from './fixtures.ts';

/** Sends a request as a crawler or a first-time visitor does. */
async function ask(baseURL: string | undefined, path: string, headers: Record<string, string>) {
  // Playwright's client would add its own Accept-Language.
  const { request } = await import('node:http');
  return new Promise<{ status: number; location: string; vary: string; body: string }>((resolve, reject) => {
    const sent = request(new URL(path, baseURL), { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: String(answer.headers.location ?? ''),
          vary: String(answer.headers.vary ?? ''),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test("the first visit redirects to the browser's language, with path and query", async ({ baseURL }) => {
  const japanese = await ask(baseURL, '/resources?search=gear&page=2', { 'accept-language': 'ja' });
  expect([japanese.status, japanese.location]).toEqual([302, '/jp/resources?search=gear&page=2']);
  expect(japanese.vary).toContain('accept-language');
  const french = await ask(baseURL, '/', { 'accept-language': 'fr-FR,fr;q=0.9' });
  expect(french.location).toBe('/en');
  expect((await ask(baseURL, '/', { 'accept-language': 'ko-KR,en;q=0.5' })).status).toBe(200);
});

test('a saved choice wins over address and browser; without a header the page is Korean', async ({
  baseURL,
}) => {
  const saved = { cookie: 'gongbang_language=en' };
  expect((await ask(baseURL, '/resources', { ...saved, 'accept-language': 'ja' })).location).toBe(
    '/en/resources',
  );
  expect((await ask(baseURL, '/jp/resources?page=2', saved)).location).toBe('/en/resources?page=2');
  expect((await ask(baseURL, '/en', { 'accept-language': 'ko' })).status).toBe(200);
  const crawler = await ask(baseURL, '/resources', {});
  expect(crawler.status).toBe(200);
  expect(crawler.body).toContain('<html lang="ko"');
});

test('the selector changes the address and saves the choice, and a visit saves nothing', async ({
  page,
  goTo,
}) => {
  await goTo('/resources?search=gear');
  expect(await page.evaluate(() => localStorage.getItem('gongbang_language'))).toBeNull();
  await page.getByRole('banner').getByRole('combobox', { name: '언어' }).selectOption('ja');
  await expect(page).toHaveURL('/jp/resources?search=gear');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(await page.evaluate(() => localStorage.getItem('gongbang_language'))).toBe('jp');
  await page.goto('/');
  await expect(page).toHaveURL('/jp');
  await page.getByRole('banner').getByRole('combobox', { name: '言語' }).selectOption('ko');
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
});

test('each page links its address in all languages @night', async ({ page, goTo, request, baseURL }) => {
  const [resource] = await (await request.get('/api/resources?limit=1')).json();
  for (const path of ['/', '/resources', '/resources/type/software', `/resources/${resource.id}`]) {
    const own = path === '/' ? '' : path;
    await goTo(`/en${own}`);
    const href = (selector: string) => page.locator(selector).getAttribute('href');
    expect(await href('link[rel=canonical]')).toBe(`${baseURL}/en${own}`);
    expect(await href('link[hreflang=ko]')).toBe(`${baseURL}${path}`);
    expect(await href('link[hreflang=en]')).toBe(`${baseURL}/en${own}`);
    expect(await href('link[hreflang=ja]')).toBe(`${baseURL}/jp${own}`);
    expect(await href('link[hreflang=x-default]')).toBe(`${baseURL}${path}`);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /.+/);
  }
});
