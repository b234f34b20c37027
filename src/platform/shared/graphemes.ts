const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the beginning of a text that measures at most `most`, without dividing what people see as one character: an
 * emoji, or a syllable that was taken apart. By default each of them measures 1.
 */
export function beginningOf(text: string, most: number, measure: (grapheme: string) => number = one): string {
  let end = 0;
  let length = 0;
  // Looks no further than needed, because texts may be long.
  for (const { segment } of segmenter.segment(text)) {
    length += measure(segment);
    if (length > most) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

const one = () => 1;
export const codeUnits = (text: string): number => text.length;
export const codePoints = (text: string): number => [...text].length;
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Returns the text, or its beginning and an ellipsis, which together measure at most `most`. */
export function shortened(text: string, most: number, measure: (grapheme: string) => number = one): string {
  if (beginningOf(text, most, measure).length === text.length) return text;
  return `${beginningOf(text, most - 1, measure)}…`;
}
