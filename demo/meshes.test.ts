import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { demoResources } from './content.ts';
import { gearRing } from './mesh/gears.ts';
import { inspect, type Mesh } from './mesh/mesh.ts';
import { areaOf, circle, rectangle } from './mesh/rings.ts';
import { box, extrude, layered, tray } from './mesh/solids.ts';
import { triangulate } from './mesh/triangulate.ts';
import { assembledDrone } from './models/drone.ts';
import { robot } from './models/toys.ts';

/** Reads a binary STL back, so that the published files themselves are checked. */
function readStl(bytes: Uint8Array): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(80, true);
  const mesh: Mesh = { positions: [], indices: [] };
  for (let i = 0; i < count * 3; i++) {
    const at = 84 + Math.floor(i / 3) * 50 + 12 + (i % 3) * 12;
    mesh.positions.push(
      view.getFloat32(at, true),
      view.getFloat32(at + 4, true),
      view.getFloat32(at + 8, true),
    );
    mesh.indices.push(i);
  }
  return mesh;
}

function read3mf(bytes: Uint8Array): Mesh[] {
  const model = new TextDecoder().decode(unzipSync(bytes)['3D/3dmodel.model']);
  return model
    .split('<object ')
    .slice(1)
    .map((text) => ({
      positions: [...text.matchAll(/<vertex x="([^"]+)" y="([^"]+)" z="([^"]+)"/g)].flatMap((m) =>
        m.slice(1).map(Number),
      ),
      indices: [...text.matchAll(/<triangle v1="(\d+)" v2="(\d+)" v3="(\d+)"/g)].flatMap((m) =>
        m.slice(1).map(Number),
      ),
    }));
}

const files = demoResources.flatMap((resource) =>
  resource.files.map((file) => ({ slug: resource.slug, file })),
);

test('every STL is closed, and every shell in it encloses space', { timeout: 30_000 }, async () => {
  const made = files.filter(({ file }) => file.name.endsWith('.stl'));
  expect(made.length).toBeGreaterThan(40);
  for (const { slug, file } of made) {
    const bytes = await file.make();
    expect(bytes.length, file.name).toBe(
      84 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true) * 50,
    );
    const report = inspect(readStl(bytes));
    expect(report.openEdges, `${slug}/${file.name}`).toBe(0);
    expect(report.smallestVolume, `${slug}/${file.name}`).toBeGreaterThan(0);
  }
});

test('every 3MF is a package in millimetres with closed objects', { timeout: 30_000 }, async () => {
  const made = files.filter(({ file }) => file.name.endsWith('.3mf'));
  expect(made.length).toBeGreaterThan(4);
  for (const { slug, file } of made) {
    const bytes = await file.make();
    const entries = unzipSync(bytes);
    expect(Object.keys(entries)).toEqual(
      expect.arrayContaining(['[Content_Types].xml', '_rels/.rels', '3D/3dmodel.model']),
    );
    expect(new TextDecoder().decode(entries['3D/3dmodel.model'])).toContain('unit="millimeter"');
    for (const mesh of read3mf(bytes)) {
      const report = inspect(mesh);
      expect(report.openEdges, `${slug}/${file.name}`).toBe(0);
      expect(report.smallestVolume, `${slug}/${file.name}`).toBeGreaterThan(0);
    }
  }
});

test('assembled models for pictures are closed too', () => {
  for (const { mesh } of [...assembledDrone(true), ...robot()]) {
    const report = inspect(mesh);
    expect(report.openEdges).toBe(0);
    expect(report.smallestVolume).toBeGreaterThan(0);
  }
});

test('the check detects a hole and an inverted shell', () => {
  const cube = box(10, 10, 10);
  expect(inspect(cube)).toEqual({ openEdges: 0, shells: 1, smallestVolume: expect.closeTo(1000, 6) });
  expect(inspect({ ...cube, indices: cube.indices.slice(3) }).openEdges).toBeGreaterThan(0);
  expect(inspect({ ...cube, indices: cube.indices.toReversed() }).smallestVolume).toBeLessThan(0);
});

test('volumes match geometry', () => {
  expect(inspect(tray(50, 40, 20, 5, 2, 2)).openEdges).toBe(0);
  const outer = rectangle(20, 20);
  const hole = circle(5, 64);
  const plate = extrude([outer, hole], 0, 3);
  expect(inspect(plate).smallestVolume).toBeCloseTo(3 * (400 - Math.abs(areaOf(hole))), 6);
  const boss = circle(8, 64);
  const stepped = layered([
    { from: 0, to: 2, rings: [outer, hole] },
    { from: 2, to: 6, rings: [boss, hole] },
  ]);
  expect(inspect(stepped)).toMatchObject({ openEdges: 0, shells: 1 });
  expect(inspect(stepped).smallestVolume).toBeCloseTo(
    2 * (400 - Math.abs(areaOf(hole))) + 4 * (areaOf(boss) - areaOf(hole)),
    6,
  );
});

test('points on a straight edge stay in the triangulation', () => {
  const ring: [number, number][] = [
    [0, 0],
    [5, 0],
    [10, 0],
    [10, 10],
    [5, 10],
    [0, 10],
  ];
  const used = new Set(triangulate([ring]));
  expect([...used].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('two gears of one module fit: tooth and gap share the pitch', () => {
  const ring = gearRing({ module: 2, teeth: 20, play: 0 });
  const radii = ring.map(([x, y]) => Math.hypot(x, y));
  expect(Math.max(...radii)).toBeCloseTo(22, 6);
  expect(Math.min(...radii)).toBeCloseTo(17.5, 6);
});
