/**
 * Enter sends; with Shift it breaks the line. While Korean or Japanese is being put together it belongs to the input method: the key that
 * ends a syllable is reported as 229.
 */
export function isSendKey(event: {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  keyCode: number;
  isComposing: boolean;
}): boolean {
  return (
    event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.isComposing && event.keyCode !== 229
  );
}
