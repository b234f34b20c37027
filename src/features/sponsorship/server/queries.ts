import { sql, type RawBuilder } from 'kysely';
import { byIds } from '#features/admin/server/public.ts';
import { findHoldingCases } from '#features/moderation/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import type { Settings } from '#platform/shared/settings.ts';
import { AppError } from '#platform/shared/errors.ts';
import type { Locale } from '#i18n/languages.ts';
import {
  sponsorshipErrors,
  type Books,
  type BookMonth,
  type Contribution,
  type OwnSponsorship,
  type Recipient,
  type Sponsor,
  type SponsorOffer,
  type StaffSponsorship,
} from '../contract.ts';
import { bannerTier, isWithdrawable, sponsorshipLimits, sponsorshipTerms, tiers } from '../rules.ts';
import type { Contribution as ContributionRow, Sponsorship } from './locking.ts';
import type { Target } from './targets.ts';

export function presentOffer(settings: Settings, feePercent: number): SponsorOffer {
  const { sponsorTiers, sponsorship } = settings;
  return {
    isOpen: sponsorship === 'open',
    tiers: tiers.map((tier) => ({
      tier,
      amount: sponsorTiers[tier],
      banner: tiers.indexOf(tier) >= tiers.indexOf(bannerTier),
    })),
    most: sponsorshipLimits.most,
    feePercent,
    withdrawalDays: sponsorshipTerms.withdrawalDays,
  };
}

/** Names of the recipient, in addition to the row. */
type Named = {
  recipientId: string | null;
  resourceId: string | null;
  recipientName: string | null;
  recipientUsername: string | null;
  resourceTitle: string | null;
};
/** Omits resources that are no longer public, and people who have left. */
const naming = sql`
  left join person receiver on receiver.id = sponsorship.recipient_id and receiver.withdraws_at is null
  left join resource on resource.id = sponsorship.resource_id and resource.state = 'published'`;
const names = sql`receiver.name as recipient_name, receiver.display_username as recipient_username, resource.title as resource_title`;

function presentRecipient(row: Named): Recipient {
  const { recipientId, resourceId, resourceTitle, recipientName, recipientUsername } = row;
  if (recipientId === null) return { kind: 'house', title: null, name: null, username: null, path: null };
  const person = { name: recipientName || null, username: recipientUsername };
  if (resourceId !== null && resourceTitle !== null) {
    return { kind: 'resource', title: resourceTitle, ...person, path: `/resources/${resourceId}` };
  }
  return {
    kind: 'person',
    title: null,
    ...person,
    path: recipientUsername === null || !recipientName ? null : `/people/${recipientUsername}`,
  };
}

export async function presentTarget(db: Db, { recipientId, resourceId }: Target): Promise<Recipient> {
  const { rows } = await sql<Named>`
    select sponsorship.recipient_id, sponsorship.resource_id, ${names}
    from (values (${recipientId}::uuid, ${resourceId}::uuid)) as sponsorship (recipient_id, resource_id)
    ${naming}`.execute(db);
  return presentRecipient(
    rows[0] ?? {
      recipientId: null,
      resourceId: null,
      recipientName: null,
      recipientUsername: null,
      resourceTitle: null,
    },
  );
}

/** Sum of payments that were not refunded. */
const given = sql`(select coalesce(sum(contribution.amount), 0)::bigint from contribution
  where contribution.sponsorship_id = sponsorship.id and contribution.state in ('paid', 'kept'))`;

/**
 * Condition: the sponsor's wall entry or banner is visible, for a row of `person`: not while they leave or are
 * suspended. Evaluated on reading, so that everything returns after a suspension.
 */
export const isSponsorSeen = sql<boolean>`(person.withdraws_at is null
  and (person.suspended_at is null or coalesce(person.suspended_until <= now(), false)))`;

/** Lists everybody who has given something, largest sum first, without hidden ones. */
export async function listSponsors(db: Db, wanted: { page: number; limit: number }): Promise<Page<Sponsor>> {
  const found = await pageOfRows<Sponsorship & Named & { name: string; username: string }>(
    db,
    sql`select sponsorship.*, person.name, person.display_username as username, ${names},
        array_position(${[...tiers]}::text[], sponsorship.tier) as rank
      from sponsorship join person on person.id = sponsorship.person_id ${naming}
      where sponsorship.hidden_at is null and ${isSponsorSeen}
        and exists (select from contribution where contribution.sponsorship_id = sponsorship.id
          and contribution.state in ('paid', 'kept'))`,
    sql`rank desc, id desc`,
    wanted,
  );
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      name: row.isAnonymous ? null : row.name || null,
      username: row.isAnonymous ? null : row.username,
      tier: row.tier,
      cadence: row.cadence,
      message: row.message,
      recipient: presentRecipient(row),
      since: row.createdAt.toISOString(),
    })),
  };
}

