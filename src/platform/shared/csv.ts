/** Signs that a spreadsheet takes for the beginning of a formula, as they are typed and as full-width keyboards type them. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;

/** With a mark that says UTF-8, because Excel guesses otherwise; nothing in it can be taken for a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const plain = formula.test(text) && !number.test(text) ? `'${text}` : text;
  // Spreadsheets of some countries take these for the end of a cell, and what comes after for another.
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
