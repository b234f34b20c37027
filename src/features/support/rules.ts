const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What people can help with; what else they know they say in words of their own. */
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
/** Of one person, that are neither over nor helped with. */
export const mostOpen = 2;
/** So many sessions somebody helps in at once. */
export const mostHelped = 3;
/** So many volunteers are told of one request. */
export const mostTold = 20;
export const engineersPerPage = 24;

/** For how long somebody can say that they are available. */
export const availableHours = [1, 2, 4, 8] as const;
/** Whoever was not seen for so long is not available, whatever they said. */
export const seenForMs = 30 * minuteMs;

/** So long a request waits, and so long somebody is asked before everybody else. */
export const waitsForMs = 6 * hourMs;
export const invitedForMs = 24 * hourMs;
/** A session in which nobody says anything for so long is over. */
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

/** What people do with a session. */
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

/** Who somebody is in a session. `volunteer`: nobody in it, and may help. */
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

/** What becomes of a session; null where that does not happen in this state, or is not this one's to do. */
export function stateAfter(state: SessionState, event: AnyEvent, by: Role): SessionState | null {
  return table.find((row) => row.event === event && row.from === state && row.by.includes(by))?.to ?? null;
}

export function isOver(state: SessionState): boolean {
  return !table.some(({ from }) => from === state);
}

/** What a session is done by when somebody leaves its channel; null where nothing follows. */
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

/** With fewer waits than this, nobody knows how long one takes. */
export const fewestWaits = 5;
/** Waits of so many days say something of today's. */
export const waitsOfDays = 30;

/** What the waits of the past say, in whole minutes: half of them were over after `usual`, four in five after `long`. */
export function expectedWait(seconds: readonly number[]): { usual: number; long: number } | null {
  if (seconds.length < fewestWaits) return null;
  const sorted = seconds.toSorted((one, other) => one - other);
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return Math.max(1, Math.ceil(value / 60));
  };
  return { usual: at(0.5), long: at(0.8) };
}

type Agreements = { askerAgreed: boolean; helperAgreed: boolean };

/** Nothing is shown to others before both have agreed to it. */
export function isAgreed({ askerAgreed, helperAgreed }: Agreements): boolean {
  return askerAgreed && helperAgreed;
}

/** Tags are compared as they are written down: one space, lower case, without `#`. */
export function tidyTags(tags: readonly string[]): string[] {
  const tidy = tags.map((tag) =>
    tag
      .normalize('NFC')
      .replace(/^[\s#]+/, '')
      .trim()
      .replaceAll(/\s+/g, ' ')
      .toLowerCase(),
  );
  return [...new Set(tidy.filter((tag) => tag !== ''))];
}

/** What a skill is called where people write of what they offer in words of their own: compared in lower case. */
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

/** What the table of staff can be narrowed down by. */
export const staffTable = {
  filters: { state: ['available', 'suspended'], skill: skills },
  sorts: ['newest', 'oldest', 'solved', 'name'],
} as const;
