import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { sponsoringOn } from '#features/sponsorship/server/testing.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import type { Ad, Banner, StaffBanner } from '../contract.ts';
import { adsPersonalData } from './personal-data.ts';

let server: TestServer;
let on: ReturnType<typeof sponsoringOn>;
let admin: Person;
let anna: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = sponsoringOn(server);
  admin = await server.signUp({ isAdmin: true });
  anna = await server.signUp();
});
afterAll(() => server.close());

const today = koreanDay(new Date());
const ads = async (language = 'ko') =>
  (await server.call('GET', '/api/ads', { headers: { 'accept-language': language } })).json<Ad[]>();
const add = (fields: object = {}) =>
  server.call('POST', '/api/admin/ads', {
    as: admin,
    payload: {
      title: '새 필라멘트',
      text: '봄 색이 들어왔어요',
      url: '/resources',
      language: 'ko',
      startsOn: today,
      endsOn: null,
      reason: '봄',
      ...fields,
    },
  });
const decide = (id: string, decision: string) =>
  server.call('POST', `/api/admin/ads/${id}/decide`, { as: admin, payload: { decision, reason: '이유' } });
const wish = {
  title: '튼튼한 공구',
  text: '평생 쓰는 공구예요',
  url: 'https://tools.example',
  language: 'ko',
};
const ask = (as: Person, sponsorshipId: string, fields: object = {}) =>
  server.call('POST', `/api/sponsorships/${sponsorshipId}/banner`, { as, payload: { ...wish, ...fields } });

describe('house banners', () => {
  test('are shown to readers of their language, on their days, until they are taken down', async () => {
    const { id } = (await add()).json<{ id: string }>();
    expect(await ads()).toContainEqual(expect.objectContaining({ id, kind: 'house', url: '/resources' }));
    expect((await ads('en')).map((each) => each.id)).not.toContain(id);
    const later = (await add({ startsOn: '2099-01-01' })).json<{ id: string }>().id;
    const over = (await add({ startsOn: '2026-01-01', endsOn: '2026-01-02' })).json<{ id: string }>().id;
    const all = (await server.call('GET', '/api/admin/ads?kind=house', { as: admin })).json<StaffBanner[]>();
    const standingOf = (wanted: string) => all.find((each) => each.id === wanted)?.standing;
    expect([id, later, over].map(standingOf)).toEqual(['shown', 'planned', 'ended']);
    const shown = (await ads()).map((each) => each.id);
    expect(shown).not.toContain(later);
    expect(shown).not.toContain(over);
    expect((await decide(id, 'end')).statusCode).toBe(204);
    expect((await ads()).map((each) => each.id)).not.toContain(id);
    expect((await decide(id, 'end')).json()).toMatchObject({ code: 'banner_decided' });
    for (const unknown of ['none', crypto.randomUUID()]) {
      expect((await decide(unknown, 'end')).json()).toMatchObject({ code: 'banner_not_found' });
    }
  });

  test.each([
    { url: 'http://example.com' },
    { url: 'javascript:alert(1)' },
    { url: '//evil.example' },
    { url: String.raw`/\evil.example` },
    { title: 'a'.repeat(41) },
    { language: 'fr' },
    { startsOn: 'soon' },
  ])('not %j', async (fields) => {
    expect((await add(fields)).statusCode).toBe(400);
  });

  test('can be changed while they are shown, with their counts, and the change is logged', async () => {
    const { id } = (await add({ title: '오타' })).json<{ id: string }>();
    await server.call('POST', `/api/ads/${id}/views`, { payload: { slot: 'content_end' } });
    const change = (fields: object = {}) =>
      server.call('PUT', `/api/admin/ads/${id}`, {
        as: admin,
        payload: {
          title: '고친 제목',
          text: '봄 색이 들어왔어요',
          url: '/resources',
          language: 'ko',
          startsOn: today,
          reason: '오타',
          ...fields,
        },
      });
    expect((await change()).statusCode).toBe(204);
    expect(await ads()).toContainEqual(expect.objectContaining({ id, title: '고친 제목' }));
    const listed = await server.call('GET', `/api/admin/ads?search=${id}`, { as: admin });
    expect(listed.json<StaffBanner[]>()).toMatchObject([{ title: '고친 제목', views: 1 }]);
    const log = await server.call('GET', `/api/admin/audit?search=${id}&action=banner.change`, { as: admin });
    expect(log.json()).toMatchObject([
      { reason: '오타', before: { title: '오타' }, after: { title: '고친 제목' } },
    ]);
    expect((await change({ startsOn: '2027-01-10', endsOn: '2027-01-01' })).json()).toMatchObject({
      fields: { endsOn: '시작하는 날보다 빨라요.' },
    });
    expect((await change({ url: 'http://example.com' })).statusCode).toBe(400);
    await decide(id, 'end');
    expect((await change()).json()).toMatchObject({ code: 'banner_decided' });
  });

  test('cannot end before they begin', async () => {
    const answer = await add({ startsOn: '2027-01-10', endsOn: '2027-01-01' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { fields: { endsOn: '시작하는 날보다 빨라요.' } },
    ]);
  });

  test('are counted anonymously, and only while they are shown', async () => {
    const { id } = (await add({ title: '셈' })).json<{ id: string }>();
    const count = (what: string, slot = 'content_end') =>
      server.call('POST', `/api/ads/${id}/${what}`, { payload: { slot } });
    await Promise.all(Array.from({ length: 5 }, () => count('views')));
    await count('clicks');
    // Google's automatic formats are not our slots.
    expect((await count('views', 'anchor')).statusCode).toBe(400);
    const mine = async () =>
      (await server.call('GET', '/api/admin/ads', { as: admin }))
        .json<StaffBanner[]>()
        .find((each) => each.id === id);
    expect(await mine()).toMatchObject({ views: 5, clicks: 1 });
    await decide(id, 'end');
    await count('views');
    expect(await mine()).toMatchObject({ views: 5, clicks: 1 });
  });
});

