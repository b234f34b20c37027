/** Characters that start a formula in spreadsheets, in their usual and full-width forms. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;

/** Formats CSV with a byte order mark, because Excel guesses the encoding otherwise; no cell can be taken for a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const plain = formula.test(text) && !number.test(text) ? `'${text}` : text;
  // Spreadsheets of some locales treat these as cell separators, and would read the rest as another cell.
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
