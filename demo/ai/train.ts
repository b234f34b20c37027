import { gaussian, seeded } from '../draw/random.ts';

export type Task = {
  slug: string;
  seed: number;
  features: string[];
  /** Class names, or one output with a unit for a regression. */
  classes?: string[];
  output?: { name: string; unit: string };
  hidden: number;
  epochs: number;
  samples: number;
  draw: (random: () => number, normal: () => number) => { x: number[]; y: number };
};

export type Trained = {
  task: Task;
  mean: number[];
  deviation: number[];
  /** Output mean and deviation of a regression; 0 and 1 for classes. */
  shift: number;
  spread: number;
  w1: Float32Array;
  b1: Float32Array;
  w2: Float32Array;
  b2: Float32Array;
  loss: number[];
  validationLoss: number[];
  validation: { x: number[]; y: number; predicted: number }[];
  /** Accuracy in percent, or the mean absolute error in the output's unit. */
  score: number;
  parameters: number;
};

const known = new Map<Task, Trained>();

/** One hidden layer, ReLU, Adam: small enough to train while the page loads. */
export function train(task: Task): Trained {
  const before = known.get(task);
  if (before) return before;
  const random = seeded(task.seed);
  const normal = (): number => gaussian(random);
  const rows = Array.from({ length: task.samples }, () => task.draw(random, normal));
  const cut = Math.floor(task.samples * 0.8);
  const inputs = task.features.length;
  const outputs = task.classes?.length ?? 1;
  const column = (k: number): number[] => rows.slice(0, cut).map(({ x }) => x[k] ?? 0);
  const stats = task.features.map((_, k) => meanAndDeviation(column(k)));
  const target = task.classes
    ? { mean: 0, deviation: 1 }
    : meanAndDeviation(rows.slice(0, cut).map(({ y }) => y));
  const model: Trained = {
    task,
    mean: stats.map(({ mean }) => mean),
    deviation: stats.map(({ deviation }) => deviation),
    shift: target.mean,
    spread: target.deviation,
    w1: Float32Array.from({ length: task.hidden * inputs }, () => normal() * Math.sqrt(2 / inputs)),
    b1: new Float32Array(task.hidden),
    w2: Float32Array.from({ length: outputs * task.hidden }, () => normal() * Math.sqrt(1 / task.hidden)),
    b2: new Float32Array(outputs),
    loss: [],
    validationLoss: [],
    validation: [],
    score: 0,
    parameters: task.hidden * (inputs + 1) + outputs * (task.hidden + 1),
  };
  fit(model, rows.slice(0, cut), rows.slice(cut), random);
  model.validation = rows.slice(cut).map(({ x, y }) => ({ x, y, predicted: predict(model, x) }));
  const errors = model.validation.map(({ y, predicted }) =>
    task.classes ? (y === predicted ? 100 : 0) : Math.abs(y - predicted),
  );
  model.score = errors.reduce((sum, value) => sum + value, 0) / errors.length;
  known.set(task, model);
  return model;
}

