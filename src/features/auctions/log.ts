import type { AuctionLog, LogRow } from './contract.ts';
import type { Increments } from '#platform/shared/auction-terms.ts';
import { endAfterBid, extendsEnd, incrementAt, minBid } from './rules.ts';
import type { AuctionState } from './states.ts';

/** Log of an auction that anyone can verify: server and browser write and read it with these functions. */

type Terms = AuctionLog['terms'];
type ChainedRow = Omit<LogRow, 'hash'>;

/** Returns the start of the hash chain: the terms that were published before the first bid. */
export function firstText(id: string, terms: Omit<Terms, 'reservePrice' | 'reserveSalt'>): string {
  const { version, startPrice, reserveCommitment, startsAt, endsAt, softCloseMinutes, increments } = terms;
  const steps = increments.map(({ below, by }) => [below, by]);
  const more = version === 1 ? [] : [version, terms.buyNowPrice, terms.offers];
  return JSON.stringify([
    'auction',
    ...more,
    id,
    startPrice,
    reserveCommitment,
    startsAt,
    endsAt,
    softCloseMinutes,
    steps,
  ]);
}

/**
 * Returns the text of the commitment to the reserve, which is fixed at the start and hidden until the end.
 */
export function reserveText(id: string, reserve: number, salt: string): string {
  return JSON.stringify([salt, id, reserve]);
}

/** Returns a row's text, which is hashed after the previous hash. */
export function rowText(before: string, row: ChainedRow): string {
  return JSON.stringify([
    before,
    row.sequence,
    row.at,
    row.kind,
    row.bidder,
    row.voided,
    row.reason,
    row.price,
    row.leader,
    row.isReserveMet,
    row.endsAt,
    row.commitment,
  ]);
}

/** Returns the signed text of the closing row and of each later one; its hash covers everything before it. */
export function signedText(id: string, sequence: number, hash: string): string {
  return JSON.stringify(['auction log', id, sequence, hash]);
}

/** Returns the text of the commitment that binds a bidder without revealing their maximum. */
export function commitmentText(id: string, seq: number, maximum: number, salt: string): string {
  return JSON.stringify([salt, id, seq, maximum]);
}

/** Problem found in a log, at `row`. */
export type LogProblem = {
  what:
    | 'sequence'
    | 'chain'
    | 'commitment'
    | 'leader'
    | 'price'
    | 'reserve'
    | 'end'
    | 'late'
    | 'too_low'
    | 'closing'
    | 'signature'
    | 'offer'
    | 'result';
  row: number | null;
};
export type Replayed = {
  problems: LogProblem[];
  /** Recomputed price and leader after each row. */
  steps: { seq: number; price: number | null; leader: number | null }[];
  /**
   * Result of checking the signatures of the closing row and all later rows; `old` logs were closed before
   * signatures existed.
   */
  signed: 'yes' | 'no' | 'old' | 'unchecked';
  /**
   * False if bidding closed at another time than the published end and the bids imply, which only the
   * marketplace can cause.
   */
  isOnTime: boolean;
};

/**
 * Tools to verify a log: SHA-256 in hex, and the check of a signature with the published keys; null if it
 * cannot be checked here.
 */
export type LogTools = {
  sha256(text: string): Promise<string>;
  verify: ((signed: { key: string; signature: string; text: string }) => Promise<boolean>) | null;
  /** Publication time of the first key; null if there is none. */
  signedSince: string | null;
};

/** Maximum of a bidder: known exactly, or sealed and known within bounds. */
type Known = { bidder: number; seq: number; least: number; most: number };
/** Valid bids per bidder. Maxima of one bidder only grow, so the last one counts until it is voided. */
type Bids = Map<number, Known[]>;
type LogEntry = AuctionLog['rows'][number];
type Find = (what: LogProblem['what'], row: number | null) => void;
type Shown = Pick<LogRow, 'price' | 'leader' | 'isReserveMet'>;

/**
 * Recomputes an auction and its result from its log. Only the final leader's maxima are sealed: for these,
 * checks that numbers exist that lead to the published result.
 */
