import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { ReportKind, RuleId } from './rules.ts';

export const ruleNames: Record<RuleId, Words> = {
  copyright: m['moderation.rule.copyright'],
  dangerous: m['moderation.rule.dangerous'],
  unlicensed: m['moderation.rule.unlicensed'],
  spam: m['moderation.rule.spam'],
  sexual: m['moderation.rule.sexual'],
  personal_data: m['moderation.rule.personal_data'],
  deceptive: m['moderation.rule.deceptive'],
  abusive: m['moderation.rule.abusive'],
  other: m['moderation.rule.other'],
  weapon_parts: m['moderation.rule.weapon_parts'],
  unsafe_device: m['moderation.rule.unsafe_device'],
  remix_against_licence: m['moderation.rule.remix_against_licence'],
  malware: m['moderation.rule.malware'],
  cracked_software: m['moderation.rule.cracked_software'],
  weights_without_licence: m['moderation.rule.weights_without_licence'],
  private_training_data: m['moderation.rule.private_training_data'],
  deepfake_model: m['moderation.rule.deepfake_model'],
  unlicensed_game: m['moderation.rule.unlicensed_game'],
  gambling: m['moderation.rule.gambling'],
  not_free: m['moderation.rule.not_free'],
  false_offer: m['moderation.rule.false_offer'],
  unqualified_work: m['moderation.rule.unqualified_work'],
  illegal_job: m['moderation.rule.illegal_job'],
  prohibited_goods: m['moderation.rule.prohibited_goods'],
  counterfeit: m['moderation.rule.counterfeit'],
  fake_review: m['moderation.rule.fake_review'],
  fake_make: m['moderation.rule.fake_make'],
  around_escrow: m['moderation.rule.around_escrow'],
  impersonation: m['moderation.rule.impersonation'],
};

export const kindNames: Record<ReportKind, Words> = {
  resource: m['moderation.page.kind.resource'],
  comment: m['moderation.page.kind.comment'],
  make: m['moderation.page.kind.make'],
  collection: m['moderation.page.kind.collection'],
  service: m['moderation.page.kind.service'],
  tender: m['moderation.page.kind.tender'],
  review: m['moderation.page.kind.review'],
  message: m['moderation.page.kind.message'],
  auction: m['moderation.page.kind.auction'],
  sponsor: m['moderation.page.kind.sponsor'],
  person: m['moderation.page.kind.person'],
};
