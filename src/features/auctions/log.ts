import type { AuctionLog, LogRow } from './contract.ts';
import type { Increments } from '#platform/shared/auction-terms.ts';
import { endAfterBid, hasRaised, incrementAt } from './rules.ts';

/** The log of an auction, so that anybody can check it: server and browser write and read it by these same functions. */

type Terms = AuctionLog['terms'];
type ChainedRow = Omit<LogRow, 'hash'>;

/** What the chain begins with: what was published before anybody bid. */
export function firstText(
  id: string,
  terms: Pick<
    Terms,
    'startPrice' | 'reserveCommitment' | 'startsAt' | 'endsAt' | 'softCloseMinutes' | 'increments'
  >,
): string {
  const { startPrice, reserveCommitment, startsAt, endsAt, softCloseMinutes, increments } = terms;
  const steps = increments.map(({ below, by }) => [below, by]);
  return JSON.stringify([
    'auction',
    id,
    startPrice,
    reserveCommitment,
    startsAt,
    endsAt,
    softCloseMinutes,
    steps,
  ]);
}

/** The reserve, bound from the beginning and hidden until the end. */
export function reserveText(id: string, reserve: number, salt: string): string {
  return JSON.stringify([salt, id, reserve]);
}

/** A row, as it is hashed behind the hash before it. */
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

/** What a bidder is bound by from the moment of the bid, without anybody knowing how much it is. */
export function commitmentText(id: string, seq: number, maximum: number, salt: string): string {
  return JSON.stringify([salt, id, seq, maximum]);
}

/** What a reader can find wrong with a log; `row` is where. */
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
    | 'result';
  row: number | null;
};
export type Replayed = {
  problems: LogProblem[];
  /** Price and leader after each row, recomputed. */
  steps: { seq: number; price: number | null; leader: number | null }[];
};

/** A maximum that is known, or stays sealed and is only known to lie within bounds. */
type Known = { bidder: number; seq: number; least: number; most: number };
/** Each bidder's bids that count; of one bidder, promises only grow, so the last one matters until it is voided. */
type Bids = Map<number, Known[]>;

/**
 * Recomputes an auction from its log. Everything but the winner's maxima is open; of those is checked that there are numbers that lead to
 * what was published. `sha256` gives hex.
 */
export async function replay(log: AuctionLog, sha256: (text: string) => Promise<string>): Promise<Replayed> {
  const problems: LogProblem[] = [];
  const steps: Replayed['steps'] = [];
  const { terms } = log;
  const find = (what: LogProblem['what'], row: number | null) => problems.push({ what, row });
  let before = await sha256(firstText(log.id, terms));
  if (terms.reservePrice !== null) {
    const text = reserveText(log.id, terms.reservePrice, terms.reserveSalt ?? '');
    if ((await sha256(text)) !== terms.reserveCommitment) find('reserve', null);
  }
  let end = new Date(terms.endsAt);
  const bids: Bids = new Map();
  let price: number | null = null;
  for (const [index, row] of log.rows.entries()) {
    if (row.sequence !== index + 1) find('sequence', row.sequence);
    if ((await sha256(rowText(before, row))) !== row.hash) find('chain', row.sequence);
    before = row.hash;
    const at = new Date(row.at);
    if (row.kind === 'bid' && row.bidder !== null) {
      if (at >= end) find('late', row.sequence);
      if (row.maximum !== null) {
        const text = commitmentText(log.id, row.sequence, row.maximum, row.salt ?? '');
        if ((await sha256(text)) !== row.commitment) find('commitment', row.sequence);
      }
      const least: number = price === null ? terms.startPrice : price + incrementAt(price, terms.increments);
      if (row.maximum !== null && row.maximum < least) find('too_low', row.sequence);
      const bid = {
        bidder: row.bidder,
        seq: row.sequence,
        least: row.maximum ?? least,
        most: row.maximum ?? Infinity,
      };
      const own = bids.get(row.bidder);
      if (own) own.push(bid);
      else bids.set(row.bidder, [bid]);
      narrow(bids, row, terms.increments);
      end = endAfterBid({ endsAt: end, now: at }, { hasRaised: hasRaised(terms, { price }, row) }, terms);
    }
    if (row.kind === 'void') {
      for (const own of bids.values()) {
        const found = own.findIndex(({ seq }) => seq === row.voided);
        if (found >= 0) own.splice(found, 1);
      }
    }
    if (row.kind === 'bid' || row.kind === 'void') {
      const wrong = judge(bids, row, terms);
      if (wrong) find(wrong, row.sequence);
      if (row.endsAt !== end.toISOString()) find('end', row.sequence);
    }
    price = row.price;
    steps.push({ seq: row.sequence, price: row.price, leader: row.leader });
  }
  const last = log.rows.at(-1);
  // Whoever was offered it later pays their own highest bid, which the rows do not say.
  const isFirst = log.winner !== null && log.winner === last?.leader;
  if (isFirst && (log.winnerPrice !== last.price || !last.isReserveMet)) find('result', null);
  return { problems, steps };
}

/** The highest of each bidder, as far as it is known. */
function highestOf(bids: Bids): Known[] {
  return [...bids.values()].flatMap((own) => own.at(-1) ?? []);
}

/** What the published leader and price say about maxima that stay sealed. */
function narrow(bids: Bids, row: LogRow, increments: Increments): void {
  const highest = highestOf(bids);
  const leader = highest.find(({ bidder }) => bidder === row.leader);
  if (!leader || row.price === null) return;
  const { price } = row;
  const others = highest.filter((bid) => bid !== leader);
  const runnerUp = Math.max(0, ...others.map(({ most }) => most));
  // Less than one step above the runner-up is only paid by whoever has promised no more.
  const isAll = price < runnerUp + incrementAt(runnerUp, increments) && runnerUp > 0 && runnerUp < Infinity;
  if (leader.least !== leader.most) {
    leader.least = Math.max(leader.least, price);
    if (isAll) leader.most = Math.min(leader.most, price);
  }
  for (const bid of others) if (bid.least !== bid.most) bid.most = Math.min(bid.most, leader.most);
}

/** Whether some numbers within the bounds lead to the leader and price that were published. */
function judge(
  bids: Bids,
  row: LogRow,
  { startPrice, reservePrice, increments }: Terms,
): LogProblem['what'] | null {
  const highest = highestOf(bids);
  if (highest.length === 0) return row.leader === null && row.price === null ? null : 'leader';
  const leader = highest.find(({ bidder }) => bidder === row.leader);
  if (!leader) return 'leader';
  if (leader.least > leader.most) return 'price';
  const others = highest.filter((bid) => bid !== leader);
  const mayLead = (other: Known) =>
    leader.most > other.least || (leader.most === other.least && leader.seq < other.seq);
  if (!others.every(mayLead)) return 'leader';
  const price = row.price ?? 0;
  // The runner-up lies between these.
  const least = Math.max(0, ...others.map((bid) => bid.least));
  const most = Math.max(0, ...others.map((bid) => Math.min(bid.most, leader.most)));
  if (price < priceFor(least, leader.least) || price > priceFor(most, leader.most)) return 'price';
  if (reservePrice === null) return null;
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
