import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { standardIncrements } from '#platform/shared/auction-terms.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import type { AuctionLog } from './contract.ts';
import {
  commitmentText,
  firstText,
  outcomeSteps,
  replay,
  reserveText,
  rowText,
  signedText,
  type OutcomeKind,
} from './log.ts';
import {
  endAfterBid,
  hasRaised,
  highestBids,
  minBid,
  opening,
  placeBid,
  standingAfter,
  type Bid,
} from './rules.ts';
import { logToolsOf } from './server/testing.ts';

/**
 * Random auctions, written as the server writes them, are valid; any tampering is found, even with all hashes
 * recomputed.
 */

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const id = '01a21baf-2db9-77fa-a745-e42680bcaaae';
const keys = { ours: generateKeyPairSync('ed25519'), others: generateKeyPairSync('ed25519') };
const publicOf = (key: KeyObject) => String(key.export({ format: 'jwk' })['x']);
const tools = logToolsOf({ ours: publicOf(keys.ours.publicKey) }, '2027-01-01T00:00:00.000Z');
const problemsOf = async (log: AuctionLog) => (await replay(log, tools)).problems.map(({ what }) => what);

type Row = AuctionLog['rows'][number];
type Draft = Omit<Row, 'hash' | 'signature'>;

/** Hashes and signs rows as they are. */
function chain(
  log: Omit<AuctionLog, 'rows'>,
  drafts: readonly Draft[],
  key = keys.ours.privateKey,
): AuctionLog {
  let before = sha256(firstText(log.id, log.terms));
  let isClosed = false;
  const rows = drafts.map((draft) => {
    before = sha256(rowText(before, draft));
    isClosed ||= draft.kind === 'end';
    const value = sign(null, Buffer.from(signedText(log.id, draft.sequence, before)), key).toString(
      'base64url',
    );
    return { ...draft, hash: before, signature: isClosed ? { key: 'ours', value } : null };
  });
  return { ...log, rows };
}

type Life = {
  startPrice: number;
  reserve: number | null;
  bids: { who: number; more: number; minutes: number }[];
  voided: number | null;
  fate: OutcomeKind[];
};
const lives: fc.Arbitrary<Life> = fc.record({
  startPrice: fc.integer({ min: 1, max: 600_000 }),
  reserve: fc.option(fc.integer({ min: 0, max: 400_000 })),
  bids: fc.array(
    fc.record({
      who: fc.nat({ max: 5 }),
      more: fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 900_000 })),
      minutes: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 50, max: 62 })),
    }),
    { maxLength: 12 },
  ),
  voided: fc.option(fc.nat({ max: 11 })),
  fate: fc.array(fc.constantFrom(...(Object.keys(outcomeSteps) as OutcomeKind[])), { maxLength: 10 }),
});

const minuteMs = 60_000;

