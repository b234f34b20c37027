/** Patterns that scripts/check-patterns.mjs must report: three quadratic, one exponential, and two built from strings. */
export const tag = /<head(?:\s[^>]*)?>/i;
export const ending = /[\s,]+$/;
export const title = /^\s*#*\s*(.*)\s*:$/;
export const words = /^(?:[a-z]+ ?)+$/;

export function finds(text: string, word: string): boolean {
  return new RegExp(word).test(text) || RegExp(word, 'i').test(text);
}
