import { beginningOf } from './graphemes.ts';

/**
 * Strips Markdown where it cannot be rendered: in meta descriptions, feeds and cards. The input is user text, so each
 * pattern looks no further than to the next opening of the same mark, which keeps it linear.
 */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, '$1')
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?|```.*|[-=]{3,}$)/gm, '')
    .replaceAll(/^(?=[ :-]*\|)(?=[ :|]*-)[ :|-]+$\n?/gm, '')
    .replaceAll(/(\*\*|__|~~|`)(?=\S)((?:(?!\1)[^\n])*\S)\1/g, '$2')
    .replaceAll(/(^|[\s(])\*(?=\S)([^*\n]*\S)\*/g, '$1$2');
}

/** Returns the beginning on one line, with at most this many letters. */
export function excerptOf(markdown: string, most: number): string {
  const line = plainText(markdown).replaceAll(/\s+/g, ' ').trim();
  if (beginningOf(line, most) === line) return line;
  const cut = beginningOf(line, most - 1);
  // Cut between words if one ends nearby.
  const end = cut.lastIndexOf(' ');
  return `${(end > Math.max(0, cut.length - 20) ? cut.slice(0, end) : cut).trimEnd()}…`;
}
