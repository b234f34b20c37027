import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box } from '../shared/models/testing.ts';
import { writeStl } from '../shared/models/write-stl.ts';
import { slice, type SliceSettings } from './slicer.ts';

const cube = writeStl(new Float32Array(box(20, 20, 20).flat()), 1);
const settings: SliceSettings = {
  infill: 15,
  layerMm: 0.2,
  walls: 2,
  topLayers: 4,
  bottomLayers: 3,
  sizeMm: [20, 20, 20],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gongbang-fake-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Calls the stand-in by the name of what it is to do. */
async function fake(name: string): Promise<string> {
  const path = join(folder, name);
  if (!existsSync(path)) await symlink(resolve('fakes/slicer.sh'), path);
  return path;
}
const sliceBy = async (name: string, maxMs = 10_000) =>
  slice(await fake(name), cube, settings, { maxMs, key: name });

describe('a slicer that misbehaves', () => {
  test('is ended with all that it began once it takes too long', async () => {
    const began = performance.now();
    await expect(sliceBy('slicer-hangs', 700)).rejects.toThrow('took too long');
    expect(performance.now() - began).toBeLessThan(5000);
    const child = Number(await readFile(join(folder, 'child'), 'utf8'));
    const isAlive = () => {
      try {
        process.kill(child, 0);
        return true;
      } catch {
        return false;
      }
    };
    await expect.poll(isAlive, { timeout: 5000 }).toBe(false);
  });

  test.each([
    ['crashes', 'slicer-crashes', 'segmentation fault'],
    ['takes more memory than it may', 'slicer-hungry', 'memory'],
    ['writes more than it may', 'slicer-large', 'ended with'],
    ['says what no number is', 'slicer-garbage', 'nothing that can be read'],
    ['writes nothing', 'slicer-silent', 'ENOENT'],
    ['is not there', 'slicer-unknown', 'ended with'],
  ])('that %s fails with the reason', async (_name, name, reason) => {
    await expect(sliceBy(name)).rejects.toThrow(reason);
  });

  test('leaves nothing behind', async () => {
    const before = process.env['TMPDIR'];
    const own = (process.env['TMPDIR'] = await mkdtemp(join(folder, 'tmp-')));
    try {
      await sliceBy('slicer-crashes').catch(() => {});
      await sliceBy('slicer-light');
      expect(await readdir(own)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });
});

test('what it says is read, with its name and version', async () => {
  const piece = await sliceBy('slicer-light');
  expect(piece.materialMm3).toBeCloseTo(2405, 0);
  expect(piece).toMatchObject({ seconds: 300, slicer: 'FakeSlicer 1.2.3' });
});

test('it is told no secrets', async () => {
  process.env['SLICER_TEST_SECRET'] = 'hush';
  const said = await sliceBy('slicer-secrets').catch((error: Error) => error.message);
  delete process.env['SLICER_TEST_SECRET'];
  expect(said).toContain('HOME=');
  expect(said).not.toContain('hush');
});

const cura = '/usr/bin/CuraEngine';
const hasCura = existsSync(cura) && existsSync('/usr/share/cura/resources/definitions/fdmprinter.def.json');
describe.skipIf(!hasCura)(
  `the real CuraEngine${hasCura ? '' : ': not installed (apt-get install --no-install-recommends cura-engine cura), nothing is sliced'}`,
  () => {
    test('slices with the settings of a quote', async () => {
      const piece = await slice(cura, cube, settings, { maxMs: 30_000, key: 'cura' });
      expect(piece.slicer).toMatch(/^CuraEngine \d/);
      expect((piece.materialMm3 * 1.24) / 1000).toBeCloseTo(3.55, 0);
      expect(piece.seconds / 60).toBeGreaterThan(10);
      const full = await slice(cura, cube, { ...settings, infill: 100 }, { maxMs: 30_000, key: 'cura' });
      expect(full.materialMm3).toBeGreaterThan(7500);
    }, 70_000);
  },
);

const prusa = '/usr/bin/prusa-slicer';
const isInstalled = existsSync(prusa);
describe.skipIf(!isInstalled)(
  `the real PrusaSlicer${isInstalled ? '' : ': not installed (apt-get install --no-install-recommends prusa-slicer), nothing is sliced'}`,
  () => {
    test('slices with the settings of a quote', async () => {
      const piece = await slice(prusa, cube, settings, { maxMs: 30_000, key: 'real' });
      expect(piece.slicer).toMatch(/^PrusaSlicer \d/);
      // 3.55 g of PLA, 14 minutes.
      expect((piece.materialMm3 * 1.24) / 1000).toBeCloseTo(3.55, 0);
      expect(piece.seconds / 60).toBeGreaterThan(10);
      const full = await slice(prusa, cube, { ...settings, infill: 100 }, { maxMs: 30_000, key: 'real' });
      expect(full.materialMm3).toBeGreaterThan(7500);
      // Larger than the slicer's own bed.
      const wide = await slice(
        prusa,
        writeStl(new Float32Array(box(26, 2, 0.5).flat()), 10),
        { ...settings, infill: 0, layerMm: 0.32, sizeMm: [260, 20, 5] },
        { maxMs: 30_000, key: 'real' },
      );
      expect(wide.materialMm3).toBeGreaterThan(0);
    }, 100_000);
  },
);
