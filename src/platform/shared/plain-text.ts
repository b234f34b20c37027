/** Markdown as one goes on with it where no marks can be shown: what search engines, feeds and cards tell. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?|```.*|[-=]{3,}$)/gm, '')
    .replaceAll(/^\|?[ :|-]+\|[ :|-]*$\n?/gm, '')
    .replaceAll(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replaceAll(/(^|[\s(])\*(?=\S)([^*\n]*\S)\*/g, '$1$2');
}
