import { isVisible } from '#platform/shared/visible-text.ts';
import { canDecide, canDecideObjection } from './access.ts';

/** What can be reported. A room that adds something adds its name here and its commands in src/app/moderated.ts. */
export const reportKinds = [
  'resource',
  'comment',
  'make',
  'collection',
  'service',
  'tender',
  'review',
  'message',
  'auction',
  'sponsor',
  'person',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Why something is reported or decided, roughly; each rule belongs to one. The last is told in words. */
export const reasons = [
  'copyright',
  'dangerous',
  'unlicensed',
  'spam',
  'sexual',
  'personal_data',
  'deceptive',
  'abusive',
  'other',
] as const;
export type Reason = (typeof reasons)[number];

/** What does harm for as long as it is seen is hidden first, and its author heard afterwards. */
const urgentReasons: ReadonlySet<Reason> = new Set(['dangerous', 'sexual', 'personal_data']);

type Rule = {
  reason: Reason;
  /** Of every kind where none is named. */
  kinds?: readonly ReportKind[];
  /** Of resources: the categories it is about. */
  categories?: readonly string[];
  /** Where it is not as its reason has it. */
  isUrgent?: boolean;
};

/**
 * What is not allowed. The first nine are the reasons themselves, for everything; the others say what that means for one kind of
 * thing or one category. `category` of a resource is what decides which of them fit.
 */
const table = {
  copyright: { reason: 'copyright' },
  dangerous: { reason: 'dangerous' },
  unlicensed: { reason: 'unlicensed' },
  spam: { reason: 'spam' },
  sexual: { reason: 'sexual' },
  personal_data: { reason: 'personal_data' },
  deceptive: { reason: 'deceptive' },
  abusive: { reason: 'abusive' },
  other: { reason: 'other' },
  weapon_parts: { reason: 'dangerous', kinds: ['resource'], categories: ['3d_model', 'hardware_design'] },
  unsafe_device: {
    reason: 'dangerous',
    kinds: ['resource'],
    categories: ['hardware_design', '3d_model'],
    // Whoever forgot a warning can add it.
    isUrgent: false,
  },
  remix_against_licence: {
    reason: 'unlicensed',
    kinds: ['resource'],
    categories: ['3d_model', 'hardware_design', 'free_content', 'other'],
  },
  malware: {
    reason: 'dangerous',
    kinds: ['resource'],
    categories: ['software', 'ai_model', 'flash_game', 'free_content', 'other'],
  },
  cracked_software: { reason: 'unlicensed', kinds: ['resource'], categories: ['software'] },
  weights_without_licence: { reason: 'unlicensed', kinds: ['resource'], categories: ['ai_model'] },
  private_training_data: { reason: 'personal_data', kinds: ['resource'], categories: ['ai_model'] },
  deepfake_model: { reason: 'sexual', kinds: ['resource'], categories: ['ai_model'] },
  unlicensed_game: { reason: 'unlicensed', kinds: ['resource'], categories: ['flash_game'] },
  gambling: {
    reason: 'dangerous',
    kinds: ['resource'],
    categories: ['flash_game', 'software'],
    isUrgent: false,
  },
  not_free: { reason: 'deceptive', kinds: ['resource'], categories: ['free_content'] },
  false_offer: { reason: 'deceptive', kinds: ['service'] },
  unqualified_work: { reason: 'dangerous', kinds: ['service'], isUrgent: false },
  illegal_job: { reason: 'dangerous', kinds: ['tender'] },
  prohibited_goods: { reason: 'dangerous', kinds: ['auction'] },
  counterfeit: { reason: 'deceptive', kinds: ['auction'] },
  fake_review: { reason: 'deceptive', kinds: ['review'] },
  fake_make: { reason: 'deceptive', kinds: ['make'] },
  around_escrow: { reason: 'deceptive', kinds: ['message', 'comment', 'service', 'tender'] },
  impersonation: { reason: 'deceptive', kinds: ['person'] },
} as const satisfies Record<string, Rule>;
export type RuleId = keyof typeof table;
export const rules: Record<RuleId, Rule> = table;
export const ruleIds = Object.keys(table) as [RuleId, ...RuleId[]];

export function isUrgent(rule: RuleId): boolean {
  const { reason, isUrgent: own } = rules[rule];
  return own ?? urgentReasons.has(reason);
}

/** A rule for everything, or for this kind and category; a resource of which the category is not known may break any. */
export function ruleFits(rule: RuleId, thing: { kind: ReportKind; category: string | null }): boolean {
  const { kinds, categories } = rules[rule];
  if (kinds && !kinds.includes(thing.kind)) return false;
  return !categories || thing.category === null || categories.includes(thing.category);
}

/** The rules that fit something: its own first. */
export function rulesFor(thing: { kind: ReportKind; category: string | null }): RuleId[] {
  const fitting = ruleIds.filter((rule) => ruleFits(rule, thing));
  return [...fitting.filter((rule) => rules[rule].kinds), ...fitting.filter((rule) => !rules[rule].kinds)];
}

/** What is shorter may be anybody's words: a name of a rule, a phrase. */
const shortestQuote = 10;

/** What of a report can be told to be its writer's own words: all of it, and each of its lines; the longest first. */
function piecesOf(text: string): string[] {
  const pieces = [text, ...text.split('\n')].map((piece) => piece.trim());
  return [...new Set(pieces)]
    .filter((piece) => [...piece].length >= shortestQuote)
    .toSorted((a, b) => b.length - a.length);
}

/** Whether somebody's words have words of a report among them. */
export function isQuoted(text: string, words: string): boolean {
  return piecesOf(text).some((piece) => words.includes(piece));
}

/** The same words without what a report says. */
export function withoutQuotes(text: string, words: string): string {
  return piecesOf(text).reduce((left, piece) => left.replaceAll(piece, () => '…'), words);
}

export const reportStates = ['open', 'dismissed', 'upheld'] as const;

export const longestText = 2000;
/** How much of what is reported is kept with the report. */
export const excerptLength = 500;

const dayMs = 24 * 60 * 60_000;
/** So long an author can answer before anything is decided. */
export const hearingDays = 7;
/** So long one can object to a decision: six months, as Article 20 of the EU's Digital Services Act has it. */
export const objectionDays = 180;

export function hearingEndsAt(now: Date): Date {
  return new Date(now.getTime() + hearingDays * dayMs);
}
export function objectionEndsAt(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + objectionDays * dayMs);
}

