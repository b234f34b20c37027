import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';
import { accountsJobs } from '#features/accounts/server/public.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import { notificationsJobs } from '#features/notifications/server/public.ts';
import { verificationJobs } from '#features/verification/server/public.ts';
import { forgetOldKeys } from '#platform/server/idempotency.ts';
import { runJobs, type Job } from '#platform/server/jobs.ts';
import type { Runtime } from './runtime.ts';

/** UTC: the Korean night, spread out so that they do not meet. */
const schedule = {
  'accounts.end_sessions': '11 18 * * *',
  'accounts.forget_tickets': '17 18 * * *',
  'resources.fold_counts': '*/10 * * * *',
  'resources.sweep_orphans': '23 18 * * *',
  'verification.forget_codes': '19 18 * * *',
  'verification.seal_anew': '29 18 * * *',
  'platform.forget_idempotency_keys': '37 18 * * *',
  'platform.forget_rate_limits': '41 * * * *',
};

/** Every job of every room. */
export function startJobs(runtime: Runtime, log: FastifyBaseLogger): Promise<Runner> {
  const { db, mailer, pool, storage } = runtime;
  const forgetKeys: Job<unknown> = () => forgetOldKeys(db, new Date());
  const forgetRateLimits: Job<unknown> = async () => {
    await pool.query('delete from rate_limit where expire < $1', [Date.now()]);
  };
  return runJobs({
    pool,
    log,
    schedule,
    jobs: {
      ...accountsJobs({ db, mailer, publicOrigin: runtime.config.publicOrigin }),
      ...resourcesJobs({ db, storage }),
      ...notificationsJobs({ db, mailer, publicOrigin: runtime.config.publicOrigin }),
      ...verificationJobs(runtime),
      'platform.forget_idempotency_keys': forgetKeys,
      'platform.forget_rate_limits': forgetRateLimits,
    },
  });
}
