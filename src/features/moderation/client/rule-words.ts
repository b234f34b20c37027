import { m } from '#i18n/generated/messages.js';
import { asCategory } from '#platform/shared/categories.ts';
import { categoryNames } from '#platform/shared/category-names.ts';
import type { ReportKind, RuleId } from '../rules.ts';
import { kindNames, ruleNames } from '../words.ts';

export { kindNames, ruleNames };

/** Meaning of each rule in one sentence, addressed to authors. */
export const ruleMeanings: Record<RuleId, () => string> = {
  copyright: () => m['moderation.means.copyright'](),
  dangerous: () => m['moderation.means.dangerous'](),
  unlicensed: () => m['moderation.means.unlicensed'](),
  spam: () => m['moderation.means.spam'](),
  sexual: () => m['moderation.means.sexual'](),
  personal_data: () => m['moderation.means.personal_data'](),
  deceptive: () => m['moderation.means.deceptive'](),
  abusive: () => m['moderation.means.abusive'](),
  other: () => m['moderation.means.other'](),
  weapon_parts: () => m['moderation.means.weapon_parts'](),
  unsafe_device: () => m['moderation.means.unsafe_device'](),
  remix_against_licence: () => m['moderation.means.remix_against_licence'](),
  malware: () => m['moderation.means.malware'](),
  cracked_software: () => m['moderation.means.cracked_software'](),
  weights_without_licence: () => m['moderation.means.weights_without_licence'](),
  private_training_data: () => m['moderation.means.private_training_data'](),
  deepfake_model: () => m['moderation.means.deepfake_model'](),
  unlicensed_game: () => m['moderation.means.unlicensed_game'](),
  gambling: () => m['moderation.means.gambling'](),
  not_free: () => m['moderation.means.not_free'](),
  false_offer: () => m['moderation.means.false_offer'](),
  unqualified_work: () => m['moderation.means.unqualified_work'](),
  illegal_job: () => m['moderation.means.illegal_job'](),
  prohibited_goods: () => m['moderation.means.prohibited_goods'](),
  counterfeit: () => m['moderation.means.counterfeit'](),
  fake_review: () => m['moderation.means.fake_review'](),
  fake_make: () => m['moderation.means.fake_make'](),
  around_escrow: () => m['moderation.means.around_escrow'](),
  impersonation: () => m['moderation.means.impersonation'](),
};

/** Returns the name of a kind of thing. */
export function ruleTitle({ kind, category }: { kind: ReportKind; category: string | null }): string {
  if (category === null) return kindNames[kind]();
  return `${kindNames[kind]()} · ${categoryNames[asCategory(category)]()}`;
}