test('staff can search, filter and export banners, waiting ones first', async () => {
  const word = `표식${Date.now()}`;
  const ids: string[] = [];
  for (const title of [`${word} 1`, `${word} 2`]) {
    const answer = await add({ title });
    ids.push(answer.json<{ id: string }>().id);
  }
  const [first = '', second = ''] = ids;
  const listed = async (query: string) =>
    (await server.call('GET', `/api/admin/ads?${query}`, { as: admin }))
      .json<StaffBanner[]>()
      .map(({ id }) => id);
  expect(await listed(`search=${word}`)).toEqual([second, first]);
  await decide(second, 'end');
  expect(await listed(`search=${word}&state=shown`)).toEqual([first]);
  expect(await listed(`search=${word}&kind=sponsor`)).toEqual([]);
  await server.runtime.pool.query("update ad_banner set state = 'waiting' where id = $1", [first]);
  expect(await listed(`search=${word}`)).toEqual([first, second]);
  expect(await listed(`search=${word}&sort=newest`)).toEqual([second, first]);
  expect(await listed(`search=${second}`)).toEqual([second]);
  const csv = await server.call('GET', `/api/admin/ads.csv?search=${word}&state=ended`, { as: admin });
  expect(csv.body).toContain(`${word} 2`);
  expect(csv.body).not.toContain(`${word} 1`);
});

