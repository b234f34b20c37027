// Tab, line feed and carriage return are allowed; the rest of C0 and DEL are not.
export const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** Removes the characters that `assertClean` refuses, from texts that nobody typed and so nobody can correct. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(control, '');
}