type ContributionWithPayment = ContributionRow & {
  paymentState: string | null;
  paymentMethod: string | null;
  receiptUrl: string | null;
};

function presentContribution(row: ContributionWithPayment, now: Date): Contribution {
  return {
    id: row.id,
    sponsorshipId: row.sponsorshipId,
    state: row.state,
    amount: row.amount,
    currency: 'KRW',
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    withdrawableUntil: row.heldUntil?.toISOString() ?? null,
    canWithdraw: isWithdrawable(row, now),
    endedAt: row.endedAt?.toISOString() ?? null,
    payment:
      row.paymentState === null
        ? null
        : { state: row.paymentState, method: row.paymentMethod, receiptUrl: row.receiptUrl },
  };
}

/** Includes the payment, or the latest attempt. */
async function contributionsOf(
  db: Db,
  sponsorshipIds: readonly string[],
): Promise<ContributionWithPayment[]> {
  const { rows } = await sql<ContributionWithPayment>`
    select contribution.*, payment.state as payment_state, payment.method as payment_method, payment.receipt_url
    from contribution left join lateral (
      select state, method, receipt_url from payment
      where subject_kind = 'contribution' and subject_id = contribution.id
        and (contribution.payment_id is null or payment.id = contribution.payment_id)
      order by id desc limit 1) payment on true
    where contribution.sponsorship_id = any (${sponsorshipIds}::uuid[])
    order by contribution.id desc`.execute(db);
  return rows;
}

/** Returns which of these sponsorships have an active banner, from the room of banners. */
export type FindBannerOpen = (sponsorshipIds: readonly string[]) => Promise<ReadonlySet<string>>;
export type OwnDeps = { db: Db; findBannerOpen: FindBannerOpen };

type OwnRow = Sponsorship & Named & { given: number };
const own = sql`select sponsorship.*, ${names}, ${given} as given from sponsorship ${naming}`;

function presentBase(row: OwnRow) {
  return {
    id: row.id,
    cadence: row.cadence,
    amount: row.amount,
    currency: 'KRW',
    tier: row.tier,
    recipient: presentRecipient(row),
    isAnonymous: row.isAnonymous,
    message: row.message,
    isHidden: row.hiddenAt !== null,
    state: row.state,
    nextDueOn: row.nextDueOn,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    given: row.given,
  };
}

async function presentOwn(
  { db, findBannerOpen }: OwnDeps,
  rows: readonly OwnRow[],
): Promise<OwnSponsorship[]> {
  const ids = rows.map(({ id }) => id);
  const contributions = await contributionsOf(db, ids);
  const open = await findBannerOpen(ids);
  const now = currentTime();
  return rows.map((row) => ({
    ...presentBase(row),
    canBanner: mayBanner(row) && open.has(row.id),
    contributions: contributions
      .filter(({ sponsorshipId }) => sponsorshipId === row.id)
      .map((each) => presentContribution(each, now)),
  }));
}

/** Returns whether a sponsorship of the house includes a banner. */
function mayBanner(row: Pick<Sponsorship, 'tier' | 'recipientId'> & { given: number }): boolean {
  return row.recipientId === null && row.given > 0 && tiers.indexOf(row.tier) >= tiers.indexOf(bannerTier);
}

export async function listOwn(
  deps: OwnDeps,
  personId: string,
  wanted: { page: number; limit: number },
): Promise<Page<OwnSponsorship>> {
  const found = await pageOfRows<OwnRow>(
    deps.db,
    sql`${own} where sponsorship.person_id = ${personId}`,
    sql`id desc`,
    wanted,
  );
  return { ...found, items: await presentOwn(deps, found.items) };
}

/** Returns one of the person's own sponsorships. Throws `sponsorship_not_found`. */
export async function getOwn(deps: OwnDeps, personId: string, id: string): Promise<OwnSponsorship> {
  const { rows } = isUuid(id)
    ? await sql<OwnRow>`${own} where sponsorship.id = ${id} and sponsorship.person_id = ${personId}`.execute(
        deps.db,
      )
    : { rows: [] };
  const [found] = await presentOwn(deps, rows);
  if (!found) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  return found;
}

/** Returns the sponsorship of one of the person's contributions. Throws `sponsorship_not_found`. */
export async function findSponsorshipOf(db: Db, personId: string, contributionId: string): Promise<string> {
  const found = isUuid(contributionId)
    ? await db
        .selectFrom('contribution')
        .select('sponsorshipId')
        .where('id', '=', contributionId)
        .where('personId', '=', personId)
        .executeTakeFirst()
    : undefined;
  if (!found) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  return found.sponsorshipId;
}