function meanAndDeviation(values: number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

/** Fills hidden and output activations in place, to avoid allocations. */
function forward(model: Trained, x: number[], z: Float64Array, h: Float64Array, o: Float64Array): void {
  const inputs = model.mean.length;
  for (let k = 0; k < inputs; k++) z[k] = ((x[k] ?? 0) - (model.mean[k] ?? 0)) / (model.deviation[k] ?? 1);
  for (let j = 0; j < h.length; j++) {
    let sum = model.b1[j] ?? 0;
    for (let k = 0; k < inputs; k++) sum += (model.w1[j * inputs + k] ?? 0) * (z[k] ?? 0);
    h[j] = sum > 0 ? sum : 0;
  }
  for (let i = 0; i < o.length; i++) {
    let sum = model.b2[i] ?? 0;
    for (let j = 0; j < h.length; j++) sum += (model.w2[i * h.length + j] ?? 0) * (h[j] ?? 0);
    o[i] = sum;
  }
  if (!model.task.classes) return;
  const top = Math.max(...o);
  let total = 0;
  for (let i = 0; i < o.length; i++) {
    o[i] = Math.exp((o[i] ?? 0) - top);
    total += o[i] ?? 0;
  }
  for (let i = 0; i < o.length; i++) o[i] = (o[i] ?? 0) / total;
}

export function outputsOf(model: Trained, x: number[]): number[] {
  const o = new Float64Array(model.b2.length);
  forward(model, x, new Float64Array(x.length), new Float64Array(model.task.hidden), o);
  return [...o];
}

/** Index of the class, or the value in its own unit. */
export function predict(model: Trained, x: number[]): number {
  const o = outputsOf(model, x);
  return model.task.classes ? o.indexOf(Math.max(...o)) : (o[0] ?? 0) * model.spread + model.shift;
}

function fit(
  model: Trained,
  rows: { x: number[]; y: number }[],
  held: { x: number[]; y: number }[],
  random: () => number,
): void {
  const { task } = model;
  const inputs = model.mean.length;
  const hidden = task.hidden;
  const z = new Float64Array(inputs);
  const h = new Float64Array(hidden);
  const o = new Float64Array(model.b2.length);
  const layers = [model.w1, model.b1, model.w2, model.b2].map((values) => ({
    values,
    gradient: new Float64Array(values.length),
    first: new Float64Array(values.length),
    second: new Float64Array(values.length),
  }));
  const [g1, gb1, g2, gb2] = layers.map(({ gradient }) => gradient) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const order = rows.map((_, i) => i);
  const wanted = (y: number, i: number): number =>
    task.classes ? (i === y ? 1 : 0) : (y - model.shift) / model.spread;
  const lossOf = (y: number): number =>
    task.classes ? -Math.log(Math.max(1e-9, o[y] ?? 0)) : ((o[0] ?? 0) - wanted(y, 0)) ** 2;
  const batch = 16;
  let steps = 0;
  for (let epoch = 0; epoch < task.epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
    }
    let total = 0;
    for (let from = 0; from < order.length; from += batch) {
      for (const { gradient } of layers) gradient.fill(0);
      const to = Math.min(order.length, from + batch);
      for (let n = from; n < to; n++) {
        const row = rows[order[n] ?? 0];
        if (!row) continue;
        forward(model, row.x, z, h, o);
        total += lossOf(row.y);
        for (let i = 0; i < o.length; i++) {
          const error = (o[i] ?? 0) - wanted(row.y, i);
          gb2[i] = (gb2[i] ?? 0) + error;
          for (let j = 0; j < hidden; j++)
            g2[i * hidden + j] = (g2[i * hidden + j] ?? 0) + error * (h[j] ?? 0);
        }
        for (let j = 0; j < hidden; j++) {
          if ((h[j] ?? 0) <= 0) continue;
          let back = 0;
          for (let i = 0; i < o.length; i++)
            back += ((o[i] ?? 0) - wanted(row.y, i)) * (model.w2[i * hidden + j] ?? 0);
          gb1[j] = (gb1[j] ?? 0) + back;
          for (let k = 0; k < inputs; k++)
            g1[j * inputs + k] = (g1[j * inputs + k] ?? 0) + back * (z[k] ?? 0);
        }
      }
      steps++;
      const rate = 0.01 * (1 - epoch / task.epochs) + 0.001;
      for (const { values, gradient, first, second } of layers) {
        for (let i = 0; i < values.length; i++) {
          const g = (gradient[i] ?? 0) / (to - from);
          const m = (first[i] = 0.9 * (first[i] ?? 0) + 0.1 * g);
          const v = (second[i] = 0.999 * (second[i] ?? 0) + 0.001 * g * g);
          const step = m / (1 - 0.9 ** steps) / (Math.sqrt(v / (1 - 0.999 ** steps)) + 1e-8);
          values[i] = (values[i] ?? 0) - rate * step;
        }
      }
    }
    model.loss.push(total / rows.length);
    let heldTotal = 0;
    for (const row of held) {
      forward(model, row.x, z, h, o);
      heldTotal += lossOf(row.y);
    }
    model.validationLoss.push(heldTotal / held.length);
  }
}

