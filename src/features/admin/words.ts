import { m } from '#i18n/generated/messages.js';
import type { Told, Words } from '#platform/shared/words.ts';
import type { Role } from '#platform/shared/roles.ts';
import type { AuditEntry, StaffJob } from './contract.ts';
import type { AuditAction } from './rules.ts';

export const roleNames: Record<Role, Words> = {
  user: m['admin.role.user'],
  support: m['admin.role.support'],
  finance: m['admin.role.finance'],
  admin: m['admin.role.admin'],
};

export const actionNames: Record<AuditAction, Words> = {
  'person.change': m['admin.page.action.person_change'],
  'person.act_as': m['admin.page.action.person_act_as'],
  'person.act_as_end': m['admin.page.action.person_act_as_end'],
  'person.household': m['admin.page.action.person_household'],
  'person.strikes_lifted': m['admin.page.action.person_strikes_lifted'],
  'person.strikes_restored': m['admin.page.action.person_strikes_restored'],
  'news.send': m['admin.page.action.news_send'],
  'resource.edit': m['admin.page.action.resource_edit'],
  'resource.state': m['admin.page.action.resource_state'],
  'recall.post': m['admin.page.action.recall_post'],
  'recall.update': m['admin.page.action.recall_update'],
  'recall.end': m['admin.page.action.recall_end'],
  'service.edit': m['admin.page.action.service_edit'],
  'service.state': m['admin.page.action.service_state'],
  'service.pause_unanswered': m['admin.page.action.service_pause_unanswered'],
  'volunteer.suspend': m['admin.page.action.volunteer_suspend'],
  'catalogue.import': m['admin.page.action.catalogue_import'],
  'report.dismiss': m['admin.page.action.report_dismiss'],
  'report.hear': m['admin.page.action.report_hear'],
  'report.hide': m['admin.page.action.report_hide'],
  'report.handle': m['admin.page.action.report_handle'],
  'report.keep': m['admin.page.action.report_keep'],
  'report.restore': m['admin.page.action.report_restore'],
  'report.reopen': m['admin.page.action.report_reopen'],
  'community.add_channel': m['admin.page.action.community_add_channel'],
  'community.change_channel': m['admin.page.action.community_change_channel'],
  'community.order_channels': m['admin.page.action.community_order_channels'],
  'community.hide_message': m['admin.page.action.community_hide_message'],
  'community.mute': m['admin.page.action.community_mute'],
  'community.ban': m['admin.page.action.community_ban'],
  'community.lift_mute': m['admin.page.action.community_lift_mute'],
  'community.lift_ban': m['admin.page.action.community_lift_ban'],
  'community.ban_word': m['admin.page.action.community_ban_word'],
  'community.allow_word': m['admin.page.action.community_allow_word'],
  'order.cancel': m['admin.page.action.order_cancel'],
  'order.dispute': m['admin.page.action.order_dispute'],
  'order.rule': m['admin.page.action.order_rule'],
  'order.rule_claim': m['admin.page.action.order_rule_claim'],
  'auction.cancel': m['admin.page.action.auction_cancel'],
  'auction.void': m['admin.page.action.auction_void'],
  'tender.cancel': m['admin.page.action.tender_cancel'],
  'wanted.rule': m['admin.page.action.wanted_rule'],
  'wanted.propose_ruling': m['admin.page.action.wanted_propose_ruling'],
  'payable.freeze': m['admin.page.action.payable_freeze'],
  'payable.release': m['admin.page.action.payable_release'],
  'payout.settle': m['admin.page.action.payout_settle'],
  'refund.retry': m['admin.page.action.refund_retry'],
  'adjustment.propose': m['admin.page.action.adjustment_propose'],
  'adjustment.approve': m['admin.page.action.adjustment_approve'],
  'adjustment.refuse': m['admin.page.action.adjustment_refuse'],
  'finding.resolve': m['admin.page.action.finding_resolve'],
  'sponsor.hide': m['admin.page.action.sponsor_hide'],
  'sponsor.show': m['admin.page.action.sponsor_show'],
  'sponsor.spend': m['admin.page.action.sponsor_spend'],
  'sponsor.unspend': m['admin.page.action.sponsor_unspend'],
  'banner.add': m['admin.page.action.banner_add'],
  'banner.change': m['admin.page.action.banner_change'],
  'banner.approve': m['admin.page.action.banner_approve'],
  'banner.refuse': m['admin.page.action.banner_refuse'],
  'banner.end': m['admin.page.action.banner_end'],
  'synonym.add': m['admin.page.action.synonym_add'],
  'synonym.remove': m['admin.page.action.synonym_remove'],
  'legal.draft': m['admin.page.action.legal_draft'],
  'legal.publish': m['admin.page.action.legal_publish'],
  'setting.change': m['admin.page.action.setting_change'],
  'job.retry': m['admin.page.action.job_retry'],
  'table.export': m['admin.page.action.table_export'],
};

export const jobStateNames: Record<StaffJob['state'], Words> = {
  failed: m['admin.jobs.failed'],
  retrying: m['admin.jobs.retrying'],
  waiting: m['admin.jobs.waiting'],
  running: m['admin.jobs.running'],
};

/** Falls back to the code of an unknown action. */
export const actionName = (action: string, told: Told = {}): string =>
  actionNames[action as AuditAction]?.({}, told) ?? action;

/** Names of exported tables, by their type in the log. */
export const listNames: Record<string, Words> = {
  person: m['admin.list.person'],
  audit_entry: m['admin.list.audit_entry'],
  job: m['admin.list.job'],
  resource: m['admin.list.resource'],
  service: m['admin.list.service'],
  volunteer: m['admin.list.volunteer'],
  moderation_case: m['admin.list.moderation_case'],
  channel: m['admin.list.channel'],
  channel_sanction: m['admin.list.channel_sanction'],
  orders: m['admin.list.orders'],
  order_dispute: m['admin.list.order_dispute'],
  auction: m['admin.list.auction'],
  auction_strike: m['admin.list.auction_strike'],
  payout: m['admin.list.payout'],
  refund: m['admin.list.refund'],
  journal: m['admin.list.journal'],
  finding: m['admin.list.finding'],
  adjustment: m['admin.list.adjustment'],
  sponsorship: m['admin.list.sponsorship'],
  ad_banner: m['admin.list.ad_banner'],
  synonym: m['admin.list.synonym'],
  catalogue: m['admin.list.catalogue'],
};

/** Returns the current name of an entry's target that is no person; null if it has no name or is gone. */
export function entryTarget(
  { action, target }: Pick<AuditEntry, 'action' | 'target'>,
  told: Told = {},
): string | null {
  if (action === 'table.export') return listNames[target.type]?.({}, told) ?? target.type;
  return target.name;
}
