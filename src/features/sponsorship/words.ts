import { m } from '#i18n/generated/messages.js';
import type { Told, Words } from '#platform/shared/words.ts';
import type { Recipient } from './contract.ts';
import type { Cadence } from './rules.ts';
import type { SponsorshipState } from './states.ts';

export const cadenceNames: Record<Cadence, Words> = {
  once: m['sponsorship.cadence.once'],
  monthly: m['sponsorship.cadence.monthly'],
};

/** State names for staff, without the thanks. */
export const staffStateNames: Record<SponsorshipState, Words> = {
  pending: m['sponsorship.staff.states.pending'],
  active: m['sponsorship.staff.states.active'],
  ended: m['sponsorship.staff.states.ended'],
};

export function recipientName({ kind, title, name }: Recipient, told: Told = {}): string {
  if (kind === 'house') return m['sponsorship.form.house']({}, told);
  const who = name ?? m['sponsorship.form.somebody']({}, told);
  return title === null ? who : m['sponsorship.form.resource']({ name: who, title }, told);
}
