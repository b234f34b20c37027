import { Drawing } from '../draw/drawing.ts';
import type { Point } from '../draw/letters.ts';
import { mixHex, type PaletteName, palettes } from '../draw/palettes.ts';
import { outputsOf, type Task, train, type Trained } from './train.ts';

type Frame = { x: number; y: number; w: number; h: number };

const series = [
  '#e4572e',
  '#2e86ab',
  '#3d9970',
  '#f2b134',
  '#8e5bb5',
  '#d1495b',
  '#4a6fa5',
  '#7a8b3c',
  '#888888',
  '#c98b5e',
  '#2f9fb8',
];

function card(d: Drawing, { x, y, w, h }: Frame, title: string): void {
  for (let i = 4; i > 0; i--)
    d.rect(x - i * 2, y + 6 - i, w + i * 4, h + i * 3, { fill: '#1d2230', opacity: 0.03 }, 24 + i * 2);
  d.rect(x, y, w, h, { fill: '#ffffff' }, 22);
  d.text(title, x + 28, y + 44, { size: 15, color: '#8a8577', weight: 0.14 });
}

function lossCard(d: Drawing, model: Trained, frame: Frame, color: string): void {
  card(d, frame, 'LOSS');
  const { x, y, w, h } = { x: frame.x + 64, y: frame.y + 70, w: frame.w - 96, h: frame.h - 124 };
  const top = Math.max(...model.loss.slice(0, 3), ...model.validationLoss.slice(0, 3));
  for (let i = 0; i <= 4; i++) {
    d.line(
      [
        [x, y + (h * i) / 4],
        [x + w, y + (h * i) / 4],
      ],
      { stroke: '#eceae2', width: 2 },
    );
    d.text((top * (1 - i / 4)).toFixed(1), x - 12, y + (h * i) / 4 + 5, {
      size: 11,
      color: '#a5a090',
      anchor: 'end',
    });
  }
  const path = (values: number[]): Point[] =>
    values.map((value, i) => [x + (i / (values.length - 1)) * w, y + h - (Math.min(value, top) / top) * h]);
  const curve = path(model.loss);
  d.polygon([...curve, [x + w, y + h], [x, y + h]], { fill: color, opacity: 0.14 });
  d.line(curve, { stroke: color, width: 5 }).line(path(model.validationLoss), {
    stroke: '#4b5563',
    width: 3,
    dash: [9, 8],
  });
  d.text(`EPOCH ${model.loss.length}`, x + w, y + h + 32, { size: 12, color: '#a5a090', anchor: 'end' });
}

function confusionCard(d: Drawing, model: Trained, frame: Frame, color: string): void {
  card(d, frame, 'CONFUSION');
  const names = model.task.classes ?? [];
  const n = names.length;
  const s = Math.min((frame.w - 170) / n, (frame.h - 150) / n);
  const x = frame.x + frame.w - 34 - s * n;
  const y = frame.y + 68 + Math.max(0, (frame.h - 150 - s * n) / 2);
  const counts = Array.from({ length: n }, () => Array.from({ length: n }, () => 0));
  for (const { y: real, predicted } of model.validation) {
    const line = counts[real];
    if (line) line[predicted] = (line[predicted] ?? 0) + 1;
  }
  counts.forEach((line, i) => {
    const total = line.reduce((a, b) => a + b, 0) || 1;
    line.forEach((count, j) => {
      const share = count / total;
      d.rect(
        x + j * s + 2,
        y + i * s + 2,
        s - 4,
        s - 4,
        { fill: share > 0 ? mixHex('#f4f1ea', color, 0.14 + share * 0.86) : '#f6f4ee' },
        Math.min(10, s * 0.16),
      );
      if (count > 0 && s > 30)
        d.text(String(count), x + (j + 0.5) * s, y + (i + 0.5) * s + 7, {
          size: Math.min(17, s * 0.34),
          color: share > 0.45 ? '#ffffff' : '#5d5a50',
          anchor: 'middle',
        });
    });
    const name = names[i] ?? '';
    const size = Math.min(13, (s * 0.9) / 2.4, 130 / Math.max(6, name.length) / 0.62);
    d.text(name.toUpperCase(), x - 12, y + (i + 0.5) * s + size / 2, {
      size,
      color: '#6b675b',
      anchor: 'end',
    });
  });
  d.text('PREDICTED', x + (s * n) / 2, y + s * n + 34, { size: 12, color: '#a5a090', anchor: 'middle' });
}

/** Predicted probability of each class over two features, the others at their mean, with real samples on top. */
function regionCard(d: Drawing, model: Trained, frame: Frame, a: number, b: number): void {
  card(d, frame, `${model.task.features[a] ?? ''}  ×  ${model.task.features[b] ?? ''}`);
  const { x, y, w, h } = { x: frame.x + 30, y: frame.y + 64, w: frame.w - 60, h: frame.h - 94 };
  const range = (k: number): [number, number] => [
    (model.mean[k] ?? 0) - 2.3 * (model.deviation[k] ?? 1),
    (model.mean[k] ?? 0) + 2.3 * (model.deviation[k] ?? 1),
  ];
  const [ax, bx] = range(a);
  const [ay, by] = range(b);
  const n = 52;
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const point = [...model.mean];
      point[a] = ax + ((i + 0.5) / n) * (bx - ax);
      point[b] = by - ((j + 0.5) / n) * (by - ay);
      const chances = outputsOf(model, point);
      const best = chances.indexOf(Math.max(...chances));
      const fill = mixHex(
        '#ffffff',
        series[best % series.length] ?? '#888888',
        0.12 + 0.38 * (chances[best] ?? 0) ** 3,
      );
      d.raw(
        `<path fill="${fill}" d="M${(x + (i / n) * w).toFixed(1)} ${(y + (j / n) * h).toFixed(1)}h${(w / n + 0.6).toFixed(1)}v${(h / n + 0.6).toFixed(1)}h-${(w / n + 0.6).toFixed(1)}z"/>`,
      );
    }
  }
  for (const sample of model.validation) {
    const px = x + (((sample.x[a] ?? 0) - ax) / (bx - ax)) * w;
    const py = y + ((by - (sample.x[b] ?? 0)) / (by - ay)) * h;
    if (px < x + 6 || px > x + w - 6 || py < y + 6 || py > y + h - 6) continue;
    d.circle(px, py, 6, { fill: series[sample.y % series.length] ?? '#888888', stroke: '#ffffff', width: 2 });
  }
}

