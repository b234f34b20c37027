import { strToU8, zipSync } from 'fflate';

/** Builds a workbook as Excel writes it, with its texts in a shared list, for tests. */
export function xlsxOf(sheets: Record<string, readonly (readonly (string | number)[])[]>): Uint8Array {
  const texts: string[] = [];
  const cell = (value: string | number, row: number, column: number) => {
    const name = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (value === '') return '';
    if (typeof value === 'number') return `<c r="${name}"><v>${value}</v></c>`;
    texts.push(value);
    return `<c r="${name}" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const names = Object.keys(sheets);
  const files = names.map((name, index) => {
    const rows = sheets[name]!.map(
      (row, at) => `<row r="${at + 1}">${row.map((value, column) => cell(value, at, column)).join('')}</row>`,
    );
    return [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ];
  });
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return zipSync(
    Object.fromEntries(
      Object.entries({
        ...Object.fromEntries(files),
        'xl/workbook.xml': `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
        'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
      }).map(([path, text]) => [path, strToU8(text as string)]),
    ),
  );
}
