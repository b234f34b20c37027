import { sql, type RawBuilder } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import { byIds, maxExported, type StaffPage } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid } from '#platform/server/ids.ts';
import { isNumbered } from '#platform/server/order-numbers.ts';
import { pageOfFew } from '#platform/server/pages.ts';
import { orderNumber, readOrderNumber } from '#platform/shared/order-number.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { Finding, FindingsQuery } from '../contract.ts';
import { findingFacts, findingSubject } from '../finding-words.ts';
import { findingWords } from '../words.ts';

/** Joins the subjects of findings one by one, because plain joins would read all orders for a few findings. */
const told = (which: RawBuilder<unknown>) => sql`
  select finding.*, (select display_username from person where person.id = resolver_id) as resolver,
    case when about in ('refund', 'refund_payable') then (select refund.id from refund where refund.id = about_id) end as refund_id,
    case when about in ('payout', 'payout_transit') then (select payout.id from payout where payout.id = about_id) end as payout_id,
    case
      when about in ('order', 'escrow', 'provider_payable', 'provider_debt') then (select orders.id from orders where orders.id = about_id)
      when about in ('payment', 'buyer_clearing', 'gateway_receivable')
        then (select order_id from payment_part where payment_id = about_id order by order_id limit 1)
      when about in ('refund', 'refund_payable') then (select order_id from refund where refund.id = about_id)
      when about = 'journal' or invariant = 'I1' then (select order_id from ledger_journal where ledger_journal.id = about_id)
    end as order_id
  from (
    select *, split_part(subject, ':', 1) as about,
      substring(subject from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid as about_id
    from ledger_finding where ${which}) finding`;

/** Selects findings. Few exist, so all of them are scanned. */
function found({ search = '', state, kind }: Pick<FindingsQuery, 'search' | 'state' | 'kind'>) {
  const fits = sql`(${state ?? null}::text is null or (resolved_at is null) = (${state ?? null} = 'open'))
    and (${kind ?? null}::text is null or invariant = ${kind ?? null})`;
  if (search === '') return sql`select id, resolved_at from ledger_finding where ${fits}`;
  const number = readOrderNumber(search);
  const isSearched = number
    ? isNumbered(sql`order_id`, number)
    : isUuid(search)
      ? sql`${search}::uuid in (id, about_id, order_id, refund_id, payout_id)`
      : sql`lower(subject) like ${likePattern(search.toLowerCase())}`;
  return sql`select id, resolved_at from (${told(fits)}) finding where ${isSearched}`;
}

const orders = {
  newest: sql`resolved_at is not null, id desc`,
  oldest: sql`resolved_at is not null, id`,
};

type Row = Omit<Finding, 'foundAt' | 'resolvedAt' | 'resolvedBy' | 'number'> & {
  foundAt: Date;
  resolvedAt: Date | null;
  resolverId: string | null;
  resolver: string | null;
};

/** Lists findings about money, open ones first. */
export async function listFindings(db: Db, { sort, ...wanted }: FindingsQuery): Promise<StaffPage<Finding>> {
  const page = await pageOfFew<{ id: string }>(db, found(wanted), orders[sort], wanted);
  const ids = page.items.map(({ id }) => id);
  const { rows } = await sql<Row>`${told(sql`id = any (${ids}::uuid[])`)}`.execute(db);
  return {
    ...page,
    totalIsExact: true,
    items: presentEach(
      'finding',
      byIds(ids, rows),
      ({ id, invariant, subject, orderId, refundId, payoutId, detail, ...row }) => ({
        id,
        invariant,
        subject,
        orderId,
        refundId,
        payoutId,
        number: orderId === null ? null : orderNumber(orderId),
        detail,
        foundAt: row.foundAt.toISOString(),
        resolvedAt: row.resolvedAt?.toISOString() ?? null,
        resolvedBy: row.resolverId === null ? null : { id: row.resolverId, username: row.resolver ?? '' },
        resolution: row.resolution,
      }),
    ),
  };
}

export async function exportFindings(db: Db, wanted: FindingsQuery): Promise<Finding[]> {
  return (await listFindings(db, { ...wanted, page: 1, limit: maxExported })).items;
}

export const findingColumns: readonly CsvColumn<Finding>[] = [
  [m['payments.findings.id'], (row) => row.id],
  [m['payments.findings.kind'], (row) => findingWords[row.invariant].title],
  [m['payments.findings.codes'], (row) => `${row.invariant} · ${row.subject}`],
  [m['payments.findings.subject'], (row, locale) => findingSubject(row, locale)],
  [m['payments.adjust.order_id'], (row) => row.number],
  [
    m['payments.admin.detail'],
    (row, locale) =>
      findingFacts(row, locale)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
  ],
  momentColumn(m['payments.findings.at'], (row) => row.foundAt),
  momentColumn(m['payments.findings.resolved_at'], (row) => row.resolvedAt),
  [
    m['payments.findings.resolver'],
    (row) => row.resolvedBy?.username ?? (row.resolvedAt === null ? null : m['payments.findings.by_itself']),
  ],
  [m['payments.findings.resolution'], (row) => row.resolution],
];
