const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const limits = { text: 5000, clientId: 100 } as const;
export const conversationsPerPage = 20;
export const messagesPerPage = 50;

/** Time after which an unanswered customer causes the service to be paused. */
export const answerMs = 24 * hourMs;
/** Time from the message to the provider's reminder. */
export const reminderMs = 20 * hourMs;
/** Time within which a read message causes no mail. */
export const mailDelayMs = 2 * minuteMs;

/** Minimum number of answers for a meaningful response time. */
export const minAnswers = 3;
export const responseWindowMs = 90 * dayMs;

export type Side = 'customer' | 'provider';

/** State of waiting in a conversation, with its deadline. */
export type Waiting = {
  /** Time of the first message that the provider has not answered. */
  waitingSince: Date | null;
  remindAt: Date | null;
  answerBy: Date | null;
};

export const nobodyWaits: Waiting = { waitingSince: null, remindAt: null, answerBy: null };

/**
 * Returns the state after a message. More messages of a waiting customer do not extend the deadline; after it has
 * passed they set a new one.
 */
export function afterMessage(
  before: Waiting,
  from: Side,
  now: Date,
): Waiting & { responseSeconds: number | null } {
  const { waitingSince } = before;
  if (from === 'provider') {
    const waitedMs = waitingSince && Math.max(0, now.getTime() - waitingSince.getTime());
    return { ...nobodyWaits, responseSeconds: waitedMs === null ? null : Math.round(waitedMs / 1000) };
  }
  if (before.answerBy !== null) return { ...before, responseSeconds: null };
  return {
    waitingSince: waitingSince ?? now,
    remindAt: new Date(now.getTime() + reminderMs),
    answerBy: new Date(now.getTime() + answerMs),
    responseSeconds: null,
  };
}

/** Returns the median response time of a provider; null with too few answers. */
export function usualResponseMinutes(seconds: readonly number[]): number | null {
  if (seconds.length < minAnswers) return null;
  const sorted = seconds.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return Math.max(1, Math.ceil(median / 60));
}

const minuteBounds = [10, 30];

/** Rounds a response time up to the unit in which people would say it. */
export function responseBound(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  const bound = minuteBounds.find((each) => minutes <= each);
  if (bound !== undefined) return { unit: 'minutes', count: bound };
  const hours = Math.ceil(minutes / 60);
  return hours <= 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.ceil(hours / 24) };
}

/** Merges pages of messages in order without duplicates; the later copy wins. */
export function mergeMessages<Message extends { seq: number }>(
  known: readonly Message[],
  more: readonly Message[],
): Message[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** Returns the messages that have not arrived: a response may have been lost although its message was stored. */
export function notArrived<Sent extends { clientId: string }>(
  sent: readonly Sent[],
  arrived: readonly { clientId: string | null }[],
): Sent[] {
  const names = new Set(arrived.map(({ clientId }) => clientId));
  return sent.filter(({ clientId }) => !names.has(clientId));
}

/** Returns the number of the last message before the first gap; later ones have to be loaded again. */
export function lastWithoutGap(messages: readonly { seq: number }[]): number {
  let last = messages[0]?.seq ?? 0;
  for (const { seq } of messages) {
    if (seq > last + 1) break;
    last = seq;
  }
  return last;
}
