import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { standardTerms } from '#platform/shared/order-terms.ts';
import { orderLimits } from '../rules.ts';
import type { PersonEvent } from '../states.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** What an event needs is asked for at its field, before anything is written. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let provider: Person;
let admin: Person;
let serviceId: string;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
  buyer = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
  ({ provider, serviceId } = await on.provide());
});
afterAll(() => server.close());

const day = (days: number) => koreanDay(new Date(Date.now() + days * 24 * 60 * 60_000));
const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

async function accepted(fields: object = {}): Promise<string> {
  const { id } = await on.order(buyer, serviceId, fields);
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  return id;
}
async function working(fields: object = {}): Promise<string> {
  const id = await accepted(fields);
  await on.move(provider, id, 'start');
  return id;
}
const fetched = { delivery: { kind: 'pickup' } };
async function handedOver(): Promise<string> {
  const id = await working(fetched);
  const photos = [await on.photo(provider, id)];
  await on.move(provider, id, 'deliver', { pickup: true, photos });
  return id;
}

type Refused = [event: PersonEvent, as: () => Person, input: object, code: string, field: string | null];
/** Returns what each was refused with, in the form of `refused`, and asserts that the order is as before. */
async function refusalsOf(id: string, refused: readonly Refused[]): Promise<Refused[]> {
  const before = await on.read(admin, id);
  const told: Refused[] = [];
  for (const [event, as, input] of refused) {
    const answer = await on.raise(as(), id, event, input);
    const { code, fields = {} } = answer.json<{ code: string; fields?: object }>();
    told.push([event, as, input, code, Object.keys(fields)[0] ?? null]);
  }
  expect(await on.read(admin, id)).toEqual(before);
  return told;
}
const asBuyer = () => buyer;
const asProvider = () => provider;
const asAdmin = () => admin;

test('an answer to a page that is older than the order changes nothing', async () => {
  const { id, version } = await on.order(buyer, serviceId);
  await on.pay(buyer, id);
  const refused: Refused[] = [['accept', asProvider, { version }, 'order_changed', null]];
  expect(await refusalsOf(id, refused)).toEqual(refused);
  const { version: read } = await on.read(provider, id);
  expect((await on.move(provider, id, 'accept', { version: read })).state).toBe('accepted');
});

test('work begins today or later', async () => {
  const { id } = await on.order(buyer, serviceId);
  await on.pay(buyer, id);
  const refused: Refused[] = [
    ['accept', asProvider, { startsOn: day(-1) }, 'starts_in_past', 'startsOn'],
    ['cancel', asAdmin, {}, 'reason_needed', 'reason'],
  ];
  expect(await refusalsOf(id, refused)).toEqual(refused);
  expect((await on.move(provider, id, 'accept', { startsOn: day(0) })).state).toBe('accepted');
});

test('progress and delivery of a thing are shown, and a thing is sent or fetched', async () => {
  const id = await working(fetched);
  const tooMany = ids(orderLimits.notePhotos + 1);
  const photos = [await on.photo(provider, id)];
  const refused: Refused[] = [
    ['progress', asProvider, { photos }, 'stage_needed', 'stage'],
    ['progress', asProvider, { stage: 'underway' }, 'photo_needed', 'photos'],
    ['progress', asProvider, { stage: 'underway', photos: tooMany }, 'too_many_photos', 'photos'],
    ['progress', asProvider, { stage: 'underway', photos: ids(1) }, 'unknown_photo', 'photos'],
    ['deliver', asProvider, { pickup: true }, 'photo_needed', 'photos'],
    ['deliver', asProvider, { photos }, 'proof_of_sending_needed', 'trackingNumber'],
    ['propose-settlement', asProvider, { keep: 0 }, 'keep_out_of_range', 'keep'],
    ['propose-settlement', asProvider, { keep: 30_000 }, 'keep_out_of_range', 'keep'],
    ['propose-settlement', asProvider, {}, 'keep_out_of_range', 'keep'],
    ['dispute', asAdmin, {}, 'reason_needed', 'reason'],
  ];
  expect(await refusalsOf(id, refused)).toEqual(refused);
});

test('what is digital is delivered as a file', async () => {
  const id = await working();
  const refused: Refused[] = [
    ['deliver', asProvider, {}, 'proof_of_sending_needed', 'trackingNumber'],
    ['deliver', asProvider, { trackingNumber: '123412341234' }, 'photo_needed', 'photos'],
  ];
  expect(await refusalsOf(id, refused)).toEqual(refused);
});

