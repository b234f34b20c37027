import { readFileSync } from 'node:fs';

type Named = { [name: string]: string | Named };
export type WordsOf = (path: string, values?: Record<string, string | number>) => string;

/** Returns the words of a room in a language by their path, such as `pay.title`, with values in their places. */
export function wordsOf(room: string, lang: string): WordsOf {
  const all = JSON.parse(readFileSync(`src/features/${room}/locales/${lang}.json`, 'utf8')) as Named;
  return (path, values = {}) => {
    const found = `${room}.${path}`.split('.').reduce<string | Named>((at, key) => (at as Named)[key]!, all);
    return String(found).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}