function scatterCard(d: Drawing, model: Trained, frame: Frame, color: string): void {
  card(d, frame, 'PREDICTED  ×  REAL');
  const { x, y, w, h } = { x: frame.x + 80, y: frame.y + 70, w: frame.w - 116, h: frame.h - 130 };
  const all = model.validation.flatMap((v) => [v.y, v.predicted]).toSorted((p, q) => p - q);
  const low = all[0] ?? 0;
  const high = all[Math.floor(all.length * 0.985)] ?? 1;
  const at = (real: number, guess: number): Point => [
    x + ((real - low) / (high - low)) * w,
    y + h - ((guess - low) / (high - low)) * h,
  ];
  for (let i = 0; i <= 4; i++) {
    const value = low + ((high - low) * i) / 4;
    d.line([at(low, value), at(high, value)], { stroke: '#eceae2', width: 2 });
    const label = Math.abs(high) > 20 ? value.toFixed(0) : value.toFixed(1);
    d.text(label, x - 12, at(low, value)[1] + 5, { size: 12, color: '#a5a090', anchor: 'end' });
    d.text(label, at(value, low)[0], y + h + 28, { size: 12, color: '#a5a090', anchor: 'middle' });
  }
  d.line([at(low, low), at(high, high)], { stroke: '#4b5563', width: 3, dash: [10, 8] });
  for (const { y: real, predicted } of model.validation) {
    if (real > high || predicted > high) continue;
    d.circle(...at(real, predicted), 6.5, { fill: color, opacity: 0.62 });
  }
}

function netCard(d: Drawing, model: Trained, frame: Frame, color: string): void {
  card(d, frame, `${model.parameters} PARAMETERS`);
  const layers = [model.mean.length, Math.min(12, model.task.hidden), model.b2.length];
  const spots = layers.map((count, layer) =>
    Array.from({ length: count }, (_, i): Point => [
      frame.x + 60 + (layer * (frame.w - 120)) / 2,
      frame.y + 84 + ((i + 0.5) * (frame.h - 120)) / count,
    ]),
  );
  const weights = [model.w1, model.w2];
  weights.forEach((w, layer) => {
    const from = spots[layer] ?? [];
    const to = spots[layer + 1] ?? [];
    const width = layer === 0 ? model.mean.length : model.task.hidden;
    to.forEach((q, i) =>
      from.forEach((p, k) => {
        const value = w[i * width + k] ?? 0;
        d.line([p, q], {
          stroke: value > 0 ? color : '#4b5563',
          width: Math.min(4, 0.4 + Math.abs(value) * 1.5),
          opacity: Math.min(0.75, 0.1 + Math.abs(value) * 0.3),
        });
      }),
    );
  });
  spots.flat().forEach(([px, py]) => d.circle(px, py, 8, { fill: '#ffffff', stroke: '#4b5563', width: 3 }));
}

export type ChartLayout = { palette: PaletteName; regions?: [number, number]; swap?: boolean };

/** Card of the model: its accuracy, its learning curve and its structure. */
export function modelPicture(task: Task, { palette, regions, swap }: ChartLayout): Drawing {
  const model = train(task);
  const p = palettes[palette];
  const d = new Drawing(1200, 900);
  const color = p.parts[0] ?? '#e4572e';
  d.rect(0, 0, 1200, 900, { fill: d.gradient('wall', p.glow, p.floor) });
  d.circle(1120, 60, 240, { fill: p.parts[3] ?? '#ffffff', opacity: 0.18 });
  d.text(task.slug.toUpperCase().replaceAll('-', ' '), 54, 92, { size: 40, color: '#2b2d33', weight: 0.16 });
  const score = task.classes
    ? `${model.score.toFixed(1)}%`
    : `± ${model.score.toFixed(2)} ${task.output?.unit ?? ''}`;
  d.text(score.trim(), 1146, 92, { size: 40, color, anchor: 'end', weight: 0.16 });
  const large: Frame = { x: swap ? 516 : 54, y: 130, w: 630, h: 716 };
  const side = swap ? 54 : 708;
  const upper: Frame = { x: side, y: 130, w: 438, h: 346 };
  const lower: Frame = { x: side, y: 500, w: 438, h: 346 };
  if (!task.classes) scatterCard(d, model, large, color);
  else if (regions) regionCard(d, model, large, regions[0], regions[1]);
  else confusionCard(d, model, large, color);
  lossCard(d, model, upper, color);
  if (task.classes && regions && task.classes.length < 7) confusionCard(d, model, lower, color);
  else netCard(d, model, lower, color);
  return d;
}
