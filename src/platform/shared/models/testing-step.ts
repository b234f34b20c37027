import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { startStepLibrary, type StartStepLibrary, type StepLibrary } from './step.ts';

/** OpenCASCADE and files for it, for tests. */

const require = createRequire(import.meta.url);
export const stepCode = () => readFile(require.resolve('occt-import-js/dist/occt-import-js.wasm'));

export async function loadStepLibrary(): Promise<StepLibrary> {
  return startStepLibrary(require('occt-import-js') as StartStepLibrary, await stepCode());
}

const faces = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;

/** Writes a cube as programs do: points, edges, faces, one solid; `unit` is how a length of 1 is called. */
export function stepCube(size: number, unit = 'SI_UNIT(.MILLI.,.METRE.)', name = 'cube'): string {
  const lines: string[] = [];
  const add = (text: string): string => {
    lines.push(`#${lines.length + 1}=${text};`);
    return `#${lines.length}`;
  };
  const numbers = (values: readonly number[]) => `(${values.map((value) => value.toFixed(6)).join(',')})`;
  const corner = (bits: number) => [bits & 1, (bits >> 1) & 1, (bits >> 2) & 1].map((bit) => bit * size);
  const point = (at: readonly number[]) => add(`CARTESIAN_POINT('',${numbers(at)})`);
  const direction = (to: readonly number[]) => add(`DIRECTION('',${numbers(to)})`);
  const points = Array.from({ length: 8 }, (_, bits) => point(corner(bits)));
  const vertices = points.map((at) => add(`VERTEX_POINT('',${at})`));
  const edges = new Map<string, string>();
  const edgeOf = (from: number, to: number): string => {
    const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const known = edges.get(key);
    if (known) return known;
    const along = corner(high).map((value, axis) => (value - corner(low)[axis]!) / size);
    const line = add(`LINE('',${points[low]},${add(`VECTOR('',${direction(along)},1.)`)})`);
    const edge = add(`EDGE_CURVE('',${vertices[low]},${vertices[high]},${line},.T.)`);
    edges.set(key, edge);
    return edge;
  };
  const shown = faces.map((corners) => {
    const loop = corners.map((from, index) => {
      const to = corners[(index + 1) % 4]!;
      return add(`ORIENTED_EDGE('',*,*,${edgeOf(from, to)},${from < to ? '.T.' : '.F.'})`);
    });
    const [a, b, c] = corners.map(corner) as [number[], number[], number[]];
    const along = b.map((value, axis) => (value - a[axis]!) / size);
    const across = c.map((value, axis) => (value - b[axis]!) / size);
    const normal = [0, 1, 2].map(
      (axis) =>
        along[(axis + 1) % 3]! * across[(axis + 2) % 3]! - along[(axis + 2) % 3]! * across[(axis + 1) % 3]!,
    );
    const plane = add(
      `PLANE('',${add(`AXIS2_PLACEMENT_3D('',${point(a)},${direction(normal)},${direction(along)})`)})`,
    );
    const bound = add(`FACE_OUTER_BOUND('',${add(`EDGE_LOOP('',(${loop.join(',')}))`)},.T.)`);
    return add(`ADVANCED_FACE('',(${bound}),${plane},.T.)`);
  });
  const solid = add(`MANIFOLD_SOLID_BREP('${name}',${add(`CLOSED_SHELL('',(${shown.join(',')}))`)})`);
  const length = add(`(LENGTH_UNIT()NAMED_UNIT(*)${unit})`);
  const angle = add('(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))');
  const space = add('(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())');
  const close = add(`UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),${length},'','')`);
  const context = add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${close}))GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${space}))REPRESENTATION_CONTEXT('',''))`,
  );
  const axes = add(
    `AXIS2_PLACEMENT_3D('',${point([0, 0, 0])},${direction([0, 0, 1])},${direction([1, 0, 0])})`,
  );
  const shape = add(`ADVANCED_BREP_SHAPE_REPRESENTATION('',(${axes},${solid}),${context})`);
  const app = add("APPLICATION_CONTEXT('automotive design')");
  const product = add(`PRODUCT('${name}','${name}','',(${add(`PRODUCT_CONTEXT('',${app},'mechanical')`)}))`);
  const version = add(`PRODUCT_DEFINITION_FORMATION('','',${product})`);
  const definition = add(
    `PRODUCT_DEFINITION('design','',${version},${add(`PRODUCT_DEFINITION_CONTEXT('part definition',${app},'design')`)})`,
  );
  add(`SHAPE_DEFINITION_REPRESENTATION(${add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`)},${shape})`);
  const head =
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n";
  return `${head}${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}
