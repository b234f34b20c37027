/**
 * Removes the characters at the end of a text that match `isCut`, a pattern of one character. A pattern `[…]+$` would
 * scan each such run in the text to its end, and again from each of its positions.
 */
export function trimEndOf(text: string, isCut: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const character = String.fromCodePoint(text.codePointAt(end - 2) ?? 0);
    const last = end > 1 && character.length === 2 ? character : text.charAt(end - 1);
    if (!isCut.test(last)) break;
    end -= last.length;
  }
  return text.slice(0, end);
}
