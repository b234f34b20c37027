import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import type { OwnPledge, WantedCard, WantedEventKind } from '../contract.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { daysLeft, type AnswerKind, type WantedKind } from '../rules.ts';
import type { WantedState } from '../states.ts';

export const stateNames: Record<WantedState, () => string> = {
  pending: () => m['wanted.state.pending'](),
  open: () => m['wanted.state.open'](),
  grace: () => m['wanted.state.grace'](),
  disputed: () => m['wanted.state.disputed'](),
  solved: () => m['wanted.state.solved'](),
  ended: () => m['wanted.state.ended'](),
  withdrawn: () => m['wanted.state.withdrawn'](),
};

export const kindNames: Record<WantedKind, () => string> = {
  wanted: () => m['wanted.kind.wanted'](),
  broken_part: () => m['wanted.kind.broken_part'](),
};

export const answerNames: Record<AnswerKind, () => string> = {
  words: () => m['wanted.answer.words'](),
  resource: () => m['wanted.answer.resource'](),
  offer: () => m['wanted.answer.offer'](),
};

export const pledgeNames: Record<OwnPledge['state'], () => string> = {
  open: () => m['wanted.pledge.open'](),
  held: () => m['wanted.pledge.held'](),
  given: () => m['wanted.pledge.given'](),
  expired: () => m['wanted.pledge.expired'](),
  refunded: () => m['wanted.pledge.refunded'](),
  reversed: () => m['wanted.pledge.reversed'](),
};

export const eventNames: Record<WantedEventKind, () => string> = {
  opened: () => m['wanted.event.opened'](),
  pledged: () => m['wanted.event.pledged'](),
  pledge_lost: () => m['wanted.event.pledge_lost'](),
  answered: () => m['wanted.event.answered'](),
  expired: () => m['wanted.event.expired'](),
  objected: () => m['wanted.event.objected'](),
  given: () => m['wanted.event.given'](),
  returned: () => m['wanted.event.returned'](),
  ended: () => m['wanted.event.ended'](),
  withdrawn: () => m['wanted.event.withdrawn'](),
};

/** Says what happened; a post without a bounty is solved without giving one. */
export function eventWords({ kind, amount }: { kind: WantedEventKind; amount: number | null }): string {
  return kind === 'given' && !amount ? m['wanted.event.solved']() : eventNames[kind]();
}

export const won = (amount: number) => money(amount, 'KRW');

export function formatCount(count: number): string {
  return numberFormat(currentLocale()).format(count);
}

/** Formats a length with its unit. */
export function formatMm(mm: number): string {
  return `${numberFormat(currentLocale(), { maximumFractionDigits: 2 }).format(mm)} mm`;
}

/** Formats a date such as 2026-11-25, which has no time zone. */
export function formatDay(day: string): string {
  return dateFormat(currentLocale(), {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** Formats the last day in Korea before a moment. */
export function lastDayOf(until: string): string {
  return formatDay(koreanDay(new Date(new Date(until).getTime() - 1)));
}

/** Says how long an open post stays, and what became of the others. */
export function timeWords({ state, until }: Pick<WantedCard, 'state' | 'until'>, now: Date): string {
  if (state !== 'open') return stateNames[state]();
  const days = daysLeft(until, now);
  return days === 0 ? m['wanted.card.last_day']() : m['wanted.card.days_left']({ days: formatCount(days) });
}
