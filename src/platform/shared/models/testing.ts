import { strToU8, zipSync } from 'fflate';

/** Builds triangles from corners, for tests. */
export type Soup = number[][];

type Point = [number, number, number];

function grid(rows: number, columns: number, at: (u: number, v: number) => Point): Soup {
  const soup: Soup = [];
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      const [a, b, c, d] = [
        at(i / rows, j / columns),
        at((i + 1) / rows, j / columns),
        at((i + 1) / rows, (j + 1) / columns),
        at(i / rows, (j + 1) / columns),
      ];
      soup.push([...a, ...b, ...c], [...a, ...c, ...d]);
    }
  }
  return soup.filter(([ax, ay, az, bx, by, bz, cx, cy, cz]) => {
    const same = (p: number, q: number) => Math.abs(p - q) < 1e-9;
    const ab = same(ax!, bx!) && same(ay!, by!) && same(az!, bz!);
    const bc = same(bx!, cx!) && same(by!, cy!) && same(bz!, cz!);
    const ca = same(cx!, ax!) && same(cy!, ay!) && same(cz!, az!);
    return !ab && !bc && !ca;
  });
}

export function sphere(radius: number, rows: number): Soup {
  return grid(rows, rows * 2, (u, v) => [
    radius * Math.sin(u * Math.PI) * Math.cos(v * 2 * Math.PI),
    radius * Math.sin(u * Math.PI) * Math.sin(v * 2 * Math.PI),
    radius * Math.cos(u * Math.PI),
  ]);
}

export function torus(ring: number, tube: number, rows: number): Soup {
  return grid(rows, rows * 2, (u, v) => {
    const [a, b] = [-u * 2 * Math.PI, v * 2 * Math.PI];
    return [
      (ring + tube * Math.cos(a)) * Math.cos(b),
      (ring + tube * Math.cos(a)) * Math.sin(b),
      tube * Math.sin(a),
    ];
  });
}

export function box(x: number, y: number, z: number): Soup {
  const corner = (bits: number): Point => [(bits & 1) * x, ((bits >> 1) & 1) * y, ((bits >> 2) & 1) * z];
  return [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
  ].map((corners) => corners.flatMap(corner));
}

export function binaryStl(soup: Soup, header = 'made by a test'): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * soup.length);
  bytes.set(strToU8(header).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, soup.length, true);
  soup.forEach((triangle, index) =>
    triangle.forEach((value, corner) => view.setFloat32(84 + 50 * index + 12 + 4 * corner, value, true)),
  );
  return bytes;
}

export function textStl(soup: Soup, name = 'test'): Uint8Array {
  const facets = soup.map((t) => {
    const vertices = [0, 3, 6].map(
      (at) =>
        `      vertex ${t
          .slice(at, at + 3)
          .map((value) => value.toExponential(8))
          .join(' ')}\n`,
    );
    return `  facet normal 0 0 0\n    outer loop\n${vertices.join('')}    endloop\n  endfacet\n`;
  });
  return strToU8(`solid ${name}\n${facets.join('')}endsolid ${name}\n`);
}

export function obj(soup: Soup): Uint8Array {
  const points = soup.flatMap((t) => [0, 3, 6].map((at) => `v ${t.slice(at, at + 3).join(' ')}\n`));
  const faces = soup.map(
    (_, index) => `f ${3 * index + 1}/1/1 ${3 * index + 2}//2 ${3 * index + 2 - 3 * soup.length}\n`,
  );
  return strToU8(`# test\no thing\n${points.join('')}${faces.join('')}`);
}

export function threeMf(model: string, more: Record<string, string> = {}): Uint8Array {
  return zipSync({
    '_rels/.rels': strToU8(
      '<Relationships><Relationship Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/main.model"/></Relationships>',
    ),
    '3D/main.model': strToU8(model),
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [path, strToU8(text)])),
  });
}

export function meshXml(soup: Soup): string {
  const vertices = soup.flatMap((t) =>
    [0, 3, 6].map((at) => `<vertex x="${t[at]}" y="${t[at + 1]}" z="${t[at + 2]}"/>`),
  );
  const triangles = soup.map(
    (_, index) => `<triangle v1="${3 * index}" v2="${3 * index + 1}" v3="${3 * index + 2}"/>`,
  );
  return `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`;
}

export function glb(json: object, binary: Uint8Array): Uint8Array {
  const text = strToU8(JSON.stringify(json));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32);
  padded.set(text);
  const bytes = new Uint8Array(28 + padded.length + binary.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, padded.length, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.set(padded, 20);
  view.setUint32(20 + padded.length, binary.length, true);
  view.setUint32(24 + padded.length, 0x004e4942, true);
  bytes.set(binary, 28 + padded.length);
  return bytes;
}

/** Builds a glTF whose only node holds the triangles. */
export function glbOf(soup: Soup, change: (json: Record<string, unknown>) => void = () => {}): Uint8Array {
  const points = new Float32Array(soup.flat());
  const json: Record<string, unknown> = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: points.length / 3 }],
    bufferViews: [{ buffer: 0, byteLength: points.byteLength }],
    buffers: [{ byteLength: points.byteLength }],
  };
  change(json);
  return glb(json, new Uint8Array(points.buffer));
}
