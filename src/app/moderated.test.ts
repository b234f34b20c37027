import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import { talkingOn } from '#features/community/server/testing.ts';
import { reportKinds, type ReportKind } from '#features/moderation/rules.ts';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import { sponsoringOn } from '#features/sponsorship/server/testing.ts';
import { tenderingOn } from '#features/tenders/server/testing.ts';
import { wantingOn } from '#features/wanted/server/testing.ts';
import { moderated } from './moderation-adapter.ts';
import { formOf, startTestServer, type Person, type TestServer } from './testing.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let admin: Person;
let picture: Buffer;
let ordering: Ordering;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  stranger = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
  ordering = orderingOn(server);
  await ordering.verify(owner);
  picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
});
afterAll(() => server.close());

/** Marker in the text of everything that is hidden below, and nowhere else. */
const word = 'zqhidden';
const image = () => ({ name: 'image', filename: 'a.png', type: 'image/png', bytes: picture });

async function made<Made extends { id: string }>(url: string, payload: object, as = owner): Promise<Made> {
  const answer = await server.call('POST', url, { as, ...payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Made>();
}
const form = (fields: Record<string, string>, ...files: Parameters<typeof formOf>[0]) =>
  formOf([...Object.entries(fields).map(([name, value]) => ({ name, value })), ...files]);
const resourceOfOther = async () =>
  (
    await made(
      '/api/resources',
      { payload: { title: '다른 것', category: 'other', downloadUrl: 'https://example.com/x' } },
      stranger,
    )
  ).id;

type Shown = {
  id: string;
  /** Report target. */
  url: string;
  /** Path that returns 200 while the thing is shown, and 404 to others while it is hidden. */
  addresses: string[];
  /** Lists and searches that contain its text while it is shown. */
  lists: string[];
  /** Lists to which it does not return when it is shown again. */
  listsStayEmpty?: boolean;
};

/** One thing of each kind, with every field filled. */
const make: Record<Exclude<ReportKind, 'auction' | 'person'>, () => Promise<Shown>> = {
  async resource() {
    const { id } = await made(
      '/api/resources',
      form({ title: `${word} 자료`, category: 'other', description: word, tags: word }, image(), {
        name: 'downloadFile',
        filename: `${word}.txt`,
        type: 'text/plain',
        bytes: Buffer.from('안녕'),
      }),
    );
    const address = `/api/resources/${id}`;
    const { files, imageUrl } = (await server.call('GET', address)).json<{
      files: { id: string }[];
      imageUrl: string | null;
    }>();
    return {
      id,
      url: `${address}/reports`,
      addresses: [
        address,
        `${address}/files/${files[0]?.id}/view`,
        `${address}/download-check`,
        `${address}/download`,
        `${address}/comments`,
        `${address}/makes`,
        `${address}/card.jpg`,
        imageUrl ?? 'no picture',
        `/api/oembed?url=${encodeURIComponent(`http://gongbang.test/resources/${id}`)}`,
        `/embed/resources/${id}`,
      ],
      lists: [
        `/api/resources?search=${word}`,
        `/api/resources/type/other?search=${word}`,
        `/api/resources?owner=${owner.username}`,
        '/feed.xml',
      ],
    };
  },
  async comment() {
    const resource = await resourceOfOther();
    const { id } = await made(`/api/resources/${resource}/comments`, { payload: { text: word } });
    return {
      id,
      url: `/api/comments/${id}/reports`,
      addresses: [],
      lists: [`/api/resources/${resource}/comments`],
    };
  },
  async make() {
    const resource = await resourceOfOther();
    const lists = [`/api/resources/${resource}/makes`];
    const { id, image: shown } = await made<{ id: string; image: { id: string; widths: number[] } | null }>(
      `/api/resources/${resource}/makes`,
      form({ outcome: 'success', text: word }, image()),
    );
    return {
      id,
      url: `/api/makes/${id}/reports`,
      addresses: [`/api/make-images/${shown?.id}/${shown?.widths[0]}.webp`],
      lists,
    };
  },
  async collection() {
    const { id } = await made('/api/collections', { payload: { title: word } });
    await server.call('PUT', `/api/collections/${id}/items/${await resourceOfOther()}`, {
      as: owner,
      payload: {},
    });
    return {
      id,
      url: `/api/collections/${id}/reports`,
      addresses: [`/api/collections/${id}`, `/api/collections/${id}/items`],
      lists: [`/api/people/${owner.username}/collections`],
    };
  },
  async service() {
    const service = form(
      {
        title: `${word} 서비스`,
        serviceType: 'woodworking',
        isFreeService: 'true',
        locations: JSON.stringify([{ address: '서울 성동구', lat: 37.56, long: 127.04 }]),
      },
      { ...image(), name: 'images' },
    );
    const { id } = await made('/api/services', service);
    const address = `/api/services/${id}`;
    const { images } = (await server.call('GET', address)).json<{ images: { id: string }[] }>();
    return {
      id,
      url: `${address}/reports`,
      addresses: [address, `${address}/reviews`, `/api/service-images/${images[0]?.id}/480.webp`],
      lists: [
        `/api/services?search=${word}`,
        `/api/services/type/woodworking?search=${word}`,
        '/api/services/nearby?lat=37.56&long=127.04',
      ],
    };
  },
  async tender() {
    const { id } = await tenderingOn(server).open(owner, { title: `${word} 일감` });
    return {
      id,
      url: `/api/tenders/${id}/reports`,
      addresses: [`/api/tenders/${id}`],
      lists: ['/api/tenders'],
      // The auction was cancelled, and its bids are gone.
      listsStayEmpty: true,
    };
  },
  async wanted() {
    const posted = await wantingOn(server).ask(owner, { title: `${word} 부품`, description: word });
    const { id } = posted.json<{ id: string }>();
    return {
      id,
      url: `/api/wanted/${id}/reports`,
      addresses: [`/api/wanted/${id}`],
      lists: ['/api/wanted'],
      // It has ended, and its bounty went back.
      listsStayEmpty: true,
    };
  },
  async wanted_answer() {
    const on = wantingOn(server);
    const { id: post } = await on.post(stranger);
    const answered = await on.act(owner, post, 'answers', { kind: 'words', text: word });
    const [answer] = answered.json<{ answers: { id: string }[] }>().answers;
    return {
      id: answer?.id ?? '',
      url: `/api/wanted-answers/${answer?.id}/reports`,
      addresses: [],
      lists: [`/api/wanted/${post}`],
    };
  },
  async review() {
    const on = ordering;
    const { provider, serviceId } = await on.provide();
    const { id: order } = await on.order(owner, serviceId);
    await on.pay(owner, order);
    await on.move(provider, order, 'accept');
    await on.move(provider, order, 'start');
    const uploadId = await on.upload(provider, Buffer.from(order), 'result.txt');
    await on.move(provider, order, 'deliver', { files: [{ uploadId }] });
    await on.complete(owner, order);
    const photo = await on.photo(owner, order);
    const review = { rating: 5, text: `${word} 튼튼해요.` };
    const { id, photos } = await made<{ id: string; photos: { widths: number[] }[] }>(
      `/api/orders/${order}/reviews`,
      { payload: { ...review, photos: [photo] } },
    );
    await made(`/api/orders/${order}/reviews`, { payload: { ...review, text: '좋았어요.' } }, provider);
    return {
      id,
      url: `/api/reviews/${id}/reports`,
      addresses: [`/api/reviews/${id}/photos/${photo}/${photos[0]?.widths[0]}.webp`],
      lists: [`/api/services/${serviceId}/reviews`],
    };
  },
  async message() {
    const on = talkingOn(server);
    const { id: channel } = await on.channel(admin);
    const uploads = await Promise.all([
      on.upload(owner, `${word}.txt`, Buffer.from('안녕')),
      on.upload(owner, `${word}.png`, picture),
    ]);
    const { id, attachments } = await on.say(owner, channel, {
      text: word,
      attachments: uploads,
    });
    const [file, shown] = attachments;
    return {
      id,
      url: `/api/messages/${id}/reports`,
      addresses: [`/api/message-files/${file?.id}`, `/api/message-images/${shown?.id}/480.webp`],
      // The message's place in the channel stays, without its text.
      lists: [`/api/channels/${channel}/messages`, `/api/messages?search=${word}`, `/api/messages/${id}`],
    };
  },
  async sponsor() {
    const { id } = await sponsoringOn(server).sponsor(owner, { amount: 30_000, message: word });
    return { id, url: `/api/sponsors/${id}/reports`, addresses: [], lists: ['/api/sponsors?limit=100'] };
  },
};

const sitemaps = async () => {
  const index = (await server.call('GET', '/sitemap.xml')).body;
  const names = [...index.matchAll(/\/sitemaps\/[^<]+/g)].map(([name]) => name);
  return (await Promise.all(names.map((name) => server.call('GET', name)))).map(({ body }) => body).join();
};

describe.each(Object.entries(make))('%s', (kind, makeOne) => {
  test('a hidden thing is 404 to others and in no list, and comes back when it is shown again', async () => {
    const { id, url, addresses, lists, listsStayEmpty = false } = await makeOne();
    const onMap = (await sitemaps()).includes(id);
    expect(onMap).toBe(['resource', 'wanted', 'service', 'tender'].includes(kind));
    const expectAll = async (status: number, isListed: boolean) => {
      for (const as of [undefined, stranger]) {
        const ask = (address: string) => server.call('GET', address, { ...(as && { as }) });
        for (const address of addresses)
          expect([address, (await ask(address)).statusCode]).toEqual([address, status]);
        for (const address of lists) {
          const { body, statusCode } = await ask(address);
          expect([address, statusCode < 400, body.includes(word)]).toEqual([address, true, isListed]);
        }
      }
    };
    await expectAll(200, true);
    const hidden = await server.hideReported(url, { id, reporter: stranger, admin });
    expect(hidden.json(), hidden.body).toMatchObject({ state: 'hidden', kind });
    await expectAll(404, false);
    expect(await sitemaps()).not.toContain(id);
    const again = await server.call('POST', url, { as: stranger, payload: { reason: 'spam' } });
    expect(again.statusCode).toBe(404);

    const caseId = hidden.json<{ id: string }>().id;
    await server.call('POST', `/api/user/moderation/${caseId}/objection`, {
      as: owner,
      payload: { text: '아니에요' },
    });
    const restored = await server.call('PATCH', `/api/admin/reports/${caseId}`, {
      as: admin,
      payload: { resolution: 'restore', reason: '다시 보니 괜찮아요' },
    });
    expect(restored.json(), restored.body).toMatchObject({ state: 'restored' });
    await expectAll(200, !listsStayEmpty);
    expect((await sitemaps()).includes(id)).toBe(onMap && !listsStayEmpty);
    // The next thing is found by the same word.
    await server.runtime.db.transaction().execute(async (trx) => {
      await moderated[kind as ReportKind].sight?.hide(trx, id, new Date());
    });
  });
});

describe('the moderation desk cannot hide', () => {
  test('auctions and people, which have staff pages for that', () => {
    const without = reportKinds.filter((kind) => moderated[kind].sight === null);
    expect(without).toEqual(['auction', 'person']);
    expect(reportKinds.filter((kind) => !(kind in make))).toEqual(without);
  });

  test('an auction cancelled by staff leaves the lists, and its bidders keep its log', async () => {
    const on = auctioningOn(server);
    const { id } = await on.live({ title: `${word} 경매` });
    const listed = async () => (await server.call('GET', '/api/auctions')).body.includes(id);
    expect(await listed()).toBe(true);
    const cancelled = await server.call('POST', `/api/auctions/${id}/cancel`, {
      as: admin,
      payload: { reason: '팔 수 없는 물건이에요.' },
    });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    expect(await listed()).toBe(false);
  });

  test('a suspended person is 404 to others, and on no map', async () => {
    const person = await server.signUp();
    await server.call('PATCH', '/api/user', { as: person, payload: { bio: '만드는 사람이에요.' } });
    const address = `/api/people/${person.username}`;
    expect((await server.call('GET', address)).statusCode).toBe(200);
    await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [person.id]);
    for (const as of [undefined, stranger])
      expect((await server.call('GET', address, { ...(as && { as }) })).statusCode).toBe(404);
    expect(await sitemaps()).not.toContain(person.username);
  });
});