export async function replay(log: AuctionLog, tools: LogTools): Promise<Replayed> {
  const problems: LogProblem[] = [];
  const find: Find = (what, row) => problems.push({ what, row });
  const { sha256 } = tools;
  const { terms, rows } = log;
  let before = await sha256(firstText(log.id, terms));
  if ((terms.reservePrice === null) !== (terms.reserveCommitment === null)) find('reserve', null);
  else if (terms.reservePrice !== null) {
    const text = reserveText(log.id, terms.reservePrice, terms.reserveSalt ?? '');
    if ((await sha256(text)) !== terms.reserveCommitment) find('reserve', null);
  }
  for (const [index, row] of rows.entries()) {
    if (row.sequence !== index + 1) find('sequence', row.sequence);
    if (row.at < terms.startsAt) find('late', row.sequence);
    if ((await sha256(rowText(before, row))) !== row.hash) find('chain', row.sequence);
    before = row.hash;
    if (row.kind === 'bid' && row.commitment === null) find('commitment', row.sequence);
    if (row.kind === 'bid' && row.maximum !== null) {
      const text = commitmentText(log.id, row.sequence, row.maximum, row.salt ?? '');
      if ((await sha256(text)) !== row.commitment) find('commitment', row.sequence);
    }
  }
  const closedAt = rows.findIndex(({ kind }) => kind === 'end');
  const bidding = closedAt < 0 ? rows : rows.slice(0, closedAt + 1);
  const after = closedAt < 0 ? [] : rows.slice(closedAt + 1);
  if (closedAt < 0) find('closing', null);
  const { bids, isOnTime } = replayBidding(bidding, terms, find);
  const closing = rows[closedAt];
  if (closing) replayOutcome(log, { closing, after, bids }, find);
  const signed = await checkSignatures(log, closing ? [closing, ...after] : [], tools, find);
  const steps = rows.map(({ sequence: seq, price, leader }) => ({ seq, price, leader }));
  return { problems, steps, signed, isOnTime };
}

/** Replays the rows up to the closing one; returns the valid bids. */
function replayBidding(
  rows: readonly LogEntry[],
  terms: Terms,
  find: Find,
): { bids: Bids; isOnTime: boolean } {
  const bids: Bids = new Map();
  const opened: Shown = { price: null, leader: null, isReserveMet: terms.reserveCommitment === null };
  // Only the final leader's maxima stay sealed.
  const sealed = rows.at(-1)?.leader ?? null;
  let end = new Date(terms.endsAt);
  let stands = opened;
  let isBought = false;
  let isOnTime = true;
  let bidders = 0;
  for (const row of rows) {
    const at = new Date(row.at);
    const { sequence } = row;
    if (row.bidder !== null && row.kind !== 'void' && row.bidder > bidders) {
      if (row.bidder !== bidders + 1) find('sequence', sequence);
      bidders = row.bidder;
    }
    if (row.kind === 'bid' && row.bidder !== null) {
      if (at >= end || isBought) find('late', sequence);
      if (row.maximum === null && row.bidder !== sealed) find('commitment', sequence);
      const own = bids.get(row.bidder) ?? [];
      bids.set(row.bidder, own);
      const raised = stands.leader === row.bidder ? (own.at(-1)?.least ?? 0) + 1 : 0;
      const least = Math.max(minBid(stands, terms), raised);
      if (row.maximum !== null && row.maximum < least) find('too_low', sequence);
      own.push({
        bidder: row.bidder,
        seq: sequence,
        least: row.maximum ?? least,
        most: row.maximum ?? Infinity,
      });
      narrow(bids, row, terms.increments);
      end = endAfterBid({ endsAt: end, now: at }, { raises: extendsEnd(terms, stands, row) }, terms);
      const wrong = guard(bids, row, terms);
      if (wrong) find(wrong, sequence);
    } else if (row.kind === 'void') {
      const own = [...bids.values()].find((each) => each.some(({ seq }) => seq === row.voided));
      if (!own) find('sequence', sequence);
      else
        own.splice(
          own.findIndex(({ seq }) => seq === row.voided),
          1,
        );
      const wrong = guard(bids, row, terms);
      if (wrong) find(wrong, sequence);
    } else if (row.kind === 'buy') {
      if (bids.size > 0 || isBought || at >= end) find('late', sequence);
      const isAtPrice = terms.version === 1 || row.price === terms.buyNowPrice;
      if (!isAtPrice || row.leader !== row.bidder || !row.isReserveMet) find('price', sequence);
      isBought = true;
    } else if (row.kind === 'end') {
      if (!isSame(row, stands)) find('result', sequence);
      isOnTime = row.endsAt === end.toISOString() && (at >= end || isBought);
    } else find('closing', sequence);
    if (row.kind !== 'end' && row.endsAt !== end.toISOString()) find('end', sequence);
    stands = row;
  }
  return { bids, isOnTime };
}

