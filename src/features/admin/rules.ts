import { roles, type Role } from '#platform/shared/roles.ts';

/** Filters and orders of the table of people; `staff` matches all staff roles. */
export const peopleTable = {
  filters: { state: ['suspended', 'leaving'], role: ['staff', ...roles] },
  sorts: ['newest', 'oldest', 'name'],
} as const;

/** Filters and orders of the table of background jobs. */
export const jobsTable = {
  filters: { state: ['failed', 'retrying', 'waiting', 'running'] },
  sorts: ['newest', 'oldest', 'due'],
} as const;

/** Maximum length of a reason in the forms; every route accepts at least this. */
export const maxReason = 500;

/** Actions in the audit log. */
export const auditActions = [
  'person.change',
  'person.act_as',
  'person.act_as_end',
  'person.household',
  'person.strikes_lifted',
  'person.strikes_restored',
  'news.send',
  'resource.edit',
  'resource.state',
  'recall.post',
  'recall.update',
  'recall.end',
  'service.edit',
  'service.state',
  'service.pause_unanswered',
  'volunteer.suspend',
  'catalogue.import',
  'report.dismiss',
  'report.hear',
  'report.hide',
  'report.handle',
  'report.keep',
  'report.restore',
  'report.reopen',
  'community.add_channel',
  'community.change_channel',
  'community.order_channels',
  'community.hide_message',
  'community.mute',
  'community.ban',
  'community.lift_mute',
  'community.lift_ban',
  'community.ban_word',
  'community.allow_word',
  'order.cancel',
  'order.dispute',
  'order.rule',
  'order.rule_claim',
  'auction.cancel',
  'auction.void',
  'tender.cancel',
  'legal.draft',
  'legal.publish',
  'wanted.rule',
  'wanted.propose_ruling',
  'payable.freeze',
  'payable.release',
  'payout.settle',
  'refund.retry',
  'adjustment.propose',
  'adjustment.approve',
  'adjustment.refuse',
  'finding.resolve',
  'sponsor.hide',
  'sponsor.show',
  'sponsor.spend',
  'sponsor.unspend',
  'banner.add',
  'banner.change',
  'banner.approve',
  'banner.refuse',
  'banner.end',
  'synonym.add',
  'synonym.remove',
  'setting.change',
  'job.retry',
  'table.export',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Filters and orders of the audit log. */
export const auditTable = { filters: { action: auditActions }, sorts: ['newest', 'oldest'] } as const;

/** Values of the form for a person: role and access. */
export type PersonForm = { role: Role; use: 'open' | 'until' | 'forever'; until: string | null };

/** Returns the change that the form makes to a person, or null for none. */
export function changeOf(
  person: { role: Role; suspended: boolean; suspendedUntil: string | null },
  form: PersonForm,
): { role?: Role; suspended?: boolean; suspendedUntil?: string } | null {
  const suspended = form.use !== 'open';
  const sameUse = suspended === person.suspended && (!suspended || form.until === person.suspendedUntil);
  const change = {
    ...(form.role !== person.role && { role: form.role }),
    ...(!sameUse && { suspended }),
    ...(!sameUse && form.until !== null && { suspendedUntil: form.until }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Actor of automatic acts, which no staff member performs. */
export const house = { id: '00000000-0000-0000-0000-000000000000', username: 'gongbang' };

/**
 * Returns the last moment before an end: a suspension ends at midnight, which already belongs to the next
 * day.
 */
export function lastMoment(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString();
}
