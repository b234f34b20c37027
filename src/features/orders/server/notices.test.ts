import { locales } from '#i18n/languages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMails } from '#features/accounts/server/testing.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { notify } from '#features/notifications/server/public.ts';
import { proposalKinds } from '../states.ts';
import { told } from './notices.ts';
import { orderingOn, type Ordering } from './testing.ts';

let server: TestServer;
let on: Ordering;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
});
afterAll(() => server.close());

const mailsOf = async (person: Person) => {
  await on.runJobs();
  return readMails(server.runtime.config.dataDir, person.email);
};
const newestOf = async (person: Person, locale = 'ko') =>
  (
    await server.call('GET', '/api/user/notifications', {
      as: person,
      headers: { 'accept-language': locale },
    })
  ).json<{ title: string; text: string; path: string }[]>()[0];

test('mails of an order name the event, its subject, the amount, the next step and its deadline', async () => {
  const buyer = await server.signUp();
  const { provider, serviceId } = await on.provide({ price: 30_000, title: '책상 거치대 출력' });
  const { id, number } = await on.order(buyer, serviceId);
  await on.pay(buyer, id);

  const asked = (await mailsOf(provider)).find(({ subject }) => subject.startsWith('새 주문이'));
  expect(asked?.subject).toBe('새 주문이 들어왔어요 · 책상 거치대 출력');
  expect(asked?.text).toContain('제작자 몫: ₩30,000');
  expect(asked?.text).toContain('내 차례예요. 수락하거나 거절해 주세요.');
  expect(asked?.text).toMatch(/기한: \d{4}년 .+ \(한국 시각\)/);
  expect(asked?.text).toContain(`주문 번호 ${number}`);
  expect(asked?.text).toContain(`/orders/${id}`);
  // A name in a mail would stay in a mailbox after that person has left.
  const { rows } = await server.runtime.pool.query<{ name: string }>(
    'select name from person where id = $1',
    [buyer.id],
  );
  expect(asked?.text).not.toContain(rows[0]?.name);

  const paid = (await mailsOf(buyer)).find(({ subject }) => subject.startsWith('결제가 끝났어요'));
  expect(paid?.text).toContain('총금액: ₩33,000');
  expect(paid?.text).not.toContain('내 차례예요');

  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  expect(await newestOf(buyer, 'en')).toMatchObject({
    title: 'The provider began work: 책상 거치대 출력',
    text: expect.stringContaining('Total: ₩33,000'),
    path: `/orders/${id}`,
  });
  const offered = await on.move(buyer, id, 'propose-settlement', { keep: 10_000 });
  expect(await newestOf(provider)).toMatchObject({
    title: '대금을 나누고 끝내자는 제안이 왔어요 · 책상 거치대 출력',
    text: expect.stringContaining(
      `구매자에게 환불: ₩${offered.proposal?.buyerGets?.toLocaleString('ko')}, 제작자 몫: ₩10,000\n내 차례예요. 제안에 답해 주세요.`,
    ),
  });
  await on.move(provider, id, 'agree');
  expect(await newestOf(buyer, 'ja')).toMatchObject({
    title: '提案が受け入れられました：책상 거치대 출력',
    text: expect.stringContaining('購入者への返金：₩22,000、提供者の取り分：₩10,000'),
  });

  await on.pass(id, 8 * 24);
  const subjects = (await mailsOf(buyer)).map(({ subject }) => subject);
  expect(subjects).toContain('환불했어요 · 책상 거치대 출력');
  expect(new Set(subjects).size).toBe(subjects.length);
  await on.payOut();
  const payout = (await mailsOf(provider)).find(({ subject }) => subject.startsWith('정산금을 보냈어요'));
  expect(payout?.subject).toBe('정산금을 보냈어요 · 책상 거치대 출력');
  expect(payout?.text).toContain('₩10,000을');
  expect(payout?.text).toContain(`/orders/${id}`);
});

test('the mail of an unpaid order says so and mentions no refund', async () => {
  const buyer = await server.signUp();
  const { serviceId } = await on.provide({ price: 30_000 });
  const { id } = await on.order(buyer, serviceId);
  await on.pass(id, 2);
  const news = await newestOf(buyer);
  expect(news?.title).toMatch(/^기한까지 결제되지 않아 주문이 취소됐어요 · /);
  expect(news?.text).toContain('총금액: ₩33,000');
  expect(news?.text).not.toContain('환불');
});

const aboutProposals: ReadonlySet<string> = new Set([
  'cancel',
  'withdraw',
  'agree',
  'refuse',
  'proposal_expired',
]);

test.each(['buyer', 'provider'] as const)(
  'every event that a %s is notified of has its own words, for each proposal and language',
  async (side) => {
    const reader = await server.signUp();
    for (const [event, sides] of Object.entries(told)) {
      if (!sides.includes(side)) continue;
      for (const proposal of aboutProposals.has(event) ? [...proposalKinds, null] : [null]) {
        const params = {
          title: '거치대',
          event,
          side,
          state: 'disputed',
          proposal,
          amount: 1000,
          turn: side,
        };
        await notify(
          server.runtime.db,
          reader.id,
          { what: 'order_step', path: '/orders', params, mail: false },
          new Date(),
        );
      }
    }
    for (const locale of locales) {
      const answer = await server.call('GET', '/api/user/notifications?limit=100', {
        as: reader,
        headers: { 'accept-language': locale },
      });
      const all = answer.json<{ title: string; text: string }[]>();
      expect(all.length).toBeLessThan(100);
      for (const { title, text } of all) {
        expect(title).toMatch(/\S · 거치대$|\S: 거치대$|\S：거치대$/);
        expect(`${title}${text}`).not.toMatch(/undefined|NaN|null|\{/);
      }
    }
  },
);
