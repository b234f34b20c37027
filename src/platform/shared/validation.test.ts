import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Locale, locales } from '#i18n/languages.ts';
import { isAppError, type Words } from './errors.ts';
import { fieldPath, fieldsOf, fieldWords, parseInput, rule } from './validation.ts';

/** Error message of each field in one language, as a caller would get it. */
function refusal(schema: z.ZodType, input: unknown, locale: Locale = 'en') {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return {
      code: error.kind.code,
      fields: Object.fromEntries(
        Object.entries(error.fields ?? {}).map(([path, words]) => [path, words(locale)]),
      ),
    };
  }
  return null;
}

describe("a field's path", () => {
  test.each([
    [[], ''],
    [['title'], 'title'],
    [['locations', 0, 'address'], 'locations[0].address'],
    [['details', 'billOfMaterials', 12, 'name'], 'details.billOfMaterials[12].name'],
    [[3, 'name'], '[3].name'],
    [['grid', 1, 2], 'grid[1][2]'],
  ])('%j is %j', (path, text) => {
    expect(fieldPath(path)).toBe(text);
  });
});

const kinds: [string, z.ZodType, unknown, { ko: string; en: string; ja: string }][] = [
  [
    'missing',
    z.string(),
    undefined,
    { ko: '꼭 입력해 주세요.', en: 'This field is required.', ja: '必ず入力してください。' },
  ],
  [
    'empty',
    z.string().min(1),
    '',
    { ko: '꼭 입력해 주세요.', en: 'This field is required.', ja: '必ず入力してください。' },
  ],
  [
    'of another type',
    z.string(),
    5,
    {
      ko: '값의 형식이 맞지 않아요.',
      en: 'This value has the wrong type.',
      ja: '値の形式が正しくありません。',
    },
  ],
  [
    'null',
    z.string(),
    null,
    {
      ko: '값의 형식이 맞지 않아요.',
      en: 'This value has the wrong type.',
      ja: '値の形式が正しくありません。',
    },
  ],
  [
    'a fraction where a whole number belongs',
    z.int(),
    1.5,
    {
      ko: '소수점 없이 정수로 적어 주세요.',
      en: 'Enter a whole number.',
      ja: '小数点のない整数で入力してください。',
    },
  ],
  [
    'too short',
    z.string().min(8),
    'abc',
    {
      ko: '8자 이상 입력해 주세요.',
      en: 'Enter at least 8 characters.',
      ja: '8文字以上で入力してください。',
    },
  ],
  [
    'too long',
    z.string().max(3),
    'abcd',
    {
      ko: '3자까지 입력할 수 있어요.',
      en: 'Enter at most 3 characters.',
      ja: '3文字以内で入力してください。',
    },
  ],
  [
    'too few',
    z.array(z.string()).min(2),
    ['a'],
    { ko: '2개 이상 필요해요.', en: 'At least 2 needed.', ja: '2個以上必要です。' },
  ],
  [
    'too many',
    z.array(z.string()).max(1),
    ['a', 'b'],
    { ko: '1개까지 넣을 수 있어요.', en: 'At most 1 allowed.', ja: '1個まで指定できます。' },
  ],
  [
    'too small',
    z.number().min(1),
    0,
    { ko: '1 이상이어야 해요.', en: 'Must be at least 1.', ja: '1以上にしてください。' },
  ],
  [
    'much too small',
    z.number().min(10_000),
    1,
    { ko: '10,000 이상이어야 해요.', en: 'Must be at least 10,000.', ja: '10,000以上にしてください。' },
  ],
  [
    'much too big',
    z.number().max(1e9),
    1e10,
    {
      ko: '1,000,000,000 이하여야 해요.',
      en: 'Must be at most 1,000,000,000.',
      ja: '1,000,000,000以下にしてください。',
    },
  ],
  [
    'too big',
    z.number().max(100),
    101,
    { ko: '100 이하여야 해요.', en: 'Must be at most 100.', ja: '100以下にしてください。' },
  ],
  [
    'no e-mail address',
    z.email(),
    'a@b',
    {
      ko: '올바른 이메일 주소를 입력해 주세요.',
      en: 'Please enter a valid email address.',
      ja: '正しいメールアドレスを入力してください。',
    },
  ],
  [
    'no UUID',
    z.uuid(),
    'x',
    {
      ko: '형식이 맞지 않아요.',
      en: 'This does not have the right format.',
      ja: '形式が正しくありません。',
    },
  ],
  [
    'none of the choices',
    z.enum(['a', 'b']),
    'c',
    { ko: '올바르지 않은 값이에요.', en: 'This value is not valid.', ja: '正しくない値です。' },
  ],
  [
    'a rule without words broken',
    z.string().refine((text) => text === 'x'),
    'y',
    { ko: '올바르지 않은 값이에요.', en: 'This value is not valid.', ja: '正しくない値です。' },
  ],
  [
    'a rule with words broken',
    rule(
      z.string(),
      (text) => text === 'x',
      (locale) => `only x (${locale})`,
    ),
    'y',
    { ko: 'only x (ko)', en: 'only x (en)', ja: 'only x (ja)' },
  ],
];