/** Returns a log as the server writes it. */
function logOf({ startPrice, reserve: above, bids: wanted, voided, fate }: Life): AuctionLog {
  const reserve = above === null ? null : startPrice + above;
  const startsAt = new Date('2026-12-01T00:00:00.000Z');
  const published = new Date(startsAt.getTime() + 60 * minuteMs);
  const salt = 'ab'.repeat(16);
  const terms: AuctionLog['terms'] = {
    version: 2,
    startPrice,
    buyNowPrice: null,
    offers: 2,
    reservePrice: reserve,
    reserveSalt: reserve === null ? null : salt,
    reserveCommitment: reserve === null ? null : sha256(reserveText(id, reserve, salt)),
    startsAt: startsAt.toISOString(),
    endsAt: published.toISOString(),
    softCloseMinutes: 5,
    increments: [...standardIncrements],
  };
  const rules = { startPrice, reserve, increments: standardIncrements };
  const numbers = new Map<string, number>();
  const drafts: Draft[] = [];
  const counting: Bid[] = [];
  let standing = opening(rules);
  let endsAt = published;
  let now = startsAt.getTime();
  const leader = () => numbers.get(standing.leader?.bidder ?? '') ?? null;
  const add = (draft: Partial<Draft> & Pick<Draft, 'kind'>) =>
    drafts.push({
      bidder: null,
      voided: null,
      reason: null,
      price: standing.price,
      leader: leader(),
      commitment: null,
      maximum: null,
      salt: null,
      ...draft,
      sequence: drafts.length + 1,
      at: new Date(now).toISOString(),
      isReserveMet: standing.isReserveMet,
      endsAt: endsAt.toISOString(),
    });
  for (const { who, more, minutes } of wanted.toSorted((a, b) => a.minutes - b.minutes)) {
    const at = Math.max(now, startsAt.getTime() + minutes * minuteMs);
    if (at >= endsAt.getTime()) continue;
    now = at;
    const bidder = `bidder ${who}`;
    const least = minBid(standing, rules);
    const seq = drafts.length + 1;
    const bid = { seq, bidder, maximum: least + more };
    const next = placeBid(standing, bid, rules);
    if ('refusal' in next) continue;
    endsAt = endAfterBid(
      { endsAt, now: new Date(now) },
      { raises: hasRaised(rules, standing, next) },
      { softCloseMinutes: 5 },
    );
    standing = next;
    counting.push(bid);
    if (!numbers.has(bidder)) numbers.set(bidder, numbers.size + 1);
    const bidSalt = sha256(`${seq}`).slice(0, 32);
    add({
      kind: 'bid',
      bidder: numbers.get(bidder)!,
      maximum: bid.maximum,
      salt: bidSalt,
      commitment: sha256(commitmentText(id, seq, bid.maximum, bidSalt)),
    });
  }
  const gone = voided === null ? undefined : counting[voided];
  if (gone) {
    counting.splice(counting.indexOf(gone), 1);
    standing = standingAfter(counting, rules);
    add({ kind: 'void', bidder: numbers.get(gone.bidder)!, voided: gone.seq, reason: '거짓 입찰' });
  }
  now = endsAt.getTime() + 300;
  add({ kind: 'end' });

  const isWon = standing.leader !== null && standing.isReserveMet;
  let state: AuctionLog['state'] = isWon ? 'awaiting_payment' : 'unsold';
  let deal = isWon ? { bidder: leader()!, price: standing.price! } : null;
  const asked = new Set(deal ? [deal.bidder] : []);
  let offers = 0;
  for (const kind of fate) {
    const step = outcomeSteps[kind];
    if (step.from !== state) continue;
    now += minuteMs;
    if (kind === 'offer') {
      const next = highestBids(counting).find(
        ({ bidder, maximum }) => !asked.has(numbers.get(bidder)!) && maximum >= (reserve ?? 0),
      );
      if (!next || offers === 2) continue;
      offers += 1;
      deal = { bidder: numbers.get(next.bidder)!, price: next.maximum };
      asked.add(deal.bidder);
    }
    const about = deal?.bidder ?? null;
    if (!step.keeps) deal = null;
    add({ kind, bidder: about, price: deal?.price ?? null, leader: deal?.bidder ?? null });
    state = step.to;
  }
  const hasWinner = state === 'awaiting_payment' || state === 'sold';
  const sealed = leader();
  const shown = drafts.map((draft) =>
    draft.bidder === sealed && draft.kind === 'bid' ? { ...draft, maximum: null, salt: null } : draft,
  );
  return chain(
    {
      id,
      title: '기계',
      state,
      terms,
      winner: hasWinner ? deal!.bidder : null,
      winnerPrice: hasWinner ? deal!.price : null,
    },
    shown,
  );
}

test(
  'an untampered log is valid for any bids and any result',
  async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const log = logOf(life);
        const { problems, signed, isOnTime } = await replay(log, tools);
        expect([problems, isOnTime]).toEqual([[], true]);
        expect(signed).toBe('yes');
        expect((await replay(log, { ...tools, verify: null })).signed).toBe('unchecked');
      }),
      randomRuns(300),
    );
  },
  60 * 60_000,
);

/** Four bidders, a voided bid, and a lot that the second bidder bought after the first one did not pay. */
const life: Life = {
  startPrice: 10_000,
  reserve: 5000,
  bids: [
    { who: 0, more: 2000, minutes: 1 },
    { who: 1, more: 10_000, minutes: 2 },
    { who: 2, more: 20_000, minutes: 57 },
    { who: 3, more: 60_000, minutes: 58 },
    { who: 2, more: 5000, minutes: 59 },
  ],
  voided: 1,
  fate: ['unpaid', 'offer', 'consent', 'paid'],
};

