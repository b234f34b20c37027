import { type Board, type PlacedPad, placedPads } from './board.ts';

export type Track = { net: string; layer: 0 | 1; points: [number, number][] };
export type Via = { net: string; x: number; y: number };
export type Routing = { pads: PlacedPad[]; tracks: Track[]; vias: Via[]; missing: string[] };

const cell = 0.635;
export const trackWidth = 0.35;
const clearance = 0.2;
const viaCost = 9;

const routed = new WeakMap<Board, Routing>();

/** Routes every net on two copper layers with a shortest-path search on a fine grid. */
export function route(board: Board): Routing {
  const known = routed.get(board);
  if (known) return known;
  const result = routeFresh(board);
  routed.set(board, result);
  return result;
}

function routeFresh(board: Board): Routing {
  const columns = Math.round(board.width / cell) + 1;
  const rows = Math.round(board.height / cell) + 1;
  const size = columns * rows;
  const pads = placedPads(board);
  const netNames = Object.keys(board.nets);
  const netId = new Map(netNames.map((name, i) => [name, i + 1]));
  // Owner of each cell on two layers: 0 free, -1 blocked, otherwise the only net that may use it.
  const owner = new Int16Array(size * 2);
  const claim = (at: number, id: number): void => {
    const now = owner[at] ?? 0;
    owner[at] = now === 0 || now === id ? id : -1;
  };
  const edge = Math.ceil(0.7 / cell);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (x >= edge && y >= edge && x < columns - edge && y < rows - edge) continue;
      owner[y * columns + x] = -1;
      owner[size + y * columns + x] = -1;
    }
  }
  for (const pad of pads) claimPad(pad, pad.net ? (netId.get(pad.net) ?? -1) : -1);
  if (board.mounting > 0) {
    for (const [x, y] of mountingSpots(board)) {
      claimPad({ name: '', ref: '', net: '', x, y, w: 6, h: 6, drill: 3.2 }, -1);
    }
  }
  function claimPad(pad: PlacedPad, id: number): void {
    const reach = clearance + trackWidth / 2;
    const x0 = Math.max(0, Math.ceil((pad.x - pad.w / 2 - reach) / cell - 1e-6));
    const x1 = Math.min(columns - 1, Math.floor((pad.x + pad.w / 2 + reach) / cell + 1e-6));
    const y0 = Math.max(0, Math.ceil((pad.y - pad.h / 2 - reach) / cell - 1e-6));
    const y1 = Math.min(rows - 1, Math.floor((pad.y + pad.h / 2 + reach) / cell + 1e-6));
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        claim(y * columns + x, id);
        if (pad.drill) claim(size + y * columns + x, id);
      }
    }
  }
  const tracks: Track[] = [];
  const vias: Via[] = [];
  const missing: string[] = [];
  const cost = new Float64Array(size * 2);
  const from = new Int32Array(size * 2);
  const cellOf = (pad: PlacedPad): number => Math.round(pad.y / cell) * columns + Math.round(pad.x / cell);

  const spread = (net: string): number => {
    const own = pads.filter((pad) => pad.net === net);
    const xs = own.map((pad) => pad.x);
    const ys = own.map((pad) => pad.y);
    return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) + own.length * 6;
  };
  for (const net of netNames.toSorted((a, b) => spread(a) - spread(b))) {
    const id = netId.get(net) ?? -1;
    const own = pads.filter((pad) => pad.net === net);
    const [start, ...others] = own;
    if (!start) continue;
    const tree = new Set<number>();
    const addPad = (pad: PlacedPad): void => {
      tree.add(cellOf(pad));
      if (pad.drill) tree.add(cellOf(pad) + size);
    };
    addPad(start);
    const waiting = new Set(others);
    while (waiting.size > 0) {
      const goals = new Map<number, PlacedPad>();
      for (const pad of waiting) {
        goals.set(cellOf(pad), pad);
        if (pad.drill) goals.set(cellOf(pad) + size, pad);
      }
      const reached = search(id, tree, goals);
      if (reached < 0) {
        missing.push(`${net}: ${[...waiting].map((pad) => `${pad.ref}.${pad.name}`).join(' ')}`);
        break;
      }
      keepPath(reached, net, id, tree);
      const pad = goals.get(reached);
      if (pad) {
        addPad(pad);
        waiting.delete(pad);
      }
    }
  }

  function search(id: number, tree: Set<number>, goals: Map<number, PlacedPad>): number {
    cost.fill(Infinity);
    const heap = new Heap();
    for (const at of tree) {
      cost[at] = 0;
      from[at] = -1;
      heap.push(at, 0);
    }
    const free = (at: number): boolean => owner[at] === 0 || owner[at] === id;
    for (;;) {
      const at = heap.pop();
      if (at < 0) return -1;
      if (goals.has(at) && !tree.has(at)) return at;
      const here = cost[at] ?? 0;
      if (heap.lastKey > here + 1e-6) continue;
      const layer = at >= size ? 1 : 0;
      const base = at - layer * size;
      const x = base % columns;
      const y = (base - x) / columns;
      for (let k = 0; k < 8; k++) {
        const dx = [1, -1, 0, 0, 1, 1, -1, -1][k] ?? 0;
        const dy = [0, 0, 1, -1, 1, -1, 1, -1][k] ?? 0;
        const next = at + dx + dy * columns;
        if (x + dx < 0 || x + dx >= columns || y + dy < 0 || y + dy >= rows) continue;
        if (!free(next)) continue;
        if (k >= 4 && (!free(at + dx) || !free(at + dy * columns))) continue;
        const against = (layer === 0 && dx === 0) || (layer === 1 && dy === 0) ? 1.25 : 1;
        offer(next, here + (k >= 4 ? 1.42 : 1) * against, at);
      }
      const other = layer === 0 ? at + size : at - size;
      if (free(other) && roomForVia(x, y, id)) offer(other, here + viaCost, at);
    }
    function offer(next: number, value: number, at: number): void {
      if (value >= (cost[next] ?? 0)) return;
      cost[next] = value;
      from[next] = at;
      heap.push(next, value);
    }
    function roomForVia(x: number, y: number, net: number): boolean {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const at = (y + dy) * columns + x + dx;
          for (const o of [owner[at] ?? -1, owner[at + size] ?? -1]) {
            if (o !== 0 && o !== net) return false;
          }
        }
      }
      return true;
    }
  }

  function keepPath(reached: number, net: string, id: number, tree: Set<number>): void {
    let points: [number, number][] = [];
    let layer: 0 | 1 = reached >= size ? 1 : 0;
    const finish = (): void => {
      if (points.length > 1) tracks.push({ net, layer, points: straightened(points) });
      points = [];
    };
    for (let at = reached; at >= 0; at = from[at] ?? -1) {
      const own: 0 | 1 = at >= size ? 1 : 0;
      const base = at - own * size;
      const p: [number, number] = [(base % columns) * cell, Math.floor(base / columns) * cell];
      if (own !== layer) {
        finish();
        layer = own;
        vias.push({ net, x: p[0], y: p[1] });
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            claim(base + dx + dy * columns, id);
            claim(size + base + dx + dy * columns, id);
          }
        }
      }
      points.push(p);
      owner[at] = id;
      tree.add(at);
      if (tree.has(at) && cost[at] === 0) break;
    }
    finish();
  }
  return { pads, tracks, vias, missing };
}

