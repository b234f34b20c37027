import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { createInput } from '#features/resources/contract.ts';
import {
  caseStates,
  hearingDays,
  hearingEndsAt,
  hearingOf,
  isQuoted,
  isUrgent,
  objectionDays,
  objectionEndsAt,
  reasons,
  reportKinds,
  resolutions,
  ruleIds,
  rules,
  rulesFor,
  stateAt,
  step,
  undecidedStates,
  withoutQuotes,
  type Act,
  type CaseFacts,
  type CaseState,
  type RuleId,
} from './rules.ts';

const now = new Date('2026-12-01T00:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);
const author = 'author';
const [first, second] = ['first', 'second'];

const facts = (state: CaseState, more: Partial<CaseFacts> = {}): CaseFacts => ({
  state,
  aboutId: author,
  rule: null,
  hearingEndsAt: null,
  answeredAt: null,
  deciderId: null,
  decidedAt: null,
  ...more,
});
const taken = (act: Act, more: Partial<Parameters<typeof step>[1]> = {}) => ({
  act,
  actorId: ['answer', 'object', 'take_down'].includes(act) ? author : second,
  words: '까닭',
  rule: 'spam' as RuleId,
  kind: 'resource' as const,
  category: 'other',
  canHide: true,
  others: [first],
  now,
  ...more,
});
const stateOf = (made: ReturnType<typeof step>) => ('refusal' in made ? made.refusal : made.state);

const heard = { rule: 'spam', hearingEndsAt: later(7) } as const;
const decided = { rule: 'spam', deciderId: first, decidedAt: now } as const;
const acts = [
  ...resolutions,
  'answer',
  'object',
  'take_down',
  'lapse',
  'reopen',
  'hide_at_once',
  'lift',
] as const;
const no = 'already_resolved';

/** Result of each act in each state, for something that can be hidden, by a rule that is not urgent. */
const expected: Record<CaseState, Record<(typeof acts)[number], string>> = {
  open: {
    dismiss: 'dismissed',
    hear: 'hearing',
    hide: 'hearing_first',
    handle: 'cannot_handle',
    keep: no,
    restore: no,
    answer: no,
    object: no,
    take_down: no,
    lapse: no,
    reopen: no,
    hide_at_once: 'hidden',
    lift: no,
  },
  hearing: {
    dismiss: 'dismissed',
    hear: no,
    hide: 'hearing_first',
    handle: no,
    keep: no,
    restore: no,
    answer: 'answered',
    object: no,
    take_down: 'taken_down',
    lapse: no,
    reopen: no,
    hide_at_once: 'hidden',
    lift: no,
  },
  answered: {
    dismiss: 'dismissed',
    hear: no,
    hide: 'hidden',
    handle: no,
    keep: no,
    restore: no,
    answer: no,
    object: no,
    take_down: 'taken_down',
    lapse: no,
    reopen: no,
    hide_at_once: 'hidden',
    lift: no,
  },
  due: {
    dismiss: 'dismissed',
    hear: no,
    hide: 'hidden',
    handle: no,
    keep: no,
    restore: no,
    answer: 'answered',
    object: no,
    take_down: 'taken_down',
    lapse: no,
    reopen: no,
    hide_at_once: 'hidden',
    lift: no,
  },
  dismissed: {
    dismiss: no,
    hear: no,
    hide: no,
    handle: no,
    keep: no,
    restore: no,
    answer: no,
    object: no,
    take_down: no,
    lapse: no,
    reopen: 'open',
    hide_at_once: no,
    lift: no,
  },
  hidden: {
    dismiss: no,
    hear: no,
    hide: no,
    handle: no,
    keep: no,
    restore: no,
    answer: no,
    object: 'objected',
    take_down: no,
    lapse: no,
    reopen: no,
    hide_at_once: no,
    lift: 'lifted',
  },
  objected: {
    dismiss: no,
    hear: no,
    hide: no,
    handle: no,
    keep: 'kept',
    restore: 'restored',
    answer: no,
    object: no,
    take_down: no,
    lapse: no,
    reopen: no,
    hide_at_once: no,
    lift: 'restored',
  },
  kept: {
    dismiss: no,
    hear: no,
    hide: no,
    handle: no,
    keep: no,
    restore: no,
    answer: no,
    object: no,
    take_down: no,
    lapse: no,
    reopen: no,
    hide_at_once: no,
    lift: 'restored',
  },
  ...(Object.fromEntries(
    ['handled', 'taken_down', 'restored', 'lifted'].map((state) => [
      state,
      Object.fromEntries(acts.map((act) => [act, no])),
    ]),
  ) as Record<'handled' | 'taken_down' | 'restored' | 'lifted', Record<(typeof acts)[number], string>>),
};

test.each(caseStates.flatMap((state) => acts.map((act) => [state, act] as const)))('%s, %s', (state, act) => {
  const more = {
    ...(['hearing', 'answered', 'due'].includes(state) && heard),
    ...(['dismissed', 'hidden', 'objected', 'kept'].includes(state) && decided),
  };
  expect(stateOf(step(facts(state, more), taken(act)))).toBe(expected[state][act]);
});

test.each([
  ['at once by an urgent rule', facts('open'), { rule: 'dangerous' }, 'hidden'],
  ['by an urgent rule while its author is heard', facts('hearing', heard), { rule: 'sexual' }, 'hidden'],
  [
    'by another rule than its author was heard about',
    facts('answered', heard),
    { rule: 'copyright' },
    'hearing_first',
  ],
  [
    'when the hearing has ended, before a job says so',
    facts('hearing', { ...heard, hearingEndsAt: now }),
    {},
    'hidden',
  ],
  ['where it cannot be hidden', facts('open'), { rule: 'dangerous', canHide: false }, 'cannot_hide'],
  ['by a rule of another kind', facts('open'), { rule: 'illegal_job' }, 'not_a_rule'],
  ['by a rule of another category', facts('open'), { rule: 'weapon_parts' }, 'not_a_rule'],
  ['without words', facts('open'), { rule: 'dangerous', words: ' \u200b ' }, 'no_reason'],
  ['by whose it is', facts('open'), { rule: 'dangerous', actorId: author }, 'other_moderator'],
  ['by whose it is, alone', facts('open'), { rule: 'dangerous', actorId: author, others: [] }, 'hidden'],
] as const)('hiding %s', (_what, before, more, outcome) => {
  expect(stateOf(step(before, taken('hide', more)))).toBe(outcome);
});

test('things that cannot be hidden are handled elsewhere', () => {
  const made = step(
    facts('open'),
    taken('handle', { kind: 'person', category: null, canHide: false, rule: 'impersonation' }),
  );
  expect(made).toMatchObject({ state: 'handled', rule: 'impersonation', deciderId: second });
});

test.each([
  ['whose it is not', { actorId: 'somebody' }, 'not_yours'],
  ['a moment before it is too late', { now: new Date(later(objectionDays).getTime() - 1) }, 'objected'],
  ['too late', { now: later(objectionDays) }, 'objection_late'],
  ['without words', { words: '  ' }, 'no_reason'],
] as const)('an objection: %s', (_what, more, outcome) => {
  expect(stateOf(step(facts('hidden', decided), taken('object', more)))).toBe(outcome);
});

test.each([
  ['somebody else', second, [first], 'restored'],
  ['whoever hid it', first, [second], 'other_moderator'],
  ['whose it is', author, [first], 'other_moderator'],
  ['whoever hid it, alone', first, [], 'restored'],
  ['whoever hid it, beside whose it is', first, [author], 'restored'],
] as const)('an objection is decided by %s', (_who, actorId, others, outcome) => {
  expect(stateOf(step(facts('objected', decided), taken('restore', { actorId, others })))).toBe(outcome);
});

test.each([
  ['somebody else', second, 'lifted'],
  ['whoever hid it', first, 'lifted'],
  ['whose it is', author, 'other_moderator'],
] as const)('a hidden thing is shown again, before any objection, by %s', (_who, actorId, outcome) => {
  expect(stateOf(step(facts('hidden', decided), taken('lift', { actorId, others: [first] })))).toBe(outcome);
});

test('an undone dismissal returns to its former state', () => {
  const back = (more: Partial<CaseFacts>) =>
    stateOf(step(facts('dismissed', { ...decided, ...more }), taken('reopen')));
  expect(back({})).toBe('open');
  expect(back({ hearingEndsAt: later(1) })).toBe('hearing');
  expect(back({ hearingEndsAt: now })).toBe('due');
  expect(back({ hearingEndsAt: later(1), answeredAt: now })).toBe('answered');
});

test('only a hearing ends by time', () => {
  expect(stateOf(step(facts('hearing', { ...heard, hearingEndsAt: now }), taken('lapse')))).toBe('due');
});

test('hearings last seven days, objections are accepted for 180 days', () => {
  expect([hearingDays, objectionDays]).toEqual([7, 180]);
  expect(hearingEndsAt(now)).toEqual(later(7));
  expect(objectionEndsAt(now)).toEqual(later(180));
  expect(stateAt(facts('hearing', heard), later(7))).toBe('due');
});

test.each([
  ['answered', { answeredAt: now, hearingEndsAt: now, state: 'hidden' }],
  ['silent', { answeredAt: null, hearingEndsAt: now, state: 'hidden' }],
  ['afterwards', { answeredAt: null, hearingEndsAt: null, state: 'kept' }],
  ['none', { answeredAt: null, hearingEndsAt: null, state: 'hidden' }],
  ['asked', { answeredAt: null, hearingEndsAt: now, state: 'taken_down' }],
  ['none', { answeredAt: null, hearingEndsAt: null, state: 'taken_down' }],
] as const)('the hearing in the public log: %s', (hearing, of) => expect(hearingOf(of)).toBe(hearing));

describe('any sequence of acts and passing time keeps the invariants', () => {
  const event = fc.record({
    act: fc.constantFrom(...acts),
    actorId: fc.constantFrom(author, first, second, 'stranger'),
    words: fc.constantFrom('', ' ', '까닭'),
    rule: fc.option(fc.constantFrom(...ruleIds), { nil: undefined }),
    hours: fc.integer({ min: 0, max: 24 * 100 }),
    others: fc.subarray([author, first, second]),
  });
  test.each([
    ['of something that can be hidden', true],
    ['of something that cannot', false],
  ])('%s', (_what, canHide) => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let current = facts('open');
        let at = now.getTime();
        let [decisions, objections, rulings] = [0, 0, 0];
        for (const { hours, rule, others: all, ...said } of events) {
          const each = { ...said, others: all.filter((other) => other !== said.actorId) };
          at += hours * 60 * 60_000;
          const before = current;
          const wasHeard = ['answered', 'due'].includes(stateAt(before, new Date(at)));
          const made = step(before, {
            ...taken(each.act, { canHide, now: new Date(at) }),
            ...each,
            ...(rule ? { rule } : {}),
          });
          if ('refusal' in made) continue;
          current = made;
          if (['dismiss', 'hide', 'hide_at_once', 'handle', 'take_down'].includes(each.act)) decisions += 1;
          if (each.act === 'reopen') decisions -= 1;
          if (each.act === 'object') objections += 1;
          const [redecides, hides] = [['keep', 'restore'].includes(each.act), each.act === 'hide'];
          if (redecides) rulings += 1;
          const impartial = each.others.filter((other) => other !== author);
          const isHeardAbout = wasHeard && made.rule === before.rule;
          expect({
            ruledByAnother: !redecides || impartial.length === 0 || each.actorId !== before.deciderId,
            hiddenWhereItCanBe: !hides || canHide,
            hiddenWithWords: !hides || each.words.trim() !== '',
            hiddenByRule: !hides || made.rule !== null,
            heardOrUrgent: !hides || isHeardAbout || isUrgent(made.rule ?? 'other'),
            decidedByAnother:
              !(hides || ['hide_at_once', 'lift'].includes(each.act)) ||
              each.others.length === 0 ||
              each.actorId !== author,
            saidByAuthor: !['answer', 'object', 'take_down'].includes(each.act) || each.actorId === author,
          }).toEqual({
            ruledByAnother: true,
            hiddenWhereItCanBe: true,
            hiddenWithWords: true,
            hiddenByRule: true,
            heardOrUrgent: true,
            decidedByAnother: true,
            saidByAuthor: true,
          });
          expect(decisions).toBeLessThanOrEqual(1);
          expect(objections).toBeLessThanOrEqual(1);
          expect(rulings).toBeLessThanOrEqual(objections);
          expect(decisions === 0).toBe(undecidedStates.includes(current.state));
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('rules', () => {
  test('every reason is a general rule, and every other rule is limited to a kind or category', () => {
    for (const reason of reasons) expect(rules[reason]).toEqual({ reason });
    for (const rule of ruleIds.slice(reasons.length))
      expect(rules[rule].kinds?.length, rule).toBeGreaterThan(0);
  });

  const categories = [
    'hardware_design',
    'software',
    'ai_model',
    '3d_model',
    'free_content',
    'flash_game',
    'other',
  ];

  test('every category has rules of its own, and rules name existing categories', () => {
    for (const category of categories) {
      expect(rulesFor({ kind: 'resource', category }).length, category).toBeGreaterThan(reasons.length);
    }
    for (const rule of ruleIds)
      for (const category of rules[rule].categories ?? []) expect(categories).toContain(category);
    for (const category of categories)
      expect(createInput.safeParse({ title: 'x', category }).error).toBeUndefined();
  });

  test.each([
    ['weapon_parts', true],
    ['malware', true],
    ['illegal_job', true],
    ['personal_data', true],
    ['sexual', true],
    ['unsafe_device', false],
    ['unqualified_work', false],
    ['gambling', false],
    ['copyright', false],
    ['spam', false],
    ['weights_without_licence', false],
    ['unlicensed_game', false],
    ['abusive', false],
    ['other', false],
  ] as const)('%s is urgent: %j', (rule, urgent) => expect(isUrgent(rule)).toBe(urgent));

  test('a model has the rules of models, a review those of reviews', () => {
    expect(rulesFor({ kind: 'resource', category: '3d_model' })[0]).toBe('weapon_parts');
    expect(rulesFor({ kind: 'resource', category: 'ai_model' })).not.toContain('weapon_parts');
    expect(rulesFor({ kind: 'review', category: null })).toEqual(['fake_review', ...reasons]);
  });

  test.each(locales)('each rule has words in %s', (locale) => {
    for (const rule of ruleIds) {
      expect(m[`moderation.rule.${rule}`]({}, { locale }).length, rule).toBeGreaterThan(1);
      expect(m[`moderation.means.${rule}`]({}, { locale }).length, rule).toBeGreaterThan(10);
    }
    for (const kind of reportKinds) expect(m[`moderation.page.kind.${kind}`]({}, { locale })).not.toBe('');
  });
});

describe('quotes of a reporter', () => {
  test('are found in a moderator’s text, whole or line by line, unless they are a common phrase', () => {
    const text = '광고예요\n제 사진을 그대로 가져다 썼어요.';
    expect(isQuoted(text, '광고예요')).toBe(false);
    expect(withoutQuotes(text, '광고예요: 제 사진을 그대로 가져다 썼어요. 맞나요?')).toBe(
      '광고예요: … 맞나요?',
    );
    expect(withoutQuotes(text, `“${text}”`)).toBe('“…”');
    expect(withoutQuotes('', '무엇이든')).toBe('무엇이든');
  });

  test('are removed completely, and nothing else is changed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, before, after) => {
        const quoted = before + text + after;
        expect(isQuoted(text, withoutQuotes(text, quoted))).toBe(false);
        expect(withoutQuotes(text, quoted) === quoted).toBe(!isQuoted(text, quoted));
      }),
    );
  });
});
