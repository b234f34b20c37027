import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { measure } from './measure.ts';
import { ModelError } from './mesh.ts';
import { readModel, type PlainFormat } from './read-model.ts';
import { binaryStl, box, glb, glbOf, meshXml, textStl, threeMf, type Soup } from './testing.ts';

/* Files as programs of the trade write them. */

const figuresOf = (format: PlainFormat, bytes: Uint8Array) => measure(readModel(format, bytes));
const problemOf = (format: PlainFormat, bytes: Uint8Array) => {
  try {
    figuresOf(format, bytes);
    return null;
  } catch (error) {
    if (error instanceof ModelError) return error.problem;
    throw error;
  }
};
const cube = box(20, 20, 20);
const isCube = { volume: 8000, openEdges: 0, watertight: true, shells: 1, triangles: 12 };
/** Tells what differs from a cube of 20 mm, whose volume is `times` as large. */
function cubeOf(format: PlainFormat, bytes: Uint8Array, times = 1) {
  const { volumeMm3, openEdges, watertight, shells, triangles } = figuresOf(format, bytes);
  return { volume: Math.round((volumeMm3 / times) * 10) / 10, openEdges, watertight, shells, triangles };
}
const at = (soup: Soup, x: number, y = 0, z = 0) =>
  soup.map((t) => t.map((value, index) => value + [x, y, z][index % 3]!));
const insideOut = (soup: Soup) => soup.map((t) => [...t.slice(0, 3), ...t.slice(6), ...t.slice(3, 6)]);
const within = at(box(10, 10, 10), 5, 5, 5);

