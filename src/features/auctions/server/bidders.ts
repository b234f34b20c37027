import { sql } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { isSamePerson } from '#features/verification/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError, platformErrors, type ErrorKind } from '#platform/shared/errors.ts';
import type { AuctionTerms } from '#platform/shared/auction-terms.ts';
import { auctionsErrors } from '../contract.ts';

type Lot = { sellerId: string };
export type BidderDeps = { db: Db; vault: Vault; auctionTerms: Pick<AuctionTerms, 'strikes' | 'strikeDays'> };

/** Why somebody cannot bid on a lot whatever they promise, and where that is mended; null for whoever can. */
export async function obstacleOf(
  { db, vault, auctionTerms }: BidderDeps,
  person: { id: string },
  { sellerId }: Lot,
): Promise<{ kind: ErrorKind; path: string | null } | null> {
  if (person.id === sellerId) return { kind: auctionsErrors.own_auction, path: null };
  const { rows } = await sql<{ isVerified: boolean; isRelated: boolean; strikes: number }>`
    select phone_verified_at is not null as is_verified,
      exists (select from household mine join household theirs using (household_id)
        where mine.person_id = person.id and theirs.person_id = ${sellerId}) as is_related,
      (select count(*)::int from auction_strike strike where strike.person_id = person.id and lifted_at is null
        and at > clock_timestamp() - make_interval(days => ${auctionTerms.strikeDays})) as strikes
    from person where id = ${person.id}`.execute(db);
  const [found] = rows;
  if (!found?.isVerified) return { kind: auctionsErrors.phone_needed, path: '/my/verification' };
  if (found.isRelated || (await isSamePerson(db, vault, person.id, sellerId))) {
    return { kind: auctionsErrors.related_to_seller, path: null };
  }
  if (found.strikes >= auctionTerms.strikes) return { kind: auctionsErrors.bidding_suspended, path: null };
  return null;
}

/** Throws why somebody cannot bid. */
export async function assertMayBid(deps: BidderDeps, person: { id: string }, lot: Lot): Promise<void> {
  const obstacle = await obstacleOf(deps, person, lot);
  if (obstacle) throw new AppError(obstacle.kind, { more: () => ({ path: obstacle.path }) });
}

/** Says whose household somebody is of, or that they are of nobody's. */
export async function setHousehold(
  trx: Trx,
  actor: { id: string; username: string },
  personId: string,
  { with: other, reason }: { with: string | null; reason: string },
): Promise<void> {
  const now = await databaseTime(trx);
  const ids = [personId, ...(other === null ? [] : [other])];
  const people = ids.every(isUuid)
    ? await trx.selectFrom('person').select('id').where('id', 'in', ids).forUpdate().execute()
    : [];
  if (people.length !== new Set(ids).size || other === personId) throw new AppError(platformErrors.not_found);
  const before = await trx.selectFrom('household').selectAll().where('personId', 'in', ids).execute();
  await trx.deleteFrom('household').where('personId', '=', personId).execute();
  if (other !== null) {
    const householdId = before.find((row) => row.personId === other)?.householdId ?? uuidv7(now.getTime());
    await trx
      .insertInto('household')
      .values(ids.map((id) => ({ personId: id, householdId, setAt: now })))
      .onConflict((conflict) => conflict.column('personId').doUpdateSet({ householdId, setAt: now }))
      .execute();
  }
  await recordAudit(
    trx,
    {
      actor,
      action: 'person.household',
      target: { type: 'person', id: personId },
      reason,
      before: { with: before.map((row) => row.personId).filter((id) => id !== personId) },
      after: { with: other },
    },
    now,
  );
}
