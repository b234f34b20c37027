import type { Runtime } from '#app/runtime.ts';
import { createInput } from '#features/auctions/contract.ts';
import { buyLot, createBidding, draftLot, publishLot } from '#features/auctions/server/public.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { storePicture } from '#platform/server/pictures.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoAuctions, type DemoAuction } from './auctions.ts';
import { claimPart, findParts } from './parts.ts';

const hourMs = 60 * 60 * 1000;

type Made = {
  people: ReadonlyMap<string, string>;
  /** Ids of services by their slugs. */
  services: ReadonlyMap<string, string>;
  picture(auction: DemoAuction): Promise<Uint8Array>;
};

/** Auctions in several states, through the same commands as in life; none where won ones would be paid for with real money. */
export async function writeAuctions(runtime: Runtime, made: Made): Promise<void> {
  if (runtime.config.payments.provider !== 'sandbox') return;
  const taking = demoAuctions.flatMap(({ seller, bids, boughtBy }) => [
    seller,
    ...bids.map(({ by }) => by),
    ...(boughtBy === undefined ? [] : [boughtBy]),
  ]);
  for (const [index, username] of [...new Set(taking)].entries())
    await verify(runtime, made, username, index);
  const parts = await findParts(runtime.db);
  for (const auction of demoAuctions)
    if (!parts.has(`auction ${auction.slug}`)) await writeAuction(runtime, made, auction);
}

function idOf({ people }: Made, username: string): string {
  const id = people.get(username);
  if (id === undefined) throw new Error(`demo: no user ${username}`);
  return id;
}

/** Whoever sells or bids has a number and an account, which nobody can be sent a code to. */
async function verify({ db, vault }: Runtime, made: Made, username: string, index: number): Promise<void> {
  const personId = idOf(made, username);
  const account = `110${String(400_000_001 + index)}`;
  const now = new Date();
  await db
    .updateTable('person')
    .set({
      sealedPhone: vault.seal('phone', `+821000${String(200_001 + index)}`),
      phoneVerifiedAt: now,
      bankRegistered: true,
    })
    .where('id', '=', personId)
    .execute();
  await db
    .insertInto('bankAccount')
    .values({
      personId,
      bankCode: '090',
      sealedNumber: vault.seal('bank account', account),
      lastDigits: account.slice(-4),
      holder: username,
      checkedAt: null,
      registeredAt: now,
      payoutsHeldUntil: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
