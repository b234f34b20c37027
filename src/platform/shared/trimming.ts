/**
 * A text without the characters at its end that `isCut` fits, a pattern of one character. A pattern `[…]+$` would walk to the end
 * of each such run in the text, and again from the middle of it.
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
