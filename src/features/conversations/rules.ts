const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const limits = { text: 5000, clientId: 100 } as const;
export const conversationsPerPage = 20;
export const messagesPerPage = 50;

/** A provider who leaves a customer without an answer for this long has the service paused. */
export const answerMs = 24 * hourMs;
/** The provider hears of it this long after the message. */
export const reminderMs = 20 * hourMs;
/** Whoever reads a message within this time gets no mail of it. */
export const mailDelayMs = 2 * minuteMs;

/** With fewer answers than this, a usual time says more than anybody knows. */
export const fewestAnswers = 3;
export const responseWindowMs = 90 * dayMs;

export type Side = 'customer' | 'provider';

/** Who waits for whom in a conversation, and until when. */
export type Waiting = {
  /** When the customer wrote what the provider has not answered. */
  waitingSince: Date | null;
  remindAt: Date | null;
  answerBy: Date | null;
};

export const nobodyWaits: Waiting = { waitingSince: null, remindAt: null, answerBy: null };

/**
 * What a message changes. More messages of a customer who waits already do not put the end off; after an end that has passed
 * they set a new one.
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

/** The usual time of a provider's answers: the median of how long each let somebody wait. Null where there are too few. */
export function usualResponseMinutes(seconds: readonly number[]): number | null {
  if (seconds.length < fewestAnswers) return null;
  const sorted = seconds.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return Math.max(1, Math.ceil(median / 60));
}

const minuteBounds = [10, 30];

/** A time as it is promised: rounded up, in the unit that people would say it in. */
export function responseBound(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  const bound = minuteBounds.find((each) => minutes <= each);
  if (bound !== undefined) return { unit: 'minutes', count: bound };
  const hours = Math.ceil(minutes / 60);
  return hours <= 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.ceil(hours / 24) };
}

/** Messages of several reads as one list, in order and each once; the newer copy of one stays. */
export function mergeMessages<Message extends { seq: number }>(
  known: readonly Message[],
  more: readonly Message[],
): Message[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** What has not arrived: an answer may have been lost where the message was not. */
export function notArrived<Sent extends { clientId: string }>(
  sent: readonly Sent[],
  arrived: readonly { clientId: string | null }[],
): Sent[] {
  const names = new Set(arrived.map(({ clientId }) => clientId));
  return sent.filter(({ clientId }) => !names.has(clientId));
}

/** The last message up to which none is missing: what comes after it is still to be asked for. */
export function lastWithoutGap(messages: readonly { seq: number }[]): number {
  let last = messages[0]?.seq ?? 0;
  for (const { seq } of messages) {
    if (seq > last + 1) break;
    last = seq;
  }
  return last;
}
