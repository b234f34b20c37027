import { describe, expect, test } from 'vitest';
import { meets, termsOf, unitsOf } from './retrieval.ts';

/** Returns the units of a question that a text contains. */
const met = (question: string, text: string) => {
  const terms = new Set(termsOf(text));
  return unitsOf(question)
    .filter((unit) => meets(unit, terms) > 0)
    .map(({ whole }) => whole);
};

describe('a question and a text in other words', () => {
  test.each([
    ['How hot should the iron be?', '인두 온도를 350°C로 올립니다.'],
    ['몇 암페어까지 켤 수 있어요?', 'Switches a 10A load.'],
    ['Which microcontroller is used?', 'ATtiny412로 팬을 돌립니다.'],
    ['온도 센서는 뭘 써요?', 'SHT31 모듈'],
    ['What voltage comes out at the output?', '출력 확인: 4.9~5.1V가 나오는지 봅니다.'],
    ['Soldering the pins', '핀을 납땜합니다.'],
  ])('match: %s — %s', (question, text) => {
    expect(met(question, text)).not.toEqual([]);
  });

  test.each([
    ['Are they sold?', '끝까지 눌러 꽂은 뒤 납땜합니다.'],
    ['태양 전지로도 켤 수 있나요?', '9V 전지를 연결하면 켜집니다.'],
    ['Is there a case?', '10A'],
  ])('do not match: %s — %s', (question, text) => {
    expect(met(question, text)).toEqual([]);
  });

  test('verbs count once, together with their kanji', () => {
    expect(unitsOf('何を測りますか').filter(({ concepts }) => concepts.length > 0)).toHaveLength(1);
  });
});
