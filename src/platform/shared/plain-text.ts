/**
 * Markdown as one goes on with it where no marks can be shown: what search engines, feeds and cards tell. Anybody may
 * type what it reads, so nothing here looks further than to where the same mark opens again.
 */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, '$1')
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?|```.*|[-=]{3,}$)/gm, '')
    .replaceAll(/^(?=[ :-]*\|)(?=[ :|]*-)[ :|-]+$\n?/gm, '')
    .replaceAll(/(\*\*|__|~~|`)(?=\S)((?:(?!\1)[^\n])*\S)\1/g, '$2')
    .replaceAll(/(^|[\s(])\*(?=\S)([^*\n]*\S)\*/g, '$1$2');
}

/** How it begins, on one line of at most so many letters. */
export function excerptOf(markdown: string, most: number): string {
  const line = plainText(markdown).replaceAll(/\s+/g, ' ').trim();
  const letters = [...line];
  if (letters.length <= most) return line;
  const cut = letters.slice(0, most - 1).join('');
  // Between words, where one ends near.
  const end = cut.lastIndexOf(' ');
  return `${(end > Math.max(0, cut.length - 20) ? cut.slice(0, end) : cut).trimEnd()}…`;
}
