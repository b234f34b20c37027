import { sql, type RawBuilder } from 'kysely';
import { countFailedJobs } from '#features/admin/server/public.ts';
import { balances } from '#features/ledger/server/public.ts';
import { lastQueryMs } from '#features/payments/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { firstUuidAt } from '#platform/server/ids.ts';
import { queueNames, type Overview } from './contract.ts';

type QueueName = (typeof queueNames)[number];

const trendDays = 30;
/** An order may be paid some days after it was made. */
const paidWithinDays = 30;
const dayMs = 24 * 60 * 60_000;
const recent = 5;

type Figures = { day: string; value: number }[];

/** Reads all totals from the tables of every room in one query; otherwise each room would need a call just for this. */
export async function readOverview(
  db: Db,
  may: { money: boolean; moderation: boolean },
  { now, sendsPayouts }: { now: Date; sendsPayouts: boolean },
): Promise<Overview> {
  const since = new Date(now.getTime() - trendDays * dayMs);
  const [counts, users, resources, orders, money, queues, recentUsers, recentResources] = await Promise.all([
    readCounts(db),
    perDay(db, sql`person where id >= ${firstUuidAt(since)} and created_at >= ${since}`, since, now),
    perDay(
      db,
      sql`resource where id >= ${firstUuidAt(since)} and created_at >= ${since} and state = 'published'`,
      since,
      now,
    ),
    perDay(db, sql`orders where id >= ${firstUuidAt(since)} and created_at >= ${since}`, since, now),
    may.money ? readMoney(db, since, now) : null,
    readQueues(db, may, sendsPayouts),
    readRecentUsers(db),
    readRecentResources(db),
  ]);
  return { ...counts, trends: { users, resources, orders }, money, queues, recentUsers, recentResources };
}

async function readCounts(db: Db) {
  const { rows } = await sql<Pick<Overview, 'users' | 'services' | 'resources' | 'auctions' | 'orders'>>`
    select (select count(*)::integer from person where erased_at is null) as users,
      (select count(*)::integer from service where state = 'active') as services,
      (select coalesce(sum(published), 0)::integer from resource_count) as resources,
      (select count(*)::integer from auction where state = 'live') as auctions,
      (select count(*)::integer from orders where ended_at is null and paid_at is not null) as orders`.execute(
    db,
  );
  return rows[0] ?? { users: 0, services: 0, resources: 0, auctions: 0, orders: 0 };
}

/** Counts per Korean day, including days with zero. */
function perDay(db: Db, from: RawBuilder<unknown>, since: Date, now: Date): Promise<Figures> {
  return eachDay(db, sql`select created_at as at, 1 as value from ${from}`, since, now);
}

async function eachDay(db: Db, rows: RawBuilder<unknown>, since: Date, now: Date): Promise<Figures> {
  const { rows: found } = await sql<{ day: string; value: number }>`
    select each.day::date::text as day, coalesce(sum(made.value), 0)::bigint as value
    from generate_series(date_trunc('day', ${since}::timestamptz at time zone 'Asia/Seoul') + interval '1 day',
      ${now}::timestamptz at time zone 'Asia/Seoul', interval '1 day') as each (day)
    left join (${rows}) as made on date_trunc('day', made.at at time zone 'Asia/Seoul') = each.day
    group by each.day order by each.day`.execute(db);
  return found;
}

async function readMoney(db: Db, since: Date, now: Date): Promise<NonNullable<Overview['money']>> {
  const made = new Date(since.getTime() - paidWithinDays * dayMs);
  const [accounts, sponsors, bounties, paid] = await Promise.all([
    balances(db),
    readHeldForSponsors(db),
    readHeldForBounties(db),
    eachDay(
      db,
      sql`select paid_at as at, total as value from orders
        where id >= ${firstUuidAt(made)} and paid_at >= ${since} and currency = 'KRW' and not is_free`,
      since,
      now,
    ),
  ]);
  // Liabilities have negative balances.
  const held = 0 - (accounts.escrow ?? 0);
  return {
    escrow: held - sponsors - bounties,
    sponsors,
    bounties,
    payable: 0 - (accounts.provider_payable ?? 0),
    paid,
  };
}