describe('a sponsor’s banner', () => {
  test('comes with the highest tier to the house, waits, and is shown after approval', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    expect(own.canBanner).toBe(true);
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    expect((await ads()).map((each) => each.id)).not.toContain(id);
    expect((await ask(anna, own.id)).json()).toMatchObject({ code: 'banner_exists' });
    expect((await decide(id, 'approve')).statusCode).toBe(204);
    expect(await ads('ja')).toContainEqual(expect.objectContaining({ id, kind: 'sponsor', language: 'ko' }));
    const [told] = (await server.call('GET', '/api/user/notifications', { as: anna })).json<
      { title: string }[]
    >();
    expect(told).toMatchObject({ title: '배너가 승인됐어요' });
    expect((await server.call('GET', '/api/user/banners', { as: anna })).json<Banner[]>()).toMatchObject([
      { id, state: 'shown' },
    ]);
    // Once used, it cannot be withdrawn.
    expect((await on.read(anna, own.id)).contributions).toMatchObject([{ canWithdraw: false }]);
    const back = await server.call('POST', `/api/contributions/${own.contributions[0]?.id ?? ''}/withdraw`, {
      as: anna,
      headers: { 'idempotency-key': 'back' },
    });
    expect(back.json()).toMatchObject({ code: 'not_withdrawable' });
  });

  test('can be requested again after a rejection', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    expect((await decide(id, 'refuse')).statusCode).toBe(204);
    expect((await on.read(anna, own.id)).contributions).toMatchObject([{ canWithdraw: true }]);
    expect((await ask(anna, own.id)).statusCode).toBe(201);
  });

  test('is not shown after its sponsorship was withdrawn', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    const back = await server.call('POST', `/api/contributions/${own.contributions[0]?.id ?? ''}/withdraw`, {
      as: anna,
      headers: { 'idempotency-key': `back ${own.id}` },
    });
    expect(back.statusCode).toBe(200);
    expect((await decide(id, 'approve')).json()).toMatchObject({ code: 'no_banner_right' });
    expect((await decide(id, 'refuse')).statusCode).toBe(204);
  });

  test('of a suspended person is neither shown nor counted until the suspension ends', async () => {
    const sponsor = await server.signUp();
    const { id: sponsorshipId } = await on.sponsor(sponsor, { amount: 100_000 });
    const form = formOf([
      ...Object.entries(wish).map(([name, value]) => ({ name, value })),
      {
        name: 'image',
        filename: 'a.png',
        type: 'image/png',
        bytes: await sharp({ create: { width: 640, height: 100, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      },
    ]);
    const made = await server.call('POST', `/api/sponsorships/${sponsorshipId}/banner`, {
      as: sponsor,
      ...form,
    });
    const { id } = made.json<Banner>();
    await decide(id, 'approve');
    const seen = async () => {
      await server.call('POST', `/api/ads/${id}/views`, { payload: { slot: 'content_end' } });
      const { rows } = await server.runtime.pool.query<{ views: number }>(
        'select coalesce(sum(views), 0)::integer as views from ad_count where banner_id = $1',
        [id],
      );
      const image = await server.call('GET', `/api/ad-images/${id}/480.webp`);
      return [(await ads()).some((each) => each.id === id), image.statusCode, rows[0]?.views];
    };
    expect(await seen()).toEqual([true, 200, 1]);
    const suspend = (until: string) =>
      server.runtime.pool.query(
        `update person set suspended_at = now() - interval '2 days', suspended_until = ${until} where id = $1`,
        [sponsor.id],
      );
    await suspend('null');
    expect(await seen()).toEqual([false, 404, 1]);
    const listed = await server.call('GET', '/api/admin/ads?kind=sponsor', { as: admin });
    expect(listed.json<Banner[]>().find((each) => each.id === id)).toMatchObject({ standing: 'unseen' });
    await suspend("now() - interval '1 second'");
    expect(await seen()).toEqual([true, 200, 2]);
    expect(await banner(sponsor, id)).toMatchObject({ standing: 'shown' });
    await decide(id, 'end');
  });

  const banner = async (as: Person, id: string) =>
    (await server.call('GET', '/api/user/banners', { as })).json<Banner[]>().find((each) => each.id === id);
  const mind = async () => {
    await enqueue(server.runtime.db, 'ads.mind_banners', {});
    await on.runJobs();
  };
  /** Moves the payment and the approval back by some days. */
  async function pass(
    days: number,
    { sponsorship, id }: { sponsorship: string; id?: string },
  ): Promise<void> {
    await server.runtime.pool.query(
      'update contribution set paid_at = paid_at - make_interval(days => $2) where sponsorship_id = $1',
      [sponsorship, days],
    );
    await server.runtime.pool.query(
      'update ad_banner set starts_on = starts_on - $2::integer, ends_on = ends_on - $2::integer where id = $1',
      [id ?? null, days],
    );
  }
  const isShown = async (id: string) => (await ads()).some((each) => each.id === id);
  const day = (days: number) => koreanDay(new Date(Date.now() + days * 24 * 60 * 60_000));

  test('loses no days while waiting for review: its month begins with the approval', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    expect(await banner(anna, id)).toMatchObject({ endsOn: null });
    // Longer than the month that was paid for.
    await pass(40, { sponsorship: own.id });
    expect((await decide(id, 'approve')).statusCode).toBe(204);
    expect(await banner(anna, id)).toMatchObject({ state: 'shown', startsOn: today, endsOn: day(31) });
    expect(await isShown(id)).toBe(true);
    await pass(31, { sponsorship: own.id, id });
    expect(await isShown(id)).toBe(true);
    await mind();
    expect(await banner(anna, id)).toMatchObject({ state: 'shown' });
    await pass(1, { sponsorship: own.id, id });
    expect(await isShown(id)).toBe(false);
    expect(await banner(anna, id)).toMatchObject({ state: 'shown', standing: 'ended' });
    await mind();
    expect(await banner(anna, id)).toMatchObject({ state: 'ended' });
    // After its month it cannot be requested again without another payment.
    expect((await ask(anna, own.id)).json()).toMatchObject({ code: 'no_banner_right' });
  });

  test('can be requested again within a month after a late rejection, and is not offered after that', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    await pass(33, { sponsorship: own.id });
    expect(await on.read(anna, own.id)).toMatchObject({ canBanner: false });
    await decide(id, 'refuse');
    expect(await on.read(anna, own.id)).toMatchObject({ canBanner: true });
    const refusedDaysAgo = (days: number) =>
      server.runtime.pool.query(
        'update ad_banner set decided_at = now() - make_interval(days => $2) where id = $1',
        [id, days],
      );
    await refusedDaysAgo(32);
    expect(await on.read(anna, own.id)).toMatchObject({ canBanner: false });
    expect((await ask(anna, own.id)).json()).toMatchObject({ code: 'no_banner_right' });
    await refusedDaysAgo(31);
    expect(await on.read(anna, own.id)).toMatchObject({ canBanner: true });
    expect((await ask(anna, own.id)).statusCode).toBe(201);
  });

  test('of a monthly sponsor continues with each payment, and ends with the last', async () => {
    const own = await on.sponsor(anna, { amount: 100_000, cadence: 'monthly' });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    await decide(id, 'approve');
    expect(await banner(anna, id)).toMatchObject({ standing: 'shown' });
    await pass(33, { sponsorship: own.id, id });
    expect(await isShown(id)).toBe(false);
    // Sponsor and staff see the same state: payment due.
    expect(await banner(anna, id)).toMatchObject({ state: 'shown', standing: 'unpaid' });
    const listed = await server.call('GET', `/api/admin/ads?search=${id}`, { as: admin });
    expect(listed.json()).toMatchObject([{ id, standing: 'unpaid' }]);
    await on.pass(own.id, 32);
    await on.work();
    // A late payment, within the grace period.
    await mind();
    expect(await isShown(id)).toBe(false);
    const next = (await on.read(anna, own.id)).contributions.find(({ state }) => state === 'open');
    await on.pay(anna, next ?? { id: '' });
    // At once, and without another request.
    expect(await isShown(id)).toBe(true);
    expect(await banner(anna, id)).toMatchObject({ standing: 'shown' });
    expect((await ask(anna, own.id)).json()).toMatchObject({ code: 'banner_exists' });
    await mind();
    expect(await banner(anna, id)).toMatchObject({ state: 'shown', endsOn: day(31) });
    // The second month is used as well.
    expect((await on.read(anna, own.id)).contributions.map(({ canWithdraw }) => canWithdraw)).toEqual([
      false,
      false,
    ]);
    await pass(32, { sponsorship: own.id, id });
    expect(await isShown(id)).toBe(false);
    const over = await server.call('POST', `/api/sponsorships/${own.id}/cancel`, { as: anna });
    expect(over.statusCode, over.body).toBeLessThan(300);
    await mind();
    expect(await banner(anna, id)).toMatchObject({ state: 'ended' });
  });

  test('is not shown after all its payments were refunded', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    await decide(id, 'approve');
    expect(await isShown(id)).toBe(true);
    await server.runtime.pool.query(
      `update contribution set state = 'reversed', ended_at = now() where sponsorship_id = $1`,
      [own.id],
    );
    expect(await isShown(id)).toBe(false);
    await mind();
    expect(await banner(anna, id)).toMatchObject({ state: 'ended' });
  });

  test('is either shown or withdrawn under concurrency, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await on.sponsor(anna, { amount: 100_000 });
      const { id } = (await ask(anna, own.id)).json<{ id: string }>();
      const [approved, back] = await Promise.all([
        decide(id, 'approve'),
        server.call('POST', `/api/contributions/${own.contributions[0]?.id ?? ''}/withdraw`, {
          as: anna,
          headers: { 'idempotency-key': `race ${own.id}` },
        }),
      ]);
      expect([approved.statusCode === 204, back.statusCode === 200]).toEqual(
        approved.statusCode === 204 ? [true, false] : [false, true],
      );
      expect(await isShown(id)).toBe(approved.statusCode === 204);
    }
  });

  test('is refused to others, for a lower tier, and without payment', async () => {
    const bert = await server.signUp();
    const mine = await on.sponsor(anna, { amount: 100_000 });
    expect((await ask(bert, mine.id)).json()).toMatchObject({ code: 'no_banner_right' });
    const small = await on.sponsor(anna, { amount: 99_999 });
    expect((await ask(anna, small.id)).json()).toMatchObject({ code: 'no_banner_right' });
    const unpaid = await on.promise(anna, { amount: 100_000 });
    expect((await ask(anna, unpaid.id)).json()).toMatchObject({ code: 'no_banner_right' });
    expect((await ask(anna, mine.id, { url: '/resources' })).statusCode).toBe(400);
  });
});

