/**
 * Enter sends; Shift+Enter breaks the line. While Korean or Japanese text is being composed, keys belong to the input
 * method: the key that ends a composition is reported as 229.
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
