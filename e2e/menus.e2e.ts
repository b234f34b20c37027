import { request as requests, type APIRequestContext } from '@playwright/test';
import { demoPassword, demoSignIns } from '../demo/load.ts';
import { expect, test } from './fixtures.ts';
import { call, json, serviceOfDemo, signUp } from './ordering.ts';

const languages = { ko: '', en: '/en', ja: '/jp' };
type Reader = 'guest' | 'person' | 'provider' | 'staff';

/** Pages with an id of what the provider of the demo has, by what their ids are found with. */
async function pagesWithIds(calls: APIRequestContext): Promise<string[]> {
  const first = async (path: string) => (await json<{ id: string }[]>(await calls.get(path)))[0]?.id;
  const found: [string, string | undefined][] = [
    ['/resources/{id}', await first('/api/resources?limit=1')],
    ['/resources/manage/{id}', await first('/api/user/resources?limit=1')],
    ['/services/{id}', await first('/api/services?limit=1')],
    ['/my/services/{id}/workshop', await first('/api/user/services')],
    ['/auctions/{id}', await first('/api/auctions?limit=1')],
    ['/auctions/{id}/log', await first('/api/auctions?state=ended&limit=1')],
    ['/orders/{id}', await first('/api/user/orders?limit=1')],
    ['/my/conversations/{id}', await first('/api/user/conversations')],
    ['/my/moderation/{id}', await first('/api/user/moderation')],
    ['/my/sponsorships/{id}', await first('/api/user/sponsorships')],
    ['/remote-support/{id}', await first('/api/channels')],
    ['/auctions/jobs/{id}', await first('/api/tenders?limit=1')],
  ];
  return found.flatMap(([page, id]) => (id === undefined ? [] : [page.replace('{id}', id)]));
}

const own = [
  'profile resources services conversations quotes collections following orders auctions jobs support',
  'transactions sponsorships earnings moderation notifications verification privacy security',
].flatMap((names) => names.split(' ').map((name) => `/my/${name}`));
const ofAll = [
  '/ /resources /resources/type/3d_model /resources/create /services /services/type/3d_printing',
  '/services/register/engineer /auctions /auctions/create /auctions/jobs /ai-assembly /remote-support',
  '/engineers /sponsor /about /login /privacy /terms /estimate /people/seongsu_layer /search /nothing/here',
].flatMap((paths) => paths.split(' '));
const ofStaff = [
  'dashboard users resources services engineers orders disputes payouts money reports channels auctions',
  'settings audit ads',
].flatMap((names) => names.split(' ').map((name) => `/admin/${name}`));

/** Links of menus, tabs and paths of a page as it is sent: what everybody can press from there. */
function menuLinks(html: string): string[] {
  const menus = html.match(/<(nav|header|footer)\b.*?<\/\1>/gs) ?? [];
  const links = menus.flatMap((menu) => [...menu.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)]);
  return links
    .map(([, href = '']) => href.replaceAll('&amp;', '&').split('#')[0] ?? '')
    .filter((href) => href.startsWith('/') && !href.startsWith('//'));
}

async function clientOf(reader: Reader, baseURL: string | undefined): Promise<APIRequestContext> {
  const calls = await requests.newContext({ baseURL: baseURL ?? '' });
  if (reader === 'guest') return calls;
  const signIns = {
    person: () => signUp(calls, baseURL, '새로 온 사람'),
    provider: () => ({ email: demoSignIns[0] ?? '', password: demoPassword }),
    staff: () => ({ email: 'admin@example.com', password: 'a sentence for the tests' }),
  };
  const { email, password } = await signIns[reader]();
  await call(calls, baseURL, '/api/login', { email, password });
  return calls;
}

for (const reader of ['guest', 'person', 'provider', 'staff'] as const) {
  test(`no menu leads a ${reader} to a page that is not there, from any page and in any language`, async ({
    baseURL,
  }) => {
    test.slow();
    const calls = await clientOf(reader, baseURL);
    if (reader === 'person') {
      // A conversation of their own, so that its page is among them.
      const { id } = await serviceOfDemo(calls);
      await call(calls, baseURL, '/api/inquiries', { serviceId: id, text: '언제 되나요?' });
    }
    const pages = [...ofAll, ...own, ...(reader === 'staff' ? ofStaff : []), ...(await pagesWithIds(calls))];
    const answered = new Map<string, number>();
    const wrong: string[] = [];
    for (const prefix of Object.values(languages)) {
      for (const page of pages) {
        const address = page === '/' && prefix !== '' ? prefix : prefix + page;
        const answer = await calls.get(address);
        const links = new Set(menuLinks(await answer.text()));
        expect(links.size, `links of ${address}`).toBeGreaterThan(5);
        for (const link of links) {
          if (!answered.has(link)) answered.set(link, (await calls.get(link)).status());
          const status = answered.get(link) ?? 0;
          if (status >= 400) wrong.push(`${address} -> ${link}: ${status}`);
        }
      }
    }
    await calls.dispose();
    expect(wrong).toEqual([]);
  });
}
