import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAppError } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { createInput, editInput, listQuery } from './contract.ts';
import { licenses } from '#platform/shared/licenses.ts';
import { categories, limits } from './rules.ts';

const smallest = { title: '드론 팔', category: '3d_model' };

function wrongFields(
  schema: typeof createInput | typeof editInput | typeof listQuery,
  input: unknown,
): string[] {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (isAppError(error)) return Object.keys(error.fields ?? {});
    throw error;
  }
  return [];
}

describe('input of a new resource', () => {
  test('needs a title and a category and has defaults for the rest', () => {
    expect(parseInput(createInput, smallest)).toEqual({
      title: '드론 팔',
      description: '',
      category: '3d_model',
      subcategory: '',
      tags: [],
      license: 'all-rights-reserved',
      author: '',
      sourceSite: '',
      downloadUrl: null,
      modelType: '',
      needed: {},
      publishAt: null,
      remixOf: null,
      usageInstructions: '',
      gameControls: '',
      gameCode: '',
      assemblyInstructions: [],
      details: {},
      language: 'ko',
      translations: {},
      state: 'published',
    });
    expect(wrongFields(createInput, {})).toEqual(['title', 'category']);
  });

  test.each<[string, object, object]>([
    ['texts without the space around them', { title: ' a ', author: '\tb\n' }, { title: 'a', author: 'b' }],
    ['the code of a game as it is', { gameCode: ' x\n' }, { gameCode: ' x\n' }],
    ['tags as text', { tags: '드론, #기어' }, { tags: ['드론', '기어'] }],
    ['tags as a list', { tags: ['드론', ' #기어', '기어'] }, { tags: ['드론', '기어'] }],
    [
      'steps as text',
      { assemblyInstructions: '1. 자르기\n2. 붙이기' },
      {
        assemblyInstructions: [
          { title: '', text: '자르기' },
          { title: '', text: '붙이기' },
        ],
      },
    ],
    [
      'steps as a list',
      { assemblyInstructions: [{ text: ' 자르기 ', minutes: 5, tools: ['칼'], warning: '조심' }] },
      { assemblyInstructions: [{ title: '', text: '자르기', minutes: 5, tools: ['칼'], warning: '조심' }] },
    ],
    [
      'an address, written out',
      { downloadUrl: ' HTTPS://Example.com ' },
      { downloadUrl: 'https://example.com/' },
    ],
    ['an empty address as none', { downloadUrl: '  ' }, { downloadUrl: null }],
    ['no address as none', { downloadUrl: null }, { downloadUrl: null }],
    [
      'resourceType for category',
      { category: undefined, resourceType: 'software' },
      { category: 'software' },
    ],
    [
      'category before resourceType',
      { category: 'ai_model', resourceType: 'software' },
      { category: 'ai_model' },
    ],
    ['a draft', { state: 'draft' }, { state: 'draft' }],
    [
      'a translation into some languages',
      { translations: { en: { title: 'Drone arm' } } },
      { translations: { en: { title: 'Drone arm' } } },
    ],
  ])('accepts %s', (_, given, expected) => {
    expect(parseInput(createInput, { ...smallest, ...given })).toMatchObject(expected);
  });

  test.each<[object, string[]]>([
    [{ title: ' ' }, ['title']],
    [{ title: 'x'.repeat(limits.title + 1) }, ['title']],
    [{ title: 5 }, ['title']],
    [{ category: 'printer' }, ['category']],
    [{ category: undefined, resourceType: 'printer' }, ['category']],
    [{ license: 'WTFPL' }, ['license']],
    [{ state: 'hidden' }, ['state']],
    [{ state: 'removed' }, ['state']],
    [{ language: 'jp' }, ['language']],
    [{ tags: Array.from({ length: limits.tags + 1 }, (_, index) => `t${index}`) }, ['tags']],
    [{ tags: ['x'.repeat(limits.tag + 1)] }, ['tags[0]']],
    [{ tags: ['a', 5] }, ['tags[1]']],
    [{ tags: 5 }, ['tags']],
    [{ downloadUrl: 'http://example.com' }, ['downloadUrl']],
    [{ downloadUrl: 'https://localhost/' }, ['downloadUrl']],
    [{ downloadUrl: 'javascript:alert(1)' }, ['downloadUrl']],
    [{ downloadUrl: `https://example.com/${'x'.repeat(2000)}` }, ['downloadUrl']],
    [
      { assemblyInstructions: [{ text: '' }, { title: 'only' }] },
      ['assemblyInstructions[0].text', 'assemblyInstructions[1].text'],
    ],
    [{ assemblyInstructions: [{ text: 'a', minutes: -1 }] }, ['assemblyInstructions[0].minutes']],
    [{ assemblyInstructions: '1. a\n'.repeat(limits.steps + 1) }, ['assemblyInstructions']],
    [
      {
        details: { printSettings: { material: 'PLA', layerHeightMm: 0, infillPercent: 101, supports: true } },
      },
      ['details.printSettings[0].layerHeightMm', 'details.printSettings[0].infillPercent'],
    ],
    [
      { details: { billOfMaterials: [{ name: 'M3', quantity: 4, priceWon: 0.5 }] } },
      ['details.billOfMaterials[0].priceWon'],
    ],
    [{ translations: { fr: { title: 'bras' } } }, ['translations.fr']],
    [{ title: undefined, category: undefined, license: 'x' }, ['title', 'category', 'license']],
  ])('refuses %j at %j', (given, fields) => {
    expect(wrongFields(createInput, { ...smallest, ...given })).toEqual(fields);
  });

  test.each([[null], [undefined], ['text'], [5], [[]]])('drops %j', (input) => {
    expect(wrongFields(createInput, input)).toEqual(['body']);
  });

  test('accepts every offered category and licence', () => {
    for (const category of categories)
      expect(wrongFields(createInput, { ...smallest, category })).toEqual([]);
    for (const license of licenses) expect(wrongFields(createInput, { ...smallest, license })).toEqual([]);
  });

  test('drops fields that callers must not set', () => {
    const more = {
      id: 'x',
      ownerId: 'x',
      downloadCount: 1,
      seq: 1,
      publishedAt: 'x',
      version: 9,
      changelog: 'x',
    };
    expect(parseInput(createInput, { ...smallest, ...more })).toEqual(parseInput(createInput, smallest));
  });
});

