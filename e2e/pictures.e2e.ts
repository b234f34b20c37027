import type { APIRequestContext, Browser } from '@playwright/test';
import { demoPassword, demoSignIns, demoUsers } from '../demo/users.ts';
import { drawnPictures, pictureFaults } from './drawn-pictures.ts';
import { expect, test } from './fixtures.ts';

const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

async function idsOf(request: APIRequestContext) {
  const first = async (path: string) => (await (await request.get(path)).json())[0];
  // Other tests publish resources without pictures meanwhile.
  const resources: { id: string; ownerUsername: string; image: object | null }[] = await (
    await request.get('/api/resources/type/hardware_design?limit=100')
  ).json();
  const resource = resources.find(
    ({ ownerUsername, image }) =>
      image !== null && demoUsers.some(({ username }) => username === ownerUsername),
  );
  if (!resource) throw new Error('the demo has no hardware design with a picture');
  return {
    resource: resource.id,
    owner: resource.ownerUsername,
    service: (await first('/api/services?limit=1')).id as string,
    auction: (await first('/api/auctions')).id as string,
  };
}

/** Faults of each page on one screen, by its address. */
async function faultsOf(
  browser: Browser,
  baseURL: string,
  {
    screen,
    density,
    paths,
    signedIn = false,
  }: {
    screen: keyof typeof screens;
    density: number;
    paths: readonly string[];
    signedIn?: boolean;
  },
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    // Browsers reuse a cached picture of a greater width.
    const context = await browser.newContext({
      baseURL,
      viewport: screens[screen],
      deviceScaleFactor: density,
      locale: 'ko-KR',
    });
    if (signedIn)
      await context.request.post('/api/login', {
        data: { email: demoSignIns[0], password: demoPassword },
        headers: { origin: baseURL },
      });
    const pictures = await drawnPictures(await context.newPage(), path);
    await context.close();
    expect(pictures.length, `pictures of ${path}`).toBeGreaterThan(0);
    const faults = pictureFaults(pictures, density);
    // On a desktop the first picture of the home page is on the mat; phones show another one, further down.
    const high = pictures.filter(({ isHigh }) => isHigh).length;
    if (high > (path === '/' && screen === 'desktop' ? 2 : 1))
      faults.push(`${high} pictures are asked for first`);
    const largest = pictures.find(({ isLargest }) => isLargest);
    if (screen === 'phone' && largest?.isHigh === false)
      faults.push(`${largest.address} is the largest and not asked for first`);
    if (faults.length > 0) found[path] = faults;
  }
  return found;
}

test('pictures are as wide as they are drawn, the first loads eagerly and all others lazily', async ({
  browser,
  baseURL,
  request,
}) => {
  test.slow();
  const { resource, service } = await idsOf(request);
  // Resources that other tests publish meanwhile appear on the first page.
  const paths = ['/', '/resources?page=2', `/resources/${resource}`, '/services', `/services/${service}`];
  const [phone, desktop] = await Promise.all([
    faultsOf(browser, baseURL ?? '', { screen: 'phone', density: 2, paths }),
    faultsOf(browser, baseURL ?? '', { screen: 'desktop', density: 1, paths }),
  ]);
  expect({ phone, desktop }).toEqual({ phone: {}, desktop: {} });
});

for (const [screen, density] of [
  ['phone', 1],
  ['phone', 2],
  ['phone', 3],
  ['desktop', 1],
  ['desktop', 2],
] as const) {
  test(`pictures of all pages are as wide as they are drawn: ${screen} at density ${density} @night`, async ({
    browser,
    baseURL,
    request,
  }) => {
    test.setTimeout(600_000);
    const { resource, owner, service, auction } = await idsOf(request);
    const types = ['hardware_design', 'software', '3d_model', 'ai_model', 'free_content', 'flash_game'];
    const faults = await faultsOf(browser, baseURL ?? '', {
      screen,
      density,
      paths: [
        '/',
        '/resources',
        ...types.map((type) => `/resources/type/${type}`),
        '/resources?search=%EC%BC%80%EC%9D%B4%EC%8A%A4',
        `/resources/${resource}`,
        '/services',
        `/services/${service}`,
        '/auctions',
        `/auctions/${auction}`,
        `/people/${owner}`,
        '/ai-assembly',
        `/ai-assembly?resourceId=${resource}`,
      ],
    });
    expect(faults).toEqual({});
    const own = await faultsOf(browser, baseURL ?? '', {
      screen,
      density,
      paths: ['/my/resources', '/my/services'],
      signedIn: true,
    });
    expect(own).toEqual({});
  });
}
