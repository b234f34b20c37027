import {
  arcPoints,
  arcThrough,
  BoardError,
  boardLimits,
  circlePoints,
  placed,
  rectangle,
  type LayerRole,
  type LayerShapes,
  type Point,
  type Shape,
} from './board.ts';

/** Item of a KiCad file: a word, or a list of items. */
type Item = string | Item[];
const maxItems = 4_000_000;

/** Parses the nested lists that KiCad writes. */
function parse(text: string): Item[] {
  const top: Item[] = [];
  const open: Item[][] = [top];
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) {
      at += 1;
      continue;
    }
    count += 1;
    if (count > maxItems) throw new BoardError('too_complex');
    const list = open.at(-1)!;
    if (code === 0x28) {
      if (open.length > boardLimits.depth) throw new BoardError('too_complex');
      const inner: Item[] = [];
      list.push(inner);
      open.push(inner);
      at += 1;
    } else if (code === 0x29) {
      if (open.length === 1) throw new BoardError('malformed');
      open.pop();
      at += 1;
    } else if (code === 0x22) {
      let word = '';
      let from = at + 1;
      at = from;
      for (; at < text.length && text.charCodeAt(at) !== 0x22; at += 1) {
        if (text.charCodeAt(at) !== 0x5c) continue;
        word += text.slice(from, at);
        at += 1;
        from = at;
      }
      if (at >= text.length) throw new BoardError('malformed');
      list.push(word + text.slice(from, at));
      at += 1;
    } else {
      const from = at;
      while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
      list.push(text.slice(from, at));
    }
  }
  if (open.length !== 1) throw new BoardError('malformed');
  return top;
}

const isEnd = (code: number) => code <= 0x20 || code === 0x28 || code === 0x29 || code === 0x22;

const nameOf = (item: Item): string => (Array.isArray(item) && typeof item[0] === 'string' ? item[0] : '');
const find = (list: readonly Item[], name: string): Item[] | undefined =>
  list.find((item): item is Item[] => nameOf(item) === name);
function numberAt(list: readonly Item[] | undefined, index: number, missing = 0): number {
  const value = list?.[index];
  const number = typeof value === 'string' ? Number(value) : missing;
  if (!Number.isFinite(number)) throw new BoardError('malformed');
  return number;
}
/** KiCad's y looks down, ours up. */
const pointOf = (list: readonly Item[] | undefined): Point => [numberAt(list, 1), -numberAt(list, 2)];
const words = (list: readonly Item[] | undefined): string[] =>
  (list ?? []).slice(1).filter((item): item is string => typeof item === 'string');

const roles: Record<string, LayerRole> = {
  'F.Cu': 'top_copper',
  'B.Cu': 'bottom_copper',
  'F.Mask': 'top_mask',
  'B.Mask': 'bottom_mask',
  'F.SilkS': 'top_silk',
  'B.SilkS': 'bottom_silk',
  'F.Silkscreen': 'top_silk',
  'B.Silkscreen': 'bottom_silk',
  'Edge.Cuts': 'outline',
};
const isInner = (name: string) => /^In\d{1,2}\.Cu$/.test(name);

/** Layers that are not shown: notes for the factory, courtyards, glue and paste. */
const isShown = (name: string) => name in roles || isInner(name);

/** Position of a footprint, which its parts are drawn in. */
type Placing = { at: Point; degrees: number };
const nowhere: Placing = { at: [0, 0], degrees: 0 };

class Layers {
  readonly #shapes = new Map<string, Shape[]>();
  readonly #names: string[];
  #points = 0;

  constructor(board: readonly Item[]) {
    const defined = (find(board, 'layers') ?? []).flatMap((item) =>
      Array.isArray(item) && typeof item[1] === 'string' ? [item[1]] : [],
    );
    this.#names = (defined.length > 0 ? defined : Object.keys(roles)).filter(isShown);
  }

  /** Adds a shape to all layers that a name with wildcards means. */
  add(names: readonly string[], shape: Shape): void {
    for (const name of new Set(names.flatMap((each) => this.#meant(each)))) {
      this.#points +=
        shape.kind === 'area'
          ? shape.rings.reduce((sum, ring) => sum + ring.length, 0)
          : shape.kind === 'line'
            ? shape.points.length
            : 1;
      if (this.#points > boardLimits.points) throw new BoardError('too_complex');
      const shapes = this.#shapes.get(name);
      if (shapes) shapes.push(shape);
      else this.#shapes.set(name, [shape]);
    }
  }

  drill(shape: Shape): void {
    const shapes = this.#shapes.get('Drill');
    if (shapes) shapes.push(shape);
    else this.#shapes.set('Drill', [shape]);
  }

  #meant(name: string): string[] {
    if (name.startsWith('*.')) return this.#names.filter((each) => each.endsWith(name.slice(1)));
    if (name.startsWith('F&B.')) return [`F.${name.slice(4)}`, `B.${name.slice(4)}`];
    return isShown(name) ? [name] : [];
  }

  all(): LayerShapes[] {
    return [...this.#shapes].map(([name, shapes]) => ({
      name,
      role: name === 'Drill' ? 'drill' : (roles[name] ?? 'inner_copper'),
      shapes,
    }));
  }
}

