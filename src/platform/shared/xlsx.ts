import { ModelError } from './models/mesh.ts';
import { readXml } from './models/xml.ts';
import { listZip, unpackEntry, ZipError, type ZipEntry } from './zip.ts';

/** Thrown for a file that is no workbook, or too large to be a table of parts. */
export class XlsxError extends Error {
  readonly problem: 'malformed' | 'too_large' | 'encrypted';
  constructor(problem: 'malformed' | 'too_large' | 'encrypted') {
    super(problem);
    this.problem = problem;
  }
}

export const xlsxLimits = {
  entries: 2000,
  unpackedBytes: 32 * 1024 * 1024,
  cells: 200_000,
  columns: 200,
} as const;

export type Sheet = { name: string; rows: string[][] };

/**
 * Reads the texts and numbers of the visible sheets of a workbook (Office Open XML). Cells that are announced far away
 * take no memory, unlike with the libraries that make a grid of them.
 */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  try {
    return readSheets(new Package(bytes));
  } catch (error) {
    if (error instanceof ZipError)
      throw new XlsxError(error.problem === 'bomb' ? 'too_large' : error.problem);
    if (error instanceof ModelError)
      throw new XlsxError(error.problem === 'too_complex' ? 'too_large' : 'malformed');
    throw error;
  }
}

/** Files of a workbook by their paths. */
class Package {
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, ZipEntry>();
  #left: number = xlsxLimits.unpackedBytes;
  constructor(bytes: Uint8Array) {
    // The container of Microsoft's encryption, which also holds the older format.
    if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new XlsxError('encrypted');
    this.#bytes = bytes;
    for (const entry of listZip(bytes, xlsxLimits.entries))
      this.#entries.set(entry.name.toLowerCase(), entry);
  }

  get(path: string): Uint8Array | null {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) return null;
    this.#left -= entry.size;
    if (this.#left < 0) throw new XlsxError('too_large');
    return unpackEntry(this.#bytes, entry);
  }
}

function readSheets(files: Package): Sheet[] {
  const workbook = files.get('xl/workbook.xml');
  if (!workbook) throw new XlsxError('malformed');
  const paths = new Map<string, string>();
  readXml(files.get('xl/_rels/workbook.xml.rels') ?? new TextEncoder().encode('<none/>'), {
    open(name, { Id: id, Target: target }) {
      if (name === 'Relationship' && id && target)
        paths.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  const listed: { name: string; path: string }[] = [];
  readXml(workbook, {
    open(name, attributes) {
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const path = paths.get(id);
      if (path) listed.push({ name: attributes['name'] ?? '', path });
    },
  });
  const texts = readSharedTexts(files.get('xl/sharedStrings.xml'));
  const counted = { cells: 0 };
  return listed.flatMap(({ name, path }) => {
    const xml = files.get(path);
    // Charts are sheets without cells.
    return xml ? [{ name, rows: readRows(xml, texts, counted) }] : [];
  });
}

function readSharedTexts(xml: Uint8Array | null): string[] {
  const texts: string[] = [];
  if (!xml) return texts;
  let text = '';
  let isText = false;
  let isReading = false;
  readXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      // How Japanese is pronounced.
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isReading = false;
      if (name !== 'si') return;
      if (texts.length >= xlsxLimits.cells) throw new XlsxError('too_large');
      texts.push(text);
    },
  });
  return texts;
}

function readRows(xml: Uint8Array, texts: readonly string[], counted: { cells: number }): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let column = -1;
  let type = 'n';
  let value = '';
  let isValue = false;
  let isReading = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        row = [];
        column = -1;
      } else if (name === 'c') {
        counted.cells += 1;
        if (counted.cells > xlsxLimits.cells) throw new XlsxError('too_large');
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        type = attributes['t'] ?? 'n';
        value = '';
      } else if (name === 'rPh') isReading = true;
      isValue = name === 'v' || (name === 't' && !isReading);
    },
    text(more) {
      if (isValue) value += more;
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') isReading = false;
      if (name === 'c' && column < xlsxLimits.columns) {
        while (row.length < column) row.push('');
        row[column] = cellOf(type, value, texts);
      }
      if (name === 'row' && row.some((cell) => cell !== '')) rows.push(row);
    },
  });
  return rows;
}

/** Returns the position of a column by the letters of its cell's name, such as "AB12". */
function columnOf(name: string): number {
  let column = 0;
  for (const letter of /^[A-Za-z]{1,3}/.exec(name)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0) throw new XlsxError('malformed');
  return column - 1;
}

function cellOf(type: string, value: string, texts: readonly string[]): string {
  switch (type) {
    case 's':
      return (texts[Number(value)] ?? '').trim();
    case 'n':
      // Stored in binary: 0.05 is written as 5.0000000000000003E-2.
      return value.trim() === '' || !Number.isFinite(Number(value)) ? value.trim() : String(Number(value));
    case 'e':
      return '';
    default:
      return value.trim();
  }
}
