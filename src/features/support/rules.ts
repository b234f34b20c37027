import { plainName } from '#platform/shared/visible-text.ts';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Skills to choose from; others are described in the volunteer's own words. */
export const skills = [
  'printing',
  'assembly',
  'electronics',
  'firmware',
  'modelling',
  'cnc',
  'woodworking',
  'metalworking',
  'software',
  'ai',
] as const;
export type Skill = (typeof skills)[number];

export const limits = { problem: 2000, printer: 80, tag: 30, tags: 8, answer: 5000, search: 100 } as const;
/** Maximum number of waiting requests per person. */
export const maxOpen = 2;
/** Maximum number of sessions that a person helps in at once. */
export const maxHelped = 3;
/** Maximum number of volunteers who are notified of a request. */
export const maxTold = 20;
export const engineersPerPage = 24;

/** Choices for the hours of availability. */
export const availableHours = [1, 2, 4, 8] as const;
/** Time after which an unseen volunteer is not available any more. */
export const seenForMs = 30 * minuteMs;

/** Time that a request waits, and that an invited person is asked before everybody else. */
export const waitsForMs = 6 * hourMs;
export const invitedForMs = 24 * hourMs;
/** Time of silence after which a session is closed. */
export const silentForMs = 7 * 24 * hourMs;

export const sessionStates = [
  'asked',
  'waiting',
  'taken',
  'solved',
  'given_up',
  'declined',
  'expired',
  'cancelled',
] as const;
export type SessionState = (typeof sessionStates)[number];

/** Events that people send. */
export const sessionEvents = [
  'take',
  'hand_on',
  'decline',
  'give_back',
  'replace',
  'solve',
  'give_up',
  'cancel',
] as const;
export type SessionEvent = (typeof sessionEvents)[number];

/** Roles in a session. A `volunteer` is outside of it and may help. */
export type Role = 'asker' | 'helper' | 'invited' | 'volunteer' | 'house';

const table: readonly {
  event: SessionEvent | 'expire' | 'fall_silent';
  from: SessionState;
  by: readonly Role[];
  to: SessionState;
}[] = [
  { event: 'take', from: 'asked', by: ['invited'], to: 'taken' },
  { event: 'take', from: 'waiting', by: ['volunteer', 'invited'], to: 'taken' },
  { event: 'hand_on', from: 'asked', by: ['invited', 'asker'], to: 'waiting' },
  { event: 'decline', from: 'asked', by: ['invited'], to: 'declined' },
  { event: 'cancel', from: 'asked', by: ['asker'], to: 'cancelled' },
  { event: 'cancel', from: 'waiting', by: ['asker'], to: 'cancelled' },
  { event: 'expire', from: 'asked', by: ['house'], to: 'expired' },
  { event: 'expire', from: 'waiting', by: ['house'], to: 'expired' },
  { event: 'give_back', from: 'taken', by: ['helper'], to: 'waiting' },
  { event: 'replace', from: 'taken', by: ['asker'], to: 'waiting' },
  { event: 'solve', from: 'taken', by: ['asker', 'helper'], to: 'solved' },
  { event: 'give_up', from: 'taken', by: ['asker', 'helper'], to: 'given_up' },
  { event: 'fall_silent', from: 'taken', by: ['house'], to: 'given_up' },
];
export type AnyEvent = (typeof table)[number]['event'];

/** Returns the next state; null if the event is not possible in this state or for this role. */
export function stateAfter(state: SessionState, event: AnyEvent, by: Role): SessionState | null {
  return table.find((row) => row.event === event && row.from === state && row.by.includes(by))?.to ?? null;
}

export function isOver(state: SessionState): boolean {
  return !table.some(({ from }) => from === state);
}

/** Returns the event that follows from leaving the channel; null if none does. */
export function eventOfLeaving(state: SessionState, role: Role): SessionEvent | null {
  if (role === 'helper') return state === 'taken' ? 'give_back' : null;
  if (role !== 'asker') return null;
  if (state === 'taken') return 'give_up';
  return state === 'asked' || state === 'waiting' ? 'cancel' : null;
}

export function isAvailable(volunteer: { availableUntil: Date | null; seenAt: Date }, now: Date): boolean {
  const { availableUntil, seenAt } = volunteer;
  return availableUntil !== null && availableUntil > now && now.getTime() - seenAt.getTime() < seenForMs;
}

/** Minimum number of waits for an estimate. */
export const minWaits = 5;
/** Number of days from which waits are used. */
export const waitsOfDays = 30;

/**
 * Returns the expected wait in whole minutes: half of the waits were over after `usual`, four in five after `long`.
 */
export function expectedWait(seconds: readonly number[]): { usual: number; long: number } | null {
  if (seconds.length < minWaits) return null;
  const sorted = seconds.toSorted((one, other) => one - other);
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return Math.max(1, Math.ceil(value / 60));
  };
  return { usual: at(0.5), long: at(0.8) };
}

type Agreements = { askerAgreed: boolean; helperAgreed: boolean };

/** Returns whether both have agreed, which publishing requires. */
export function isAgreed({ askerAgreed, helperAgreed }: Agreements): boolean {
  return askerAgreed && helperAgreed;
}

/** Normalizes tags for comparison: single spaces, lower case, without `#`. */
export function tidyTags(tags: readonly string[]): string[] {
  const tidy = tags.map((tag) => plainName(plainName(tag).replace(/^[\s#]+/, '')).toLowerCase());
  return [...new Set(tidy.filter((tag) => tag !== ''))];
}

/** Names of skills in texts of services, in lower case. */
export const skillWords: Record<Skill, readonly string[]> = {
  printing: ['3d 프린', '3d프린', '출력', '3d print', '3dプリン', '造形'],
  assembly: ['조립', 'assembl', '組み立て', '組立'],
  electronics: ['전자', '회로', 'pcb', 'electronic', 'circuit', '電子', '回路'],
  firmware: [
    '펌웨어',
    '임베디드',
    '아두이노',
    'firmware',
    'embedded',
    'arduino',
    'ファームウェア',
    '組み込み',
  ],
  modelling: ['모델링', '설계', '기구', 'cad', 'modeling', 'modelling', 'mechanical', '設計', 'モデリング'],
  cnc: ['레이저', 'cnc', 'laser', 'レーザー'],
  woodworking: ['목공', 'wood', '木工'],
  metalworking: ['금속', '용접', 'metal', 'weld', '金属', '溶接'],
  software: ['소프트웨어', '프로그래', 'software', 'programm', 'ソフトウェア', 'プログラ'],
  ai: ['인공지능', '머신러닝', '딥러닝', 'machine learning', 'deep learning', '機械学習', '人工知能'],
};

export const supportPath = (id: string) => `/remote-support/${id}`;
export const helpPath = '/remote-support/help';

/** Filters of the staff table. */
export const staffTable = {
  filters: { state: ['available', 'suspended'], skill: skills },
  sorts: ['newest', 'oldest', 'solved', 'name'],
} as const;
