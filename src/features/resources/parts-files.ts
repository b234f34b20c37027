import { decodeText } from '#platform/shared/decode-text.ts';
import { ModelError } from '#platform/shared/models/mesh.ts';
import { readXml } from '#platform/shared/models/xml.ts';
import { readXlsx, XlsxError, type Sheet } from '#platform/shared/xlsx.ts';
import { delimiterOf, parseTable } from './parts-reading.ts';

/** Table of a file, with the character that separated its columns. */
export type PartsTable = Sheet & { delimiter: string };

export class PartsFileError extends Error {
  readonly problem: 'unreadable' | 'too_large' | 'encrypted';
  constructor(problem: 'unreadable' | 'too_large' | 'encrypted') {
    super(problem);
    this.problem = problem;
  }
}

/** Reads the tables of a list of parts: CSV and text in any encoding, workbooks, and XML of KiCad. */
export function readPartsFile(bytes: Uint8Array): PartsTable[] {
  try {
    const isWorkbook = (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf);
    if (isWorkbook) {
      return readXlsx(bytes)
        .filter(({ rows }) => rows.length > 0)
        .map((sheet) => ({ ...sheet, delimiter: '\t' }));
    }
    const text = decodeText(bytes);
    if (/^\s*<\?xml|^\s*<export\b/.test(text.slice(0, 200))) {
      return [{ name: '', rows: readKicad(bytes), delimiter: '\t' }];
    }
    return [{ name: '', rows: parseTable(text), delimiter: delimiterOf(text) }];
  } catch (error) {
    if (error instanceof XlsxError)
      throw new PartsFileError(error.problem === 'malformed' ? 'unreadable' : error.problem);
    if (error instanceof ModelError) throw new PartsFileError('unreadable');
    throw error;
  }
}

const maxComponents = 20_000;
const maxFields = 50;

/**
 * Reads the list that KiCad hands to its scripts, with one entry for each component, as the table that such a script
 * makes of it: one row for all components that are the same.
 */
function readKicad(xml: Uint8Array): string[][] {
  type Component = { reference: string; fields: Map<string, string>; isLeftOut: boolean };
  const components: Component[] = [];
  const names = new Set<string>(['Value', 'Footprint']);
  let component: Component | null = null;
  let field = '';
  let text = '';
  let isList = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'components') isList = true;
      text = '';
      field = '';
      if (name === 'comp' && isList) {
        if (components.length >= maxComponents) throw new PartsFileError('too_large');
        component = { reference: attributes['ref'] ?? '', fields: new Map(), isLeftOut: false };
        components.push(component);
      } else if (component && (name === 'value' || name === 'footprint')) {
        field = name === 'value' ? 'Value' : 'Footprint';
      } else if (component && name === 'field') field = attributes['name'] ?? '';
      else if (
        component &&
        name === 'property' &&
        /^(?:dnp|exclude_from_bom)$/.test(attributes['name'] ?? '')
      )
        component.isLeftOut = true;
    },
    text(more) {
      if (field !== '' && text.length < 1000) text += more;
    },
    close(name) {
      if (component && field !== '' && names.size < maxFields) {
        names.add(field);
        component.fields.set(field, text.trim());
      }
      field = '';
      if (name === 'comp') component = null;
      if (name === 'components') isList = false;
    },
  });
  if (components.length === 0) throw new PartsFileError('unreadable');
  const groups = new Map<string, { references: string[]; cells: string[] }>();
  for (const { reference, fields, isLeftOut } of components) {
    if (isLeftOut) continue;
    const cells = [...names].map((name) => fields.get(name) ?? '');
    const key = JSON.stringify(cells);
    const group = groups.get(key) ?? { references: [], cells };
    group.references.push(reference);
    groups.set(key, group);
  }
  return [
    ['Reference', 'Qty', ...names],
    ...Array.from(groups.values(), ({ references, cells }) => [
      references.join(', '),
      String(references.length),
      ...cells,
    ]),
  ];
}