describe('tampering is found', () => {
  let log: AuctionLog;
  beforeAll(() => {
    log = logOf(life);
  });

  const at = (kind: Row['kind'], from = log) => from.rows.findIndex((row) => row.kind === kind);
  const withRow = (index: number, change: Partial<Row>) => ({
    ...log,
    rows: log.rows.map((row, n) => (n === index ? { ...row, ...change } : row)),
  });
  const renumbered = (rows: readonly Row[]) => rows.map((row, n) => ({ ...row, sequence: n + 1 }));
  /** An attacker who recomputes all hashes but does not have our key. */
  const rechained = (changed: AuctionLog) => chain(changed, changed.rows, keys.others.privateKey);

  const tamperings: Record<string, () => AuctionLog> = {
    'the price of a bid': () => withRow(1, { price: 10_001 }),
    'the winner': () => ({ ...log, winner: 1 }),
    'the winner, for ₩1': () => ({ ...log, winner: 1, winnerPrice: 1 }),
    'no winner': () => ({ ...log, winner: null, winnerPrice: null }),
    'no winner and no sale': () => ({ ...log, state: 'unsold', winner: null, winnerPrice: null }),
    'what the winner pays': () => ({ ...log, winnerPrice: log.winnerPrice! - 1 }),
    'the state': () => ({ ...log, state: 'awaiting_payment' }),
    'the last rows are cut off': () => ({ ...log, rows: log.rows.slice(0, at('end') + 1) }),
    'the last rows and the end are cut off': () => ({ ...log, rows: log.rows.slice(0, at('end')) }),
    'all of it is cut off': () => ({ ...log, rows: [] }),
    'only the closing row is cut out': () => ({
      ...log,
      rows: renumbered(log.rows.filter(({ kind }) => kind !== 'end')),
    }),
    'two rows change places': () => ({
      ...log,
      rows: log.rows.map((row, n) => (n === 0 ? log.rows[1]! : n === 1 ? log.rows[0]! : row)),
    }),
    'two rows change places and numbers': () =>
      rechained({ ...log, rows: renumbered([log.rows[1]!, log.rows[0]!, ...log.rows.slice(2)]) }),
    'a bid is left out': () => ({ ...log, rows: log.rows.filter((_row, n) => n !== 2) }),
    'a bid is left out and all is worked out anew': () =>
      rechained({ ...log, rows: renumbered(log.rows.filter((_row, n) => n !== 2)) }),
    'a bid is put in': () => {
      const rows = [...log.rows];
      rows.splice(2, 0, { ...log.rows[1]!, bidder: 4 });
      return rechained({ ...log, rows: renumbered(rows) });
    },
    'the time of a bid': () => withRow(2, { at: new Date(Date.parse(log.rows[2]!.at) - 1000).toISOString() }),
    'the time of the end': () => withRow(at('end'), { at: log.terms.startsAt }),
    'an earlier end, worked out anew': () =>
      rechained({
        ...log,
        rows: log.rows.map((row) => (row.kind === 'end' ? { ...row, at: log.rows[3]!.at } : row)),
      }),
    'a commitment': () => withRow(0, { commitment: '0'.repeat(64) }),
    'no commitment': () => rechained(withRow(0, { commitment: null })),
    'a maximum': () => withRow(0, { maximum: log.rows[0]!.maximum! + 1 }),
    'a maximum is hidden': () => withRow(0, { maximum: null, salt: null }),
    'the salt of a maximum': () => withRow(0, { salt: '00'.repeat(16) }),
    'whether the reserve was met': () => withRow(2, { isReserveMet: !log.rows[2]!.isReserveMet }),
    'the reserve': () => ({ ...log, terms: { ...log.terms, reservePrice: 1 } }),
    'the salt of the reserve': () => ({ ...log, terms: { ...log.terms, reserveSalt: '00'.repeat(16) } }),
    'no reserve': () => ({
      ...log,
      terms: { ...log.terms, reservePrice: null, reserveSalt: null },
    }),
    'the start price': () => ({ ...log, terms: { ...log.terms, startPrice: 1 } }),
    'the increments': () => ({ ...log, terms: { ...log.terms, increments: [{ below: 1, by: 1 }] } }),
    'another auction': () => ({ ...log, id: '01a21baf-2db9-77fa-a745-e42680bcaaaf' }),
    'the void is taken out': () =>
      rechained({ ...log, rows: renumbered(log.rows.filter(({ kind }) => kind !== 'void')) }),
    'a bid that did not count is void': () => withRow(at('void'), { voided: 99 }),
    'the price of the second offer': () => withRow(at('offer'), { price: 1 }),
    'the price of the second offer and all that follows, worked out anew': () =>
      rechained({
        ...log,
        winnerPrice: 15_000,
        rows: log.rows.map((row, n) => (n >= at('offer') ? { ...row, price: 15_000 } : row)),
      }),
    'to whom the second offer went': () =>
      rechained({
        ...log,
        winner: 1,
        rows: log.rows.map((row, n) => (n >= at('offer') ? { ...row, bidder: 1, leader: 1 } : row)),
      }),
    'an offer to nobody who has bid': () => withRow(at('offer'), { bidder: 9, leader: 9 }),
    'a number is there twice': () => withRow(2, { sequence: 2 }),
    'it is signed with another key': () => chain(log, log.rows, keys.others.privateKey),
    'it names a key that is not ours': () => ({
      ...chain(log, log.rows, keys.others.privateKey),
      rows: chain(log, log.rows, keys.others.privateKey).rows.map((row) => ({
        ...row,
        signature: row.signature && { ...row.signature, key: 'others' },
      })),
    }),
    'no signature': () => ({ ...log, rows: log.rows.map((row) => ({ ...row, signature: null })) }),
    'the signature of another row': () => withRow(at('end'), { signature: log.rows.at(-1)!.signature }),
    'two ends': () => rechained({ ...log, rows: renumbered([...log.rows, log.rows[at('end')]!]) }),
    'a bid after the end': () => rechained({ ...log, rows: renumbered([...log.rows, log.rows[0]!]) }),
  };

  test(`in all ${Object.keys(tamperings).length} cases`, async () => {
    expect([log.state, log.winner, await problemsOf(log)]).toEqual(['sold', 3, []]);
    const missed: string[] = [];
    for (const [name, tamper] of Object.entries(tamperings)) {
      if ((await problemsOf(tamper())).length === 0) missed.push(name);
    }
    expect(missed).toEqual([]);
  });

  test('by its content alone, with our key and all hashes and signatures recomputed', async () => {
    const resigned = (changed: AuctionLog) => chain(changed, changed.rows);
    const missed: string[] = [];
    const beyond = [
      'it is signed with',
      'it names a key',
      'no signature',
      'the signature of',
      'another auction',
    ];
    // Only the chain and its signature prove that a bid was made, and its exact time.
    const unknowable = [
      'the time of a bid',
      'a commitment',
      'a bid is left out',
      'the salt of a maximum',
      'the void is taken out',
      'an earlier end',
      'the time of the end',
      'the last rows are cut off',
    ];
    for (const [name, tamper] of Object.entries(tamperings)) {
      if ([...beyond, ...unknowable].some((each) => name.startsWith(each))) continue;
      if ((await problemsOf(resigned(tamper()))).length === 0) missed.push(name);
    }
    expect(missed).toEqual([]);
    // A log that the marketplace closed at another time is reported separately.
    const early = resigned(tamperings['an earlier end, worked out anew']!());
    expect((await replay(early, tools)).isOnTime).toBe(false);
  });
});

