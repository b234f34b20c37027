import { spawn } from 'node:child_process';
import { access, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { commentBytes, readGcode } from '../shared/models/sliced.ts';
import { createKeyedLimiter } from './keyed-limiter.ts';

/**
 * Slices a model by a slicer that the operator installed, in a process of its own: PrusaSlicer or CuraEngine. Nothing of
 * it is part of this product. The process gets a folder of its own, no secrets in its environment, and limits of time,
 * memory, processor and file size; it is ended with all that it began.
 */

export type SliceSettings = {
  /** In percent. */
  infill: number;
  layerMm: number;
  walls: number;
  topLayers: number;
  bottomLayers: number;
  sizeMm: readonly [number, number, number];
};
/** Material and time of one piece on the slicer's usual machine, and which slicer says so. */
export type SlicedPiece = { materialMm3: number; seconds: number; slicer: string };

export const slicerLimits = {
  memoryKb: 2 * 1024 * 1024,
  /** Processor time of all of its threads together. */
  cpuSeconds: 30,
  /** Blocks of 512 bytes that a file may have: 256 MiB. */
  fileBlocks: 512 * 1024,
  logBytes: 64 * 1024,
} as const;

const threadMm = 1.75;
/** Room around the model on the bed. */
const besideMm = 40;

/** One at a time; a few wait, everybody else is told the estimate at once. */
const turn = createKeyedLimiter({ atOnce: 1, maxWaiting: 3 });

/** Slices an STL in millimetres within `maxMs`, its turn included. Throws an `Error` with the reason where that fails. */
export async function slice(
  slicerPath: string,
  stl: Uint8Array,
  settings: SliceSettings,
  { maxMs, key }: { maxMs: number; key: string },
): Promise<SlicedPiece> {
  const until = performance.now() + maxMs;
  return turn(key, async () => {
    const left = until - performance.now();
    if (left <= 0) throw new Error('no time left');
    const folder = await mkdtemp(join(tmpdir(), 'gongbang-slice-'));
    try {
      const model = join(folder, 'model.stl');
      const output = join(folder, 'model.gcode');
      await writeFile(model, stl);
      const isCura = /cura/i.test(basename(slicerPath));
      const words = isCura
        ? await curaWords(slicerPath, { model, output, settings })
        : prusaWords({ model, output, settings });
      const log = await run(slicerPath, words, { folder, maxMs: left });
      return isCura ? readCura(log) : await readPrusa(output);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

type Job = { model: string; output: string; settings: SliceSettings };

/** Returns the bed that a model fits on, with room around it. */
function bedFor([x, y, z]: SliceSettings['sizeMm']) {
  return {
    side: Math.max(200, Math.ceil(Math.max(x, y)) + besideMm),
    height: Math.max(200, Math.ceil(z) + 10),
  };
}

function prusaWords({ model, output, settings }: Job): string[] {
  const { side, height } = bedFor(settings.sizeMm);
  const options: Record<string, string | number> = {
    'layer-height': settings.layerMm,
    'first-layer-height': settings.layerMm,
    perimeters: settings.walls,
    'fill-density': `${settings.infill}%`,
    // The usual pattern cannot be full.
    ...(settings.infill >= 100 && { 'fill-pattern': 'rectilinear' }),
    'top-solid-layers': settings.topLayers,
    'bottom-solid-layers': settings.bottomLayers,
    'nozzle-diameter': 0.4,
    'filament-diameter': threadMm,
    'bed-shape': `0x0,${side}x0,${side}x${side},0x${side}`,
    'max-print-height': height,
    center: `${side / 2},${side / 2}`,
    output,
  };
  return [
    '--export-gcode',
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    model,
  ];
}

/** CuraEngine takes every number as it is: what its definitions derive from others is derived here. */
async function curaWords(slicerPath: string, { model, output, settings }: Job): Promise<string[]> {
  const definitions = join(dirname(slicerPath), '../share/cura/resources/definitions/fdmprinter.def.json');
  await access(definitions);
  const { side, height } = bedFor(settings.sizeMm);
  const lineMm = 0.42;
  const { infill, layerMm } = settings;
  const options: Record<string, string | number | boolean> = {
    layer_height: layerMm,
    layer_height_0: layerMm,
    infill_sparse_thickness: layerMm,
    wall_line_count: settings.walls,
    wall_line_width_0: lineMm,
    wall_line_width_x: lineMm,
    skin_line_width: lineMm,
    infill_line_width: lineMm,
    top_layers: settings.topLayers,
    bottom_layers: settings.bottomLayers,
    initial_bottom_layers: settings.bottomLayers,
    infill_sparse_density: infill,
    // Lines of a grid run in two directions.
    infill_line_distance: infill > 0 ? (lineMm * 100 * (infill < 100 ? 2 : 1)) / infill : 0,
    infill_pattern: infill < 100 ? 'grid' : 'lines',
    adhesion_type: 'none',
    support_enable: false,
    center_object: true,
    material_diameter: threadMm,
    machine_nozzle_size: 0.4,
    machine_width: side,
    machine_depth: side,
    machine_height: height,
  };
  return [
    'slice',
    '-v',
    '-m1',
    '-j',
    definitions,
    ...Object.entries(options).flatMap(([name, value]) => ['-s', `${name}=${value}`]),
    '-l',
    model,
    '-o',
    output,
  ];
}

/** Runs the slicer and returns the end of what it said. Throws where it fails, and after `maxMs`. */
function run(
  slicerPath: string,
  words: readonly string[],
  { folder, maxMs }: { folder: string; maxMs: number },
): Promise<string> {
  const { memoryKb, cpuSeconds, fileBlocks, logBytes } = slicerLimits;
  // The shell sets limits that the slicer cannot raise, and becomes the slicer.
  const limits = `ulimit -c 0; ulimit -v ${memoryKb}; ulimit -t ${cpuSeconds}; ulimit -f ${fileBlocks}`;
  const child = spawn('/bin/sh', ['-c', `${limits}; exec nice -n 10 "$0" "$@"`, slicerPath, ...words], {
    cwd: folder,
    // A group of its own, so that all of it can be ended.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
  });
  return new Promise((resolve, reject) => {
    let log = '';
    const note = (chunk: Buffer) => {
      log = (log + chunk.toString('latin1')).slice(-logBytes);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    const endAll = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of it has ended already.
      }
    };
    const timer = setTimeout(() => {
      endAll();
      reject(new Error('took too long'));
    }, maxMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      endAll();
      if (code === 0) resolve(log);
      else reject(new Error(`ended with ${signal ?? code}: ${log.trim().slice(-500)}`));
    });
  });
}

async function readPrusa(output: string): Promise<SlicedPiece> {
  const text = await readEnds(output);
  const by = /^; generated by (\S+ [\d.]+)/m.exec(text)?.[1];
  const mm = Number(/^; filament used \[mm\] = ([\d.]+)/m.exec(text)?.[1]);
  const { seconds } = readGcode(text);
  return sound({
    materialMm3: (mm * Math.PI * threadMm * threadMm) / 4,
    seconds: seconds ?? 0,
    slicer: by ?? '',
  });
}

function readCura(log: string): SlicedPiece {
  const mm3 = Number(/^Filament \(mm\^3\): (\d+)/m.exec(log)?.[1]);
  const seconds = Number(/^Print time \(s\): (\d+)/m.exec(log)?.[1]);
  const version = /Cura_SteamEngine(?: version)? ([\d.]+)/.exec(log)?.[1] ?? '';
  return sound({ materialMm3: mm3, seconds, slicer: `CuraEngine ${version}`.trim() });
}

function sound(piece: SlicedPiece): SlicedPiece {
  const { materialMm3, seconds, slicer } = piece;
  if (!(materialMm3 > 0 && seconds > 0 && slicer !== '')) throw new Error('said nothing that can be read');
  return piece;
}

/** Reads the beginning and the end of a file, where slicers write their comments. */
async function readEnds(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= 2 * commentBytes) return await readFile(path, 'latin1');
    const head = await file.read(Buffer.alloc(commentBytes), 0, commentBytes, 0);
    const tail = await file.read(Buffer.alloc(commentBytes), 0, commentBytes, size - commentBytes);
    return `${head.buffer.toString('latin1')}\n${tail.buffer.toString('latin1')}`;
  } finally {
    await file.close();
  }
}