/** Reads a board of KiCad 5 and later: tracks, vias, filled zones, pads and drawings. */
export function readKicadBoard(text: string): LayerShapes[] {
  const board = parse(text)[0];
  if (!Array.isArray(board) || board[0] !== 'kicad_pcb') throw new BoardError('malformed');
  const layers = new Layers(board);
  for (const item of board) {
    if (!Array.isArray(item)) continue;
    const kind = nameOf(item);
    if (kind === 'segment' || kind === 'arc') addTrack(layers, item);
    else if (kind === 'via') addVia(layers, item);
    else if (kind === 'zone') addZone(layers, item);
    else if (kind.startsWith('gr_')) addDrawing(layers, item, nowhere);
    else if (kind === 'footprint' || kind === 'module') addFootprint(layers, item);
  }
  return layers.all();
}

function addTrack(layers: Layers, item: Item[]): void {
  const [start, mid, end] = ['start', 'mid', 'end'].map((name) => find(item, name));
  const points = mid
    ? arcThrough(pointOf(start), pointOf(mid), pointOf(end))
    : [pointOf(start), pointOf(end)];
  layers.add(words(find(item, 'layer')), { kind: 'line', points, width: numberAt(find(item, 'width'), 1) });
}

function addVia(layers: Layers, item: Item[]): void {
  const at = pointOf(find(item, 'at'));
  const size = numberAt(find(item, 'size'), 1);
  layers.add(['*.Cu'], { kind: 'area', rings: [circlePoints(at, size / 2)] });
  const drill = numberAt(find(item, 'drill'), 1, size / 2);
  layers.drill({ kind: 'area', rings: [circlePoints(at, drill / 2)] });
}

function addZone(layers: Layers, item: Item[]): void {
  const own = [...words(find(item, 'layer')), ...words(find(item, 'layers'))];
  for (const part of item) {
    if (!Array.isArray(part) || part[0] !== 'filled_polygon') continue;
    const named = words(find(part, 'layer'));
    layers.add(named.length > 0 ? named : own, { kind: 'area', rings: [cornersOf(find(part, 'pts'))] });
  }
}

function cornersOf(list: readonly Item[] | undefined): Point[] {
  return (list ?? []).flatMap((item): Point[] => {
    if (!Array.isArray(item)) return [];
    if (item[0] === 'xy') return [pointOf(item)];
    if (item[0] !== 'arc') return [];
    const [start, mid, end] = ['start', 'mid', 'end'].map((name) => pointOf(find(item, name)));
    return arcThrough(start!, mid!, end!);
  });
}

function addDrawing(layers: Layers, item: Item[], { at, degrees }: Placing): void {
  const kind = nameOf(item).replace(/^(?:gr|fp)_/, '');
  const names = words(find(item, 'layer'));
  const stroke = find(item, 'stroke');
  const width = numberAt(find(stroke ?? item, 'width'), 1, 0.1);
  const fill = words(find(item, 'fill'))[0];
  const isFilled = fill === 'solid' || fill === 'yes' || kind === 'poly';
  const put = (points: readonly Point[]) => placed(points, at, degrees);
  const line = (points: Point[]) => layers.add(names, { kind: 'line', points: put(points), width });
  const closed = (points: Point[]) => {
    if (isFilled) layers.add(names, { kind: 'area', rings: [put(points)] });
    line([...points, points[0]!]);
  };
  const [start, mid, end] = ['start', 'mid', 'end'].map((name) => find(item, name));
  if (kind === 'line') line([pointOf(start), pointOf(end)]);
  else if (kind === 'rect') {
    const [a, c] = [pointOf(start), pointOf(end)];
    closed([a, [c[0], a[1]], c, [a[0], c[1]]]);
  } else if (kind === 'circle') {
    const centre = pointOf(find(item, 'center'));
    const [x, y] = pointOf(end);
    closed(circlePoints(centre, Math.hypot(x - centre[0], y - centre[1])));
  } else if (kind === 'arc') {
    line(mid ? arcThrough(pointOf(start), pointOf(mid), pointOf(end)) : olderArc(item));
  } else if (kind === 'poly' || kind === 'curve') {
    const points = cornersOf(find(item, 'pts'));
    if (points.length < 2) return;
    if (kind === 'poly') closed(points);
    else line(points);
  } else if (kind === 'text') addText(layers, item, { at, degrees });
}