/** Everything that is reported of one thing until it is decided is one case. */
export const caseStates = [
  'open',
  'hearing',
  'answered',
  'due',
  'dismissed',
  'handled',
  'taken_down',
  'hidden',
  'objected',
  'kept',
  'restored',
  'lifted',
] as const;
export type CaseState = (typeof caseStates)[number];

/** What moderators do with one. */
export const resolutions = ['dismiss', 'hear', 'hide', 'handle', 'keep', 'restore'] as const;
export type Resolution = (typeof resolutions)[number];
export type Act =
  | Resolution
  | 'answer'
  | 'object'
  | 'take_down'
  | 'lapse'
  | 'reopen'
  | 'hide_at_once'
  | 'lift'
  | 'hide_again';

/**
 * What people make of each state. Time makes a hearing `due`, see `stateAt`; `reopen` takes a dismissal back, to where it was. An
 * answer is taken for as long as nothing has been decided. `hide_at_once` and `lift` are what staff do in the tables of what is
 * hidden: without a report, and without waiting for an objection; `hide_again` takes a `lift` back.
 */
const transitions: Record<CaseState, Partial<Record<Act, CaseState>>> = {
  open: { hear: 'hearing', dismiss: 'dismissed', hide: 'hidden', handle: 'handled', hide_at_once: 'hidden' },
  hearing: {
    answer: 'answered',
    take_down: 'taken_down',
    dismiss: 'dismissed',
    hide: 'hidden',
    hide_at_once: 'hidden',
  },
  answered: { take_down: 'taken_down', dismiss: 'dismissed', hide: 'hidden', hide_at_once: 'hidden' },
  due: {
    answer: 'answered',
    take_down: 'taken_down',
    dismiss: 'dismissed',
    hide: 'hidden',
    hide_at_once: 'hidden',
  },
  dismissed: { reopen: 'open' },
  handled: {},
  taken_down: {},
  hidden: { object: 'objected', lift: 'lifted' },
  objected: { keep: 'kept', restore: 'restored', lift: 'restored' },
  kept: { lift: 'restored' },
  restored: { hide_again: 'objected' },
  lifted: { hide_again: 'hidden' },
};

