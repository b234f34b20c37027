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
