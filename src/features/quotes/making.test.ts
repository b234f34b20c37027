import { expect, test } from 'vitest';
import { requestLimits } from './negotiation.ts';
import { filesFor, tradesOf } from './making.ts';

const file = (name: string, version = 1, model: { state: 'waiting' } | null = null) => ({
  name,
  version,
  model,
});
const printed = (name: string) => file(name, 1, { state: 'waiting' });
type Resource = Parameters<typeof tradesOf>[0];
const resource = (fields: object) =>
  ({
    category: 'hardware_design',
    title: '무엇',
    subcategory: '',
    tags: [],
    files: [],
    details: {},
    assemblyInstructions: [],
    ...fields,
  }) as unknown as Resource;

test.each([
  ['a model is printed', { category: '3d_model', files: [printed('받침.stl')] }, ['3d_printing']],
  ['a board is for electronics', { files: [file('main.kicad_pcb')] }, ['electronics']],
  ['layers of a board too', { files: [file('top.GTL'), file('holes.drl')] }, ['electronics']],
  ['an archive that says so', { files: [file('sensor_gerber_v2.zip')] }, ['electronics']],
  ['any other archive says nothing', { files: [file('source.zip')] }, []],
  [
    'a kit of parts without files of shapes',
    { details: { billOfMaterials: [{ name: 'ESP32', quantity: 1 }] }, files: [file('README.md')] },
    ['electronics'],
  ],
  [
    'a board in a printed case is made by both, the board first',
    { files: [printed('case.stl'), file('board.kicad_pcb')] },
    ['electronics', '3d_printing'],
  ],
  [
    'of a model with a board the print comes first',
    { category: '3d_model', files: [printed('case.stl'), file('board.kicad_pcb')] },
    ['3d_printing', 'electronics'],
  ],
  ['words say wood', { tags: ['합판'], files: [file('선반.dxf')] }, ['woodworking']],
  ['words say metal', { title: 'Steel bracket', files: [file('bracket.svg')] }, ['metalworking']],
  ['no words say both', { files: [file('panel.dxf')] }, ['woodworking', 'metalworking']],
  ['software is never made', { category: 'software', files: [printed('x.stl')] }, []],
  ['an AI model neither', { category: 'ai_model', files: [file('weights.safetensors')] }, []],
  ['only the latest version counts', { files: [file('notes.md', 2), file('board.kicad_pcb', 1)] }, []],
])('%s', (_, fields, trades) => {
  expect(tradesOf(resource(fields))).toEqual(trades);
});

test('a request takes the files of its trade, with room for the bill of materials', () => {
  const files = [file('board.kicad_pcb'), file('case.stl'), file('panel.dxf'), file('old.kicad_pcb', 0)];
  const names = (trade: string) => filesFor(trade, files).map(({ name }) => name);
  expect(names('electronics')).toEqual(['board.kicad_pcb']);
  expect(names('woodworking')).toEqual(['panel.dxf']);
  // Where nothing fits, all that there is helps.
  expect(filesFor('electronics', [file('README.md')]).map(({ name }) => name)).toEqual(['README.md']);
  const layers = Array.from({ length: 40 }, (_, index) => file(`layer${index}.gbr`));
  expect(filesFor('electronics', layers)).toHaveLength(requestLimits.files - 1);
});