test('a thing that is fetched has arrived by the code of the buyer, or a photo of the provider', async () => {
  const id = await handedOver();
  const { pickupCode } = (await on.read(buyer, id)).delivery;
  const wrong = pickupCode === '000000' ? '000001' : '000000';
  const tooMany = ids(orderLimits.notePhotos + 1);
  const refused: Refused[] = [
    ['arrived', asProvider, { pickupCode: wrong }, 'wrong_pickup_code', 'pickupCode'],
    ['arrived', asProvider, {}, 'photo_needed', 'photos'],
    ['rework', asBuyer, {}, 'reason_needed', 'reason'],
  ];
  expect(await refusalsOf(id, refused)).toEqual(refused);
  await on.move(provider, id, 'arrived', { pickupCode });
  const alsoRefused: Refused[] = [
    ['inspect', asBuyer, {}, 'works_needed', 'works'],
    ['inspect', asBuyer, { works: true, photos: tooMany }, 'too_many_photos', 'photos'],
  ];
  expect(await refusalsOf(id, alsoRefused)).toEqual(alsoRefused);
  const other = await handedOver();
  const photos = [await on.photo(provider, other)];
  const arrived = await on.move(provider, other, 'arrived', { photos });
  expect(arrived.delivery.arrivedAt).toEqual(expect.any(String));
});

describe('a dispute', () => {
  test('needs reasons of both, and lets them agree on everything or nothing', async () => {
    const id = await handedOver();
    await on.move(buyer, id, 'dispute', { text: '부러져서 왔어요.' });
    const refused: Refused[] = [
      ['answer', asProvider, {}, 'reason_needed', 'reason'],
      ['propose-settlement', asBuyer, { keep: 30_001 }, 'keep_out_of_range', 'keep'],
    ];
    expect(await refusalsOf(id, refused)).toEqual(refused);
    // The other side's proposal is an answer as well.
    const proposed = await on.move(provider, id, 'propose-settlement', { keep: 0 });
    expect(proposed.dispute?.phase).toBe('negotiating');
    expect((await on.move(buyer, id, 'agree')).state).toBe('refunded');
  });

  test('is ruled with a reason and a part within the price, and appealed with a reason', async () => {
    const id = await handedOver();
    await on.move(buyer, id, 'dispute', { reason: '달라요.' });
    await on.pass(id, standardTerms.disputeAnswerHours + 1);
    const split = { outcome: 'split', reason: '반반' };
    const refused: Refused[] = [
      ['rule', asAdmin, { outcome: 'buyer' }, 'reason_needed', 'reason'],
      ['rule', asAdmin, split, 'keep_out_of_range', 'keep'],
      ['rule', asAdmin, { ...split, keep: 0 }, 'keep_out_of_range', 'keep'],
      ['rule', asAdmin, { ...split, keep: 30_000 }, 'keep_out_of_range', 'keep'],
    ];
    expect(await refusalsOf(id, refused)).toEqual(refused);
    await on.move(admin, id, 'rule', { outcome: 'provider', reason: '설명대로예요.' });
    const alsoRefused: Refused[] = [['appeal', asBuyer, {}, 'reason_needed', 'reason']];
    expect(await refusalsOf(id, alsoRefused)).toEqual(alsoRefused);
    await on.pass(id, standardTerms.appealHours + 1);
    expect(await on.read(buyer, id)).toMatchObject({ state: 'completed', kept: 30_000 });
  });
});

test('a claim is of a defect that was found lately, and of what the provider has kept', async () => {
  const id = await handedOver();
  await on.complete(buyer, id);
  const { claimKnownDays } = standardTerms;
  const reason = '갈라졌어요.';
  const refused: Refused[] = [
    ['claim', asBuyer, { keep: 0 }, 'reason_needed', 'reason'],
    ['claim', asBuyer, { reason, knownOn: day(1) }, 'known_too_long', 'knownOn'],
    ['claim', asBuyer, { reason, knownOn: day(-claimKnownDays - 1) }, 'known_too_long', 'knownOn'],
    ['claim', asBuyer, { reason, keep: 30_000 }, 'keep_out_of_range', 'keep'],
  ];
  expect(await refusalsOf(id, refused)).toEqual(refused);
  const claimed = await on.move(buyer, id, 'claim', { reason, knownOn: day(-claimKnownDays), keep: 20_000 });
  expect(claimed.claim).toMatchObject({ state: 'open', knownOn: day(-claimKnownDays) });
  const alsoRefused: Refused[] = [['refuse', asProvider, {}, 'reason_needed', 'reason']];
  expect(await refusalsOf(id, alsoRefused)).toEqual(alsoRefused);
  await on.move(provider, id, 'refuse', { reason: '떨어뜨리셨어요.' });
  // A claim is ruled within its own amount, once.
  const thenRefused: Refused[] = [
    ['rule', asAdmin, { outcome: 'split', keep: 10_000, reason: '반' }, 'keep_out_of_range', 'keep'],
  ];
  expect(await refusalsOf(id, thenRefused)).toEqual(thenRefused);
  await on.move(admin, id, 'rule', { outcome: 'provider', reason: '떨어뜨린 자국이에요.' });
  expect(await on.read(buyer, id)).toMatchObject({ kept: 30_000, claim: { state: 'refused', granted: 0 } });
  await on.assertSound();
});
