import type pg from 'pg';
import { moderated } from '../src/app/moderation-adapter.ts';
import { audited } from '../src/app/audit-adapter.ts';
import { undoable } from '../src/app/undo-adapter.ts';
import { auditTableQuery, jobsQuery } from '../src/features/admin/contract.ts';
import { listJobs } from '../src/features/admin/server/job-table.ts';
import { listAudit } from '../src/features/admin/server/queries.ts';
import { staffQuery as bannersQuery } from '../src/features/ads/contract.ts';
import { listBanners } from '../src/features/ads/server/queries.ts';
import { biddersQuery, lotsQuery } from '../src/features/auctions/contract.ts';
import { listBidders } from '../src/features/auctions/server/bidders.ts';
import { listLots } from '../src/features/auctions/server/staff-table.ts';
import { channelsTableQuery, sanctionsTableQuery } from '../src/features/community/contract.ts';
import { listChannelsForStaff, listSanctionsForStaff } from '../src/features/community/server/staff-table.ts';
import { casesQuery } from '../src/features/moderation/contract.ts';
import { listForStaff as listCases } from '../src/features/moderation/server/staff-table.ts';
import { disputesQuery } from '../src/features/orders/contract.ts';
import { listDisputes } from '../src/features/orders/server/staff-table.ts';
import {
  adjustmentsQuery,
  findingsQuery,
  journalsQuery,
  payoutsQuery,
  refundsQuery,
} from '../src/features/payments/contract.ts';
import { listAdjustments } from '../src/features/payments/server/adjustments.ts';
import { listFindings } from '../src/features/payments/server/finding-table.ts';
import { sandboxGateway } from '../src/features/payments/server/gateways/sandbox.ts';
import { listJournals } from '../src/features/payments/server/journal-table.ts';
import { listPayouts, listRefunds } from '../src/features/payments/server/staff-table.ts';
import { synonymsQuery } from '../src/features/search/contract.ts';
import { listSynonyms } from '../src/features/search/server/queries.ts';
import { staffQuery as servicesQuery } from '../src/features/services/contract.ts';
import { listForStaff as listServices } from '../src/features/services/server/staff-table.ts';
import { staffQuery as sponsorsQuery } from '../src/features/sponsorship/contract.ts';
import { listForStaff as listSponsors } from '../src/features/sponsorship/server/staff-table.ts';
import { staffQuery as volunteersQuery } from '../src/features/support/contract.ts';
import { listForStaff as listVolunteers } from '../src/features/support/server/staff-table.ts';
import type { Db } from '../src/platform/server/db.ts';
import { standardAuctionTerms } from '../src/platform/shared/auction-terms.ts';
import { standardTerms } from '../src/platform/shared/order-terms.ts';

/**
 * All staff tables except people, resources and orders, which `admin.ts` loads: their rows and the queries that are
 * measured.
 */

/** Tables with an index table of words and filters for searching them. */
export const indexed = [
  'service',
  'auction',
  'refund',
  'payout',
  'sponsorship',
  'audit_entry',
  'moderation_case',
  'ledger_journal',
] as const;
export const indexOf = (table: string) => `${table === 'audit_entry' ? 'audit' : table}_index`;

/** Tables that are filled with triggers disabled; the triggers' work is done in bulk at the end. */
export const filled = [...indexed, 'report', 'ledger_entry'] as const;