test('a log from before signatures is reported as unsigned, and inconsistencies are found', async () => {
  const found = logOf({ ...life, voided: null, fate: ['paid'] });
  const old: AuctionLog = { ...found, terms: { ...found.terms, version: 1 } };
  const closed = { ...old, rows: old.rows.filter(({ kind }) => kind === 'bid' || kind === 'end') };
  const log = chain(closed, closed.rows);
  const { problems, signed } = await replay(log, tools);
  expect([problems, signed]).toEqual([[], 'old']);
  for (const changed of [
    { ...log, winner: null, winnerPrice: null },
    { ...log, winnerPrice: 1 },
    { ...log, winner: 1, winnerPrice: 1 },
    { ...log, rows: log.rows.slice(0, -1) },
  ]) {
    expect(await problemsOf(changed)).not.toEqual([]);
  }
  // A recent lot that pretends to be old would need no signatures.
  const today = { ...log, terms: { ...log.terms, startsAt: '2027-03-01T00:00:00.000Z' } };
  expect(await problemsOf(chain(today, today.rows))).toContain('signature');
  // Without a key, nothing can be signed.
  const unsigned = logToolsOf({}, null);
  expect((await replay(chain(today, today.rows), unsigned)).problems.map(({ what }) => what)).not.toContain(
    'signature',
  );
});