/** Part of the account `escrow` that belongs to sponsorships, which can be withdrawn, and not to orders. */
async function readHeldForSponsors(db: Db): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(-sum(balance), 0)::bigint as held from ledger_balance
    join contribution on contribution.id = ledger_balance.subject_id where account = 'escrow'`.execute(db);
  return rows[0]?.held ?? 0;
}

/** Part of the account `escrow` that was pledged to bounties. */
async function readHeldForBounties(db: Db): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(amount), 0)::bigint as held from pledge where state = 'held'`.execute(db);
  return rows[0]?.held ?? 0;
}

/** In order of urgency: tasks that keep somebody waiting come first. */
async function readQueues(
  db: Db,
  may: { money: boolean; moderation: boolean },
  sendsPayouts: boolean,
): Promise<Overview['queues']> {
  const { rows } = await sql<Record<Exclude<(typeof queueNames)[number], 'jobs'>, number>>`
    select (select count(*)::integer from order_dispute where ended_at is null and phase = 'appealed') as appeals,
      -- Not what the two sides still have to answer, and not appeals, which are counted above.
      ((select count(*) from order_dispute where ended_at is null and phase = 'ruling')
        + (select count(*) from order_claim where state = 'open' and (answered_at is not null or answer_by <= now()))
        + (select count(*) from wanted where state = 'disputed' and ${may.moderation}))::integer as disputes,
      (select count(*)::integer from moderation_case where waiting_since is not null) as reports,
      -- Those that the house sends by hand, and those that the gateway has been asked about for days and does not know.
      (select count(*)::integer from payout where state = 'requested' and ${!sendsPayouts}
        or state = 'unknown' and requested_at < now() - make_interval(secs => ${lastQueryMs / 1000})) as payouts,
      -- Whoever has been paid since, or will be by what is on its way, waits for nobody.
      (select count(distinct provider_id)::integer from payout where state = 'failed' and not exists (
        select from payout later where later.provider_id = payout.provider_id and later.id > payout.id and later.state <> 'failed'))
        as failed_payouts,
      (select count(*)::integer from refund where state = 'failed') as refunds,
      (select count(*)::integer from ledger_finding where resolved_at is null) as findings,
      (select count(*)::integer from adjustment where state = 'proposed') as adjustments,
      (select count(*)::integer from ad_banner where state = 'waiting') as banners`.execute(db);
  const [row] = rows;
  if (!row) return [];
  const counts = { ...row, jobs: may.moderation ? await countFailedJobs(db) : 0 };
  return queueNames
    .filter((name) => {
      if (ofMoney.has(name)) return may.money;
      return may.moderation || !ofModeration.has(name);
    })
    .map((name) => ({ name, count: counts[name] }));
}

const ofMoney = new Set<QueueName>(['payouts', 'failedPayouts', 'refunds', 'findings', 'adjustments']);
const ofModeration = new Set<QueueName>(['reports', 'banners', 'jobs']);

async function readRecentUsers(db: Db): Promise<Overview['recentUsers']> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'displayUsername as username', 'name as fullName', 'role', 'createdAt'])
    .where('erasedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(recent)
    .execute();
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

async function readRecentResources(db: Db): Promise<Overview['recentResources']> {
  const rows = await db
    .selectFrom('resource as r')
    .innerJoin('person as p', 'p.id', 'r.ownerId')
    .select(['r.id', 'r.title', 'p.displayUsername as owner', 'r.createdAt'])
    .where('r.state', '=', 'published')
    .orderBy('r.seq', 'desc')
    .limit(recent)
    .execute();
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
