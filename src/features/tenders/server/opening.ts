import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { notifyAll } from '#features/notifications/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import { distanceKm } from '#features/services/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { tendersErrors } from '../contract.ts';
import { commitmentText, detailsText, rankBids, type Formula, type RatedBid } from '../rules.ts';
import { stateAfter, type TenderEvent, type TenderRole } from '../states.ts';

export type TenderRow = Omit<Selectable<Database['tender']>, 'wantedOn'> & { wantedOn: string | null };
/** Content of a bid, which is sealed in the database before the close. */
export type BidContent = {
  principal: number;
  readyInDays: number;
  machine: string;
  note: string;
  salt: string;
  detailSalt: string;
};

export const sealedBid = 'tender bid';
/** Sealed texts reveal their length, so all are padded to a multiple of this. */
const sealedBytes = 2048;

export function sealBid(vault: Vault, content: BidContent): string {
  const text = JSON.stringify(content);
  const length = Buffer.byteLength(text);
  return vault.seal(sealedBid, text + ' '.repeat((sealedBytes - (length % sealedBytes)) % sealedBytes));
}

export function openBid(vault: Vault, sealed: string): BidContent {
  return JSON.parse(vault.open(sealedBid, sealed)) as BidContent;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export function detailsOf(bid: Pick<BidContent, 'machine' | 'note' | 'detailSalt'> & { serviceId: string }) {
  return sha256(detailsText(bid));
}

export function commitmentOf(tenderId: string, bid: BidContent & { serviceId: string }): string {
  return sha256(commitmentText({ ...bid, tenderId, details: detailsOf(bid) }));
}

export const pathOf = (tenderId: string) => `/auctions/jobs/${tenderId}`;

/** Notifies people about a tender, whose words are its customer's. */
export async function tell(
  trx: Trx,
  personIds: readonly string[],
  what: Parameters<typeof notifyAll>[2]['what'],
  tender: Pick<TenderRow, 'id' | 'title' | 'customerId'>,
  now: Date,
  params: Record<string, unknown> = {},
): Promise<void> {
  if (personIds.length === 0) return;
  await notifyAll(
    trx,
    personIds,
    {
      what,
      path: pathOf(tender.id),
      params: { title: tender.title, ...params },
      people: [tender.customerId],
    },
    now,
  );
}

/** Lists everybody with a current bid. */
export async function biddersOf(trx: Trx, tenderId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('tenderBid')
    .select('providerId')
    .where('tenderId', '=', tenderId)
    .where('state', '=', 'standing')
    .execute();
  return rows.map(({ providerId }) => providerId);
}

/** Columns of a tender; its day is read as a text, because it has no time zone. */
const columns = sql`t.id, t.customer_id, t.state, t.version, t.title, t.description, t.service_type, t.material,
  t.colour, t.tolerance, t.finish, t.quantity, t.ceiling, to_char(t.wanted_on, 'YYYY-MM-DD') as wanted_on, t.delivery,
  t.address, t.city, t.lat, t.long, t.closes_at, t.choose_by, t.formula, t.search_text, t.created_at, t.published_at,
  t.ended_at, t.ended_by, t.reason, t.chosen_bid_id, t.quote_id, t.hidden_at`;

export async function findTender(db: Db, id: string): Promise<TenderRow | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<TenderRow>`select ${columns} from tender t where t.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Locks a tender and applies what is due by the database's clock, read inside the lock, which serializes all of its
 * changes. Undefined if there is none.
 */
export async function lockTender(
  trx: Trx,
  vault: Vault,
  id: string,
): Promise<{ tender: TenderRow; now: Date } | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } =
    await sql<TenderRow>`select ${columns} from tender t where t.id = ${id} for update`.execute(trx);
  const [found] = rows;
  if (!found) return undefined;
  const now = await databaseTime(trx);
  let tender = found;
  if (tender.state === 'open' && isPast(tender.closesAt, now))
    tender = await openBids(trx, vault, tender, now);
  if (tender.state === 'closed' && isPast(tender.chooseBy, now)) tender = await lapse(trx, tender, now);
  return { tender, now };
}

export const isPast = (at: Date | null, now: Date) => at !== null && at <= now;

/** Returns whether a deadline has passed that is not recorded yet. */
export const isDue = ({ state, closesAt, chooseBy }: TenderRow, now: Date) =>
  (state === 'open' && isPast(closesAt, now)) || (state === 'closed' && isPast(chooseBy, now));

/** Moves a locked tender to its next state. Throws `invalid_transition`. */
export async function moveTender(
  trx: Trx,
  tender: TenderRow,
  event: TenderEvent,
  role: TenderRole,
  more: Partial<
    Pick<
      TenderRow,
      'endedAt' | 'endedBy' | 'reason' | 'chosenBidId' | 'quoteId' | 'publishedAt' | 'chooseBy' | 'hiddenAt'
    >
  > & { formula?: string } = {},
): Promise<TenderRow> {
  const state = stateAfter(tender.state, event, role);
  if (state === null) throw new AppError(tendersErrors.invalid_transition);
  await trx
    .updateTable('tender')
    .set({ ...more, state, version: tender.version + 1 })
    .where('id', '=', tender.id)
    .execute();
  const { formula: _formula, ...changed } = more;
  return { ...tender, ...changed, state, version: tender.version + 1 };
}

type Opened = BidContent & { id: string; number: number; isTrue: boolean } & Pick<RatedBid, 'rating' | 'km'>;

/** Opens the bids of a closed tender, and ranks them by its formula. */
async function openBids(trx: Trx, vault: Vault, tender: TenderRow, now: Date): Promise<TenderRow> {
  const bids = await readBids(trx, vault, tender);
  const counted = bids.filter(({ isTrue }) => isTrue);
  const ranked = new Map(rankBids(counted, tender.formula as Formula).map((bid) => [bid.number, bid]));
  for (const { id, number, isTrue, rating, km, ...content } of bids) {
    const { rank = null, ...result } = ranked.get(number) ?? {};
    await trx
      .updateTable('tenderBid')
      .set({
        ...content,
        sealed: null,
        ...(isTrue
          ? {
              position: counted.findIndex((each) => each.id === id) + 1,
              rank,
              result: JSON.stringify({ ...result, rating, km }),
            }
          : { state: 'void' as const }),
      })
      .where('id', '=', id)
      .execute();
  }
  const closed = await moveTender(trx, tender, 'close', 'house');
  // There is nothing to choose from.
  if (counted.length === 0) return lapse(trx, closed, now);
  await tell(trx, [tender.customerId], 'tender_closed', tender, now, { count: counted.length });
  return closed;
}

async function readBids(trx: Trx, vault: Vault, tender: TenderRow): Promise<Opened[]> {
  const { rows } = await sql<{
    id: string;
    number: number;
    serviceId: string;
    commitment: string;
    sealed: string;
    rating: number | null;
    places: { lat: number; long: number }[];
  }>`
    select b.id, b.number, b.service_id, b.commitment, b.sealed, s.rating::float8 as rating,
      coalesce((select json_agg(json_build_object('lat', l.public_lat, 'long', l.public_long))
        from service_location l where l.service_id = s.id), '[]') as places
    from tender_bid b join service s on s.id = b.service_id
    where b.tender_id = ${tender.id} and b.state = 'standing' order by b.number`.execute(trx);
  const { lat, long } = tender;
  return rows.map(({ id, number, serviceId, commitment, sealed, rating, places }) => {
    const content = openBid(vault, sealed);
    const away = lat === null || long === null ? [] : places.map((place) => distanceKm({ lat, long }, place));
    return {
      ...content,
      id,
      number,
      isTrue: commitmentOf(tender.id, { ...content, serviceId }) === commitment,
      rating,
      // Rounded to a hundred metres, which is more precise than a coarse place.
      km: away.length === 0 ? null : Math.round(Math.min(...away) * 10) / 10,
    };
  });
}

/** Ends a tender without a choice in time. */
async function lapse(trx: Trx, tender: TenderRow, now: Date): Promise<TenderRow> {
  const lapsed = await moveTender(trx, tender, 'lapse', 'house', { endedAt: now, endedBy: 'house' });
  await tell(trx, [tender.customerId, ...(await biddersOf(trx, tender.id))], 'tender_unchosen', tender, now);
  return lapsed;
}

/** Applies due changes to a tender, on the first access after its deadline. */
export async function bringUpToDate(db: Db, vault: Vault, id: string): Promise<void> {
  await db.transaction().execute((trx) => lockTender(trx, vault, id));
}

/** Lists tenders with a passed deadline. */
export async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tender where (state = 'open' and closes_at <= clock_timestamp())
      or (state = 'closed' and choose_by <= clock_timestamp())
    order by closes_at limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists undecided tenders whose customer is suspended or has left. */
export async function listAbandoned(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tender t join person customer on customer.id = t.customer_id
    where t.state in ('open', 'closed') and not ${isReal('customer')} limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}
