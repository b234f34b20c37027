import { sql } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { isSamePerson } from '#features/verification/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import { AppError, refused, type ErrorKind } from '#platform/shared/errors.ts';
import type { AuctionTerms } from '#platform/shared/auction-terms.ts';
import { auctionsErrors, type Bidder } from '../contract.ts';
import { getHeld } from './commands.ts';
import { tellOne } from './notices.ts';

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

async function findPerson(trx: Trx, named: string): Promise<string> {
  const found = await trx
    .selectFrom('person')
    .select('id')
    .where(isUuid(named) ? 'id' : 'username', '=', named.replace(/^@/, '').toLowerCase())
    .executeTakeFirst();
  if (!found) throw refused(auctionsErrors.person_not_found, 'with');
  return found.id;
}

/** People with what keeps them from bidding; all whom the words find, or those of whom there is something. */
export async function listBidders(
  db: Db,
  terms: BidderDeps['auctionTerms'],
  wanted: { search: string; page: number; limit: number },
): Promise<Page<Bidder>> {
  const { search } = wanted;
  const like = `%${search.replace(/^@/, '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = await pageOfRows<{ id: string; username: string; fullName: string }>(
    db,
    sql`select person.id, display_username as username, name as full_name from person
      where case when ${search} = '' then
          exists (select from auction_strike where person_id = person.id) or exists (select from household where person_id = person.id)
        else name ilike ${like} or display_username ilike ${like} end`,
    sql`(select max(at) from auction_strike where person_id = found.id) desc nulls last, id desc`,
    wanted,
  );
  const ids = found.items.map(({ id }) => id);
  const { rows: strikes } = await sql<{
    id: string;
    personId: string;
    auctionId: string;
    title: string;
    at: Date;
    liftedAt: Date | null;
    counts: boolean;
  }>`select strike.id, person_id, auction_id, title, at, lifted_at,
      lifted_at is null and at > clock_timestamp() - make_interval(days => ${terms.strikeDays}) as counts
    from auction_strike strike join auction on auction.id = auction_id where person_id = any(${ids}::uuid[]) order by at desc`.execute(
    db,
  );
  const { rows: housemates } = await sql<{ of: string; id: string; username: string; fullName: string }>`
    select mine.person_id as of, person.id, display_username as username, name as full_name
    from household mine join household theirs using (household_id) join person on person.id = theirs.person_id
    where mine.person_id = any(${ids}::uuid[]) and theirs.person_id <> mine.person_id order by person.id`.execute(
    db,
  );
  const items = found.items.map((person) => {
    const own = strikes.filter(({ personId }) => personId === person.id);
    return {
      ...person,
      isSuspended: own.filter(({ counts }) => counts).length >= terms.strikes,
      strikes: own.map(({ id, auctionId, title, at, liftedAt }) => ({
        id,
        auction: { id: auctionId, title },
        at: at.toISOString(),
        liftedAt: liftedAt?.toISOString() ?? null,
      })),
      household: housemates.filter((one) => one.of === person.id).map(({ of: _of, ...one }) => one),
    };
  });
  return { ...found, items };
}

/** A strike that was a mistake does not count any more; it stays on record. */
export async function liftStrike(
  trx: Trx,
  actor: { id: string; username: string },
  id: string,
  reason: string,
): Promise<void> {
  const now = await databaseTime(trx);
  const strike = isUuid(id)
    ? await trx
        .updateTable('auctionStrike')
        .set({ liftedAt: now })
        .where('id', '=', id)
        .where('liftedAt', 'is', null)
        .returning(['personId', 'auctionId'])
        .executeTakeFirst()
    : undefined;
  if (!strike) throw new AppError(auctionsErrors.strike_not_found);
  await recordAudit(
    trx,
    {
      actor,
      action: 'person.strike_lifted',
      target: { type: 'person', id: strike.personId },
      reason,
      before: { strike: id, auction: strike.auctionId },
      after: { lifted: true },
    },
    now,
  );
  const auction = await getHeld(trx, strike.auctionId);
  await tellOne(trx, auction, strike.personId, 'strike_lifted', now);
}

/** Says whose household somebody is of, or that they are of nobody's. */
export async function setHousehold(
  trx: Trx,
  actor: { id: string; username: string },
  personId: string,
  { with: named, reason }: { with: string | null; reason: string },
): Promise<void> {
  const now = await databaseTime(trx);
  const other = named === null ? null : await findPerson(trx, named);
  if (!isUuid(personId)) throw new AppError(auctionsErrors.person_not_found);
  const ids = [personId, ...(other === null ? [] : [other])];
  const people = await trx
    .selectFrom('person')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!people.some(({ id }) => id === personId)) throw new AppError(auctionsErrors.person_not_found);
  if (people.length !== ids.length) throw refused(auctionsErrors.person_not_found, 'with');
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
