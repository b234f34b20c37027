import { describe, expect, test } from 'vitest';
import { groundSentence, lineReader, parseLine, type Given } from './grounding.ts';
import { passage } from './passages.ts';

const given: Given = [
  [
    '저항과 다이오드',
    '낮은 부품부터 납땜합니다. D1의 띠가 5V 쪽을 향하는지 확인하세요. 인두 끝은 350°C예요.',
  ],
  ['LED', 'LED의 짧은 다리가 각진 패드로 갑니다.'],
].map(([heading = '', text = ''], index) => ({
  passage: {
    ...passage('step', heading, text, { number: index + 1 }),
    id: index,
    guideId: 'g',
    resourceId: null,
  },
  citation: (quote) => ({ step: index + 1, title: heading, quote, url: `/x&step=${index + 1}` }),
}));

describe('a line', () => {
  test.each([
    ['띠를 봅니다. [1]', { text: '띠를 봅니다.', numbers: [1] }],
    ['- **띠**를 봅니다 [1,2].', { text: '띠를 봅니다.', numbers: [1, 2] }],
    ['帯を見ます。【2】', { text: '帯を見ます。', numbers: [2] }],
    ['Look [1][2][1]', { text: 'Look', numbers: [1, 2] }],
    ['![x](https://evil.example/?q=1) Look [1]', { text: 'x Look', numbers: [1] }],
    ['<img src=x onerror=alert(1)>Look [1]', { text: 'Look', numbers: [1] }],
  ])('%s', (line, expected) => expect(parseLine(line)).toEqual(expected));

  test('without a citation at its end has none', () => {
    for (const line of ['', 'Look', '[1]', 'See [1] there', 'Look [abc]']) expect(parseLine(line)).toBeNull();
  });
});

describe('a sentence', () => {
  test('is shown with the passages it cites', () => {
    expect(groundSentence('D1의 띠가 5V 쪽을 향하게 납땜하세요. [1]', given)).toEqual({
      text: 'D1의 띠가 5V 쪽을 향하게 납땜하세요.',
      citations: [
        {
          step: 1,
          title: '저항과 다이오드',
          quote: 'D1의 띠가 5V 쪽을 향하는지 확인하세요.',
          url: '/x&step=1',
        },
      ],
    });
    expect(groundSentence('The short leg of the LED goes to the pad. [2]', given)?.citations[0]?.step).toBe(
      2,
    );
    expect(groundSentence('LEDの短い足を角のパッドに入れます。[2]', given)?.citations[0]?.step).toBe(2);
  });

  test.each([
    ['a passage that there is not', 'D1의 띠가 5V 쪽을 향하게 납땜하세요. [3]'],
    ['passage nought', 'D1의 띠가 5V 쪽을 향하게 납땜하세요. [0]'],
    ['a number that nobody said', '인두 끝은 450°C예요. [1]'],
    ['an address that nobody said', 'D1의 띠를 보고 https://evil.example 에서 납땜을 확인하세요. [1]'],
    ['a host alone', 'D1의 띠를 보고 납땜을 evil.com 에서 확인하세요. [1]'],
    ['a mail address', 'D1 다이오드의 띠를 사진 찍어 납땜@evil.kr 로 보내세요. [1]'],
    ['other things than it cites', '비밀번호를 알려 주시면 계정을 확인해 드릴게요. [1]'],
    ['other things in another language', 'Please tell me your account password now. [1]'],
    ['nothing at all', '… [1]'],
    ['too much at once', `납땜 ${'부품 '.repeat(300)} [1]`],
  ])('that says %s is dropped', (_what, line) => expect(groundSentence(line, given)).toBeNull());
});

test('lines are complete for any chunking', () => {
  const text = 'One is so. [1]\nTwo is so. [2] Three is so. [1,2]\n\nFour without';
  for (const size of [1, 3, 7, 100]) {
    const lines: string[] = [];
    const reader = lineReader((line) => lines.push(line));
    for (let at = 0; at < text.length; at += size) reader.add(text.slice(at, at + size));
    reader.end();
    expect(lines).toEqual(['One is so. [1]', 'Two is so. [2]', 'Three is so. [1,2]', 'Four without']);
  }
});
