import type { Citation, Sentence } from '../contract.ts';
import type { Retrieved } from './answering.ts';
import { meets, quotesOf, termsOf, unitsOf, type Unit } from './retrieval.ts';

/* Grounding of model output: only sentences that cite passages and are supported by them are shown. Texts
   of users may contain prompt injections, so the output is checked against the passages. Everything is
   pure. */

/** Passages for the model, by citation number. */
export type Given = Retrieved['passages'];

/**
 * Minimum support of a sentence by its passages: higher for few words, because a single match is likely by
 * chance.
 */
const minSupport = (units: number) => (units <= 3 ? 0.6 : 0.42);
const longestSentence = 600;

const mark = /[[【]\s*\d{1,2}(?:\s*,\s*\d{1,2})*\s*[\]】]/g;

/** Parses a line of the model and the citation numbers at its end; null if it has none. */
export function parseLine(line: string): { text: string; numbers: number[] } | null {
  let begin = 0;
  let end = 0;
  for (const { 0: found, index } of line.matchAll(mark)) {
    if (end === 0 || line.slice(end, index).trim() !== '') begin = index;
    end = index + found.length;
  }
  const behind = line.slice(end).trim();
  if (end === 0 || !/^[.。!?！？]?$/.test(behind)) return null;
  const text = plainText(line.slice(0, begin)) + behind;
  const numbers = [...line.slice(begin, end).matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return text === '' ? null : { text, numbers: [...new Set(numbers)] };
}

/** Strips pictures, links, tags and bullets, so that a page loads and opens nothing. */
function plainText(text: string): string {
  return text
    .replaceAll(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\*\*|__|`/g, '')
    .replace(/^\s*(?:[-*•]\s+|\d{1,2}[.)]\s+|#{1,6}\s+)/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const address =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|(?<![\w-])[\w-]+\.(?:com|net|org|io|kr|jp|dev|app|xyz|ru|cn|example)\b\S*/gi;
const numbersIn = (text: string) =>
  [...text.matchAll(/\d+(?:[.,]\d+)*/g)].map(([digits]) => digits.replaceAll(',', ''));
const scriptOf = (text: string): 'hangul' | 'kana' | 'latin' => {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (count(/[가-힣]/g) > 2) return 'hangul';
  return count(/[ぁ-ヺ一-鿿]/g) > 2 ? 'kana' : 'latin';
};

/**
 * Returns a sentence with its citations; null if it cites no given passage, contains a number or address that
 * none of them has, or is not supported by them.
 */
export function groundSentence(line: string, given: Given): Sentence | null {
  const parsed = parseLine(line);
  if (!parsed || parsed.text.length > longestSentence) return null;
  const cited = parsed.numbers.map((number) => given[number - 1]);
  if (cited.length === 0 || cited.length > 4 || cited.some((each) => each === undefined)) return null;
  const passages = cited.flatMap((each) => each ?? []);
  const source = passages.map(({ passage }) => `${passage.heading}\n${passage.text}`).join('\n');
  const said = new Set(
    numbersIn(`${source} ${passages.map(({ passage }) => passage.number ?? '').join(' ')}`),
  );
  if (!numbersIn(parsed.text).every((number) => said.has(number))) return null;
  if ((parsed.text.match(address) ?? []).some((each) => !source.includes(each))) return null;
  const units = unitsOf(parsed.text);
  const terms = new Set(termsOf(source));
  // Words with a low weight, such as verbs, count almost fully in this comparison.
  const weightOf = ({ weight }: Unit) => Math.max(weight, 0.8);
  const weigh = (of: readonly Unit[]) => of.reduce((sum, unit) => sum + weightOf(unit), 0);
  const met = units.reduce((sum, unit) => sum + weightOf(unit) * meets(unit, terms), 0);
  const isTranslated = scriptOf(parsed.text) !== scriptOf(source);
  // In another language, only words of the lexicon can be compared.
  const comparable = isTranslated ? units.filter(({ concepts }) => concepts.length > 0) : units;
  const least = isTranslated ? 0.5 : minSupport(units.length);
  if (units.length === 0 || comparable.length === 0 || met < least * weigh(comparable)) return null;
  const citations: Citation[] = passages.map(({ passage, citation }) =>
    citation(quotesOf(units, passage, 1)[0] ?? passage.text.slice(0, 200)),
  );
  return { text: parsed.text, citations };
}

/** Splits streamed output of the model into lines. */
export function lineReader(onLine: (line: string) => void) {
  let rest = '';
  const give = (line: string) => {
    if (line.trim() !== '') onLine(line.trim());
  };
  return {
    add(text: string): void {
      rest += text;
      // Models that write on one line end each sentence with its citations.
      for (;;) {
        const match = /\n|[\]】][.。]?(?=\s+[^\s[【])/.exec(rest);
        if (!match) break;
        const end = match.index + match[0].length;
        give(rest.slice(0, end));
        rest = rest.slice(end);
      }
      // No valid line is that long: drop output without line breaks.
      if (rest.length > 4 * longestSentence) rest = '';
    },
    end(): void {
      give(rest);
      rest = '';
    },
  };
}
