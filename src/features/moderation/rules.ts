import { isVisible } from '#platform/shared/visible-text.ts';
import { canDecide, canDecideObjection } from './access.ts';

/**
 * Kinds of things that can be reported. A room that adds one adds its name here and its commands in
 * src/app/moderation-adapter.ts.
 */
export const reportKinds = [
  'resource',
  'comment',
  'make',
  'collection',
  'service',
  'tender',
  'wanted',
  'wanted_answer',
  'review',
  'message',
  'auction',
  'sponsor',
  'person',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Broad reasons for reports and decisions; each rule belongs to one. The last one needs an explanation. */
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

/** Harmful things are hidden first, and their author is heard afterwards. */
const urgentReasons: ReadonlySet<Reason> = new Set(['dangerous', 'sexual', 'personal_data']);

type Rule = {
  reason: Reason;
  /** All kinds if absent. */
  kinds?: readonly ReportKind[];
  /** Categories of resources that it is limited to. */
  categories?: readonly string[];
  /** Overrides the urgency of its reason. */
  isUrgent?: boolean;
};

/**
 * Rules. The first nine are the reasons themselves and apply to everything; the others detail them for one kind of
 * thing or one category. The `category` of a resource decides which of them apply.
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
    // A forgotten warning can be added later.
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
  illegal_job: { reason: 'dangerous', kinds: ['tender', 'wanted'] },
  prohibited_goods: { reason: 'dangerous', kinds: ['auction'] },
  counterfeit: { reason: 'deceptive', kinds: ['auction'] },
  fake_review: { reason: 'deceptive', kinds: ['review'] },
  fake_make: { reason: 'deceptive', kinds: ['make'] },
  around_escrow: {
    reason: 'deceptive',
    kinds: ['message', 'comment', 'service', 'tender', 'wanted', 'wanted_answer'],
  },
  impersonation: { reason: 'deceptive', kinds: ['person'] },
} as const satisfies Record<string, Rule>;
export type RuleId = keyof typeof table;
export const rules: Record<RuleId, Rule> = table;
export const ruleIds = Object.keys(table) as [RuleId, ...RuleId[]];

export function isUrgent(rule: RuleId): boolean {
  const { reason, isUrgent: own } = rules[rule];
  return own ?? urgentReasons.has(reason);
}

/**
 * Returns whether a rule applies to this kind and category; if the category of a resource is unknown, all of its
 * rules apply.
 */
export function ruleFits(rule: RuleId, thing: { kind: ReportKind; category: string | null }): boolean {
  const { kinds, categories } = rules[rule];
  if (kinds && !kinds.includes(thing.kind)) return false;
  return !categories || thing.category === null || categories.includes(thing.category);
}

/** Lists the applicable rules, specific ones first. */
export function rulesFor(thing: { kind: ReportKind; category: string | null }): RuleId[] {
  const fitting = ruleIds.filter((rule) => ruleFits(rule, thing));
  return [...fitting.filter((rule) => rules[rule].kinds), ...fitting.filter((rule) => !rules[rule].kinds)];
}

/** Minimum length of a recognisable quote; shorter text may be a rule's name or a common phrase. */
const shortestQuote = 10;

/**
 * Returns the parts of a report that are recognisable as its writer's words: the whole text and each line, longest
 * first.
 */
function piecesOf(text: string): string[] {
  const pieces = [text, ...text.split('\n')].map((piece) => piece.trim());
  return [...new Set(pieces)]
    .filter((piece) => [...piece].length >= shortestQuote)
    .toSorted((a, b) => b.length - a.length);
}

/** Returns whether a text quotes a report. */
export function isQuoted(text: string, words: string): boolean {
  return piecesOf(text).some((piece) => words.includes(piece));
}

/** Removes quotes of a report from a text. */
export function withoutQuotes(text: string, words: string): string {
  return piecesOf(text).reduce((left, piece) => left.replaceAll(piece, () => '…'), words);
}

export const reportStates = ['open', 'dismissed', 'upheld'] as const;

export const longestText = 2000;
/** Length of the excerpt that is kept with a report. */
export const excerptLength = 500;

const dayMs = 24 * 60 * 60_000;
/** Days that an author has to answer before a decision. */
export const hearingDays = 7;
/** Days in which an objection is possible: six months, as in Article 20 of the EU's Digital Services Act. */
export const objectionDays = 180;

export function hearingEndsAt(now: Date): Date {
  return new Date(now.getTime() + hearingDays * dayMs);
}
export function objectionEndsAt(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + objectionDays * dayMs);
}

/** States of a case, which has all reports of one thing until it is decided. */
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

/** Acts of moderators. */
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
 * Transitions by act. Time makes a hearing `due`, see `stateAt`; `reopen` returns a dismissal to its former state.
 * Answers are accepted until a decision. `hide_at_once` and `lift` are acts of staff in tables of things: without a
 * report, and without waiting for an objection; `hide_again` undoes a `lift`.
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

/** States that wait for staff. */
export const waitingStates: readonly CaseState[] = ['open', 'answered', 'due', 'objected'];
/** Undecided states: further reports of the same thing join the same case. */
export const undecidedStates: readonly CaseState[] = ['open', 'hearing', 'answered', 'due'];
/** States in which the case keeps the thing hidden. */
export const hiddenStates: readonly CaseState[] = ['taken_down', 'hidden', 'objected', 'kept'];

/** States in which a moderator's decision keeps it hidden: only an objection can show it again. */
export const heldStates: readonly CaseState[] = ['hidden', 'objected', 'kept'];

/** Facts that the next step depends on. */
export type CaseFacts = {
  state: CaseState;
  aboutId: string | null;
  /** Rule of the hearing or of the decision. */
  rule: RuleId | null;
  hearingEndsAt: Date | null;
  answeredAt: Date | null;
  /** Moderator who dismissed or hid it, and the time of that. */
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
  /** Reason or statement of the actor. */
  words: string;
  /** Rule of the hearing or decision. */
  rule?: RuleId;
  kind: ReportKind;
  category: string | null;
  canHide: boolean;
  /** Ids of other moderators. */
  others: readonly string[];
  now: Date;
};

/** Returns the current state: a hearing ends at its deadline, even before the job has run. */
export function stateAt({ state, hearingEndsAt: end }: CaseFacts, now: Date): CaseState {
  return state === 'hearing' && end !== null && end <= now ? 'due' : state;
}

/** Acts without a text here; the tables' own routes require a reason. */
const withoutWords: ReadonlySet<Act> = new Set(['take_down', 'hide_at_once', 'lift', 'hide_again']);
const ofAuthor: ReadonlySet<Act> = new Set(['answer', 'object', 'take_down']);

/** Applies a step to a case, or returns why it is refused. All decisions go through this function. */
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
      // The objection keeps the decider of the decision that it is against.
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

/** Returns the state of a case before its dismissal. */
function reopened({ answeredAt, hearingEndsAt: end }: CaseFacts, now: Date): CaseState {
  if (answeredAt !== null) return 'answered';
  if (end === null) return 'open';
  return end <= now ? 'due' : 'hearing';
}

/** Outcomes shown in the public log. */
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
/**
 * Ways in which the author was heard: before the decision, after it, asked without an answer, asked and deleted it
 * first, or not asked.
 */
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

/** Filters of the desk, which lists waiting cases first, longest wait on top. */
export const staffTable = {
  filters: { state: caseStates, kind: reportKinds, reason: reasons },
  sorts: ['waiting', 'newest', 'oldest', 'reports'],
} as const;

export const logPageSize = 50;
