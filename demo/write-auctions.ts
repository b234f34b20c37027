import type { Runtime } from '#app/runtime.ts';
import { createInput } from '#features/auctions/contract.ts';
import { buyLot, createBidding, draftLot, publishLot } from '#features/auctions/server/public.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { storePicture } from '#platform/server/pictures.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoAuctions, type DemoAuction } from './auctions.ts';
import { claimPart, findParts } from './parts.ts';
import { verifyPeople } from './verify.ts';

const hourMs = 60 * 60 * 1000;

type Made = {
  people: ReadonlyMap<string, string>;
  /** Service ids by slug. */
  services: ReadonlyMap<string, string>;
  picture(auction: DemoAuction): Promise<Uint8Array>;
};

/**
 * Writes auctions in several states, through the same commands as in production; none where won ones would be paid with
 * real money.
 */
export async function writeAuctions(runtime: Runtime, made: Made): Promise<void> {
  if (runtime.config.payments.provider !== 'sandbox') return;
  const taking = demoAuctions.flatMap(({ seller, bids, boughtBy }) => [
    seller,
    ...bids.map(({ by }) => by),
    ...(boughtBy === undefined ? [] : [boughtBy]),
  ]);
  await verifyPeople(runtime, made.people, taking);
  const parts = await findParts(runtime.db);
  for (const auction of demoAuctions)
    if (!parts.has(`auction ${auction.slug}`)) await writeAuction(runtime, made, auction);
}

function idOf({ people }: Made, username: string): string {
  const id = people.get(username);
  if (id === undefined) throw new Error(`demo: no user ${username}`);
  return id;
}

async function writeAuction(runtime: Runtime, made: Made, demo: DemoAuction): Promise<void> {
  const { config, db, realtime, storage } = runtime;
  const seller = { id: idOf(made, demo.seller), role: 'user' as const };
  const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const isCapacity = demo.lot.lotKind === 'capacity';
  const input = parseInput(createInput, {
    ...demo.lot,
    startsAt: demo.startsInHours === undefined ? null : inHours(demo.startsInHours),
    serviceId: demo.service === undefined ? null : made.services.get(demo.service),
    capacity: isCapacity ? { from: inHours(72), until: inHours(168), hours: 6 } : null,
  });
  const pictureId = uuidv7();
  const stored = await storePicture(
    storage,
    `auction-images/${pictureId}`,
    await made.picture(demo),
    demo.slug,
  );
  const deps = { auctionTerms: config.auctionTerms, increments: config.increments };
  const id = await db.transaction().execute(async (trx) => {
    if (!(await claimPart(trx, `auction ${demo.slug}`))) return null;
    const lotId = await draftLot(trx, seller, input, [{ id: pictureId, alt: demo.lot.title, ...stored }]);
    await publishLot(trx, deps, seller, lotId);
    return lotId;
  });
  if (id === null) return;
  const bidding = createBidding({ db, realtime });
  for (const { by, maximum } of demo.bids)
    await bidding.bid(id, { personId: idOf(made, by), maximum, key: null });
  const { boughtBy, lot } = demo;
  if (boughtBy === undefined) return;
  await db
    .transaction()
    .execute((trx) => buyLot(trx, { id: idOf(made, boughtBy) }, id, lot.buyNowPrice ?? 0));
}
