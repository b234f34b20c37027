import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Recipient } from '../contract.ts';
import type { Cadence, Tier } from '../rules.ts';
import type { ContributionState, SponsorshipState } from '../states.ts';

export const tierNames: Record<Tier, () => string> = {
  screw: () => m['sponsorship.tier.screw'](),
  gear: () => m['sponsorship.tier.gear'](),
  motor: () => m['sponsorship.tier.motor'](),
  bench: () => m['sponsorship.tier.bench'](),
};
export const cadenceNames: Record<Cadence, () => string> = {
  once: () => m['sponsorship.cadence.once'](),
  monthly: () => m['sponsorship.cadence.monthly'](),
};
export const stateNames: Record<SponsorshipState, () => string> = {
  pending: () => m['sponsorship.state.pending'](),
  active: () => m['sponsorship.state.active'](),
  ended: () => m['sponsorship.state.ended'](),
};
/** The same for staff, who are not thanked. */
export const staffStateNames: Record<SponsorshipState, () => string> = {
  pending: () => m['sponsorship.staff.states.pending'](),
  active: () => m['sponsorship.staff.states.active'](),
  ended: () => m['sponsorship.staff.states.ended'](),
};
export const contributionNames: Record<ContributionState, () => string> = {
  open: () => m['sponsorship.contribution.open'](),
  paid: () => m['sponsorship.contribution.paid'](),
  kept: () => m['sponsorship.contribution.kept'](),
  expired: () => m['sponsorship.contribution.expired'](),
  refunded: () => m['sponsorship.contribution.refunded'](),
  reversed: () => m['sponsorship.contribution.reversed'](),
};

export function recipientName({ kind, title, name }: Recipient): string {
  if (kind === 'house') return m['sponsorship.form.house']();
  const who = name ?? m['sponsorship.form.somebody']();
  return title === null ? who : m['sponsorship.form.resource']({ name: who, title });
}

export const won = (amount: number) => formatMoney(amount, 'KRW', currentLocale());

/** A day without a time. */
export const formatDate = (day: string) =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

export const formatMonth = (month: string) =>
  new Intl.DateTimeFormat(currentLocale(), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
