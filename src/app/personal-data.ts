import { sql } from 'kysely';
import { accountsPersonalData } from '#features/accounts/server/public.ts';
import { adsPersonalData } from '#features/ads/server/public.ts';
import { adminPersonalData } from '#features/admin/server/public.ts';
import { assistantPersonalData } from '#features/assistant/server/public.ts';
import { auctionsPersonalData } from '#features/auctions/server/public.ts';
import { communityPersonalData } from '#features/community/server/public.ts';
import { callsPersonalData } from '#features/calls/server/public.ts';
import { conversationsPersonalData } from '#features/conversations/server/public.ts';
import { findingPersonalData } from '#features/finding/server/public.ts';
import { gamesPersonalData } from '#features/games/server/public.ts';
import { moderationPersonalData } from '#features/moderation/server/public.ts';
import { ledgerPersonalData } from '#features/ledger/server/public.ts';
import { notificationsPersonalData } from '#features/notifications/server/public.ts';
import { ordersPersonalData } from '#features/orders/server/public.ts';
import { paymentsPersonalData } from '#features/payments/server/public.ts';
import { passportsPersonalData } from '#features/passports/server/public.ts';
import { peoplePersonalData } from '#features/people/server/public.ts';
import { buildsPersonalData } from '#features/builds/server/public.ts';
import { basketsPersonalData } from '#features/baskets/server/public.ts';
import { licensingPersonalData } from '#features/licensing/server/public.ts';
import { quotesPersonalData } from '#features/quotes/server/public.ts';
import { resourcesPersonalData } from '#features/resources/server/public.ts';
import { reviewsPersonalData } from '#features/reviews/server/public.ts';
import { rightsPersonalData } from '#features/rights/server/public.ts';
import { searchPersonalData } from '#features/search/server/public.ts';
import { servicesPersonalData } from '#features/services/server/public.ts';
import { socialPersonalData } from '#features/social/server/public.ts';
import { sponsorshipPersonalData } from '#features/sponsorship/server/public.ts';
import { supportPersonalData } from '#features/support/server/public.ts';
import { tendersPersonalData } from '#features/tenders/server/public.ts';
import { uploadsPersonalData } from '#features/uploads/server/public.ts';
import { verificationPersonalData } from '#features/verification/server/public.ts';
import { wantedPersonalData } from '#features/wanted/server/public.ts';
import { forgetJobs } from '#platform/server/jobs.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { Runtime } from './runtime.ts';

/**
 * Personal data of every room, exported, hidden and erased in this order. The person is erased first, because text
 * about a person may leave the audit log only once that person is erased.
 */
export function personalData(runtime: Runtime): PersonalData[] {
  return [
    accountsPersonalData(runtime),
    verificationPersonalData(runtime),
    peoplePersonalData(runtime),
    notificationsPersonalData(runtime),
    findingPersonalData(runtime),
    gamesPersonalData(runtime),
    // Before the things that it quotes and the files that it read.
    assistantPersonalData(runtime),
    // Before the resources: pictures of other people's makes are erased with those.
    socialPersonalData(runtime),
    callsPersonalData(runtime),
    conversationsPersonalData(runtime),
    supportPersonalData(runtime),
    communityPersonalData(runtime),
    resourcesPersonalData(runtime),
    // Before the services, whose ratings follow from reviews, and the orders, whose photos they show.
    reviewsPersonalData(runtime),
    // Before the orders, which may come from an auction.
    auctionsPersonalData(runtime),
    passportsPersonalData(runtime),
    // Before the services that the quotes and bids belong to.
    licensingPersonalData(runtime),
    buildsPersonalData(runtime),
    basketsPersonalData(runtime),
    quotesPersonalData(runtime),
    tendersPersonalData(runtime),
    servicesPersonalData(runtime),
    // After every room that refers to kept files, and before the uploads that these files refer to.
    ordersPersonalData(runtime),
    // Before the things that they belong to.
    adsPersonalData(runtime),
    sponsorshipPersonalData(runtime),
    // Before the payments, which name what they are for.
    wantedPersonalData(runtime),
    paymentsPersonalData(runtime),
    ledgerPersonalData(),
    uploadsPersonalData(runtime),
    searchPersonalData(runtime),
    moderationPersonalData(runtime),
    adminPersonalData(runtime),
    rightsPersonalData(runtime),
    platformPersonalData(runtime),
  ];
}

/** Tables without personal data, each with the reason. */
export const impersonalTables: Record<string, string> = {
  auction_signature: 'signatures of rows that name nobody',
  signing_key: 'public keys of the house',
  banned_word: 'words of the language, chosen by admins',
  channel: 'names and states of channels, which admins choose; conversations take theirs back',
  demo_part: 'which parts of the demo marketplace were written',
  job_runner: 'which servers are alive, by ids that each start draws anew',
  quote_order: 'which order a quote has become, by their ids alone',
  rate_limit: 'counters under hashes, gone within a day',
  resource_count: 'sums',
  resource_facet_count: 'sums',
  resource_search_refold: 'positions of resources whose index is made again',
  sandbox_cancel: 'amounts and keys of payments in which no money moves',
  sandbox_payment: 'amounts and keys of payments in which no money moves',
  sandbox_payout: 'amounts and keys of payouts in which no money moves',
  sandbox_seller: 'keys of payouts in which no money moves',
  legal_document: 'texts of the house; who wrote them is in the audit log',
  setting: 'how the place runs, chosen by admins; who chose is in the audit log',
  search_synonym: 'words of the language, chosen by admins',
};

/** Personal data that belongs to no room: stored idempotent responses, jobs, and copies of messages. */
function platformPersonalData({ mailer, sms }: Runtime): PersonalData {
  return {
    room: 'platform',
    tables: ['idempotency_key', 'realtime_event'],
    lists: {},
    async erase(trx, { id, email }) {
      await trx.deleteFrom('idempotencyKey').where('personId', '=', id).execute();
      await sql`delete from realtime_event where topic = ${`user:${id}`} or strpos(data::text, ${id}) > 0`.execute(
        trx,
      );
      await forgetJobs(trx, { id, email });
      return [];
    },
    async eraseOutside(personId) {
      await mailer.forget(personId);
      await sms.forget(personId);
    },
  };
}
