/** Minimum length of a field with a counter: nobody types that much into a shorter one by accident. */
const minCounted = 60;

/** Remaining characters once there are few; null while there is room, or without a counter. */
export function leftToTell(length: number, maxLength: number): number | null {
  const left = maxLength - length;
  return maxLength >= minCounted && left <= Math.min(100, Math.max(10, maxLength / 10))
    ? Math.max(0, left)
    : null;
}

/** Number of pasted characters that the browser would silently drop. */
export function cutOff(
  field: { value: string; selectionStart: number | null; selectionEnd: number | null },
  put: string,
  maxLength: number,
): number {
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  // A field counts a line break as one character, whatever its form in the clipboard.
  const length = put.replaceAll('\r\n', '\n').length;
  return Math.max(0, field.value.length - replaced + length - maxLength);
}
