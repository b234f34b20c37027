import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Words } from '#platform/shared/words.ts';
import type { Decision, Duty, Purpose, Reason } from './rules.ts';

/** Choices of a buyer. */
export const purposeChoices: Record<Purpose, Words> = {
  own: m['licensing.purpose.own'],
  gift: m['licensing.purpose.gift'],
  sale: m['licensing.purpose.sale'],
};
/** Names of purposes, for lists and receipts. */
export const purposeNames: Record<Purpose, Words> = {
  own: m['licensing.purpose_name.own'],
  gift: m['licensing.purpose_name.gift'],
  sale: m['licensing.purpose_name.sale'],
};

const reasonWords: Record<Reason, Words> = {
  own_design: m['licensing.reason.own_design'],
  made_by_author: m['licensing.reason.made_by_author'],
  permission: m['licensing.reason.permission'],
  own_use: m['licensing.reason.own_use'],
  own_use_non_commercial: m['licensing.reason.own_use_non_commercial'],
  gift: m['licensing.reason.gift'],
  gift_non_commercial: m['licensing.reason.gift_non_commercial'],
  sale: m['licensing.reason.sale'],
  sale_by_share: m['licensing.reason.sale_by_share'],
  all_reserved: m['licensing.reason.all_reserved'],
  unknown_license: m['licensing.reason.unknown_license'],
  no_sale: m['licensing.reason.no_sale'],
  no_changes: m['licensing.reason.no_changes'],
};

/** Explains a stored reason; the name of one that is not known any more. */
export function reasonWordsOf(reason: string, locale: Locale): string {
  return Object.hasOwn(reasonWords, reason) ? reasonWords[reason as Reason]({}, { locale }) : reason;
}

/** Explains a decision: why, and what somebody can do where it is not allowed. */
export function decisionWords({ verdict, reason, isRefused }: Decision, locale: Locale): string {
  const why = reasonWords[reason]({}, { locale });
  if (verdict === 'ask_author') return `${why} ${m['licensing.reason.can_ask']({}, { locale })}`;
  if (verdict !== 'not_allowed') return why;
  return `${why} ${
    isRefused
      ? m['licensing.reason.was_refused']({}, { locale })
      : m['licensing.reason.cannot_ask']({}, { locale })
  }`;
}

export const dutyWords: Record<Duty, Words> = {
  credit: m['licensing.duty.credit'],
  same_license: m['licensing.duty.same_license'],
};

/** Sentences of licences that decide, in their own words. */
export function licenseSentence(license: string, reason: Reason): string | null {
  const isCreativeCommons = license.startsWith('CC-BY');
  if (!isCreativeCommons) return null;
  const nonCommercial: readonly Reason[] = [
    'own_use_non_commercial',
    'gift_non_commercial',
    'no_sale',
    'sale_by_share',
  ];
  if (nonCommercial.includes(reason))
    return 'NonCommercial means not primarily intended for or directed towards commercial advantage or monetary compensation.';
  return reason === 'no_changes'
    ? 'For the avoidance of doubt, You do not have permission under this Public License to Share Adapted Material.'
    : null;
}
