import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { languageNames, numberFormat } from '#platform/shared/formats.ts';
import type { Session } from '../contract.ts';
import type { SessionEvent, SessionState } from '../rules.ts';

export { skillNames } from '../words.ts';

const stateNames: Record<SessionState, () => string> = {
  asked: () => m['support.state.asked'](),
  waiting: () => m['support.state.waiting'](),
  taken: () => m['support.state.taken'](),
  solved: () => m['support.state.solved'](),
  given_up: () => m['support.state.given_up'](),
  declined: () => m['support.state.declined'](),
  expired: () => m['support.state.expired'](),
  cancelled: () => m['support.state.cancelled'](),
};

export const stateName = (state: SessionState) => stateNames[state]();

export const eventNames: Record<SessionEvent, () => string> = {
  take: () => m['support.do.take'](),
  hand_on: () => m['support.do.hand_on'](),
  decline: () => m['support.do.decline'](),
  give_back: () => m['support.do.give_back'](),
  replace: () => m['support.do.replace'](),
  solve: () => m['support.do.solve'](),
  give_up: () => m['support.do.give_up'](),
  cancel: () => m['support.do.cancel'](),
};

export function languageName(code: string): string {
  return languageNames(currentLocale()).of(code) ?? code;
}

export function minutesWords(minutes: number): string {
  const isLong = minutes > 90;
  return numberFormat(currentLocale(), {
    style: 'unit',
    unit: isLong ? 'hour' : 'minute',
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(isLong ? minutes / 60 : minutes);
}

export function waitWords(wait: { usual: number; long: number } | null): string {
  if (wait === null) return m['support.wait.unknown']();
  if (wait.usual === wait.long) return m['support.wait.usual']({ usual: minutesWords(wait.usual) });
  return m['support.wait.range']({ usual: minutesWords(wait.usual), long: minutesWords(wait.long) });
}

/** Formats the time since somebody began to wait. */
export function sinceWords(iso: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - new Date(iso).getTime()) / 60_000));
  return minutes === 0
    ? m['support.queue.just_now']()
    : m['support.queue.since']({ time: minutesWords(minutes) });
}

/** Returns the subject of a session in one line. */
export function aboutWords(
  session: Pick<Session, 'resource' | 'step' | 'question' | 'isAboutOrder'> & Partial<Pick<Session, 'order'>>,
): string {
  const { resource, step, question, isAboutOrder, order } = session;
  if (resource && step !== null) return m['support.about.step']({ title: resource.title, number: step + 1 });
  if (resource) return resource.title;
  if (question) return m['support.about.question']({ title: question.title });
  // Only the two parties see which order it is.
  if (order) return m['support.about.order_title']({ title: order.title });
  return isAboutOrder ? m['support.about.order']() : '';
}