describe('STL', () => {
  const text = new TextDecoder().decode(textStl(cube, 'cube'));
  test.each([
    ['with line ends of old Macs', text.replaceAll('\n', '\r')],
    ['with line ends of Windows', text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\uFEFF${text}`],
    ['in capitals', text.toUpperCase()],
    ['with words after its facets', text.replaceAll('endfacet', 'endfacet 12 color 0.1 0.2 0.3')],
    ['with a colour before its facets', text.replace('facet', 'color 1 0 0\nfacet')],
    ['without a name', text.replaceAll(' cube', '')],
    ['with a name of several words', text.replaceAll('solid cube', 'solid a facet of my cube')],
  ])('as text %s', (_how, written) => expect(cubeOf('stl', strToU8(written))).toEqual(isCube));

  test('of several solids, also where the end of one is missing', () => {
    const other = new TextDecoder().decode(textStl(at(cube, 50), 'other'));
    expect(figuresOf('stl', strToU8(text + other))).toMatchObject({ parts: 2, shells: 2, triangles: 24 });
    expect(figuresOf('stl', strToU8(text.replace('endsolid cube\n', '') + other))).toMatchObject({
      parts: 2,
    });
  });

  test('as numbers, although the header begins with "solid"', () =>
    expect(cubeOf('stl', binaryStl(cube, 'solid exported by somebody'))).toEqual(isCube));
});

describe('bodies that face inwards', () => {
  test.each([
    ['neighbour another', [...box(10, 10, 10), ...insideOut(at(box(10, 10, 10), 30))], 2000, 1],
    ['larger than the other', [...insideOut(box(60, 60, 60)), ...at(box(58, 58, 58), 80)], 411_112, 1],
    ['all of them', [...insideOut(box(10, 10, 10)), ...insideOut(at(box(10, 10, 10), 30))], 2000, 2],
    ['neighbour a hollow one', [...cube, ...insideOut(within), ...insideOut(at(cube, 50))], 15_000, 1],
    ['hollow, with its cavity', [...insideOut(cube), ...within, ...at(cube, 50)], 15_000, 2],
  ])('%s', (_how, soup, volume, turned) => {
    const figures = figuresOf('stl', binaryStl(soup));
    expect(figures.volumeMm3).toBeCloseTo(volume, 2);
    expect(figures).toMatchObject({ flippedShells: turned, watertight: true });
  });

  test('but a cavity stays one, also in a ring of which another body is within the box alone', () => {
    const hollow = figuresOf('stl', binaryStl([...cube, ...insideOut(within)]));
    expect(hollow.volumeMm3).toBeCloseTo(7000, 2);
    expect(hollow).not.toHaveProperty('flippedShells');
    // A frame of four beams, and a body in the middle of it that belongs to none.
    const l = [
      ...box(100, 10, 10),
      ...at(box(10, 80, 10), 0, 10.001),
      ...at(insideOut(box(5, 5, 5)), 50, 50),
    ];
    expect(figuresOf('stl', binaryStl(l))).toMatchObject({ flippedShells: 1 });
  });
});

const object = (id: number, soup: Soup, attributes = '') =>
  `<object id="${id}" ${attributes}>${meshXml(soup)}</object>`;
const model = (objects: string, items = '<item objectid="1"/>', attributes = '') =>
  `<model unit="millimeter" ${attributes}><resources>${objects}</resources><build>${items}</build></model>`;
const production = 'xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"';

/** Rewrites a ZIP as Onshape does: sizes are in ZIP64 fields, and there is no ZIP64 end record. */
function withLargeSizes(zip: Uint8Array): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset);
  const end = zip.length - 22;
  const count = view.getUint16(end + 10, true);
  let from = view.getUint32(end + 16, true);
  const begin = from;
  const list: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const names = view.getUint16(from + 28, true);
    const extra = view.getUint16(from + 30, true);
    const entry = zip.slice(from, from + 46 + names);
    const packed = view.getUint32(from + 20, true);
    const size = view.getUint32(from + 24, true);
    const its = new DataView(entry.buffer);
    its.setUint32(20, 0xffff_ffff, true);
    its.setUint32(24, 0xffff_ffff, true);
    its.setUint16(30, 20, true);
    const field = new DataView(new ArrayBuffer(20));
    field.setUint16(0, 1, true);
    field.setUint16(2, 16, true);
    field.setBigUint64(4, BigInt(size), true);
    field.setBigUint64(12, BigInt(packed), true);
    list.push(...entry, ...new Uint8Array(field.buffer));
    from += 46 + names + extra + view.getUint16(from + 32, true);
  }
  const tail = zip.slice(end);
  new DataView(tail.buffer).setUint32(12, list.length, true);
  return Uint8Array.from([...zip.subarray(0, begin), ...list, ...tail]);
}

describe('3MF', () => {
  test('with sizes in ZIP64 fields, as Onshape writes them', () =>
    expect(cubeOf('3mf', withLargeSizes(threeMf(model(object(1, cube)))))).toEqual(isCube));

  test.each(['utf-16le', 'utf-16be'])('in %s', (encoding) => {
    const text = `\uFEFF<?xml version="1.0" encoding="UTF-16"?>${model(object(1, cube, 'name="큐브"'))}`;
    const xml = new Uint8Array(Buffer.from(text, 'utf16le'));
    if (encoding === 'utf-16be') for (let i = 0; i < xml.length; i += 2) xml.set([xml[i + 1]!, xml[i]!], i);
    expect(cubeOf('3mf', zipSync({ '3D/3dmodel.model': xml }))).toEqual(isCube);
  });

  const volumes = (kind: string, more = '') => ({
    'Metadata/Slic3r_PE_model.config': `<config><object id="1"><volume firstid="0" lastid="11"><metadata type="volume" key="volume_type" value="ModelPart"/></volume>
      <volume firstid="12" lastid="23">${more}${kind === '' ? '' : `<metadata type="volume" key="volume_type" value="${kind}"/>`}</volume></object></config>`,
  });
  test.each([
    ['ParameterModifier', 'modifiers_left_out'],
    ['NegativeVolume', 'negatives_left_out'],
    ['SupportBlocker', 'supports_left_out'],
    ['SupportEnforcer', 'supports_left_out'],
    ['', 'modifiers_left_out'],
  ])('of PrusaSlicer without its volumes of type "%s"', (kind, note) => {
    const older = '<metadata type="volume" key="modifier" value="1"/>';
    const bytes = threeMf(model(object(1, [...cube, ...within])), volumes(kind, kind === '' ? older : ''));
    expect(cubeOf('3mf', bytes)).toEqual(isCube);
    expect(figuresOf('3mf', bytes).notes).toEqual([note]);
  });
  test('of PrusaSlicer with all its ordinary parts', () => {
    const bytes = threeMf(model(object(1, [...cube, ...at(cube, 50)])), volumes('ModelPart'));
    expect(figuresOf('3mf', bytes)).toMatchObject({ shells: 2, triangles: 24 });
    expect(figuresOf('3mf', bytes).volumeMm3).toBeCloseTo(16_000, 2);
  });

  test.each([
    ['modifier_part', 'modifiers_left_out'],
    ['negative_part', 'negatives_left_out'],
    ['support_blocker', 'supports_left_out'],
    ['support_enforcer', 'supports_left_out'],
  ])('of Bambu Studio and OrcaSlicer without parts of type %s', (subtype, note) => {
    const components = `<object id="8" type="model"><components>
      <component p:path="/3D/Objects/object_1.model" objectid="1"/>
      <component p:path="/3D/Objects/object_1.model" objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 0"/></components></object>`;
    const files = (type: string) => ({
      '3D/Objects/object_1.model': model(object(1, cube) + object(2, within, `type="${type}"`), ''),
      'Metadata/model_settings.config': `<config><object id="8"><metadata key="name" value="cube"/>
        <part id="1" subtype="normal_part"/><part id="2" subtype="${subtype}"><mesh_stat face_count="12"/></part></object></config>`,
    });
    for (const type of ['model', 'other']) {
      const bytes = threeMf(
        model(components, '<item objectid="8"/>', `${production} requiredextensions="p"`),
        files(type),
      );
      expect(cubeOf('3mf', bytes)).toEqual(isCube);
      expect(figuresOf('3mf', bytes).notes).toEqual([note]);
    }
  });

  test('of Cura without its meshes for supports', () => {
    const blocker = `<object id="2"><metadatagroup><metadata name="cura:anti_overhang_mesh">True</metadata></metadatagroup>${meshXml(within)}</object>`;
    const bytes = threeMf(model(object(1, cube) + blocker, '<item objectid="1"/><item objectid="2"/>'));
    expect(cubeOf('3mf', bytes)).toEqual(isCube);
    expect(figuresOf('3mf', bytes).notes).toEqual(['supports_left_out']);
  });

  test('many ranges of triangles take no longer than few', () => {
    const soup = Array.from({ length: 4000 }, (_, index) => at(cube, index * 30)).flat();
    const range = '<volume firstid="900000" lastid="900000"><metadata key="modifier" value="1"/></volume>';
    const fileWith = (ranges: number) =>
      threeMf(model(object(1, soup)), {
        'Metadata/Slic3r_PE_model.config': `<config><object id="1">${range.repeat(ranges)}</object></config>`,
      });
    const tookMs = (bytes: Uint8Array) => {
      const began = performance.now();
      readModel('3mf', bytes);
      return performance.now() - began;
    };
    const [few, many] = [fileWith(1), fileWith(50_000)];
    expect(tookMs(many)).toBeLessThan(6 * tookMs(few) + 500);
  });

  const empty = '<object id="1"><mesh><vertices/><triangles/></mesh></object>';
  test.each([
    ['beam_lattice', 'b', 'http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02'],
    ['slices', 's', 'http://schemas.microsoft.com/3dmanufacturing/slice/2015/07'],
    ['volumetric', 'v', 'http://schemas.3mf.io/3dmanufacturing/volumetric/2022/01'],
    ['booleans', 'bo', 'http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07'],
    ['displacement', 'd', 'http://schemas.3mf.io/3dmanufacturing/displacement/2023/10'],
    ['encrypted', 'sc', 'http://schemas.microsoft.com/3dmanufacturing/securecontent/2019/04'],
    ['unknown_extension', 'x', 'http://example.com/of-somebody'],
  ])('that requires %s is refused by that name', (problem, prefix, space) => {
    const attributes = `xmlns:${prefix}="${space}" requiredextensions="${prefix}"`;
    expect(problemOf('3mf', threeMf(model(object(1, cube), '<item objectid="1"/>', attributes)))).toBe(
      problem,
    );
    // What is only used does not hide the faces that are there.
    expect(
      problemOf('3mf', threeMf(model(object(1, cube), '<item objectid="1"/>', `xmlns:${prefix}="${space}"`))),
    ).toBe(null);
  });
  test.each([
    ['beam_lattice', empty.replace('<triangles/>', '<triangles/><b:beamlattice><b:beams/></b:beamlattice>')],
    ['slices', `<s:slicestack id="5"/>${empty}`],
  ])('that has only %s is no empty file', (problem, resources) =>
    expect(problemOf('3mf', threeMf(model(resources)))).toBe(problem),
  );
  test('that requires what is read is read', () => {
    const spaces = `${production} xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" requiredextensions="p m"`;
    expect(cubeOf('3mf', threeMf(model(object(1, cube), '<item objectid="1"/>', spaces)))).toEqual(isCube);
  });
});

describe('glTF', () => {
  const indices = Uint16Array.from(Array.from({ length: 36 }, (_, index) => index));
  const points = Float32Array.from(box(0.02, 0.02, 0.02).flat());
  const bytesOf = (...parts: (Float32Array | Int16Array | Int8Array | Uint16Array)[]) =>
    Buffer.concat(
      parts.map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength),
      ),
    );
  const base = { asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }] };
  const meshes = [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }];

  test.each([
    ['normalised shorts', 5122, true, Int16Array, 32_767, 0.02],
    ['shorts', 5122, false, Int16Array, 1000, 0.02 / 1000],
    ['normalised bytes', 5120, true, Int8Array, 127, 0.02],
    ['unsigned shorts', 5123, false, Uint16Array, 65_535, 0.02 / 65_535],
  ])('with positions in %s', (_how, componentType, normalized, kind, most, scale) => {
    const positions = new kind(
      box(1, 1, 1)
        .flat()
        .map((value) => value * most),
    );
    const padded = Buffer.concat([bytesOf(positions), Buffer.alloc((4 - (positions.byteLength % 4)) % 4)]);
    expect(
      cubeOf(
        'glb',
        glb(
          {
            ...base,
            nodes: [{ mesh: 0, scale: [scale, scale, scale] }],
            meshes,
            accessors: [
              { bufferView: 0, componentType, normalized, count: 36, type: 'VEC3' },
              { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
            ],
            bufferViews: [
              { buffer: 0, byteLength: positions.byteLength },
              { buffer: 0, byteOffset: padded.length, byteLength: 72 },
            ],
            buffers: [{ byteLength: padded.length + 72 }],
            extensionsRequired: ['KHR_mesh_quantization'],
          },
          Buffer.concat([padded, bytesOf(indices)]),
        ),
      ),
    ).toEqual(isCube);
  });

  test('with sparse positions over others and over none', () => {
    const moved = points.slice();
    moved.fill(0, 0, 9);
    for (const has of [true, false]) {
      const all = Uint16Array.from({ length: has ? 3 : 36 }, (_, index) => index);
      const values = points.slice(0, all.length * 3);
      const binary = bytesOf(moved, all, values);
      const json = {
        ...base,
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [
          {
            ...(has && { bufferView: 0 }),
            componentType: 5126,
            count: 36,
            type: 'VEC3',
            sparse: {
              count: all.length,
              indices: { bufferView: 1, componentType: 5123 },
              values: { bufferView: 2 },
            },
          },
        ],
        bufferViews: [
          { buffer: 0, byteLength: moved.byteLength },
          { buffer: 0, byteOffset: moved.byteLength, byteLength: all.byteLength },
          { buffer: 0, byteOffset: moved.byteLength + all.byteLength, byteLength: values.byteLength },
        ],
        buffers: [{ byteLength: binary.length }],
      };
      expect(cubeOf('glb', glb(json, binary))).toEqual(isCube);
      json.accessors[0]!.sparse.count = 1000;
      expect(problemOf('glb', glb(json, binary))).toBe('truncated');
    }
  });

  test('without a scene: every node that stands by itself', () => {
    const bytes = glbOf(box(0.02, 0.02, 0.02), (json) => {
      delete json['scenes'];
      delete json['scene'];
      json['nodes'] = [
        { mesh: 0 },
        { children: [2] },
        { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.05, 0, 0, 1] },
      ];
    });
    expect(figuresOf('glb', bytes)).toMatchObject({ shells: 2, watertight: true });
    expect(figuresOf('glb', bytes).sizeMm.map(Math.round)).toEqual([70, 20, 20]);
  });

  test('with copies of a node (EXT_mesh_gpu_instancing)', () => {
    const places = Float32Array.from([0, 0, 0, 0.05, 0, 0, 0.1, 0, 0]);
    const binary = bytesOf(points, places);
    const json = {
      ...base,
      nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 36, type: 'VEC3' },
        { bufferView: 1, componentType: 5126, count: 3, type: 'VEC3' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: points.byteLength },
        { buffer: 0, byteOffset: points.byteLength, byteLength: places.byteLength },
      ],
      buffers: [{ byteLength: binary.length }],
      extensionsRequired: ['EXT_mesh_gpu_instancing'],
    };
    const figures = figuresOf('glb', glb(json, binary));
    expect(figures).toMatchObject({ shells: 3, triangles: 36 });
    expect(figures.volumeMm3).toBeCloseTo(24_000, 0);
  });

  const gltf = (buffer: object) =>
    JSON.stringify({
      ...base,
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 36, type: 'VEC3' }],
      bufferViews: [{ buffer: 0, byteLength: points.byteLength }],
      buffers: [{ byteLength: points.byteLength, ...buffer }],
    });
  test('as text with its bytes in it, or in a ZIP with them next to it', () => {
    const data = bytesOf(points);
    const inside = gltf({ uri: `data:application/octet-stream;base64,${data.toString('base64')}` });
    expect(cubeOf('gltf', strToU8(inside))).toEqual(isCube);
    const neighbour = {
      'model/scene.gltf': strToU8(gltf({ uri: 'my%20scene.bin' })),
      'model/my scene.bin': new Uint8Array(data),
    };
    expect(cubeOf('gltf', zipSync(neighbour))).toEqual(isCube);
    expect(problemOf('gltf', strToU8(gltf({ uri: 'scene.bin' })))).toBe('outside_files');
    expect(problemOf('gltf', zipSync({ 'a.gltf': strToU8(gltf({ uri: '../../etc/passwd' })) }))).toBe(
      'outside_files',
    );
    expect(problemOf('gltf', zipSync({ 'a.txt': strToU8('a') }))).toBe('malformed');
  });
  test('that requires what cannot be read is refused', () =>
    expect(
      problemOf(
        'glb',
        glbOf(box(1, 1, 1), (json) => (json['extensionsRequired'] = ['VENDOR_secret'])),
      ),
    ).toBe('unknown_extension'));
});

