import { request as requests, type APIRequestContext } from '@playwright/test';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expect, test } from './fixtures.ts';
import { call, json, payOrder, placeOrder, serviceOfDemo, signUp } from './ordering.ts';

const languages = { ko: '', en: '/en', ja: '/jp' };
type Reader = 'guest' | 'person' | 'provider' | 'staff';

/** Sources of ids for each page: public lists, a person's own lists, and lists that only a provider has. */
const idsOfAll = {
  '/resources/{id}': '/api/resources?limit=1',
  '/services/{id}': '/api/services?limit=1',
  '/auctions/{id}': '/api/auctions?limit=1',
  '/auctions/{id}/log': '/api/auctions?state=ended&limit=1',
  '/auctions/jobs/{id}': '/api/tenders?limit=1',
};
const idsOfMembers = {
  '/remote-support/{id}': '/api/channels',
  '/orders/{id}': '/api/user/orders?limit=1',
  '/my/receipts/{id}': '/api/user/orders?limit=1',
  '/my/conversations/{id}': '/api/user/conversations',
};
const idsOfBuyers = {
  '/my/sponsorships/{id}': '/api/user/sponsorships',
  '/my/moderation/{id}': '/api/user/moderation',
};
const idsOfProviders = {
  '/resources/manage/{id}': '/api/user/resources?limit=1',
  '/my/services/{id}/workshop': '/api/user/services',
};
const idsOf: Record<Reader, Record<string, string>> = {
  guest: idsOfAll,
  person: { ...idsOfAll, ...idsOfMembers, ...idsOfBuyers },
  provider: { ...idsOfAll, ...idsOfMembers, ...idsOfProviders },
  staff: idsOfAll,
};

/** Pages that this reader must have; an empty or refused list is a fault of the test. */
async function pagesWithIds(calls: APIRequestContext, reader: Reader): Promise<string[]> {
  const pages: string[] = [];
  for (const [page, list] of Object.entries(idsOf[reader])) {
    let answer = await calls.get(list);
    expect(answer.status(), list).toBe(200);
    // The first of a public list may belong to another test, which hides it; the last is the demo's.
    const last =
      page in idsOfAll ? /<([^>]+)>; rel="last"/.exec(answer.headers()['link'] ?? '')?.[1] : undefined;
    if (last) answer = await calls.get(last);
    const [first] = await json<{ id: string }[]>(answer);
    if (!first) throw new Error(`nothing in ${list}, so a ${reader} has no ${page}`);
    pages.push(page.replace('{id}', first.id));
  }
  return pages;
}

/**
 * Creates a buyer's data: a conversation, a sponsorship, and an order that the demo provider declines, so that it is
 * refunded. Returns the page of the refund.
 */
async function buy(calls: APIRequestContext, baseURL: string | undefined): Promise<string> {
  const { id: serviceId } = await serviceOfDemo(calls);
  await call(calls, baseURL, '/api/inquiries', { serviceId, text: '언제 되나요?' });
  await call(calls, baseURL, '/api/sponsorships', { amount: 5000, cadence: 'once', consent: true });
  const order = await placeOrder(calls, baseURL, serviceId);
  await payOrder(calls, baseURL, order);
  const provider = await clientOf('provider', baseURL);
  await call(provider, baseURL, `/api/orders/${order.id}/decline`);
  await provider.dispose();
  let refundId: string | undefined;
  await expect
    .poll(async () => {
      const { refunded } = await json<{ refunded: { id: string }[] }>(
        await calls.get(`/api/orders/${order.id}`),
      );
      return (refundId = refunded[0]?.id);
    })
    .toBeDefined();
  return `/my/refunds/${refundId ?? ''}`;
}

const own = [
  'profile resources services conversations quotes collections following orders auctions jobs support',
  'transactions sponsorships earnings moderation notifications verification privacy security',
]
  .flatMap((names) => names.split(' ').map((name) => `/my/${name}`))
  .concat('/my', '/payment/basket');
const ofAll = [
  '/ /resources /resources/type/3d_model /resources/create /services /services/type/3d_printing',
  '/services/register/engineer /auctions /auctions/create /auctions/jobs /ai-assembly /remote-support',
  '/engineers /sponsor /about /login /privacy /terms /estimate /people/seongsu_layer /search',
].flatMap((paths) => paths.split(' '));
const nowhere = '/nothing/here';
const ofStaff = [
  'dashboard users resources services engineers orders disputes payouts money reports channels auctions',
  'legal settings audit ads',
].flatMap((names) => names.split(' ').map((name) => `/admin/${name}`));

/** Has staff hide something of theirs, so that there is a page with the reason. */
async function loseSomething(calls: APIRequestContext, baseURL: string | undefined): Promise<void> {
  const shown = { title: '숨길 모형', category: '3d_model', downloadUrl: 'https://example.com/a' };
  const { id } = await call<{ id: string }>(calls, baseURL, '/api/resources', shown);
  const staff = await clientOf('staff', baseURL);
  const answer = await staff.patch(`/api/admin/resources/${id}`, {
    headers: { origin: baseURL ?? '' },
    data: { state: 'hidden', rule: 'dangerous', reason: '위험해요.' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await staff.dispose();
}

/** Links of menus, tabs and breadcrumbs in a page's HTML, which every visitor can follow. */
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

for (const reader of ['guest', 'person', 'provider', 'staff'] as const)
  // By day each page is read in one language in rotation, and in the nightly run in the other two, because menus link
  // to the same pages everywhere.
  for (const night of [false, true])
    test(`no menu links a ${reader} to a missing page, from any page${night ? ' and in any language @night' : ''}`, async ({
      baseURL,
    }) => {
      test.slow();
      const calls = await clientOf(reader, baseURL);
      const pages = [...ofAll, nowhere, ...own, ...(reader === 'staff' ? ofStaff : [])];
      if (reader === 'person') {
        pages.push(await buy(calls, baseURL));
        await loseSomething(calls, baseURL);
      }
      pages.push(...(await pagesWithIds(calls, reader)));
      const answered = new Map<string, number>();
      const wrong: string[] = [];
      for (const [offset, prefix] of Object.values(languages).entries()) {
        for (const [index, page] of pages.entries()) {
          if ((index % Object.keys(languages).length === offset) === night) continue;
          const address = page === '/' && prefix !== '' ? prefix : prefix + page;
          const answer = await calls.get(address);
          expect(answer.status(), address).toBe(page === nowhere ? 404 : 200);
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