/** Sizes for this many people: a tenth of them sell, buy, sponsor or are reported; only little is open at any moment. */
export async function loadTables(client: pg.Client, count: number): Promise<void> {
  const share = Math.floor(count / 10);
  const few = (most: number) => Math.min(most, Math.ceil(count / 100));
  const person = (n: string) =>
    `('00000000-0000-7000-8000-' || lpad(to_hex(1 + (${n})::bigint % ${count}), 12, '0'))::uuid`;
  const id = (room: string, n: string) =>
    `('00000000-0000-7000-${room}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const at = (n: string) => `to_timestamp(1700000000 + (${n}))`;
  const titled = `generate_series(1, ${share}) g join resource r on r.seq = g`;
  const run = (text: string) => client.query(text);

  await run(`insert into service (id, owner_id, state, service_type, is_individual, is_free_service, title, language, sort_price,
      search_text, created_at, updated_at)
    select ${id('b001', 'g')}, ${person('g * 13')},
      case when g % 25 = 0 then 'draft' when g % 40 = 1 then 'hidden' when g % 100 = 2 then 'removed' when g % 10 = 3 then 'paused' else 'active' end,
      (array['3d_printing', 'engineer', 'manufacturing', 'woodworking'])[1 + g % 4], true, g % 10 = 0, r.title, r.language, g % 90000,
      '', ${at('g')}, ${at('g')} from ${titled}`);
  await run(`insert into auction (id, seller_id, state, lot_kind, category, title, description, duration_minutes, start_price, ends_at, terms,
      language, bid_count, published_at, created_at, updated_at)
    select ${id('b002', 'g')}, ${person('g * 19')},
      case when g % 50 = 0 then 'live' when g % 100 = 1 then 'scheduled' when g % 3 = 0 then 'unsold' when g % 20 = 2 then 'cancelled' else 'sold' end,
      (array['thing', 'thing', 'thing', 'capacity', 'licence'])[1 + g % 5], 'printers', r.title, '', 1440, 1000 + g % 90000,
      case when g % 50 = 0 then now() + make_interval(mins => g % 1440) else ${at('g + 86400')} end, '{}', r.language, g % 20, ${at('g')}, ${at('g')}, ${at('g')}
    from ${titled}`);
  await run(`insert into payment (id, subject_kind, subject_id, person_id, gateway, state, amount, currency, order_name, ref, created_at, expires_at)
    select ${id('b003', 'n')}, 'order', o.id, o.buyer_id, 'sandbox', 'captured', greatest(o.total, 1), 'KRW', '', 'r' || n, o.created_at, o.created_at
    from (select *, row_number() over (order by id) as n from orders order by id limit ${share}) o`);
  await run(`insert into refund (id, payment_id, order_id, person_id, state, amount, reason, body, key, keyed_at, decided_at)
    select ${id('b004', 'n')}, p.id, p.subject_id, p.person_id,
      case when n % 500 = 0 then 'failed' when n % 200 = 1 then 'needs_account' when n % 1000 = 2 then 'unknown' else 'confirmed' end,
      p.amount, 'cancelled', '{}', 'k' || n, p.created_at, p.created_at
    from (select *, row_number() over (order by id) as n from payment where subject_kind = 'order') p`);
  await run(`insert into payout (id, provider_id, gateway, state, amount, ref, account_digits, bank_code, requested_at)
    select ${id('b005', 'g')}, ${person('g * 31')}, 'sandbox',
      case when g % 500 = 0 then 'failed' when g % 1000 = 1 then 'unknown' when g % 300 = 2 then 'requested' else 'completed' end,
      1000 + g % 900000, 'p' || g, '1234', '004', ${at('g * 10')} from generate_series(1, ${share}) g`);
  await run(`insert into sponsorship (id, person_id, cadence, amount, tier, is_anonymous, message, state, anchor_day, hidden_at, created_at)
    select ${id('b006', 'g')}, ${person('g * 7')}, case when g % 3 = 0 then 'monthly' else 'once' end, 5000 * (1 + g % 20),
      (array['screw', 'gear', 'motor', 'bench'])[1 + g % 4], g % 10 = 0, case when g % 2 = 0 then r.title else '' end,
      case when g % 20 = 0 then 'pending' when g % 3 = 0 then 'active' else 'ended' end, case when g % 3 = 0 then 1 + g % 31 end,
      case when g % 500 = 0 then ${at('g')} end, ${at('g')} from ${titled}`);
  await run(`insert into payment (id, subject_kind, subject_id, person_id, gateway, state, amount, currency, order_name, ref, created_at, expires_at)
    select ${id('b007', 'n')}, 'contribution', s.id, s.person_id, 'sandbox', 'captured', s.amount, 'KRW', '', 'c' || n, s.created_at, s.created_at
    from (select *, row_number() over (order by id) as n from sponsorship) s`);
  await run(`insert into contribution (id, sponsorship_id, person_id, amount, fee, state, payment_id, paid_at, created_at, expires_at)
    select p.id, p.subject_id, p.person_id, p.amount, 0, 'kept', p.id, p.created_at, p.created_at, p.created_at
    from payment p where p.subject_kind = 'contribution'`);
  await run(`insert into audit_entry (id, actor_id, actor, action, target_type, target_id, about, reason, before, after, at)
    select ${id('b008', 'g')}, staff.id, staff.username, (array['resource.state', 'person.change', 'service.state', 'report.dismiss', 'sponsor.hide'])[1 + g % 5],
      'resource', r.id, array[r.owner_id], r.title, '{"state": "published"}', '{"state": "hidden"}', ${at('g * 10')}
    from ${titled} cross join (select id, username from person order by id limit 1) staff`);
  // A thousandth of all reports is still open.
  await run(`insert into moderation_case (id, kind, target_id, category, about_id, excerpt, path, state, rule, reason, statement, hearing_ends_at,
      answered_at, objected_at, ruled_at, decider_id, decided_at, waiting_since, created_at)
    select ${id('b009', 'g')}, 'resource', r.id, r.category, r.owner_id, r.title, '/resources/' || r.id, c.state, case when c.state <> 'open' then 'spam' end, case when c.state <> 'open' then 'spam' end,
      case when c.state in ('dismissed', 'hidden', 'kept') then '확인했어요' else '' end, null, null,
      case when c.state in ('objected', 'kept') then ${at('g * 10 + 200')} end, case when c.state = 'kept' then ${at('g * 10 + 300')} end,
      case when c.state in ('hidden', 'objected', 'kept') then staff.id end,
      case when c.state <> 'open' then ${at('g * 10 + 100')} end, case when c.state in ('open', 'objected') then ${at('g * 10')} end, ${at('g * 10')}
    from ${titled} cross join (select id from person order by id limit 1) staff cross join lateral (select
      case when g % 1500 = 0 then 'open' when g % 3000 = 1 then 'objected' when g % 100 = 2 then 'kept' when g % 3 = 0 then 'hidden' when g % 20 = 4 then 'taken_down'
        else 'dismissed' end as state) c`);
  await run(`insert into report (id, reporter_id, kind, target_id, about_id, reason, rule, text, excerpt, path, state, case_id, resolved_at, created_at)
    select ${id('b00a', 'n')}, ${person('n * 41')}, c.kind, c.target_id, c.about_id, 'spam', (array['spam', 'copyright', 'deceptive'])[1 + n % 3],
      case when n % 4 = 0 then c.excerpt else '' end, c.excerpt, c.path,
      case when c.state = 'open' then 'open' when c.state = 'dismissed' then 'dismissed' else 'upheld' end, c.id, c.decided_at, c.created_at
    from (select *, row_number() over (order by c.id, part) as n from moderation_case c, generate_series(1, 2) part) c where part = 1 or n % 3 = 0`);

  // Three journals per payment, one of them of a rare kind.
  await run(`insert into ledger_journal (id, command_id, rules, order_id, payment_id, posted_at)
    select ${id('b012', 'n * 3 + part')}, 'bench:' || n || ':' || part,
      case part when 0 then 'M1' when 1 then 'M2' else case when n % 2000 = 0 then 'M9' when n % 500 = 1 then 'M5' when n % 3 = 0 then 'M4+M5' else 'M4' end end,
      p.subject_id, p.id, p.created_at
    from (select *, row_number() over (order by id) as n from payment where subject_kind = 'order') p, generate_series(0, 2) part order by n, part`);
  await run(`insert into ledger_entry (journal_id, line, account, subject_id, owner_id, amount)
    select j.id, line, e.account, case when e.account in ('losses', 'fee_revenue') then null when e.account in ('gateway_receivable', 'buyer_clearing') then p.id else o.id end,
      case e.account when 'gateway_receivable' then null when 'losses' then null when 'fee_revenue' then null when 'provider_payable' then o.provider_id else o.buyer_id end,
      case when line = 1 then p.amount else -p.amount end
    from ledger_journal j join payment p on p.id = j.payment_id join orders o on o.id = j.order_id cross join lateral unnest(case j.rules
      when 'M1' then array['gateway_receivable', 'buyer_clearing'] when 'M2' then array['buyer_clearing', 'escrow']
      when 'M9' then array['losses', 'gateway_receivable'] else array['escrow', 'provider_payable'] end) with ordinality as e (account, line)`);

  // Tables that stay small at any size of the marketplace.
  await run(`insert into ledger_finding (invariant, subject, detail, found_at, resolved_at)
    select (array['refund', 'payout', 'late_payout', 'ruling'])[1 + n % 4], (array['refund:', 'payout:', 'order:', 'order:'])[1 + n % 4] || o.id, '{}', o.created_at,
      case when n % 100 > 0 then o.created_at end
    from (select *, row_number() over (order by id) as n from orders order by id limit ${few(200)}) o`);
  await run(`insert into adjustment (id, kind, order_id, amount, state, proposer_id, reason, proposed_at, decider_id, decision_reason, decided_at, before, after)
    select ${id('b013', 'n')}, 'goodwill', o.id, 1000, case when n % 50 = 0 then 'proposed' else 'refused' end, ${person('0')}, '', o.created_at,
      case when n % 50 > 0 then ${person('1')} end, case when n % 50 > 0 then '' end, case when n % 50 > 0 then o.created_at end, '{}', '{}'
    from (select *, row_number() over (order by id) as n from orders order by id limit ${few(200)}) o`);
  await run(`insert into order_dispute (id, order_id, opened_by, previous_state, phase, opened_at)
    select ${id('b00b', 'n')}, id, 'buyer', 'working', (array['answering', 'negotiating', 'ruling'])[1 + n % 3], created_at
    from (select id, created_at, row_number() over (order by id) as n from orders where state = 'disputed' order by id limit ${few(200)}) o`);
  await run(`insert into order_claim (id, order_id, state, known_on, amount, created_at, answer_by)
    select ${id('b00c', 'n')}, id, 'open', '2026-01-01', 1000, created_at, created_at
    from (select id, created_at, row_number() over (order by id) as n from orders where state = 'completed' order by id limit ${few(50)}) o`);
  await run(`insert into channel (id, slug, kind, names, descriptions, position, last_seq, created_at)
    select ${id('b00d', 'g')}, 'bench-' || g, 'text', json_build_object('ko', r.title, 'en', r.title, 'ja', r.title), '{"ko": "", "en": "", "ja": ""}', 100 + g, g * 37 % 5000, ${at('g')}
    from generate_series(1, ${few(100)}) g join resource r on r.seq = g`);
  await run(`insert into channel_sanction (id, person_id, kind, reason, actor_id, until, lifted_at, created_at)
    select ${id('b00e', 'g')}, ${person('g * 11')}, case when g % 3 = 0 then 'ban' else 'mute' end, r.title, ${person('0')},
      case when g % 2 = 0 then now() + interval '1 day' end, case when g % 40 <> 0 then now() end, ${at('g')}
    from generate_series(1, ${few(8000)}) g join resource r on r.seq = g`);
  await run(`insert into volunteer (person_id, languages, skills, seen_at, suspended_at, created_at)
    select ${person('g * 3')}, array['ko'], array['3d_printing'], now(), case when g % 100 = 0 then now() end, ${at('g')} from generate_series(1, ${few(300)}) g`);
  await run(`insert into auction_strike (id, person_id, auction_id, at)
    select ${id('b00f', 'g')}, ${person('g / 2 * 5')}, ${id('b002', 'g')}, now() - make_interval(days => g % 300) from generate_series(1, ${few(200)}) g`);
  await run(`insert into household (person_id, household_id, set_at)
    select ${person('g * 5')}, ${id('b010', 'g / 2')}, now() from generate_series(2, ${few(100)}) g`);
  await run(`insert into ad_banner (id, kind, owner_id, title, text, url, language, state, starts_on, created_at)
    select ${id('b011', 'g')}, 'house', ${person('0')}, left(r.title, 40), '', '/', 'ko', case when g % 50 = 0 then 'shown' else 'ended' end, '2026-01-01', ${at('g')}
    from generate_series(1, ${few(100)}) g join resource r on r.seq = g`);
  await run(`insert into ad_count (banner_id, slot, day, views, clicks)
    select id, 'content_end', date '2026-01-01' + day, day * 31 % 900, day % 9 from ad_banner, generate_series(1, 30) day`);
  await run(
    `insert into search_synonym (words, created_at) select array['낱말' || g, '말' || g], ${at('g')} from generate_series(1, ${few(300)}) g`,
  );
  await run(
    `select graphile_worker.add_job('notifications.mail', json_build_object('id', g), run_at => now() + make_interval(mins => g)) from generate_series(1, ${few(200)}) g`,
  );
  await run(
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no such host' where id % 10 = 0",
  );
}

type Page = () => Promise<{ total: number }>;
/** Search words: title words, names of people, and words that occur nowhere. */
export type Samples = { titles: readonly string[]; names: readonly string[]; absent: readonly string[] };

/** Queries for pages of every table, by class: newest and other orders, filters, words, a word and a filter, no results. */
export function* tableClasses(db: Db, { titles, names, absent }: Samples): Generator<[string, Page[]]> {
  const gateway = sandboxGateway({ db, secret: 'bench', publicOrigin: 'http://localhost' });
  const moderator = { id: '00000000-0000-7000-8000-000000000001' };
  const finance = { ...moderator, username: 'finance' };
  /** Filters of journals: usernames, and the ids of people, orders and payments. */
  const people = [...names, '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-b003-000000000007'];
  const classesOf = <Query>(
    name: string,
    schema: { parse(query: object): Query },
    list: (query: Query) => Promise<{ total: number }>,
    {
      orders,
      filters,
      words,
    }: { orders: readonly object[]; filters: readonly object[]; words: readonly string[] },
  ): [string, Page[]][] => {
    const pages = (queries: readonly object[]) =>
      queries.map((query): Page => {
        const asked = schema.parse(query);
        return () => list(asked);
      });
    const searched = words.map((search) => ({ search }));
    return [
      [`${name}: newest and other orders`, pages([{}, { page: 5 }, ...orders])],
      [`${name}: by filters`, pages(filters)],
      [`${name}: words`, pages(searched)],
      [
        `${name}: a word and a filter`,
        pages(searched.map((each, n) => ({ ...each, ...filters[n % filters.length] }))),
      ],
      [`${name}: absent`, pages(absent.map((search) => ({ search })))],
    ];
  };
  const by = (name: string, values: readonly string[]) => values.map((value) => ({ [name]: value }));
  const sorted = (...values: string[]) => by('sort', values);

  yield* classesOf('services', servicesQuery, (query) => listServices(db, query), {
    orders: sorted('oldest', 'title'),
    filters: [...by('state', ['active', 'draft', 'hidden', 'removed']), { type: 'engineer' }],
    words: [...titles, ...names],
  });
  yield* classesOf('auctions', lotsQuery, (query) => listLots(db, query), {
    orders: sorted('oldest', 'ending', 'price', 'bids'),
    filters: [
      ...by('state', ['live', 'scheduled', 'sold', 'cancelled']),
      { kind: 'licence' },
      { language: 'ja' },
    ],
    words: [...titles, ...names],
  });
  yield* classesOf('refunds', refundsQuery, (query) => listRefunds(db, query), {
    orders: sorted('oldest', 'amount'),
    filters: by('state', ['failed', 'needs_account', 'unknown', 'confirmed']),
    words: names,
  });
  yield* classesOf('payouts', payoutsQuery, (query) => listPayouts({ db, gateway }, query), {
    orders: sorted('oldest', 'amount'),
    filters: by('state', ['failed', 'requested', 'unknown', 'completed']),
    words: names,
  });
  yield* classesOf('journals', journalsQuery, (query) => listJournals(db, query), {
    orders: sorted('oldest', 'amount'),
    filters: [
      ...by('rule', ['M1', 'M4', 'M5', 'M9', 'M13']),
      ...by('account', ['escrow', 'losses']),
      { rule: 'M1', account: 'escrow' },
      { rule: 'M9', account: 'losses' },
    ],
    words: people,
  });
  yield* classesOf('findings', findingsQuery, (query) => listFindings(db, query), {
    orders: sorted('oldest'),
    filters: [...by('state', ['open', 'resolved']), { kind: 'refund' }],
    words: ['order:', 'payout'],
  });
  yield* classesOf('adjustments', adjustmentsQuery, (query) => listAdjustments(db, finance, query), {
    orders: sorted('oldest'),
    filters: [...by('state', ['proposed', 'refused']), { kind: 'goodwill' }],
    words: [...titles, ...names],
  });
  yield* classesOf('sponsors', sponsorsQuery, (query) => listSponsors(db, query), {
    orders: sorted('oldest', 'amount'),
    filters: [...by('state', ['active', 'pending', 'ended']), { cadence: 'monthly' }, { wall: 'hidden' }],
    words: [...titles, ...names],
  });
  yield* classesOf(
    'audit log',
    auditTableQuery,
    (query) => listAudit(db, query, { undoable, names: audited }),
    {
      orders: sorted('oldest'),
      filters: by('action', ['resource.state', 'person.change', 'sponsor.hide']),
      words: titles,
    },
  );
  yield* classesOf('reports', casesQuery, (query) => listCases({ db, things: moderated }, moderator, query), {
    orders: sorted('newest', 'oldest', 'reports'),
    filters: [
      ...by('state', ['open', 'objected', 'hidden', 'dismissed']),
      { kind: 'resource' },
      { reason: 'copyright' },
    ],
    words: [...titles, ...names],
  });
  yield* classesOf('disputes', disputesQuery, (query) => listDisputes(db, standardTerms, query), {
    orders: sorted('newest', 'total'),
    filters: [...by('kind', ['dispute', 'claim']), { phase: 'ruling' }],
    words: [...titles, ...names],
  });
  yield* classesOf('channels', channelsTableQuery, (query) => listChannelsForStaff(db, query, 'ko'), {
    orders: sorted('name', 'busiest'),
    filters: [{ kind: 'text' }, { state: 'archived' }],
    words: titles,
  });
  yield* classesOf('sanctions', sanctionsTableQuery, (query) => listSanctionsForStaff(db, query, 'ko'), {
    orders: sorted('oldest', 'ending'),
    filters: [...by('kind', ['mute', 'ban']), { place: 'everywhere' }],
    words: [...titles, ...names],
  });
  yield* classesOf('volunteers', volunteersQuery, (query) => listVolunteers(db, query), {
    orders: sorted('oldest', 'solved', 'name'),
    filters: by('state', ['available', 'suspended']),
    words: names,
  });
  yield* classesOf('bidders', biddersQuery, (query) => listBidders(db, standardAuctionTerms, query), {
    orders: sorted('name'),
    filters: by('state', ['suspended', 'struck', 'household']),
    words: names,
  });
  yield* classesOf('banners', bannersQuery, (query) => listBanners(db, query), {
    orders: sorted('newest', 'views', 'clicks'),
    filters: by('state', ['waiting', 'shown', 'ended']),
    words: titles,
  });
  yield* classesOf('synonyms', synonymsQuery, (query) => listSynonyms(db, query), {
    orders: sorted('newest', 'oldest'),
    filters: [{ search: '낱말1' }],
    words: ['낱말', '말7'],
  });
  yield* classesOf('jobs', jobsQuery, (query) => listJobs(db, query, 'ko'), {
    orders: sorted('oldest', 'due'),
    filters: by('state', ['failed', 'waiting', 'running']),
    words: ['mail', 'no such host'],
  });
}
