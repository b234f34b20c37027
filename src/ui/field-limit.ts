/** Fields shorter than this need no count: nobody types so much into them by accident. */
const leastCounted = 60;

/** How many more characters fit, once that is few; null while there is room, or where nobody counts. */
export function leftToTell(length: number, maxLength: number): number | null {
  const left = maxLength - length;
  return maxLength >= leastCounted && left <= Math.min(100, Math.max(10, maxLength / 10))
    ? Math.max(0, left)
    : null;
}

/** How many characters of what is put in a browser will drop without a word. */
export function cutOff(
  field: { value: string; selectionStart: number | null; selectionEnd: number | null },
  put: string,
  maxLength: number,
): number {
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  // A field counts a line's end as one character, however it was copied.
  const length = put.replaceAll('\r\n', '\n').length;
  return Math.max(0, field.value.length - replaced + length - maxLength);
}