describe('PLY', () => {
  const corners = (soup: Soup) => soup.flatMap((t) => [t.slice(0, 3), t.slice(3, 6), t.slice(6)]);
  const header = (format: string, { points = 36, faces = 12, more = '' } = {}) =>
    `ply\nformat ${format} 1.0\ncomment by a test\nelement vertex ${points}\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n${more}element face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;
  const ascii =
    header('ascii') +
    corners(cube)
      .map((point) => `${point.join(' ')} 255\n`)
      .join('') +
    cube.map((_, index) => `3 ${index * 3} ${index * 3 + 1} ${index * 3 + 2}\n`).join('');
  function binary(little: boolean): Uint8Array {
    const head = strToU8(header(little ? 'binary_little_endian' : 'binary_big_endian'));
    const body = new DataView(new ArrayBuffer(36 * 13 + 12 * 13));
    corners(cube).forEach((point, index) =>
      point.forEach((value, axis) => body.setFloat32(index * 13 + axis * 4, value, little)),
    );
    cube.forEach((_, face) => {
      body.setUint8(36 * 13 + face * 13, 3);
      for (let corner = 0; corner < 3; corner += 1)
        body.setInt32(36 * 13 + face * 13 + 1 + corner * 4, face * 3 + corner, little);
    });
    return Uint8Array.from([...head, ...new Uint8Array(body.buffer)]);
  }
  test.each([
    ['as text', strToU8(ascii)],
    ['as text with line ends of Windows', strToU8(ascii.replaceAll('\n', '\r\n'))],
    ['with its least byte first', binary(true)],
    ['with its greatest byte first', binary(false)],
  ])('%s', (_how, bytes) => {
    expect(cubeOf('ply', bytes)).toEqual(isCube);
    expect(figuresOf('ply', bytes)).toMatchObject({ unit: 'millimeter', unitIsGuessed: true });
  });
  test('with squares and other elements', () => {
    const points = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
      [(bits & 1) * 20, ((bits >> 1) & 1) * 20, (bits >> 2) * 20].join(' '),
    );
    const squares = ['0 2 3 1', '4 5 7 6', '0 1 5 4', '2 6 7 3', '0 4 6 2', '1 3 7 5'];
    const text = `${header('ascii', { points: 8, faces: 6, more: 'element edge 2\nproperty list int float weights\n' })}${points.map((point) => `${point} 0\n`).join('')}2 0.5 0.5\n0\n${squares.map((square) => `4 ${square}\n`).join('')}`;
    expect(cubeOf('ply', strToU8(text))).toEqual(isCube);
  });
  test.each([
    ['cut', strToU8(ascii.slice(0, -60)), 'truncated'],
    ['without an end of its header', strToU8(ascii.slice(0, 100)), 'truncated'],
    ['with a point that is not there', strToU8(ascii.replace('3 0 1 2', '3 0 1 99')), 'malformed'],
    ['with a cloud of points', strToU8(header('ascii', { points: 1, faces: 0 }) + '1 2 3 4\n'), 'empty'],
    ['that announces too much', strToU8(header('ascii', { points: 4_000_000_000 })), 'too_large'],
    [
      'of endless elements of nothing',
      strToU8(ascii.replace('element face', 'element x 4000000000\nelement face')),
      'malformed',
    ],
    [
      'of endless lists of nothing',
      strToU8(
        header('ascii', { faces: 0 }).replace(
          'element face',
          'element x 4000000000\nproperty list uchar uchar y\nelement face',
        ),
      ),
      'truncated',
    ],
  ])('%s is refused', (_how, bytes, problem) => expect(problemOf('ply', bytes)).toBe(problem));
});

describe('AMF', () => {
  const amf = (soup: Soup, { unit = 'millimeter', more = '', constellation = '' } = {}) => {
    const vertices = soup.flatMap((t) =>
      [0, 3, 6].map((from) => {
        const [x, y, z] = t.slice(from, from + 3);
        return `<vertex><coordinates><x>${x}</x><y>${y}</y><z>${z}</z></coordinates></vertex>`;
      }),
    );
    const triangles = (from: number, to: number) =>
      Array.from(
        { length: to - from },
        (_, index) =>
          `<triangle><v1>${3 * (from + index)}</v1><v2>${3 * (from + index) + 1}</v2><v3>${3 * (from + index) + 2}</v3></triangle>`,
      ).join('');
    const volumes =
      more === ''
        ? `<volume>${triangles(0, soup.length)}</volume>`
        : `<volume>${triangles(0, 12)}</volume><volume>${more}${triangles(12, 24)}</volume>`;
    return strToU8(
      `<?xml version="1.0"?><amf unit="${unit}"><object id="0"><metadata type="name">cube</metadata><mesh><vertices>${vertices.join('')}</vertices>${volumes}</mesh></object>${constellation}</amf>`,
    );
  };
  test.each([
    ['plain', amf(cube), 1],
    ['in a ZIP', zipSync({ 'cube.amf': amf(cube) }), 1],
    ['in inches', amf(cube, { unit: 'inch' }), 25.4 ** 3],
    [
      'turned and moved',
      amf(cube, {
        constellation:
          '<constellation id="1"><instance objectid="0"><deltax>5</deltax><deltay>-3</deltay><rz>90</rz></instance></constellation>',
      }),
      1,
    ],
  ])('%s', (_how, bytes, times) => expect(cubeOf('amf', bytes, times)).toEqual(isCube));
  test('with two copies, turned about z and then moved', () => {
    const constellation =
      '<constellation id="9"><instance objectid="0"/><instance objectid="0"><deltax>100</deltax><rz>90</rz></instance></constellation>';
    const figures = figuresOf('amf', amf(box(10, 20, 30), { constellation }));
    expect(figures).toMatchObject({ shells: 2, watertight: true });
    expect(figures.sizeMm.map(Math.round)).toEqual([100, 20, 30]);
  });
  test('without its modifiers', () => {
    const bytes = amf([...cube, ...within], { more: '<metadata type="slic3r.modifier">1</metadata>' });
    expect(cubeOf('amf', bytes)).toEqual(isCube);
    expect(figuresOf('amf', bytes).notes).toEqual(['modifiers_left_out']);
  });
  test.each([
    ['of another kind of XML', strToU8('<svg/>'), 'malformed'],
    ['with entities', strToU8('<!DOCTYPE a [<!ENTITY b "c">]><amf unit="millimeter"/>'), 'unsafe_xml'],
    ['without triangles', amf([]), 'empty'],
    [
      'that holds itself',
      amf(cube, {
        constellation:
          '<constellation id="1"><instance objectid="1"/></constellation><constellation id="2"><instance objectid="1"/></constellation>',
      }),
      'malformed',
    ],
  ])('%s is refused', (_how, bytes, problem) => expect(problemOf('amf', bytes)).toBe(problem));
});
