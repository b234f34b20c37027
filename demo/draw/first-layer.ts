import { Drawing } from './drawing.ts';
import type { Point } from './letters.ts';

/** Photo of a build plate from above, with the first layer of each piece: walls around diagonal lines. */
export async function drawFirstLayer(pieces: number): Promise<Uint8Array> {
  const [width, height] = [1200, 900];
  const sheet = new Drawing(width, height);
  sheet.rect(0, 0, width, height, { fill: '#1c2023' });
  sheet.rect(60, 45, width - 120, height - 90, { fill: '#2b3035' }, 18);
  for (let x = 60; x <= width - 60; x += 60)
    sheet.line(
      [
        [x, 45],
        [x, height - 45],
      ],
      { stroke: '#343a40', width: 2 },
    );
  for (let y = 45; y <= height - 45; y += 60)
    sheet.line(
      [
        [60, y],
        [width - 60, y],
      ],
      { stroke: '#343a40', width: 2 },
    );
  const columns = Math.ceil(Math.sqrt(pieces * (width / height)));
  const rows = Math.ceil(pieces / columns);
  const size = Math.min((width - 200) / columns, (height - 160) / rows) * 0.72;
  for (let piece = 0; piece < pieces; piece += 1) {
    const x = 100 + ((width - 200) / columns) * ((piece % columns) + 0.5);
    const y = 80 + ((height - 160) / rows) * (Math.floor(piece / columns) + 0.5);
    drawPiece(sheet, x, y, size / 2);
  }
  return sheet.toPng();
}

/** An angle with a hole, as a nozzle lays it down. */
function drawPiece(sheet: Drawing, x: number, y: number, half: number): void {
  const corners: Point[] = [
    [x - half, y - half],
    [x - half * 0.2, y - half],
    [x - half * 0.2, y + half * 0.2],
    [x + half, y + half * 0.2],
    [x + half, y + half],
    [x - half, y + half],
  ];
  sheet.polygon(corners, { fill: '#2f8f72' });
  // Lines of the infill, inside the arm that lies and the one that stands.
  for (let at = -half; at < half; at += 9) {
    const from = Math.max(-half, at - half * 0.7);
    sheet.line(
      [
        [x + at, y + half],
        [x + from, y + half - (at - from)],
      ],
      { stroke: '#4fbf9c', width: 4, opacity: 0.8 },
    );
  }
  sheet.polygon(corners, { stroke: '#7fe0c1', width: 7 });
  sheet.circle(x - half * 0.6, y + half * 0.6, half * 0.2, { fill: '#2b3035', stroke: '#7fe0c1', width: 6 });
}