/** In which somebody of the staff has to do something. */
export const waitingStates: readonly CaseState[] = ['open', 'answered', 'due', 'objected'];
/** In which nothing has been decided: further reports of the same thing belong to the same case. */
export const undecidedStates: readonly CaseState[] = ['open', 'hearing', 'answered', 'due'];
/** In which it is hidden because of the case. */
export const hiddenStates: readonly CaseState[] = ['taken_down', 'hidden', 'objected', 'kept'];

/** In which a moderator has decided that it stays hidden: nothing but an objection shows it again. */
export const heldStates: readonly CaseState[] = ['hidden', 'objected', 'kept'];

/** What the next step depends on. */
export type CaseFacts = {
  state: CaseState;
  aboutId: string | null;
  /** The rule that its author was heard about, or that it was decided by. */
  rule: RuleId | null;
  hearingEndsAt: Date | null;
  answeredAt: Date | null;
  /** Who dismissed or hid it, and when. */
  deciderId: string | null;
  decidedAt: Date | null;
};

export type Refusal =
  | 'already_resolved'
  | 'cannot_hide'
  | 'cannot_handle'
  | 'hearing_first'
  | 'no_reason'
  | 'not_a_rule'
  | 'not_yours'
  | 'objection_late'
  | 'other_moderator';

type Step = {
  act: Act;
  actorId: string;
  /** Of whoever does it: why, or what they have to say. */
  words: string;
  /** By which it is heard or hidden. */
  rule?: RuleId;
  kind: ReportKind;
  category: string | null;
  canHide: boolean;
  /** Other moderators. */
  others: readonly string[];
  now: Date;
};

/** A hearing ends by itself, whether or not a job has said so. */
export function stateAt({ state, hearingEndsAt: end }: CaseFacts, now: Date): CaseState {
  return state === 'hearing' && end !== null && end <= now ? 'due' : state;
}

/** Where staff have to say why, the calls of the tables ask for it. */
const withoutWords: ReadonlySet<Act> = new Set(['take_down', 'hide_at_once', 'lift', 'hide_again']);
const ofAuthor: ReadonlySet<Act> = new Set(['answer', 'object', 'take_down']);

