/** Cell of a Jupyter notebook: its text, and the texts that it put out. */
export type NotebookCell = { kind: 'markdown' | 'code' | 'raw'; source: string; outputs: string[] };
export type Notebook = { language: string; cells: NotebookCell[]; isCut: boolean };

export const maxNotebookBytes = 10 * 1024 * 1024;
const maxCells = 1000;
const maxCellText = 100_000;
const maxOutputText = 20_000;

/** Reads the texts of a notebook (version 3 and 4). Pictures and HTML that it put out are left out. Null for other JSON. */
export function readNotebook(text: string): Notebook | null {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const { cells, worksheets, metadata } = objectOf(json);
  const listed = Array.isArray(cells)
    ? cells
    : objectOf(Array.isArray(worksheets) ? worksheets[0] : null)['cells'];
  if (!Array.isArray(listed)) return null;
  const { kernelspec, language_info: info } = objectOf(metadata);
  const language = objectOf(info)['name'] ?? objectOf(kernelspec)['language'];
  let isCut = listed.length > maxCells;
  const cut = (whole: string, most: number) => {
    if (whole.length > most) isCut = true;
    return whole.slice(0, most);
  };
  const read = listed.slice(0, maxCells).map((each): NotebookCell => {
    const cell = objectOf(each);
    const type = cell['cell_type'];
    const kind = type === 'markdown' || type === 'heading' ? 'markdown' : type === 'code' ? 'code' : 'raw';
    const outputs = Array.isArray(cell['outputs']) ? cell['outputs'].slice(0, 100) : [];
    return {
      kind,
      source: cut(textOf(cell['source'] ?? cell['input']), maxCellText),
      outputs: outputs
        .map((output) => cut(outputOf(objectOf(output)), maxOutputText))
        .filter((shown) => shown.trim() !== ''),
    };
  });
  return { language: typeof language === 'string' ? language.slice(0, 40) : '', cells: read, isCut };
}

function objectOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Texts are stored as one string, or as one for each line. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}

/** Colours of terminals. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const escapes = /\u001b\[[\d;]{0,20}[A-Za-z]/g;

function outputOf(output: Record<string, unknown>): string {
  const text = output['traceback'] ?? output['text'] ?? objectOf(output['data'])['text/plain'];
  const lines = Array.isArray(output['traceback'])
    ? output['traceback'].filter((line) => typeof line === 'string').join('\n')
    : textOf(text);
  return lines.replaceAll(escapes, '');
}
