import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from '../src/platform/shared/models/measure.ts';
import { readModel } from '../src/platform/shared/models/read-model.ts';
import { binaryStl, sphere } from '../src/platform/shared/models/testing.ts';

const rounds = 11;

/** Maximum CPU for the figures of a 50 MB STL, in multiples of reading it, from the original requirement. */
const demanded = 3;

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
try {
  const path = join(folder, 'sphere.stl');
  await writeFile(path, binaryStl(sphere(50, 500)));
  const rows: { reading: number; parsing: number; measuring: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const reading = await cpu(() => readNumbers(path));
    const { value: mesh, ms: parsing } = await cpuAndValue(async () =>
      readModel('stl', await readFile(path)),
    );
    const measuring = await cpu(async () => measure(mesh));
    rows.push({ reading, parsing, measuring });
    say(
      `reading ${reading.toFixed(0)} ms, as triangles ${parsing.toFixed(0)} ms, their figures ${measuring.toFixed(0)} ms of CPU`,
    );
    if (round === 0) say(JSON.stringify(measure(mesh)));
  }
  const middle = (ratio: (row: (typeof rows)[number]) => number) =>
    rows.map(ratio).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  const ratio = middle(({ reading, measuring }) => measuring / reading);
  const whole = middle(({ reading, parsing, measuring }) => (parsing + measuring) / reading);
  say(
    `\nfigures of 50 MB: ${ratio.toFixed(2)} times reading them (at most ${demanded}) ${ratio <= demanded ? 'ok' : 'TOO SLOW'}; from the file to the figures ${whole.toFixed(2)} times`,
  );
  process.exitCode = ratio <= demanded ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Reads the file and each of its numbers, including normals, as floats. */
async function readNumbers(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const triangles = view.getUint32(80, true);
  const numbers = new Float32Array(triangles * 12);
  for (let triangle = 0, to = 0; triangle < triangles; triangle += 1) {
    const from = 84 + triangle * 50;
    for (let at = 0; at < 12; at += 1, to += 1) numbers[to] = view.getFloat32(from + at * 4, true);
  }
  return numbers;
}

async function cpuAndValue<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 };
}

async function cpu(work: () => Promise<unknown>): Promise<number> {
  return (await cpuAndValue(work)).ms;
}