/** What a step makes of a case, or why it cannot be taken. Nothing else decides either. */
export function step(facts: CaseFacts, taken: Step): CaseFacts | { refusal: Refusal } {
  const { act, actorId, now, others, rule } = taken;
  const state = stateAt(facts, now);
  if (act === 'lapse') return state === facts.state ? { refusal: 'already_resolved' } : { ...facts, state };
  const next = transitions[state][act];
  if (next === undefined) return { refusal: 'already_resolved' };
  if (act === 'reopen') return { ...facts, state: reopened(facts, now), deciderId: null, decidedAt: null };
  if (!withoutWords.has(act) && !isVisible(taken.words)) return { refusal: 'no_reason' };
  if (ofAuthor.has(act)) {
    if (facts.aboutId !== actorId) return { refusal: 'not_yours' };
  } else if (!canDecide({ id: actorId }, facts, others)) return { refusal: 'other_moderator' };
  switch (act) {
    case 'answer':
      return { ...facts, state: next, answeredAt: now };
    case 'take_down':
      return { ...facts, state: next, decidedAt: now };
    case 'object':
      if (facts.decidedAt === null || now >= objectionEndsAt(facts.decidedAt))
        return { refusal: 'objection_late' };
      return { ...facts, state: next };
    case 'hear':
      if (!taken.canHide) return { refusal: 'cannot_hide' };
      if (rule === undefined || !ruleFits(rule, taken)) return { refusal: 'not_a_rule' };
      return { ...facts, state: next, rule, hearingEndsAt: hearingEndsAt(now) };
    case 'hide':
      if (!taken.canHide) return { refusal: 'cannot_hide' };
      if (rule === undefined || !ruleFits(rule, taken)) return { refusal: 'not_a_rule' };
      if (!isUrgent(rule) && !(facts.rule === rule && (state === 'answered' || state === 'due')))
        return { refusal: 'hearing_first' };
      return { ...facts, state: next, rule, deciderId: actorId, decidedAt: now };
    case 'hide_at_once':
      if (rule === undefined || !ruleFits(rule, taken)) return { refusal: 'not_a_rule' };
      return { ...facts, state: next, rule, deciderId: actorId, decidedAt: now };
    case 'lift':
      return { ...facts, state: next };
    case 'hide_again':
      // An objection goes on against whoever it was raised against.
      if (next === 'objected') return { ...facts, state: next };
      return { ...facts, state: next, deciderId: actorId, decidedAt: now };
    case 'handle':
      if (taken.canHide) return { refusal: 'cannot_handle' };
      if (rule === undefined || !ruleFits(rule, taken)) return { refusal: 'not_a_rule' };
      return { ...facts, state: next, rule, deciderId: actorId, decidedAt: now };
    case 'dismiss':
      return { ...facts, state: next, deciderId: actorId, decidedAt: now };
    case 'keep':
    case 'restore':
      if (!canDecideObjection({ id: actorId }, facts, others)) return { refusal: 'other_moderator' };
      return { ...facts, state: next };
  }
}

/** Where a case was before it was dismissed. */
function reopened({ answeredAt, hearingEndsAt: end }: CaseFacts, now: Date): CaseState {
  if (answeredAt !== null) return 'answered';
  if (end === null) return 'open';
  return end <= now ? 'due' : 'hearing';
}

/** What the public log tells of a decision. */
export const outcomes = ['hidden', 'dismissed', 'taken_down', 'handled', 'restored'] as const;
export type Outcome = (typeof outcomes)[number];
export const objectionOutcomes = ['waiting', 'kept', 'restored'] as const;
export type ObjectionOutcome = (typeof objectionOutcomes)[number];

export function outcomeOf(state: CaseState): Outcome | null {
  if (state === 'objected' || state === 'kept') return 'hidden';
  if (state === 'lifted') return 'restored';
  return outcomes.find((outcome) => outcome === state) ?? null;
}
export function objectionOf(state: CaseState): ObjectionOutcome | null {
  if (state === 'objected') return 'waiting';
  return state === 'kept' || state === 'restored' ? state : null;
}
/** Of the author: heard before the decision, after it, asked in vain, asked and quicker to take it down, or not asked at all. */
export const hearings = ['answered', 'silent', 'afterwards', 'asked', 'none'] as const;
export type Hearing = (typeof hearings)[number];
export function hearingOf(facts: {
  state: CaseState;
  hearingEndsAt: Date | null;
  answeredAt: Date | null;
}): Hearing {
  if (facts.answeredAt !== null) return 'answered';
  if (objectionOf(facts.state) !== null) return 'afterwards';
  if (facts.hearingEndsAt === null) return 'none';
  return facts.state === 'taken_down' ? 'asked' : 'silent';
}

/** What the desk can be narrowed down by; first in it is what waits for somebody, longest first. */
export const staffTable = {
  filters: { state: caseStates, kind: reportKinds, reason: reasons },
  sorts: ['waiting', 'newest', 'oldest', 'reports'],
} as const;

export const logPageSize = 50;
