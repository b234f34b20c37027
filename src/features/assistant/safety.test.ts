import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safetyCards, type SafetyCard } from './rules.ts';
import { safetyOf } from './safety.ts';

/** Typical sentences of guides about each danger, in three languages. */
const said: Record<SafetyCard, readonly string[]> = {
  mains: [
    '전원선을 콘센트에 꽂습니다.',
    '릴레이로 220V를 끊습니다.',
    'Connect the live wire.',
    'Works with 120 VAC.',
    'コンセントに差します。',
    'AC 100Vにつなぎます。',
  ],
  battery: [
    '리튬 배터리를 단자에 연결합니다.',
    'Use two 18650 cells.',
    'Charge the LiPo.',
    '電池を入れます。',
  ],
  laser: ['레이저로 자릅니다.', 'Engrave it with a laser.', 'レーザーで切ります。', 'レーザで彫ります。'],
  pressure: [
    '압축 공기로 불어냅니다.',
    'Set the compressor to 6 bar.',
    'Never exceed 8 bar.',
    '圧縮空気で吹きます。',
  ],
  chemicals: [
    '아세톤으로 닦습니다.',
    '에폭시를 섞습니다.',
    'Etch it in ferric chloride.',
    'Wash the resin print in IPA.',
    'エッチングします。',
  ],
  crt: ['브라운관을 방전합니다.', 'Discharge the CRT first.', 'ブラウン管に触らないでください。'],
};
const harmless = [
  '나사를 육각 렌치로 조입니다.',
  '5V 어댑터로 켭니다.',
  '레이저 프린터로 인쇄합니다.',
  'Print the template on a laser printer.',
  'Fasten the bracket with 220 screws.',
  'The barrel holds the placid rapid part.',
  'レーザープリンターで印刷します。',
  '12VをつなぐとLEDが光ります。',
  '가로 220 mm, 세로 120 mm입니다.',
];

describe('dangers', () => {
  test.each(safetyCards.flatMap((card) => said[card].map((text) => [card, text] as const)))(
    '%s: %s',
    (card, text) => {
      expect(safetyOf(text)).toContain(card);
      // Regardless of case.
      expect(safetyOf(text.toUpperCase())).toContain(card);
      expect(safetyOf(text.normalize('NFD'))).toContain(card);
    },
  );

  test.each(harmless)('none in: %s', (text) => {
    expect(safetyOf(text)).toEqual([]);
  });

  test('are found in any context, each once and in order', () => {
    const neutral = fc.constantFrom(...harmless);
    const danger = fc
      .constantFrom(...safetyCards)
      .chain((card) => fc.constantFrom(...said[card]).map((text) => ({ card, text })));
    fc.assert(
      fc.property(
        fc.array(neutral),
        danger,
        fc.array(danger),
        fc.array(neutral),
        (before, one, more, after) => {
          const dangers = [one, ...more];
          const texts = [...before, ...dangers.map(({ text }) => text), ...after];
          const cards = safetyOf(...texts);
          expect(cards).toEqual(safetyCards.filter((card) => cards.includes(card)));
          for (const { card } of dangers) expect(cards).toContain(card);
          // The same for one text and for several.
          expect(safetyOf(texts.join('\n'))).toEqual(cards);
        },
      ),
    );
  });
});
