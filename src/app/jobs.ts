import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';
import { adsJobs } from '#features/ads/server/public.ts';
import { accountsJobs } from '#features/accounts/server/public.ts';
import { adminJobs } from '#features/admin/server/public.ts';
import { assistantJobs } from '#features/assistant/server/public.ts';
import { auctionsJobs, startAuctionClock } from '#features/auctions/server/public.ts';
import { communityJobs, createTalking } from '#features/community/server/public.ts';
import { callsJobs } from '#features/calls/server/public.ts';
import { conversationsJobs } from '#features/conversations/server/public.ts';
import { findingJobs } from '#features/finding/server/public.ts';
import { quotesJobs } from '#features/quotes/server/public.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import { ordersJobs } from '#features/orders/server/public.ts';
import { paymentsJobs } from '#features/payments/server/public.ts';
import { passportsJobs } from '#features/passports/server/public.ts';
import { peopleJobs } from '#features/people/server/public.ts';
import { moderationJobs } from '#features/moderation/server/public.ts';
import { notificationsJobs } from '#features/notifications/server/public.ts';
import { reviewsJobs } from '#features/reviews/server/public.ts';
import { legalJobs } from '#features/legal/server/public.ts';
import { rightsJobs } from '#features/rights/server/public.ts';
import { searchJobs } from '#features/search/server/public.ts';
import { servicesJobs } from '#features/services/server/public.ts';
import { socialJobs } from '#features/social/server/public.ts';
import { bountyQuestions, wantedJobs } from '#features/wanted/server/public.ts';
import { sponsorshipJobs } from '#features/sponsorship/server/public.ts';
import { supportJobs } from '#features/support/server/public.ts';
import { tendersJobs } from '#features/tenders/server/public.ts';
import { uploadLimits, uploadsJobs } from '#features/uploads/server/public.ts';
import { verificationJobs } from '#features/verification/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { forgetOldCounters } from '#platform/server/rate-limits.ts';
import { forgetOldKeys } from '#platform/server/idempotency.ts';
import { enqueue, freeLockedJobs, runJobs, type Job } from '#platform/server/jobs.ts';
import { forgetOldEvents } from '#platform/server/realtime.ts';
import { picturesJobs } from '#platform/server/send-picture.ts';
import { finders } from './finders-adapter.ts';
import { inquired } from './inquiries-adapter.ts';
import { channelPolicies } from './channel-policies-adapter.ts';
import { moderated } from './moderation-adapter.ts';
import { linked } from './links-adapter.ts';
import { paymentDeps, placingDeps } from './payments-adapter.ts';
import { personalData } from './personal-data.ts';
import type { Runtime } from './runtime.ts';

/** Times in UTC: the Korean night, spread out so that jobs do not overlap. */
const schedule = {
  'accounts.end_sessions': '11 18 * * *',
  'accounts.forget_tickets': '17 18 * * *',
  'accounts.forget_usernames': '13 18 * * *',
  'accounts.seal_anew': '27 18 * * *',
  'admin.end_suspensions': '21 * * * *',
  'assistant.forget': '5 18 * * *',
  // Frees documents that a killed process was reading.
  'assistant.read_documents': '*/5 * * * *',
  'assistant.read_manuals': '*/5 * * * *',
  'auctions.mind_due': '* * * * *',
  'ads.mind_banners': '1 * * * *',
  'ads.sweep_pictures': '37 18 * * *',
  'auctions.sweep_pictures': '39 18 * * *',
  'community.index_messages': '* * * * *',
  'community.sweep_pictures': '57 18 * * *',
  'calls.forget': '* * * * *',
  'conversations.measure_all': '43 18 * * *',
  'conversations.mind_deadlines': '* * * * *',
  'finding.tell_new': '27 * * * *',
  'moderation.mind_due': '*/10 * * * *',
  'orders.audit_money': '9 * * * *',
  'orders.return_shares': '50 18 * * *',
  'orders.sweep_photos': '35 18 * * *',
  'orders.sweep_timers': '* * * * *',
  'payments.forget_webhooks': '45 18 * * *',
  // In the Korean morning, when banks are open.
  'payments.request_payouts': '30 0 * * *',
  'payments.settle': '51 * * * *',
  'payments.wake_forgotten': '* * * * *',
  'people.sweep_avatars': '31 18 * * *',
  'quotes.forget_files': '49 18 * * *',
  'quotes.mind_negotiations': '* * * * *',
  'resources.fold_counts': '*/10 * * * *',
  'resources.forget_viewers': '3 15 * * *',
  'resources.index_backlog': '7 18 * * *',
  'resources.measure_models': '*/5 * * * *',
  'resources.sweep_orphans': '23 18 * * *',
  'services.seal_anew': '5 19 * * *',
  'services.sweep_pictures': '33 18 * * *',
  'social.sweep_pictures': '25 18 * * *',
  'sponsorship.mind_due': '* * * * *',
  'support.mind_due': '* * * * *',
  'tenders.forget_files': '55 18 * * *',
  'tenders.mind_deadlines': '* * * * *',
  'tenders.seal_anew': '39 18 * * *',
  'uploads.expire': '3 * * * *',
  'uploads.sweep_kept': '51 18 * * *',
  'verification.forget_codes': '19 18 * * *',
  'verification.seal_anew': '29 18 * * *',
  'wanted.mind_due': '* * * * *',
  'wanted.sweep_pictures': '57 18 * * *',
  'reviews.rate_all': '53 18 * * *',
  'reviews.show_due': '*/10 * * * *',
  'rights.erase_due': '3 * * * *',
  'rights.forget': '13 * * * *',
  'rights.seal_anew': '31 18 * * *',
  'search.fold_words': '* * * * *',
  'search.forget_statistics': '47 18 * * *',
  'platform.forget_events': '39 18 * * *',
  'platform.forget_idempotency_keys': '37 18 * * *',
  'platform.forget_rate_limits': '41 * * * *',
};

