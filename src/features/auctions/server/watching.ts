import { databaseTime, type Db } from '#platform/server/db.ts';

/** Subscribes a person to the notification an hour before the end. */
export async function watch(db: Db, person: { id: string }, auctionId: string): Promise<void> {
  await db
    .insertInto('auctionWatch')
    .values({ personId: person.id, auctionId, createdAt: await databaseTime(db), toldAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unwatch(db: Db, person: { id: string }, auctionId: string): Promise<void> {
  await db
    .deleteFrom('auctionWatch')
    .where('personId', '=', person.id)
    .where('auctionId', '=', auctionId)
    .execute();
}