describe('input of an edit', () => {
  // Names are stored with single spaces.
  const text = fc.string().map((value) => `x${value.replaceAll(/ +/g, ' ').trim()}`.slice(0, 40).trim());
  /** Each field with a value as sent and as stored. */
  const field = fc.oneof(
    ...(
      [
        'title',
        'description',
        'subcategory',
        'author',
        'sourceSite',
        'modelType',
        'usageInstructions',
        'gameControls',
        'gameCode',
        'changelog',
      ] as const
    ).map((name) => text.map((value) => ({ name, sent: value, stored: value }))),
    fc.constantFrom(...categories).map((value) => ({ name: 'category', sent: value, stored: value })),
    fc.constantFrom(...licenses).map((value) => ({ name: 'license', sent: value, stored: value })),
    fc.constantFrom('draft', 'published').map((value) => ({ name: 'state', sent: value, stored: value })),
    fc.constantFrom('ko', 'en', 'ja').map((value) => ({ name: 'language', sent: value, stored: value })),
    fc.integer({ min: 1, max: 1e9 }).map((value) => ({ name: 'version', sent: value, stored: value })),
    fc.constantFrom(
      { name: 'tags', sent: '드론, 기어', stored: ['드론', '기어'] },
      { name: 'tags', sent: [], stored: [] },
      { name: 'tags', sent: '', stored: [] },
      { name: 'downloadUrl', sent: 'https://example.com', stored: 'https://example.com/' },
      { name: 'downloadUrl', sent: '', stored: null },
      { name: 'downloadUrl', sent: null, stored: null },
      { name: 'assemblyInstructions', sent: '', stored: [] },
      { name: 'assemblyInstructions', sent: '1. a', stored: [{ title: '', text: 'a' }] },
      { name: 'details', sent: {}, stored: {} },
      { name: 'translations', sent: { ja: { title: 'x' } }, stored: { ja: { title: 'x' } } },
      ...['description', 'subcategory', 'author', 'gameCode'].map((name) => ({ name, sent: '', stored: '' })),
    ),
  );

  test('changes only the field that was sent', () => {
    fc.assert(
      fc.property(field, ({ name, sent, stored }) => {
        // Own keys, because a key with the value undefined would be written too.
        expect(Object.entries(parseInput(editInput, { [name]: sent }))).toEqual([[name, stored]]);
      }),
      { numRuns: 500 },
    );
  });

  test('changes only the fields that were sent', () => {
    fc.assert(
      fc.property(fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 20 }), (fields) => {
        const sent = Object.fromEntries(fields.map((each) => [each.name, each.sent]));
        const stored = Object.fromEntries(fields.map((each) => [each.name, each.stored]));
        const edit = parseInput(editInput, sent);
        expect(edit).toEqual(stored);
        expect(Object.keys(edit)).toHaveLength(fields.length);
      }),
    );
  });

  test('has every field of a new resource', () => {
    const content = parseInput(createInput, smallest);
    expect(parseInput(editInput, content)).toEqual(content);
  });

  test('changes nothing when it is empty', () => {
    expect(Object.keys(parseInput(editInput, {}))).toEqual([]);
  });

  test('accepts resourceType for category', () => {
    expect(parseInput(editInput, { resourceType: 'software' })).toEqual({ category: 'software' });
  });

  test.each<[object, string[]]>([
    [{ title: '' }, ['title']],
    [{ title: null }, ['title']],
    [{ category: null }, ['category']],
    [{ tags: null }, ['tags']],
    [{ state: 'removed' }, ['state']],
    [{ state: 'hidden' }, ['state']],
    [{ version: 0 }, ['version']],
    [{ version: '1' }, ['version']],
    [{ downloadUrl: 'https://10.0.0.1/' }, ['downloadUrl']],
  ])('refuses %j at %j', (given, fields) => {
    expect(wrongFields(editInput, given)).toEqual(fields);
  });
});