/**
 * Jobs that run soon after a start without delaying it: reindexing rows from before an update, and finishing words,
 * models and payments from before a crash.
 */
const atStart = [
  'resources.index_backlog',
  'resources.measure_models',
  'search.fold_words',
  'orders.sweep_timers',
  'payments.wake_forgotten',
];

/** Every job of every room, by name. */
export function allJobs(runtime: Runtime): Record<string, Job<never>> {
  const { db, mailer, pool, storage, vault } = runtime;
  const forgetKeys: Job<unknown> = () => forgetOldKeys(db, currentTime());
  const forgetEvents: Job<unknown> = () => forgetOldEvents(db, currentTime());
  const forgetRateLimits: Job<unknown> = () => forgetOldCounters(pool);
  return {
    ...auctionsJobs(placingDeps(runtime)),
    ...adminJobs({ db }),
    ...assistantJobs({ db, storage }),
    ...legalJobs({ db }),
    ...accountsJobs({ db, mailer, publicOrigin: runtime.config.publicOrigin, vault }),
    ...communityJobs({ db, storage }),
    ...adsJobs({ db, storage }),
    ...callsJobs(runtime),
    ...conversationsJobs({ db, inquired }),
    ...resourcesJobs({ db, storage }),
    ...findingJobs({ db, finders }),
    ...notificationsJobs({ ...runtime, publicOrigin: runtime.config.publicOrigin }),
    ...rightsJobs({ ...runtime, rooms: personalData(runtime) }),
    ...moderationJobs({ db, things: moderated }),
    ...paymentsJobs({ ...runtime, ...paymentDeps(runtime) }),
    ...ordersJobs({ ...runtime, terms: runtime.config.orderTerms, moneyAbove: [bountyQuestions] }),
    ...passportsJobs({ db }),
    ...peopleJobs({ db, storage }),
    ...quotesJobs({ db, storage }),
    ...reviewsJobs({ db }),
    ...searchJobs({ db }),
    ...servicesJobs({ db, storage, vault }),
    ...socialJobs({ db, storage }),
    ...sponsorshipJobs({ db, feePercent: runtime.config.feePercent }),
    ...supportJobs({
      ...runtime,
      ...createTalking({ ...runtime, linked, keepers: channelPolicies }),
      onCountChanged: () => {},
    }),
    ...tendersJobs(runtime),
    ...uploadsJobs({ ...runtime, limits: uploadLimits(runtime.config) }),
    ...verificationJobs(runtime),
    ...wantedJobs({ ...runtime, terms: runtime.config.wantedTerms }),
    ...picturesJobs({ storage }),
    'platform.forget_events': forgetEvents,
    'platform.forget_idempotency_keys': forgetKeys,
    'platform.forget_rate_limits': forgetRateLimits,
  };
}

export async function startJobs(runtime: Runtime, log: FastifyBaseLogger): Promise<Runner> {
  const { db, pool, config } = runtime;
  // The embedded database belongs to a single server.
  if (config.databaseUrl === undefined) await freeLockedJobs(db);
  for (const job of atStart) await enqueue(db, job, {}, { key: `${job} at start` });
  return runJobs({ db, pool, log, schedule, jobs: allJobs(runtime) });
}

/** Loops that cannot wait for a job; every process that runs jobs runs them too. */
export function startClock(runtime: Runtime, log: FastifyBaseLogger): { stop(): Promise<void> } {
  return startAuctionClock(placingDeps(runtime), log);
}