describe('a field that is', () => {
  test.each(kinds)('%s has an error message in three languages', (_, schema, value, words) => {
    for (const locale of locales) {
      expect(refusal(z.object({ field: schema }), { field: value }, locale)).toEqual({
        code: 'invalid_input',
        fields: { field: words[locale] },
      });
    }
  });

  test('unknown is named itself, at any depth', () => {
    const schema = z.strictObject({ inner: z.strictObject({ known: z.string().optional() }).optional() });
    for (const [locale, words] of [
      ['ko', '알 수 없는 항목이에요.'],
      ['en', 'This field is not known.'],
      ['ja', '不明な項目です。'],
    ] as const) {
      expect(refusal(schema, { odd: 1, other: 2, inner: { strange: 3 } }, locale)?.fields).toEqual({
        odd: words,
        other: words,
        'inner.strange': words,
      });
    }
  });
});

describe('an input', () => {
  const schema = z.object({
    title: z.string().trim().min(1),
    locations: z.array(z.object({ address: z.string().min(1), lat: z.number() })).min(1),
  });

  test('that is valid is returned as transformed by the schema', () => {
    const input = { title: ' a ', locations: [{ address: 'b', lat: 1 }], more: true };
    expect(parseInput(schema, input)).toEqual({ title: 'a', locations: [{ address: 'b', lat: 1 }] });
  });

  test('names each invalid field, at any depth', () => {
    expect(
      refusal(schema, {
        locations: [
          { address: 'a', lat: 1 },
          { address: '', lat: '1' },
        ],
      })?.fields,
    ).toEqual({
      title: 'This field is required.',
      'locations[1].address': 'This field is required.',
      'locations[1].lat': 'Enter a number.',
    });
  });

  test.each([[null], [undefined], [5], ['text'], [[]]])('that is %j is refused as a whole', (input) => {
    expect(Object.keys(refusal(schema, input)?.fields ?? {})).toEqual(['body']);
  });

  test('gets one message for a field with several faults: the first', () => {
    const twice = z.object({ code: z.string().min(4).regex(/^\d+$/) });
    expect(refusal(twice, { code: 'ab' })?.fields).toEqual({ code: 'Enter at least 4 characters.' });
  });

  test('of any shape is either accepted or refused with messages', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...locales), (input, locale) => {
        const answer = refusal(schema, input, locale);
        const words = Object.values(answer?.fields ?? { fine: 'nothing to say' });
        expect(words.length).toBeGreaterThan(0);
        expect(words.every((each) => each.length > 3)).toBe(true);
      }),
    );
  });
});

test('an issue without details still has a message', () => {
  const { body } = fieldsOf([{}]) as { body: Words };
  expect(body('en')).toBe('This field is required.');
  expect(fieldWords({ code: 'never heard of', input: 1 })('en')).toBe('This value is not valid.');
});