describe('the picture of a banner', () => {
  const drawn = (format: 'png' | 'jpeg' | 'gif' | 'webp') =>
    sharp({ create: { width: 640, height: 100, channels: 3, background: '#c40' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'whoever' } } })
      .toFormat(format)
      .toBuffer();
  const sent = async (path: string, as: Person, fields: object, bytes: Buffer, filename = '배너.png') =>
    server.call('POST', path, {
      as,
      ...formOf([
        ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
        { name: 'image', filename, type: 'image/png', bytes },
      ]),
    });
  const house = {
    title: '새 필라멘트',
    text: '봄 색이 들어왔어요',
    url: '/resources',
    language: 'ko',
    startsOn: today,
    reason: '봄',
  };
  const pictureOf = (id: string, as?: Person) =>
    server.call('GET', `/api/ad-images/${id}/480.webp`, as ? { as } : {});

  test.each(['png', 'jpeg', 'gif'] as const)('is accepted as %s and re-encoded', async (format) => {
    const answer = await sent('/api/admin/ads', admin, house, await drawn(format));
    expect(answer.statusCode, answer.body).toBe(201);
    const { id } = answer.json<{ id: string }>();
    expect((await ads()).find((each) => each.id === id)?.picture).toEqual({
      width: 640,
      height: 100,
      widths: [480, 640],
    });
    const shown = await pictureOf(id);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    });
    expect(shown.headers['cache-control']).toContain('public');
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
      width: 480,
      height: 75,
      format: 'webp',
    });
    expect(shown.rawPayload.includes('whoever')).toBe(false);
    const { rawPayload: whole } = await server.call('GET', `/api/ad-images/${id}/481.webp`);
    expect(await sharp(whole).metadata()).toMatchObject({ width: 640, height: 100 });
    await decide(id, 'end');
    expect((await pictureOf(id)).statusCode).toBe(404);
    expect((await pictureOf(id, admin)).statusCode).toBe(200);
  });

  test('is refused if invalid, of another kind or too large, and nothing of it stays', async () => {
    const refusedWith = async (bytes: Buffer, filename?: string) =>
      (await sent('/api/admin/ads', admin, house, bytes, filename)).json<{ code: string; fields: object }>();
    expect(await refusedWith(await drawn('webp'))).toMatchObject({
      code: 'image_type',
      fields: { image: expect.any(String) },
    });
    expect(await refusedWith(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
      code: 'image_type',
    });
    expect(await refusedWith((await drawn('png')).subarray(0, 90))).toMatchObject({ code: 'image_broken' });
    expect(await refusedWith(Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({ code: 'image_too_large' });
    const before = (await ads()).length;
    const wrong = await sent(
      '/api/admin/ads',
      admin,
      { ...house, url: 'javascript:alert(1)' },
      await drawn('png'),
    );
    expect(wrong.statusCode).toBe(400);
    expect(await ads()).toHaveLength(before);
    const kept: string[] = [];
    for await (const { key } of server.runtime.storage.list('ad-images')) kept.push(key);
    const { rows } = await server.runtime.pool.query(
      'select blob_prefix from ad_banner where blob_prefix is not null',
    );
    expect(new Set(kept.map((key) => key.split('/').slice(0, 2).join('/'))).size).toBe(rows.length);
  });

  test('of a sponsor is visible to them and to reviewers until it is shown, and is erased with them', async () => {
    const sponsor = await server.signUp();
    const own = await on.sponsor(sponsor, { amount: 100_000 });
    const answer = await sent(`/api/sponsorships/${own.id}/banner`, sponsor, wish, await drawn('png'));
    expect(answer.statusCode, answer.body).toBe(201);
    const { id } = answer.json<{ id: string }>();
    expect((await pictureOf(id)).statusCode).toBe(404);
    expect((await pictureOf(id, anna)).statusCode).toBe(404);
    expect((await pictureOf(id, admin)).statusCode).toBe(200);
    const seen = await pictureOf(id, sponsor);
    expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'private, no-store']);
    await decide(id, 'approve');
    expect((await pictureOf(id)).statusCode).toBe(200);

    const { storage, db } = server.runtime;
    const room = adsPersonalData({ db });
    const person = { id: sponsor.id, name: '', email: sponsor.email, username: sponsor.username };
    const keys = await db
      .transaction()
      .execute((trx) => room.erase?.(trx, person, new Date()) ?? Promise.resolve([]));
    expect(keys).toEqual(expect.arrayContaining([expect.stringMatching(/^ad-images\/[^/]+\/480\.webp$/)]));
    for (const key of keys) await storage.remove(key);
    expect((await pictureOf(id, admin)).statusCode).toBe(404);
  });

  test('a repeated request creates one banner', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const payload = { ...house, title: '한 번만', endsOn: null };
    const twice = [1, 2].map(() => server.call('POST', '/api/admin/ads', { as: admin, headers, payload }));
    const [first, second] = await Promise.all(twice);
    expect(second?.json()).toEqual(first?.json());
    expect((await ads()).filter(({ title }) => title === '한 번만')).toHaveLength(1);
  });
});