/** Returns a wall entry for a report. Throws `sponsorship_not_found`. */
export async function findReportedSponsor(
  db: Db,
  id: string,
): Promise<{ id: string; personId: string; message: string }> {
  const found = isUuid(id)
    ? await db
        .selectFrom('sponsorship')
        .innerJoin('person', 'person.id', 'sponsorship.personId')
        .select(['sponsorship.id', 'personId', 'message'])
        .where('sponsorship.id', '=', id)
        .where('hiddenAt', 'is', null)
        .where('state', '<>', 'pending')
        .where(isSponsorSeen)
        .executeTakeFirst()
    : undefined;
  if (!found) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  return found;
}

/** Returns whether a person's sponsorship includes a banner, for the room of banners. */
export async function hasBannerRight(db: Db, personId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { rows } = await sql<Sponsorship & { given: number }>`
    select sponsorship.*, ${given} as given from sponsorship where id = ${id} and person_id = ${personId}`.execute(
    db,
  );
  const [row] = rows;
  return row !== undefined && mayBanner(row);
}

/** Korean day of a sponsorship's last payment that was not refunded; null if there is none. */
export function lastPaidOn(sponsorshipId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select (max(paid_at) at time zone 'Asia/Seoul')::date from contribution
    where sponsorship_id = ${sponsorshipId} and state in ('paid', 'kept'))`;
}

/** True if a monthly sponsorship continues. */
export function isGoingOn(sponsorshipId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from sponsorship
    where id = ${sponsorshipId} and cadence = 'monthly' and state = 'active')`;
}

const shownSpendings = 50;

/** Returns income and spending by Korean months. */
export async function readBooks(db: Db, locale: Locale): Promise<Books> {
  const { rows: months } = await sql<BookMonth>`
    with line as (
      select to_char(journal.posted_at at time zone 'Asia/Seoul', 'YYYY-MM') as month, entry.account, entry.amount
      from ledger_entry entry join ledger_journal journal on journal.id = entry.journal_id
      where entry.account in ('sponsor_income', 'sponsor_spending')
      union all
      select to_char(journal.posted_at at time zone 'Asia/Seoul', 'YYYY-MM'), entry.account, entry.amount
      from payment join ledger_journal journal on journal.payment_id = payment.id
        join ledger_entry entry on entry.journal_id = journal.id
      where payment.subject_kind = 'contribution'
        and entry.account in ('provider_payable', 'provider_debt', 'fee_revenue', 'vat_payable', 'gateway_fees', 'losses')
    )
    select month,
      coalesce(-sum(amount) filter (where account in ('sponsor_income', 'fee_revenue', 'losses')), 0)::bigint as income,
      coalesce(-sum(amount) filter (where account in ('provider_payable', 'provider_debt')), 0)::bigint as passed_on,
      coalesce(-sum(amount) filter (where account = 'vat_payable'), 0)::bigint as vat,
      coalesce(sum(amount) filter (where account = 'gateway_fees'), 0)::bigint as gateway_fees,
      coalesce(sum(amount) filter (where account = 'sponsor_spending'), 0)::bigint as spending
    from line group by month order by month desc`.execute(db);
  const { rows: spendings } = await sql<Books['spendings'][number]>`
    select id, amount, to_char(spent_on, 'YYYY-MM-DD') as spent_on, purpose->>${locale} as purpose
    from sponsor_spending where reversed_at is null order by spent_on desc, id desc limit ${shownSpendings}`.execute(
    db,
  );
  const left = months.reduce(
    (sum, { income, gatewayFees, spending }) => sum + income - gatewayFees - spending,
    0,
  );
  return { currency: 'KRW', months, spendings, left };
}

/** Reads sponsorships with their people, for staff. */
export async function readForStaff(db: Db, ids: readonly string[]): Promise<StaffSponsorship[]> {
  const { rows } = await sql<OwnRow & { name: string; username: string }>`
    select sponsorship.*, ${names}, ${given} as given, person.name, person.display_username as username
    from sponsorship join person on person.id = sponsorship.person_id ${naming}
    where sponsorship.id = any (${ids}::uuid[])`.execute(db);
  const cases = await findHoldingCases(
    db,
    'sponsor',
    rows.filter(({ hiddenAt }) => hiddenAt !== null).map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    ...presentBase(row),
    person: { id: row.personId, username: row.username, fullName: row.name },
    caseId: cases.get(row.id) ?? null,
  }));
  return byIds(ids, items);
}
