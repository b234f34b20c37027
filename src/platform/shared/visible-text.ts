/** Whether there is anything to see: some characters, like a zero-width space, are none to a reader. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text);
}
