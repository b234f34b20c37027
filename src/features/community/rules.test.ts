import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bannedIn,
  communityLimits,
  foldWord,
  isEmoji,
  linksIn,
  mentionsEveryone,
  mentionsIn,
  slowModeWait,
  tagOf,
  talkLanguage,
  titleOf,
} from './rules.ts';

/** Arbitrary input: words of several languages, Markdown and random text. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '@minsu',
        '@everyone',
        '`',
        '```',
        '~~~',
        '\n',
        ' ',
        '@',
        '.',
        '민수',
        'さん',
        '/resources/',
        'https://',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('mentions', () => {
  test.each([
    ['@minsu 안녕하세요', ['minsu']],
    ['안녕하세요@minsu님, @Jiho도요', ['minsu', 'jiho']],
    ['@minsu.', ['minsu']],
    ['(@min_su.kim)!', ['min_su.kim']],
    ['@minsu @MINSU', ['minsu']],
    ['mail@example.com me@minsu', []],
    ['https://example.com/@minsu', []],
    ['`@minsu` 그리고 ``@minsu ` @minsu``', []],
    ['```\n@minsu\n```\n@jiho', ['jiho']],
    ['~~~\n@minsu\n', []],
    ['@ab @everyone', []],
    ['@@minsu', []],
  ])('%s', (text, names) => {
    expect(mentionsIn(text)).toEqual(names);
  });

  test('are unique, valid and limited in number for any input, in reasonable time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const names = mentionsIn(text);
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBeLessThanOrEqual(communityLimits.mentions);
        for (const name of names) {
          expect(name).toMatch(/^[a-z0-9](?:[a-z0-9_.]{0,28}[a-z0-9])?$/);
          expect(text.toLowerCase()).toContain(`@${name}`);
        }
      }),
    );
    const began = performance.now();
    for (const hostile of ['`'.repeat(5000), '@a'.repeat(2500), '```a'.repeat(1250), '` `` '.repeat(1000)]) {
      mentionsIn(hostile);
      linksIn(hostile, 'https://gongbang.test');
    }
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test('a standalone name is always found, and one in code never', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9_]{2,20}[a-z0-9]$/), anyText, (name, text) => {
        fc.pre(name !== 'everyone');
        const plain = text.replace(/[`~@]/g, '');
        expect(mentionsIn(`${plain.slice(0, 40)} @${name} ${plain.slice(0, 40)}`)).toContain(name);
        expect(mentionsIn(`${plain} \`@${name}\``)).toEqual([]);
      }),
    );
  });

  test.each([
    ['@everyone 점검이에요', true],
    ['@모두', true],
    ['@全員へ', true],
    ['`@everyone`', false],
    ['@everyones', false],
    ['me@everyone', false],
  ])('a mention of everyone: %s', (text, isMeant) => {
    expect(mentionsEveryone(text)).toBe(isMeant);
  });
});

describe('links', () => {
  const id = '01890000-0000-7000-8000-00000000000a';
  test.each([
    [`https://gongbang.test/resources/${id}`, [{ kind: 'resource', id }]],
    [
      `/services/${id}?x=1 그리고 /en/resources/${id}/`,
      [
        { kind: 'service', id },
        { kind: 'resource', id },
      ],
    ],
    [`[도면](/jp/resources/${id.toUpperCase()})`, [{ kind: 'resource', id }]],
    [`/resources/${id} /resources/${id}`, [{ kind: 'resource', id }]],
    [`https://evil.example/resources/${id}`, []],
    [`https://gongbang.test.evil.example/resources/${id}`, []],
    [`\`/resources/${id}\``, []],
    [`/resources/${id}0`, []],
    ['/resources/new', []],
  ])('%s', (text, found) => {
    expect(linksIn(text, 'https://gongbang.test')).toEqual(found);
  });
});

describe('banned words', () => {
  test.each([
    ['이 바보야', ['바보'], ['바보']],
    ['바보라고요', ['바보'], ['바보']],
    ['바\u200b보', ['바보'], ['바보']],
    ['ＳＰＡＭ', ['spam'], ['spam']],
    ['Spam!', ['spam'], ['spam']],
    ['spammer', ['spam'], []],
    ['first class', ['ass'], []],
    ['spam광고', ['spam'], ['spam']],
    ['괜찮아요', ['바보', 'spam'], []],
    ['무엇이든', [''], []],
  ])('%s', (text, words, found) => {
    expect(bannedIn(text, words)).toEqual(found);
  });

  test('finds a Korean word inside others, and has no false positives', () => {
    const korean = fc.stringMatching(/^[가-힣]{2,5}$/);
    fc.assert(
      fc.property(korean, anyText, anyText, (word, before, after) => {
        expect(bannedIn(`${before}${word}${after}`, [word])).toEqual([word]);
        const isThere = foldWord(before).includes(foldWord(word));
        expect(bannedIn(before, [word])).toEqual(isThere ? [word] : []);
      }),
    );
  });
});

test('an emoji is one emoji for any number of code points', () => {
  for (const emoji of ['👍', '❤️', '👩🏽‍🔧', '🇰🇷', '1️⃣', '👨‍👩‍👧‍👦']) expect(isEmoji(emoji)).toBe(true);
  for (const other of ['', 'a', '1', '👍👍', '👍 ', '<b>', '🇰']) expect(isEmoji(other)).toBe(false);
  fc.assert(fc.property(fc.stringMatching(/^[ -~]*$/), (text) => !isEmoji(text)));
});

test('a title is the first line with text, truncated to its limit', () => {
  expect(titleOf('\n\n## 베드가 떠요\n자세히…')).toBe('베드가 떠요');
  expect(titleOf('- [ ] ')).toBe('[ ]');
  expect(titleOf('')).toBe('');
  fc.assert(
    fc.property(anyText, (text) => {
      const title = titleOf(text);
      expect([...title].length).toBeLessThanOrEqual(communityLimits.title);
      expect(title).not.toContain('\n');
    }),
  );
});

test('tags are normalised to one spelling', () => {
  expect(['#3D 프린터', '3d  프린터', ' 3D 프린터'].map(tagOf)).toEqual(Array(3).fill('3d-프린터'));
  fc.assert(fc.property(anyText, (text) => tagOf(tagOf(text)) === tagOf(text)));
});

test('slow mode returns the remaining time', () => {
  const now = new Date('2026-12-01T00:00:10Z');
  expect(slowModeWait(30, null, now)).toBe(0);
  expect(slowModeWait(0, now, now)).toBe(0);
  expect(slowModeWait(30, new Date('2026-12-01T00:00:00Z'), now)).toBe(20);
  expect(slowModeWait(10, new Date('2026-12-01T00:00:00Z'), now)).toBe(0);
});

test.each([
  ['보드에 업로드가 안 돼요', 'ko'],
  ['Arduino Uno R4 WiFi 보드에 업로드가 안 돼요', 'ko'],
  ['プリンターが動きません', 'ja'],
  ['Raspberry Pi 5 は動きますか', 'ja'],
  ['How do I level the bed?', 'en'],
  ['What does 공방 mean in your shop?', 'en'],
  ['Wie kalibriere ich das Bett?', null],
  ['Où est le câble, s’il vous plaît?', null],
  ['M3 x 8 mm', null],
  ['造形不良', null],
  ['', null],
  ['`it is the code` https://a.example/is/the', null],
])('the language of %s is %s', (text, language) => {
  expect(talkLanguage(text)).toBe(language);
});