describe('query of a list', () => {
  test('defaults to the first 32, newest first', () => {
    expect(parseInput(listQuery, {})).toEqual({ sort: 'newest', exact: false, page: 1, limit: 32 });
  });

  test.each([
    ['1', 1],
    ['2', 2],
    ['0007', 7],
    ['999999999', 999_999_999],
    // A positive integer past every end gives the last page.
    ['9999999999', 999_999_999],
    ['9'.repeat(400), 999_999_999],
    // docs/product.md, "List of resources": anything else counts as 1.
    ['0', 1],
    ['-1', 1],
    ['1.5', 1],
    ['1e3', 1],
    ['0x10', 1],
    [' 2', 1],
    ['2 ', 1],
    ['+2', 1],
    ['２', 1],
    ['', 1],
    ['abc', 1],
    ['NaN', 1],
    ['Infinity', 1],
    [['2', '3'], 1],
    [{ a: '2' }, 1],
    [undefined, 1],
  ])('reads page %j as %i', (page, expected) => {
    expect(parseInput(listQuery, { page }).page).toBe(expected);
  });

  test.each([
    ['1', 1],
    ['6', 6],
    ['1000', 1000],
    ['1001', 1000],
    ['99999999999', 1000],
    ['0', 32],
    ['-5', 32],
    ['all', 32],
    [undefined, 32],
  ])('reads limit %j as %i', (limit, expected) => {
    expect(parseInput(listQuery, { limit }).limit).toBe(expected);
  });

  test('has integers within bounds as page and limit for any input', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      fc.bigInt().map(String),
      fc.jsonValue(),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(anything, anything, anything, (page, limit, sort) => {
        const query = parseInput(listQuery, { page, limit, sort });
        expect(Number.isSafeInteger(query.page) && query.page >= 1).toBe(true);
        expect(Number.isSafeInteger(query.limit) && query.limit >= 1 && query.limit <= 1000).toBe(true);
        expect(['newest', 'downloads']).toContain(query.sort);
      }),
    );
  });

  test('has its words trimmed', () => {
    expect(
      parseInput(listQuery, { search: ' 드론 ', tag: ' PLA ', sort: 'downloads', type: '3d_model' }),
    ).toEqual({
      search: '드론',
      exact: false,
      tag: 'PLA',
      sort: 'downloads',
      type: '3d_model',
      page: 1,
      limit: 32,
    });
  });

  test('is refused when the words are longer than any title', () => {
    expect(wrongFields(listQuery, { search: 'x'.repeat(limits.search) })).toEqual([]);
    expect(wrongFields(listQuery, { search: 'x'.repeat(limits.search + 1) })).toEqual(['search']);
    expect(wrongFields(listQuery, { search: ['a', 'b'] })).toEqual(['search']);
  });
});
