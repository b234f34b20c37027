import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { startTestServer, type Person, type TestServer } from '../testing.ts';
import { sections } from './sections.ts';

/** First call that each page makes, and the roles that it lets in. */
const pages: Record<string, { call: string; roles: readonly string[] }> = {
  users: { call: '/api/admin/users', roles: ['support', 'finance', 'admin'] },
  resources: { call: '/api/admin/resources', roles: ['admin'] },
  catalogue: { call: '/api/admin/catalogue.zip', roles: ['admin'] },
  services: { call: '/api/admin/services', roles: ['admin'] },
  engineers: { call: '/api/admin/engineers', roles: ['admin'] },
  reports: { call: '/api/admin/reports', roles: ['admin'] },
  channels: { call: '/api/admin/channels', roles: ['admin'] },
  sanctions: { call: '/api/admin/sanctions', roles: ['admin'] },
  orders: { call: '/api/admin/orders', roles: ['support', 'finance', 'admin'] },
  disputes: { call: '/api/admin/disputes', roles: ['support', 'finance', 'admin'] },
  auctions: { call: '/api/admin/auctions', roles: ['admin'] },
  bidders: { call: '/api/admin/bidders', roles: ['admin'] },
  payouts: { call: '/api/admin/payouts', roles: ['finance', 'admin'] },
  refunds: { call: '/api/admin/refunds', roles: ['finance', 'admin'] },
  money: { call: '/api/admin/money', roles: ['finance', 'admin'] },
  journals: { call: '/api/admin/journals', roles: ['finance', 'admin'] },
  findings: { call: '/api/admin/findings', roles: ['finance', 'admin'] },
  adjustments: { call: '/api/admin/adjustments', roles: ['finance', 'admin'] },
  sponsors: { call: '/api/admin/sponsors', roles: ['finance', 'admin'] },
  ads: { call: '/api/admin/ads', roles: ['admin'] },
  synonyms: { call: '/api/admin/search-synonyms', roles: ['admin'] },
  jobs: { call: '/api/admin/jobs', roles: ['admin'] },
  legal: { call: '/api/admin/legal', roles: ['admin'] },
  settings: { call: '/api/admin/settings', roles: ['admin'] },
  audit: { call: '/api/admin/audit', roles: ['admin'] },
};

test('lists every staff page', () => {
  expect(sections.map(({ to }) => to)).toEqual(Object.keys(pages).map((name) => `/admin/${name}`));
});

describe.each(['user', 'support', 'finance', 'admin'] as const)('%s', (role) => {
  let server: TestServer;
  let person: Person;
  let user: CurrentUser;
  beforeAll(async () => {
    server = await startTestServer();
    person = await server.signUp(role === 'user' ? {} : { role });
    user = (await server.call('GET', '/api/user', { as: person })).json();
  });
  afterAll(() => server.close());

  test.each(sections)('shows $to to the roles that its API call accepts', async ({ to, may }) => {
    const { call, roles } = pages[to.slice('/admin/'.length)] ?? { call: '', roles: [] };
    const { statusCode } = await server.call('GET', call, { as: person });
    expect({ may: may(user), statusCode }).toEqual(
      roles.includes(role) ? { may: true, statusCode: 200 } : { may: false, statusCode: 403 },
    );
  });
});