export function mountingSpots(board: Board): [number, number][] {
  const m = board.mounting;
  return [
    [m, m],
    [board.width - m, m],
    [board.width - m, board.height - m],
    [m, board.height - m],
  ];
}

function straightened(points: [number, number][]): [number, number][] {
  return points.filter((p, i) => {
    const a = points[i - 1];
    const b = points[i + 1];
    if (!a || !b) return true;
    return Math.abs((p[0] - a[0]) * (b[1] - p[1]) - (p[1] - a[1]) * (b[0] - p[0])) > 1e-6;
  });
}

class Heap {
  private readonly items: number[] = [];
  private readonly keys: number[] = [];
  lastKey = 0;

  push(item: number, key: number): void {
    const { items, keys } = this;
    let i = items.length;
    items.push(item);
    keys.push(key);
    while (i > 0) {
      const up = (i - 1) >> 1;
      if ((keys[up] ?? 0) <= key) break;
      items[i] = items[up] ?? 0;
      keys[i] = keys[up] ?? 0;
      i = up;
    }
    items[i] = item;
    keys[i] = key;
  }

  pop(): number {
    const { items, keys } = this;
    const top = items[0];
    if (top === undefined) return -1;
    this.lastKey = keys[0] ?? 0;
    const item = items.pop() ?? 0;
    const key = keys.pop() ?? 0;
    if (items.length > 0) {
      let i = 0;
      for (;;) {
        let child = i * 2 + 1;
        if (child >= items.length) break;
        if (child + 1 < items.length && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child++;
        if ((keys[child] ?? 0) >= key) break;
        items[i] = items[child] ?? 0;
        keys[i] = keys[child] ?? 0;
        i = child;
      }
      items[i] = item;
      keys[i] = key;
    }
    return top;
  }
}
