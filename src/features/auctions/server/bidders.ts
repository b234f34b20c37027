import { sql, type RawBuilder } from 'kysely';
import { adminErrors } from '#features/admin/contract.ts';
import {
  byIds,
  findPlaces,
  hasWords,
  maxExported,
  maxRows,
  maxRowsAtFirst,
  recordAudit,
  type StaffPage,
  type UndoneEntry,
} from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { isSamePerson } from '#features/verification/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { pageOfFew } from '#platform/server/pages.ts';
import { AppError, refused, type ErrorKind } from '#platform/shared/errors.ts';
import type { AuctionTerms } from '#platform/shared/auction-terms.ts';
import type { CsvColumn } from '#platform/shared/csv-table.ts';
import { auctionsErrors, type Bidder, type BiddersQuery } from '../contract.ts';
import type { StrikeCause } from '../rules.ts';
import { getHeld } from './commands.ts';
import { tellOne } from './notices.ts';

type Lot = { sellerId: string };
export type BidderDeps = { db: Db; vault: Vault; auctionTerms: Pick<AuctionTerms, 'strikes' | 'strikeDays'> };

/**
 * Returns the reason why a person cannot bid on a lot at all, with the page to resolve it; null if they can.
 */
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
      (select count(*)::int from auction_strike strike where strike.person_id = person.id and ${stillCounts(auctionTerms)}) as strikes
    from person where id = ${person.id}`.execute(db);
  const [found] = rows;
  if (!found?.isVerified) return { kind: auctionsErrors.phone_needed, path: '/my/verification' };
  if (found.isRelated || (await isSamePerson(db, vault, person.id, sellerId))) {
    return { kind: auctionsErrors.related_to_seller, path: null };
  }
  if (found.strikes >= auctionTerms.strikes) return { kind: auctionsErrors.bidding_suspended, path: null };
  return null;
}

/** Throws if a person cannot bid. */
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

/** SQL condition for people with strikes or households: few enough to scan them all. */
const noted = sql`person.id in (select person_id from auction_strike union select person_id from household)`;

type Found = { id: string; lastAt: Date | null };
type Named = { id: string; username: string; fullName: string };

/**
 * Lists people with their obstacles to bidding: all matches of a search, or else those with strikes or
 * households.
 */
export async function listBidders(
  db: Db,
  terms: BidderDeps['auctionTerms'],
  { search: asked = '', state, sort, ...page }: BiddersQuery,
): Promise<StaffPage<Bidder>> {
  const search = asked.replace(/^@/, '');
  const most = page.page * page.limit < maxRowsAtFirst ? maxRowsAtFirst : Math.max(maxRows, page.limit);
  const named =
    search === '' || state !== undefined
      ? null
      : await findPlaces(db, 'person_index', { search, filters: [], oldestFirst: false }, most);
  const states = {
    suspended: sql`struck.counting >= ${terms.strikes}`,
    struck: sql`struck.counting > 0`,
    household: sql`exists (select from household where person_id = person.id)`,
  };
  const orders = {
    newest: sql`last_at desc nulls last, id desc`,
    name: sql`by_name, id`,
  };
  const found = await pageOfFew<Found>(
    db,
    sql`select person.id, struck.last_at,
        ${sort === 'name' ? sql`(select lower(name) from person named where named.id = person.id)` : sql`null`} as by_name
      from ${named === null ? sql`person` : sql`unnest(${named.ids}::uuid[]) as person (id)`}
      left join (select person_id, max(at) as last_at, count(*) filter (where ${stillCounts(terms)}) as counting
        from auction_strike strike ${named === null ? sql`` : sql`where person_id = any (${named.ids}::uuid[])`}
        group by person_id) struck on struck.person_id = person.id
      where ${named === null ? sql`${noted} and ${isFound(search)}` : sql`true`}
        and ${state === undefined ? sql`true` : states[state]}`,
    orders[sort],
    page,
  );
  const ids = found.items.map(({ id }) => id);
  const struckIds = found.items.filter(({ lastAt }) => lastAt !== null).map(({ id }) => id);
  const { rows: people } = await sql<Named>`
    select id, display_username as username, name as full_name from person where id = any (${ids}::uuid[])`.execute(
    db,
  );
  const { rows: strikes } = await sql<{
    id: string;
    personId: string;
    auctionId: string;
    title: string;
    cause: StrikeCause;
    at: Date;
    liftedAt: Date | null;
    counts: boolean;
  }>`select strike.id, person_id, auction_id, title, cause, at, lifted_at,
      ${stillCounts(terms)} as counts
    from auction_strike strike join auction on auction.id = auction_id where person_id = any(${struckIds}::uuid[]) order by at desc`.execute(
    db,
  );
  const { rows: housemates } = await sql<{ of: string; id: string; username: string; fullName: string }>`
    select mine.person_id as of, person.id, display_username as username, name as full_name
    from household mine join household theirs using (household_id) join person on person.id = theirs.person_id
    where mine.person_id = any(${ids}::uuid[]) and theirs.person_id <> mine.person_id order by person.id`.execute(
    db,
  );
  const items = byIds(ids, people).map((person) => {
    const own = strikes.filter(({ personId }) => personId === person.id);
    return {
      ...person,
      isSuspended: own.filter(({ counts }) => counts).length >= terms.strikes,
      strikes: own.map(({ id, auctionId, title, cause, at, liftedAt }) => ({
        id,
        cause,
        auction: { id: auctionId, title },
        at: at.toISOString(),
        liftedAt: liftedAt?.toISOString() ?? null,
      })),
      household: housemates.filter((one) => one.of === person.id).map(({ of: _of, ...one }) => one),
    };
  });
  return { ...found, totalIsExact: named?.totalIsExact ?? true, items };
}

/** SQL condition that a row of `person` matches a search, as in the table of people. */
function isFound(search: string): RawBuilder<boolean> {
  if (isUuid(search)) return sql`person.id = ${search}`;
  return sql`exists (select from person_index each where each.target_id = person.id and ${hasWords(sql`each.words`, search)})`;
}

/** SQL condition that a strike is still in force. */
function stillCounts({ strikeDays }: Pick<BidderDeps['auctionTerms'], 'strikeDays'>) {
  return sql`strike.lifted_at is null and strike.at > clock_timestamp() - make_interval(days => ${strikeDays})`;
}

export async function exportBidders(
  db: Db,
  terms: BidderDeps['auctionTerms'],
  wanted: BiddersQuery,
): Promise<Bidder[]> {
  return (await listBidders(db, terms, { ...wanted, page: 1, limit: maxExported })).items;
}

export const bidderColumns: readonly CsvColumn<Bidder>[] = [
  [m['auctions.staff.id'], (row) => row.id],
  [m['auctions.staff.name'], (row) => row.fullName],
  [m['auctions.staff.username'], (row) => row.username],
  [m['auctions.staff.strikes'], (row) => row.strikes.filter(({ liftedAt }) => liftedAt === null).length],
  [m['auctions.staff.suspended'], (row) => (row.isSuspended ? m['auctions.staff.yes'] : '')],
  [m['auctions.staff.same_house'], (row) => row.household.map(({ username }) => username).join(' ')],
];

type Staff = { id: string; username: string };

/** Lifts a wrong strike, which stays on record. */
export async function liftStrike(trx: Trx, actor: Staff, id: string, reason: string): Promise<void> {
  const strike = isUuid(id)
    ? await trx.selectFrom('auctionStrike').select('personId').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!strike) throw new AppError(auctionsErrors.strike_not_found);
  await liftStrikes(trx, actor, strike.personId, { reason, only: [id] });
}

/** Lifts all strikes of a person, or the named ones. Returns the audit entry's id. */
export async function liftStrikes(
  trx: Trx,
  actor: Staff,
  personId: string,
  { reason, only = null }: { reason: string; only?: readonly string[] | null },
): Promise<string> {
  const now = await databaseTime(trx);
  const { rows: lifted } = await sql<{ id: string; auctionId: string }>`
    update auction_strike set lifted_at = ${now}
    where person_id = ${personId} and lifted_at is null and (${only}::uuid[] is null or id = any (${only}::uuid[]))
    returning id, auction_id`.execute(trx);
  if (lifted.length === 0) throw new AppError(auctionsErrors.strike_not_found);
  const auditId = await recordAudit(
    trx,
    {
      actor,
      action: 'person.strikes_lifted',
      target: { type: 'person', id: personId },
      reason,
      before: { strikes: lifted.map(({ id }) => id), auctions: lifted.map(({ auctionId }) => auctionId) },
      after: { strikes: [] },
    },
    now,
  );
  for (const { auctionId } of lifted)
    await tellOne(trx, await getHeld(trx, auctionId), personId, 'strike_lifted', now);
  return auditId;
}

/** Restores lifted strikes, unless one of them is already in force. */
export async function undoLifting(
  trx: Trx,
  actor: Staff,
  { id, targetId, reason, before }: UndoneEntry,
  now: Date,
): Promise<string> {
  const ids = before['strikes'];
  const { rows: back } = await sql<{ id: string }>`
    update auction_strike set lifted_at = null where person_id = ${targetId} and id = any (${ids}::uuid[]) and lifted_at is not null
    returning id`.execute(trx);
  if (!Array.isArray(ids) || back.length < ids.length) throw new AppError(adminErrors.changed_since);
  return recordAudit(
    trx,
    {
      actor,
      action: 'person.strikes_restored',
      target: { type: 'person', id: targetId },
      reason,
      before: { strikes: [] },
      after: { strikes: ids },
      undoes: id,
    },
    now,
  );
}

/** Records the household of a person, or removes it. */
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
  const was = await listHousehold(trx, personId);
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
      before: { with: was },
      after: { with: await listHousehold(trx, personId) },
    },
    now,
  );
}

/** Returns the other members of a person's household. */
async function listHousehold(trx: Trx, personId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('household')
    .innerJoin('household as other', 'other.householdId', 'household.householdId')
    .select('other.personId')
    .where('household.personId', '=', personId)
    .where('other.personId', '!=', personId)
    .orderBy('other.personId')
    .execute();
  return rows.map((row) => row.personId);
}
