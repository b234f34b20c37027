import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import type { Tier } from '../rules.ts';
import type { ContributionState, SponsorshipState } from '../states.ts';

export { cadenceNames, recipientName, staffStateNames } from '../words.ts';

export const tierNames: Record<Tier, () => string> = {
  screw: () => m['sponsorship.tier.screw'](),
  gear: () => m['sponsorship.tier.gear'](),
  motor: () => m['sponsorship.tier.motor'](),
  bench: () => m['sponsorship.tier.bench'](),
};
export const stateNames: Record<SponsorshipState, () => string> = {
  pending: () => m['sponsorship.state.pending'](),
  active: () => m['sponsorship.state.active'](),
  ended: () => m['sponsorship.state.ended'](),
};
export const contributionNames: Record<ContributionState, () => string> = {
  open: () => m['sponsorship.contribution.open'](),
  paid: () => m['sponsorship.contribution.paid'](),
  kept: () => m['sponsorship.contribution.kept'](),
  expired: () => m['sponsorship.contribution.expired'](),
  refunded: () => m['sponsorship.contribution.refunded'](),
  reversed: () => m['sponsorship.contribution.reversed'](),
};

export const won = (amount: number) => formatMoney(amount, 'KRW', currentLocale());

/** Formats a day without a time. */
export const formatDate = (day: string) =>
  dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

export const formatMonth = (month: string) =>
  dateFormat(currentLocale(), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
