import { readFileSync } from 'node:fs';

type Values = Record<string, string | number>;
/** Words that differ by a value: `match` has them by conditions such as `count=1`, and `count=*` for the rest. */
type ByValue = { match: Record<string, string> };
type Named = { [name: string]: string | Named | ByValue[] };
export type WordsOf = (path: string, values?: Values) => string;

/** Returns the words of a room in a language by their path, such as `pay.title`, with values in their places. */
export function wordsOf(room: string, lang: string): WordsOf {
  const all = JSON.parse(readFileSync(`src/features/${room}/locales/${lang}.json`, 'utf8')) as Named;
  return (path, values = {}) => {
    const found = `${room}.${path}`.split('.').reduce<Named[string]>((at, key) => (at as Named)[key]!, all);
    const words = Array.isArray(found) ? chosen(found, values) : String(found);
    return words.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}

function chosen([first]: ByValue[], values: Values): string {
  const isMet = (condition: string) =>
    condition.split(',').every((part) => {
      const [name = '', wanted] = part.trim().split('=');
      return wanted === '*' || String(values[name]) === wanted;
    });
  return Object.entries(first?.match ?? {}).find(([condition]) => isMet(condition))?.[1] ?? '';
}
