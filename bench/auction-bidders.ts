import { createBidding } from '../src/features/auctions/server/bidding.ts';
import { connectDatabase } from '../src/platform/server/db.ts';
import { isAppError } from '../src/platform/shared/errors.ts';

/** One process of `auctions.ts`: bids for a while, in one of two ways, and prints how many bids counted. */
const [way, connectionString = '', auctionId = '', seconds = '1', people = '[]'] = process.argv.slice(2);
const bidders = JSON.parse(people) as string[];
const { db, pool, close } = connectDatabase(connectionString, {
  poolSize: bidders.length,
  onError: (error) => process.stderr.write(`${error.message}\n`),
});
const end = Date.now() + Number(seconds) * 1000;
const step = 1000;
/** More than twice the largest increment: later bids are higher than all earlier ones, across processes. */
const rise = 120_000;
const began = Date.parse('2026-01-01');
let highest = 0;
let taken = 0;

if (way === 'batched') {
  const bidding = createBidding({ db, realtime: { wake() {}, broadcast() {} } });
  await Promise.all(
    bidders.map(async (personId) => {
      while (Date.now() < end) {
        const microseconds = Math.floor((performance.timeOrigin - began + performance.now()) * 1000);
        highest = Math.max(highest + rise, (microseconds % 1e10) * rise);
        try {
          await bidding.bid(auctionId, { personId, maximum: highest, key: null });
          taken += 1;
        } catch (error) {
          if (!isAppError(error)) throw error;
          highest = Math.max(highest, Number(error.more?.('ko')['least'] ?? 0));
        }
      }
    }),
  );
} else {
  await Promise.all(
    bidders.map(async (personId) => {
      while (Date.now() < end) {
        const { rows } = await pool.query<{ seq: number; price: number }>(
          `with raised as (
             update bare_auction set price = price + ${step}, bids = bids + 1 where ends_at > clock_timestamp()
             returning bids, price)
           insert into bare_bid select bids, $1::uuid, price, clock_timestamp() from raised returning seq, price`,
          [personId],
        );
        taken += rows.length;
      }
    }),
  );
}
process.stdout.write(String(taken));
await close();