/** Before version 6 an arc had its centre, its beginning and an angle. */
function olderArc(item: Item[]): Point[] {
  const centre = pointOf(find(item, 'start'));
  const from = pointOf(find(item, 'end'));
  const [x, y] = [from[0] - centre[0], from[1] - centre[1]];
  const sweep = (-numberAt(find(item, 'angle'), 1) * Math.PI) / 180;
  return arcPoints(centre, Math.hypot(x, y), Math.atan2(y, x), sweep);
}

function addText(layers: Layers, item: Item[], placing: Placing): void {
  const isFootprint = nameOf(item) === 'fp_text';
  const text = item[isFootprint ? 2 : 1];
  if (typeof text !== 'string' || item.includes('hide') || words(find(item, 'hide'))[0] === 'yes') return;
  const [at] = placed([pointOf(find(item, 'at'))], placing.at, placing.degrees);
  const font = find(find(item, 'effects') ?? [], 'font');
  const shown = text.replace('${REFERENCE}', '').replace('%R', '');
  if (shown === '') return;
  layers.add(words(find(item, 'layer')), {
    kind: 'text',
    at: at!,
    size: numberAt(find(font ?? [], 'size'), 1, 1) * 1.3,
    angle: numberAt(find(item, 'at'), 3),
    text: shown,
  });
}

function addFootprint(layers: Layers, item: Item[]): void {
  const position = find(item, 'at');
  const placing = { at: pointOf(position), degrees: numberAt(position, 3) };
  for (const part of item) {
    if (!Array.isArray(part)) continue;
    const kind = nameOf(part);
    if (kind === 'pad') addPad(layers, part, placing);
    else if (kind.startsWith('fp_')) addDrawing(layers, part, placing);
    else if (kind === 'zone') addZone(layers, part);
  }
}

function addPad(layers: Layers, item: Item[], placing: Placing): void {
  const position = find(item, 'at');
  const [at] = placed([pointOf(position)], placing.at, placing.degrees);
  // The angle of a pad already has that of its footprint in it.
  const degrees = numberAt(position, 3);
  const size = find(item, 'size');
  const [width, height] = [numberAt(size, 1), numberAt(size, 2)];
  const shape = typeof item[3] === 'string' ? item[3] : '';
  const put = (points: readonly Point[]) => placed(points, at!, degrees);
  const names = words(find(item, 'layers'));
  if (shape === 'circle') layers.add(names, { kind: 'area', rings: [circlePoints(at!, width / 2)] });
  else if (shape === 'oval') layers.add(names, slot(put, width, height));
  else if (shape === 'roundrect') {
    const radius = Math.min(width, height) * numberAt(find(item, 'roundrect_rratio'), 1, 0.25);
    layers.add(names, { kind: 'area', rings: [put(rounded(width, height, radius))] });
  } else layers.add(names, { kind: 'area', rings: [put(rectangle(width, height))] });
  if (shape === 'custom') addPrimitives(layers, item, names, { at: at!, degrees });
  const drill = find(item, 'drill');
  if (!drill) return;
  const isOval = drill[1] === 'oval';
  const across = numberAt(drill, isOval ? 2 : 1);
  layers.drill(
    isOval
      ? slot(put, across, numberAt(drill, 3, across))
      : { kind: 'area', rings: [circlePoints(at!, across / 2)] },
  );
}

function addPrimitives(layers: Layers, item: Item[], names: string[], placing: Placing): void {
  for (const part of find(item, 'primitives') ?? []) {
    if (!Array.isArray(part)) continue;
    addDrawing(layers, [...part, ['layer', ...names]], placing);
  }
}

function slot(put: (points: readonly Point[]) => Point[], width: number, height: number): Shape {
  const reach = Math.abs(width - height) / 2;
  const ends: Point[] =
    width > height
      ? [
          [-reach, 0],
          [reach, 0],
        ]
      : [
          [0, -reach],
          [0, reach],
        ];
  return { kind: 'line', points: put(ends), width: Math.min(width, height) };
}

function rounded(width: number, height: number, radius: number): Point[] {
  const [x, y] = [Math.max(0, width / 2 - radius), Math.max(0, height / 2 - radius)];
  const quarter = Math.PI / 2;
  return [
    ...arcPoints([x, y], radius, 0, quarter),
    ...arcPoints([-x, y], radius, quarter, quarter),
    ...arcPoints([-x, -y], radius, 2 * quarter, quarter),
    ...arcPoints([x, -y], radius, 3 * quarter, quarter),
  ];
}