test('a house banner ends by itself after its last day', async () => {
  const { id } = (await add({ startsOn: '2026-01-01', endsOn: '2026-01-02' })).json<{ id: string }>();
  await enqueue(server.runtime.db, 'ads.mind_banners', {});
  await on.runJobs();
  const listed = (await server.call('GET', `/api/admin/ads?search=${id}`, { as: admin })).json<
    StaffBanner[]
  >();
  expect(listed).toMatchObject([{ id, state: 'ended' }]);
});

test('admins open and close slots without a restart', async () => {
  const set = (value: unknown, changedAt: string | null) =>
    server.call('PUT', '/api/admin/settings/adSlots', {
      as: admin,
      payload: { value, changedAt, reason: '조용히' },
    });
  expect((await set(['attic'], null)).statusCode).toBe(400);
  expect((await set(['in_page', 'in_page'], null)).statusCode).toBe(400);
  expect((await set(['in_page', 'overlay'], null)).statusCode).toBe(204);
  expect((await server.call('GET', '/api/site')).json()).toMatchObject({
    ads: { open: ['in_page', 'overlay'] },
  });
  const [entry] = (await server.call('GET', '/api/admin/audit', { as: admin })).json<object[]>();
  expect(entry).toMatchObject({
    action: 'setting.change',
    before: { adSlots: ['content_end', 'sidebar_bottom'] },
    after: { adSlots: ['in_page', 'overlay'] },
  });
});

test('admins turn off all ads without a restart', async () => {
  await add({ title: '아직' });
  expect((await ads()).length).toBeGreaterThan(0);
  const set = (value: string, changedAt: string | null) =>
    server.call('PUT', '/api/admin/settings/ads', {
      as: admin,
      payload: { value, changedAt, reason: '점검' },
    });
  expect((await set('off', null)).statusCode).toBe(204);
  expect(await ads()).toEqual([]);
  expect((await server.call('GET', '/api/site')).json()).toMatchObject({ ads: null });
});