const isSame = (one: Shown, other: Shown) =>
  one.price === other.price && one.leader === other.leader && one.isReserveMet === other.isReserveMet;

type Deal = { bidder: number; price: number | null };

/** Replays the closing row and the later rows, and compares state, winner and price with the log's claims. */
function replayOutcome(
  log: AuctionLog,
  { closing, after, bids }: { closing: LogEntry; after: readonly LogEntry[]; bids: Bids },
  find: Find,
): void {
  const { terms } = log;
  const isWon = closing.leader !== null && closing.isReserveMet;
  if (terms.version === 1) {
    checkOldResult(log, closing, { bids, isWon }, find);
    for (const row of after) find('closing', row.sequence);
    return;
  }
  let state: AuctionLog['state'] = isWon ? 'awaiting_payment' : 'unsold';
  let deal: Deal | null = isWon ? { bidder: closing.leader!, price: closing.price } : null;
  const asked = new Set<number>(deal ? [deal.bidder] : []);
  let offers = 0;
  for (const row of after) {
    const { sequence, bidder } = row;
    const step = outcomeSteps[row.kind as OutcomeKind];
    if (step?.from !== state) {
      find('closing', sequence);
      continue;
    }
    if (row.kind === 'offer') {
      offers += 1;
      const own = bidder === null ? undefined : bids.get(bidder)?.at(-1);
      const isOwnBid = own !== undefined && own.least === own.most && own.most === row.price;
      const isMet = (row.price ?? 0) >= (terms.reservePrice ?? 0);
      if (!isOwnBid || !isMet || asked.has(own.bidder) || offers > (terms.offers ?? 0))
        find('offer', sequence);
      if (bidder !== null) asked.add(bidder);
      deal = bidder === null ? null : { bidder, price: row.price };
    }
    if (deal !== null && row.bidder !== deal.bidder) find('offer', sequence);
    if (!step.keeps) deal = null;
    const shown = { bidder: row.leader, price: row.price };
    if (shown.bidder !== (deal?.bidder ?? null) || shown.price !== (deal?.price ?? null))
      find('result', sequence);
    if (row.endsAt !== closing.endsAt) find('end', sequence);
    state = step.to;
  }
  const hasWinner = state === 'awaiting_payment' || state === 'sold';
  const winner = hasWinner ? (deal?.bidder ?? null) : null;
  const winnerPrice = hasWinner ? (deal?.price ?? null) : null;
  if (log.state !== state || log.winner !== winner || log.winnerPrice !== winnerPrice) find('result', null);
}

/**
 * Rows after the closing one: allowed previous states, the next state, and a flag that the person in the row
 * keeps the lot.
 */
export const outcomeSteps = {
  paid: { from: 'awaiting_payment', to: 'sold', keeps: true },
  unpaid: { from: 'awaiting_payment', to: 'ended', keeps: false },
  reversed: { from: 'sold', to: 'awaiting_payment', keeps: true },
  refunded: { from: 'sold', to: 'ended', keeps: false },
  offer: { from: 'ended', to: 'second_offer', keeps: true },
  consent: { from: 'second_offer', to: 'awaiting_payment', keeps: true },
  refuse_offer: { from: 'second_offer', to: 'ended', keeps: false },
  offer_lapsed: { from: 'second_offer', to: 'ended', keeps: false },
  give_up: { from: 'ended', to: 'unsold', keeps: false },
} as const satisfies Record<string, { from: AuctionState; to: AuctionState; keeps: boolean }>;
export type OutcomeKind = keyof typeof outcomeSteps;

