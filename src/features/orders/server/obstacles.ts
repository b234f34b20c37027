import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { orderLimits, type Terms } from '../rules.ts';
import type { DenialReason } from '../states.ts';

/** Explains an obstacle. */
export function obstacleWords(why: DenialReason, locale: Locale, terms: Terms): string {
  return words[why](locale, terms);
}
const words: Record<DenialReason, (locale: Locale, terms: Terms) => string> = {
  not_now: (locale) => m['orders.why.not_now']({}, { locale }),
  not_yours: (locale) => m['orders.why.not_yours']({}, { locale }),
  consent_missing: (locale) => m['orders.why.consent_missing']({}, { locale }),
  files_changed: (locale) => m['orders.why.files_changed']({}, { locale }),
  not_overdue: (locale, { overdueDays }) => m['orders.why.not_overdue']({ days: overdueDays }, { locale }),
  custom_made: (locale) => m['orders.why.custom_made']({}, { locale }),
  too_late: (locale) => m['orders.why.too_late']({}, { locale }),
  too_early: (locale) => m['orders.why.too_early']({}, { locale }),
  proposal_open: (locale) => m['orders.why.proposal_open']({}, { locale }),
  no_proposal: (locale) => m['orders.why.no_proposal']({}, { locale }),
  own_proposal: (locale) => m['orders.why.own_proposal']({}, { locale }),
  rework_limit: (locale, { reworks }) => m['orders.why.rework_limit']({ times: reworks }, { locale }),
  not_arrived: (locale) => m['orders.why.not_arrived']({}, { locale }),
  not_measured: (locale) => m['orders.why.not_measured']({}, { locale }),
  note_limit: (locale) => m['orders.why.note_limit']({ most: orderLimits.notes }, { locale }),
  already_arrived: (locale) => m['orders.why.already_arrived']({}, { locale }),
  not_opener: (locale) => m['orders.why.not_opener']({}, { locale }),
  own_dispute: (locale) => m['orders.why.own_dispute']({}, { locale }),
  already_answered: (locale) => m['orders.why.already_answered']({}, { locale }),
  not_ruled: (locale) => m['orders.why.not_ruled']({}, { locale }),
  already_appealed: (locale) => m['orders.why.already_appealed']({}, { locale }),
  not_ruling: (locale) => m['orders.why.not_ruling']({}, { locale }),
  claim_open: (locale) => m['orders.why.claim_open']({}, { locale }),
  claim_refused: (locale) => m['orders.why.claim_refused']({}, { locale }),
  no_claim: (locale) => m['orders.why.no_claim']({}, { locale }),
  free_order: (locale) => m['orders.why.free_order']({}, { locale }),
  not_free: (locale) => m['orders.why.not_now']({}, { locale }),
  not_funded: (locale) => m['orders.why.not_funded']({}, { locale }),
};
