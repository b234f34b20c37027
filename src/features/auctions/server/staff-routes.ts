import type { Sessions } from '#features/accounts/server/public.ts';
import { serveMany, serveTable } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import type { Realtime } from '#platform/server/realtime.ts';
import type { AuctionTerms } from '#platform/shared/auction-terms.ts';
import { canModerate } from '../access.ts';
import { bidder, biddersQuery, lotsQuery, reasonInput, staffLot } from '../contract.ts';
import { bidderColumns, exportBidders, liftStrikes, listBidders } from './bidders.ts';
import { topicOf } from './commands.ts';
import { cancelAsStaff } from './cancelling.ts';
import { exportLots, listLots, lotColumns } from './staff-table.ts';

/** Staff tables of lots and of people who cannot bid. */
export function staffRoutes(
  app: App,
  deps: { db: Db; sessions: Sessions; realtime: Pick<Realtime, 'wake'>; auctionTerms: AuctionTerms },
): void {
  const { db, realtime, auctionTerms } = deps;
  const lots = { list: 'auctions', tags: ['auctions', 'admin'], may: canModerate };
  serveTable(app, deps, {
    ...lots,
    rows: 'Lots that were published',
    description:
      'A search is a part of a title or of its seller’s name, or the id of a lot, of its order or of its seller.',
    query: lotsQuery,
    row: staffLot,
    find: (wanted) => listLots(db, wanted),
    findAll: (wanted) => exportLots(db, wanted),
    csv: { file: 'gongbang-auctions', table: 'auction', columns: lotColumns },
  });
  serveMany(app, deps, {
    ...lots,
    summary: 'End auctions without a result; everybody reads why',
    change: reasonInput,
    act: cancelAsStaff,
    onDone: (ids) => {
      for (const id of ids) realtime.wake(topicOf(id));
    },
  });

  const bidders = { list: 'bidders', tags: ['admin'], may: canModerate };
  serveTable(app, deps, {
    ...bidders,
    rows: 'What keeps people from bidding: strikes and households',
    description: 'Without a search those of whom there is something; with one, whomever its words find.',
    query: biddersQuery,
    row: bidder,
    find: (wanted) => listBidders(db, auctionTerms, wanted),
    findAll: (wanted) => exportBidders(db, auctionTerms, wanted),
    csv: { file: 'gongbang-bidders', table: 'auction_strike', columns: bidderColumns },
  });
  serveMany(app, deps, {
    ...bidders,
    summary: 'All strikes of somebody were mistakes',
    change: reasonInput,
    act: liftStrikes,
  });
}