/** Older logs have no rows after the closing one: only inconsistencies can be found. */
function checkOldResult(
  log: AuctionLog,
  closing: LogEntry,
  { bids, isWon }: { bids: Bids; isWon: boolean },
  find: Find,
): void {
  const { state, winner, winnerPrice, terms } = log;
  const hasWinner = state === 'awaiting_payment' || state === 'sold';
  const own = winner === null ? undefined : bids.get(winner)?.at(-1);
  const isFirst = winner === closing.leader && winnerPrice === closing.price;
  const isSecond =
    winner !== closing.leader &&
    own !== undefined &&
    own.least === own.most &&
    own.most === winnerPrice &&
    own.most >= (terms.reservePrice ?? 0);
  const isRight = hasWinner
    ? isWon && (isFirst || isSecond)
    : winner === null && winnerPrice === null && (isWon || state === 'unsold');
  if (!isRight) find('result', null);
}

async function checkSignatures(
  log: AuctionLog,
  rows: readonly LogEntry[],
  { verify, signedSince }: LogTools,
  find: Find,
): Promise<Replayed['signed']> {
  if (log.terms.version === 1) {
    // Every lot that started after the first key is signed, so one that claims to need no signature was
    // tampered with.
    if (signedSince !== null && log.terms.startsAt >= signedSince) find('signature', null);
    return 'old';
  }
  let isSigned = rows.length > 0;
  for (const { sequence, hash, signature } of rows) {
    const text = signedText(log.id, sequence, hash);
    const isGood =
      signature !== null &&
      (verify === null || (await verify({ key: signature.key, signature: signature.value, text })));
    if (isGood) continue;
    isSigned = false;
    find('signature', sequence);
  }
  if (!isSigned) return 'no';
  return verify === null ? 'unchecked' : 'yes';
}

/** Returns the highest known bid of each bidder. */
function highestOf(bids: Bids): Known[] {
  return [...bids.values()].flatMap((own) => own.at(-1) ?? []);
}

/** Narrows the bounds of sealed maxima with the published leader and price. */
function narrow(bids: Bids, row: LogRow, increments: Increments): void {
  const highest = highestOf(bids);
  const leader = highest.find(({ bidder }) => bidder === row.leader);
  if (!leader || row.price === null) return;
  const { price } = row;
  const others = highest.filter((bid) => bid !== leader);
  const runnerUp = Math.max(0, ...others.map(({ most }) => most));
  // Only a bidder whose maximum is the price itself pays less than one increment above the runner-up.
  const isAll = price < runnerUp + incrementAt(runnerUp, increments) && runnerUp > 0 && runnerUp < Infinity;
  if (leader.least !== leader.most) {
    leader.least = Math.max(leader.least, price);
    if (isAll) leader.most = Math.min(leader.most, price);
  }
  for (const bid of others) if (bid.least !== bid.most) bid.most = Math.min(bid.most, leader.most);
}

/** Checks that some numbers within the bounds lead to the published leader and price. */
function guard(
  bids: Bids,
  row: LogRow,
  { startPrice, reservePrice, increments }: Terms,
): LogProblem['what'] | null {
  const highest = highestOf(bids);
  if (highest.length === 0) {
    if (row.leader !== null || row.price !== null) return 'leader';
    return row.isReserveMet === (reservePrice === null) ? null : 'reserve';
  }
  const leader = highest.find(({ bidder }) => bidder === row.leader);
  if (!leader) return 'leader';
  if (leader.least > leader.most) return 'price';
  const others = highest.filter((bid) => bid !== leader);
  const mayLead = (other: Known) =>
    leader.most > other.least || (leader.most === other.least && leader.seq < other.seq);
  if (!others.every(mayLead)) return 'leader';
  const price = row.price ?? 0;
  // Bounds of the runner-up.
  const least = Math.max(0, ...others.map((bid) => bid.least));
  const most = Math.max(0, ...others.map((bid) => Math.min(bid.most, leader.most)));
  if (price < priceFor(least, leader.least) || price > priceFor(most, leader.most)) return 'price';
  if (reservePrice === null) return row.isReserveMet ? null : 'reserve';
  const isRight = row.isReserveMet
    ? leader.most >= reservePrice && price >= reservePrice
    : leader.least < reservePrice;
  return isRight ? null : 'reserve';

  function priceFor(runnerUp: number, maximum: number): number {
    const wanted = others.length === 0 ? startPrice : runnerUp + incrementAt(runnerUp, increments);
    const floor = row.isReserveMet ? (reservePrice ?? 0) : 0;
    return Math.max(floor, Math.min(maximum, wanted));
  }
}
