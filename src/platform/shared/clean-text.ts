// Tab, line feed and carriage return are text; the rest of C0 and DEL are not.
export const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** A text without what `assertClean` refuses: for what nobody typed, and so nobody could mend. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(control, '');
}
