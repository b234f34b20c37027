import { Drawing } from '../draw/drawing.ts';
import { mixHex } from '../draw/palettes.ts';
import type { SceneItem } from '../draw/scene.ts';
import { type Ring, type Vec2 } from '../mesh/mesh.ts';
import { circle, roundedRectangle } from '../mesh/rings.ts';
import { extrude } from '../mesh/solids.ts';
import { type Board, bodyOf, turned } from './board.ts';
import { partItems } from './board-parts.ts';
import { mountingSpots, route, trackWidth } from './router.ts';

export const boardThickness = 1.6;

/** The top side as a picture: mask, tracks under it, tinned pads and printed outlines. */
export function topSide(board: Board, scale: number): Drawing {
  const routing = route(board);
  const drawing = new Drawing(Math.round(board.width * scale), Math.round(board.height * scale));
  const X = (x: number): number => x * scale;
  const Y = (y: number): number => (board.height - y) * scale;
  const silk = board.silk ?? '#f4f4ee';
  const copper = mixHex(board.mask, '#e8d9a0', 0.24);
  drawing.rect(0, 0, drawing.width, drawing.height, { fill: board.mask });
  for (const track of routing.tracks) {
    const color = track.layer === 0 ? copper : mixHex(board.mask, '#000000', 0.13);
    drawing.line(
      track.points.map(([x, y]) => [X(x), Y(y)]),
      { stroke: color, width: trackWidth * scale * 1.25 },
    );
  }
  for (const via of routing.vias) {
    drawing.circle(X(via.x), Y(via.y), 0.42 * scale, { fill: copper });
    drawing.circle(X(via.x), Y(via.y), 0.18 * scale, { fill: '#1b1b1b' });
  }
  for (const part of board.parts) {
    const body = bodyOf(part);
    const paint = { stroke: silk, width: 0.2 * scale };
    const sideways = (part.rot ?? 0) % 180 !== 0;
    const [sx, sy] = turned(0, body.shiftY, part.rot ?? 0);
    const w = (sideways ? body.h : body.w) + 0.5;
    const h = (sideways ? body.w : body.h) + 0.5;
    const cx = part.x + sx;
    const cy = part.y + sy;
    if (body.round) drawing.circle(X(cx), Y(cy), (w / 2) * scale, paint);
    else drawing.rect(X(cx - w / 2), Y(cy + h / 2), w * scale, h * scale, paint, 0.3 * scale);
    const above = Y(cy + h / 2) - 0.5 * scale;
    const inside = above > 1.6 * scale ? above : Y(cy - h / 2) + 1.9 * scale;
    drawing.text(part.ref, X(cx), inside, {
      size: 1.15 * scale,
      color: silk,
      anchor: 'middle',
      weight: 0.16,
    });
  }
  for (const pad of routing.pads) {
    const gold = '#e2c47b';
    const square = pad.name === '1' || !pad.drill;
    if (square) {
      drawing.rect(
        X(pad.x - pad.w / 2),
        Y(pad.y + pad.h / 2),
        pad.w * scale,
        pad.h * scale,
        { fill: pad.drill ? gold : '#d9dcdf' },
        0.15 * scale,
      );
    } else drawing.circle(X(pad.x), Y(pad.y), (pad.w / 2) * scale, { fill: gold });
    if (pad.drill) drawing.circle(X(pad.x), Y(pad.y), (pad.drill / 2) * scale, { fill: '#20211f' });
  }
  const { text, x, y, size } = board.label;
  drawing.text(text, X(x), Y(y), { size: size * scale, color: silk, weight: 0.15 });
  drawing.text(board.revision, X(x), Y(y) + size * scale * 1.1, {
    size: size * scale * 0.55,
    color: silk,
    weight: 0.15,
  });
  if (board.mounting > 0) {
    for (const [mx, my] of mountingSpots(board)) {
      drawing.circle(X(mx), Y(my), 2.9 * scale, { fill: '#e2c47b' });
    }
  }
  return drawing;
}

export function boardOutline(board: Board): Ring[] {
  const outline = roundedRectangle(board.width, board.height, 3, board.width / 2, board.height / 2, 6);
  const holes: Vec2[] = board.mounting > 0 ? mountingSpots(board) : [];
  return [outline, ...holes.map(([x, y]) => circle(1.6, 28, x, y))];
}

/** The populated board, lying on the ground with its middle at x, y. */
/** Parts on the board: all, none, or some of them. */
export async function boardItems(
  board: Board,
  x = 0,
  y = 0,
  populated: boolean | ((part: Board['parts'][number]) => boolean) = true,
): Promise<SceneItem[]> {
  const texture = await topSide(board, 11).toTexture();
  const lift = populated ? 2 : 0;
  const dx = x - board.width / 2;
  const dy = y - board.height / 2;
  const shift = (ring: Ring): Ring => ring.map(([px, py]): Vec2 => [px + dx, py + dy]);
  const items: SceneItem[] = [
    {
      mesh: extrude(boardOutline(board).map(shift), lift, lift + boardThickness),
      color: mixHex(board.mask, '#c9b98a', 0.25),
      finish: 'plastic',
      texture: {
        ...texture,
        origin: [dx, dy, lift + boardThickness],
        u: [board.width, 0, 0],
        v: [0, board.height, 0],
      },
    },
  ];
  if (populated) {
    for (const part of board.parts) {
      if (populated !== true && !populated(part)) continue;
      items.push(...partItems(part, dx, dy, lift + boardThickness));
    }
  }
  return items;
}
