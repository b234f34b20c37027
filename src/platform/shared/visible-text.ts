/** Tells whether a text has visible characters; a zero-width space, for example, has none. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text);
}
