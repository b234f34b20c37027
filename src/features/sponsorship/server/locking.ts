import type { Selectable, Updateable } from 'kysely';
import { markReadAt } from '#features/notifications/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import {
  contributionTransitions,
  sponsorshipTransitions,
  type ContributionEvent,
  type SponsorshipEvent,
} from '../states.ts';

export type Sponsorship = Selectable<Database['sponsorship']>;
export type Contribution = Selectable<Database['contribution']>;

export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
export const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

export type LockedContribution = { row: Contribution; sponsorship: Sponsorship };

/**
 * Locks a contribution. Every step locks its sponsorship first, which prevents deadlocks and concurrent additions.
 */
export async function lockContribution(trx: Trx, id: string): Promise<LockedContribution | undefined> {
  const of = isUuid(id)
    ? await trx.selectFrom('contribution').select('sponsorshipId').where('id', '=', id).executeTakeFirst()
    : undefined;
  const sponsorship = of && (await holdSponsorship(trx, of.sponsorshipId));
  if (!sponsorship) return undefined;
  const row = await trx
    .selectFrom('contribution')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, sponsorship };
}

export async function holdSponsorship(trx: Trx, id: string): Promise<Sponsorship | undefined> {
  if (!isUuid(id)) return undefined;
  return trx.selectFrom('sponsorship').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Performs a step; returns the id of its journal, or null, without any change, if the state has no such event. */
export async function step(
  trx: Db,
  row: Contribution,
  event: ContributionEvent,
  set: Updateable<Database['contribution']>,
): Promise<string | null> {
  const to = contributionTransitions[row.state][event];
  if (!to) return null;
  const version = row.version + 1;
  await trx
    .updateTable('contribution')
    .set({ ...set, state: to, version })
    .where('id', '=', row.id)
    .execute();
  return `contribution:${row.id}:${version}`;
}

export async function moveSponsorship(
  trx: Db,
  row: Sponsorship,
  event: SponsorshipEvent,
  set: Updateable<Database['sponsorship']>,
): Promise<boolean> {
  const to = sponsorshipTransitions[row.state][event];
  if (!to) return false;
  await trx
    .updateTable('sponsorship')
    .set({ ...set, state: to })
    .where('id', '=', row.id)
    .execute();
  return true;
}

export const payPath = (contributionId: string) => `/payment/sponsor/${contributionId}`;
export const ownPath = (sponsorshipId: string) => `/my/sponsorships/${sponsorshipId}`;

/** Ends a locked sponsorship: open contributions are cancelled, and their mails too. */
export async function end(trx: Db, sponsorship: Sponsorship, now: Date): Promise<boolean> {
  if (!(await moveSponsorship(trx, sponsorship, 'end', { endedAt: now, nextDueOn: null }))) return false;
  const open = await trx
    .selectFrom('contribution')
    .selectAll()
    .where('sponsorshipId', '=', sponsorship.id)
    .where('state', '=', 'open')
    .forUpdate()
    .execute();
  for (const row of open) {
    await step(trx, row, 'expire', { endedAt: now });
    await markReadAt(trx, row.personId, payPath(row.id), now);
  }
  return true;
}