/** Writes safetensors: header length, JSON header, then the numbers. */
export function safetensors(model: Trained): Uint8Array {
  const { hidden, features } = model.task;
  const tensors: [string, number[], Float32Array][] = [
    ['input.mean', [features.length], Float32Array.from(model.mean)],
    ['input.std', [features.length], Float32Array.from(model.deviation)],
    ['fc1.weight', [hidden, features.length], model.w1],
    ['fc1.bias', [hidden], model.b1],
    ['fc2.weight', [model.b2.length, hidden], model.w2],
    ['fc2.bias', [model.b2.length], model.b2],
    ['output.scale', [2], Float32Array.from([model.shift, model.spread])],
  ];
  const header: Record<string, unknown> = {
    __metadata__: {
      format: 'pt',
      features: features.join(','),
      ...(model.task.classes
        ? { classes: model.task.classes.join(',') }
        : { output: model.task.output?.name ?? '' }),
    },
  };
  let offset = 0;
  for (const [name, shape, values] of tensors) {
    header[name] = { dtype: 'F32', shape, data_offsets: [offset, offset + values.length * 4] };
    offset += values.length * 4;
  }
  let json = JSON.stringify(header);
  // Data starts at a multiple of eight; spaces after the header are allowed.
  json += ' '.repeat((8 - (new TextEncoder().encode(json).length % 8)) % 8);
  const head = new TextEncoder().encode(json);
  const out = new Uint8Array(8 + head.length + offset);
  new DataView(out.buffer).setBigUint64(0, BigInt(head.length), true);
  out.set(head, 8);
  let at = 8 + head.length;
  for (const [, , values] of tensors) {
    for (const value of values) {
      new DataView(out.buffer).setFloat32(at, value, true);
      at += 4;
    }
  }
  return out;
}

export const inferenceScript = (task: Task): string => `#!/usr/bin/env python3
"""${task.slug}: reads ${task.slug}.safetensors with nothing but the standard library.

Usage: python predict.py ${task.features.map((name) => name.toUpperCase()).join(' ')}
"""
import json
import math
import pathlib
import struct
import sys

FEATURES = ${JSON.stringify(task.features)}
${task.classes ? `CLASSES = ${JSON.stringify(task.classes)}` : `UNIT = ${JSON.stringify(task.output?.unit ?? '')}`}


def load(path):
    raw = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + length])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            start, end = (8 + length + offset for offset in entry["data_offsets"])
            tensors[name] = struct.unpack(f"<{(end - start) // 4}f", raw[start:end])
    return tensors


def dense(x, weight, bias):
    width = len(x)
    return [b + sum(w * v for w, v in zip(weight[i * width:(i + 1) * width], x)) for i, b in enumerate(bias)]


def predict(model, values):
    x = [(v - m) / s for v, m, s in zip(values, model["input.mean"], model["input.std"])]
    hidden = [max(0.0, v) for v in dense(x, model["fc1.weight"], model["fc1.bias"])]
    return dense(hidden, model["fc2.weight"], model["fc2.bias"])


if __name__ == "__main__":
    if len(sys.argv) != len(FEATURES) + 1:
        raise SystemExit(__doc__)
    model = load(pathlib.Path(__file__).with_name("${task.slug}.safetensors"))
    out = predict(model, [float(v) for v in sys.argv[1:]])
${
  task.classes
    ? `    top = max(out)
    total = sum(math.exp(v - top) for v in out)
    for name, value in sorted(zip(CLASSES, out), key=lambda pair: -pair[1])[:3]:
        print(f"{name:<16}{math.exp(value - top) / total:6.1%}")`
    : `    shift, spread = model["output.scale"]
    print(f"{out[0] * spread + shift:.2f} {UNIT}")`
}
`;
