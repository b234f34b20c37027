const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the beginning of a text that measures at most `most`, without dividing what people see as one character: an
 * emoji, or a syllable that was taken apart. By default each of them measures 1.
 */
export function beginningOf(text: string, most: number, measure: (grapheme: string) => number = one): string {
  // Most texts need no segmenter, which is slow: in them, each code unit is one of what people see as a character.
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    if (!standsAlone(text.charCodeAt(at))) return beginningBySegments(text, most, measure);
    length += measure(text[at]!);
    if (length > most) return text.slice(0, at);
  }
  return text;
}

/**
 * Tells whether a code unit joins neither the one before nor, if that is of this kind too, the one after: Latin letters,
 * punctuation, kana, Han characters and Hangul syllables.
 */
const standsAlone = (unit: number): boolean =>
  (unit >= 0x20 && unit < 0x300) ||
  (unit >= 0xac00 && unit <= 0xd7a3) ||
  (unit >= 0x2010 && unit <= 0x2027) ||
  (unit >= 0x3000 && unit <= 0x3029) ||
  (unit >= 0x3041 && unit <= 0x3096) ||
  (unit >= 0x30a1 && unit <= 0x30fa) ||
  (unit >= 0x4e00 && unit <= 0x9fff);

function beginningBySegments(text: string, most: number, measure: (grapheme: string) => number): string {
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
