import { Drawing } from '../draw/drawing.ts';
import type { Board, BoardPart } from './board.ts';

const ink = '#1f2a37';
const wire = '#1d6f42';
const blockFill = '#fdf6e3';
const accent = '#a4322c';
const step = 32;

const passives = new Set([
  'resistor',
  'ceramic',
  'electrolytic',
  'led',
  'diode',
  'smd',
  'smdled',
  'crystal',
  'buzzer',
]);
const isPassive = (part: BoardPart): boolean => passives.has(part.kind);
const isPower = (net: string): boolean => /^(VCC|5V|3V3|VIN|VM|9V|12V|RAW)$/.test(net);

type Link = { part: BoardPart; enters: string; leaves: string };

/** Follows a wire from a block's pin through two-pin parts that only this wire touches. */
function chainFrom(board: Board, pin: string, used: Set<string>): { links: Link[]; end: string } {
  const netOf = (p: string): string =>
    Object.entries(board.nets).find(([, pins]) => pins.includes(p))?.[0] ?? '';
  const links: Link[] = [];
  let at = pin;
  for (;;) {
    const net = netOf(at);
    if (net === '' || isPower(net) || net === 'GND') return { links, end: net };
    const others = (board.nets[net] ?? []).filter((p) => p !== at);
    const [only] = others;
    const part = board.parts.find(({ ref }) => only?.startsWith(`${ref}.`));
    if (others.length !== 1 || !only || !part || !isPassive(part) || used.has(part.ref)) {
      return { links, end: net };
    }
    used.add(part.ref);
    const enters = only.slice(part.ref.length + 1);
    const leaves = enters === '1' ? '2' : '1';
    links.push({ part, enters, leaves });
    at = `${part.ref}.${leaves}`;
  }
}

function symbol(d: Drawing, part: BoardPart, x: number, y: number, dir: 1 | -1, enters: string): void {
  const paint = { stroke: ink, width: 1.6 };
  const X = (offset: number): number => x + offset * dir;
  const flip = enters === '1' ? 1 : -1;
  const kind =
    part.kind === 'smd'
      ? part.ref.startsWith('C')
        ? 'ceramic'
        : 'resistor'
      : part.kind === 'smdled'
        ? 'led'
        : part.kind;
  if (kind === 'resistor') {
    d.line(
      [
        [X(0), y],
        [X(6), y],
        [X(8), y - 5],
        [X(12), y + 5],
        [X(16), y - 5],
        [X(20), y + 5],
        [X(24), y - 5],
        [X(26), y],
        [X(32), y],
      ],
      paint,
    );
  } else if (kind === 'ceramic' || kind === 'electrolytic' || kind === 'crystal') {
    d.line(
      [
        [X(0), y],
        [X(13), y],
      ],
      paint,
    ).line(
      [
        [X(19), y],
        [X(32), y],
      ],
      paint,
    );
    d.line(
      [
        [X(13), y - 8],
        [X(13), y + 8],
      ],
      { stroke: ink, width: 2.2 },
    );
    d.line(
      [
        [X(19), y - 8],
        [X(19), y + 8],
      ],
      { stroke: ink, width: 2.2 },
    );
    if (kind === 'electrolytic') d.text('+', X(flip > 0 ? 7 : 23) - 2, y - 5, { size: 6, color: ink });
    if (kind === 'crystal')
      d.rect(Math.min(X(14.4), X(17.6)), y - 6, 3.2, 12, { stroke: ink, width: 1.2, fill: '#ffffff' });
  } else if (kind === 'buzzer') {
    d.line(
      [
        [X(0), y],
        [X(8), y],
      ],
      paint,
    ).line(
      [
        [X(24), y],
        [X(32), y],
      ],
      paint,
    );
    d.circle(X(16), y, 8, { stroke: ink, width: 1.6, fill: blockFill }).circle(X(16), y, 2, { fill: ink });
  } else {
    const forward = kind === 'led' ? -flip : flip;
    const a = forward > 0 ? 11 : 21;
    const b = forward > 0 ? 21 : 11;
    d.line(
      [
        [X(0), y],
        [X(11), y],
      ],
      paint,
    ).line(
      [
        [X(21), y],
        [X(32), y],
      ],
      paint,
    );
    d.polygon(
      [
        [X(a), y - 7],
        [X(a), y + 7],
        [X(b), y],
      ],
      {
        fill: kind === 'led' ? (part.color === '#ffffff' ? '#fff3c4' : (part.color ?? '#f7c948')) : ink,
        stroke: ink,
        width: 1.4,
      },
    );
    d.line(
      [
        [X(b), y - 7],
        [X(b), y + 7],
      ],
      paint,
    );
    if (kind === 'led') {
      for (const o of [14, 19]) {
        d.line(
          [
            [X(o), y - 9],
            [X(o) + 5, y - 15],
          ],
          { stroke: ink, width: 1 },
        );
        d.line(
          [
            [X(o) + 2.4, y - 14.6],
            [X(o) + 5, y - 15],
            [X(o) + 4.4, y - 12.2],
          ],
          { stroke: ink, width: 1 },
        );
      }
    }
  }
  d.text(`${part.ref} ${part.value}`, X(16), y - (kind === 'led' ? 17 : 11), {
    size: 6.8,
    color: accent,
    anchor: 'middle',
  });
}

function ending(d: Drawing, net: string, x: number, y: number, dir: 1 | -1): void {
  const paint = { stroke: ink, width: 1.6 };
  if (net === 'GND') {
    d.line(
      [
        [x, y],
        [x + 6 * dir, y],
        [x + 6 * dir, y + 5],
      ],
      { stroke: wire, width: 1.5 },
    );
    const gx = x + 6 * dir;
    [6.5, 4, 1.5].forEach((half, i) =>
      d.line(
        [
          [gx - half, y + 5 + i * 2.6],
          [gx + half, y + 5 + i * 2.6],
        ],
        paint,
      ),
    );
    return;
  }
  if (isPower(net)) {
    d.line(
      [
        [x, y],
        [x + 6 * dir, y],
        [x + 6 * dir, y - 6],
      ],
      { stroke: wire, width: 1.5 },
    );
    d.line(
      [
        [x + 6 * dir - 6, y - 6],
        [x + 6 * dir + 6, y - 6],
      ],
      paint,
    );
    d.text(net, x + 6 * dir, y - 9, { size: 6.4, color: accent, anchor: 'middle' });
    return;
  }
  if (net === '') {
    d.line(
      [
        [x - 3, y - 3],
        [x + 3, y + 3],
      ],
      { stroke: '#9aa3ad', width: 1.2 },
    );
    d.line(
      [
        [x - 3, y + 3],
        [x + 3, y - 3],
      ],
      { stroke: '#9aa3ad', width: 1.2 },
    );
    return;
  }
  d.line(
    [
      [x, y],
      [x + 8 * dir, y],
    ],
    { stroke: wire, width: 1.5 },
  );
  d.text(net, x + 10 * dir, y + 2.6, { size: 7, color: wire, anchor: dir > 0 ? 'start' : 'end' });
}

const pinCount = (part: BoardPart): number =>
  part.labels?.length ?? (part.kind === 'button' ? 2 : (part.pins ?? 3));

/** Circuit diagram: blocks with their wires, series parts on the wires, the rest below. */
export function schematic(board: Board): Drawing {
  const netOf = (pin: string): string =>
    Object.entries(board.nets).find(([, pins]) => pins.includes(pin))?.[0] ?? '';
  const used = new Set<string>();
  const blocks = board.parts.filter((part) => !isPassive(part));
  const ordered = blocks.toSorted((a, b) => pinCount(b) - pinCount(a));
  const wide = blocks.length > 4;
  const sheetWidth = wide ? 1122 : 740;
  const perRow = wide ? 6 : 4;
  const columnX = wide ? [200, 560, 900] : [190, 530];
  const columnY = columnX.map(() => 74);
  // The sheet's height is known only after the layout.
  const d = new Drawing(sheetWidth, 2000);
  for (const part of ordered) {
    const pins = Array.from({ length: pinCount(part) }, (_, i) => i + 1);
    const connected = pins.filter((pin) => netOf(`${part.ref}.${pin}`) !== '');
    const shown = pins.length > 16 ? connected : pins;
    const twoSided = shown.length > 5;
    const half = twoSided ? Math.ceil(shown.length / 2) : shown.length;
    const height = half * step + 12;
    const column = columnY.indexOf(Math.min(...columnY));
    const x = columnX[column] ?? 200;
    const top = columnY[column] ?? 74;
    columnY[column] = top + height + 40;
    const width = twoSided ? 124 : 96;
    d.rect(x - width / 2, top, width, height, { fill: blockFill, stroke: ink, width: 2 }, 3);
    d.text(part.ref, x - width / 2, top - 6, { size: 9, color: accent });
    d.text(part.value, x + width / 2, top - 6, { size: 8, color: ink, anchor: 'end' });
    shown.forEach((pin, i) => {
      const right = twoSided ? i >= half : true;
      const line = twoSided && right ? half - 1 - (i - half) : i;
      const y = top + 18 + line * step;
      const dir: 1 | -1 = right ? 1 : -1;
      const edge = x + (width / 2) * dir;
      const label = part.labels?.[pin - 1] ?? String(pin);
      d.text(label, edge - 5 * dir, y + 2.6, { size: 7, color: ink, anchor: right ? 'end' : 'start' });
      d.text(String(pin), edge + 4 * dir, y - 2.4, {
        size: 4.6,
        color: '#7b8794',
        anchor: right ? 'start' : 'end',
      });
      const start = `${part.ref}.${pin}`;
      const { links, end } = chainFrom(board, start, used);
      let at = edge + 16 * dir;
      d.line(
        [
          [edge, y],
          [at, y],
        ],
        { stroke: netOf(start) ? wire : '#9aa3ad', width: 1.5 },
      );
      for (const link of links) {
        symbol(d, link.part, at, y, dir, link.enters);
        at += 32 * dir;
        d.line(
          [
            [at, y],
            [at + 8 * dir, y],
          ],
          { stroke: wire, width: 1.5 },
        );
        at += 8 * dir;
      }
      ending(d, end, at, y, dir);
    });
  }
  const rest = board.parts.filter((part) => isPassive(part) && !used.has(part.ref));
  rest.forEach((part, i) => {
    const x = 120 + (i % perRow) * 166;
    const y = Math.max(...columnY) + 30 + Math.floor(i / perRow) * 66;
    d.line(
      [
        [x - 16, y],
        [x, y],
      ],
      { stroke: wire, width: 1.5 },
    ).line(
      [
        [x + 32, y],
        [x + 48, y],
      ],
      { stroke: wire, width: 1.5 },
    );
    ending(d, netOf(`${part.ref}.1`), x - 16, y, -1);
    symbol(d, part, x, y, 1, '1');
    ending(d, netOf(`${part.ref}.2`), x + 48, y, 1);
  });
  const height = Math.max(...columnY) + Math.ceil(rest.length / perRow) * 66 + 130;
  const sheet = new Drawing(sheetWidth, height);
  sheet.rect(0, 0, sheetWidth, height, { fill: '#ffffff' });
  frame(sheet, board);
  sheet.shapes.push(...d.shapes);
  return sheet;
}

function frame(d: Drawing, board: Board): void {
  const bottom = d.height - 18;
  const right = d.width - 18;
  d.rect(18, 18, right - 18, bottom - 18, { stroke: ink, width: 2 });
  for (let i = 0; i < 4; i++) {
    const step4 = (right - 18) / 4;
    const x = 18 + i * step4;
    if (i > 0) {
      d.line(
        [
          [x, 18],
          [x, 26],
        ],
        { stroke: ink, width: 1.2 },
      );
      d.line(
        [
          [x, bottom - 8],
          [x, bottom],
        ],
        { stroke: ink, width: 1.2 },
      );
    }
    d.text(String(i + 1), x + step4 / 2, 31, { size: 7, color: '#7b8794', anchor: 'middle' });
  }
  const top = bottom - 80;
  d.rect(right - 360, top, 360, 80, { fill: '#f4f6f8', stroke: ink, width: 1.6 });
  d.line(
    [
      [right - 360, top + 40],
      [right, top + 40],
    ],
    { stroke: ink, width: 1 },
  );
  d.line(
    [
      [right - 160, top + 40],
      [right - 160, bottom],
    ],
    { stroke: ink, width: 1 },
  );
  d.text(board.title, right - 346, top + 27, { size: 13, color: ink });
  d.text(`${board.name}  ${board.revision}`, right - 346, top + 65, { size: 8.4, color: ink });
  d.text('GONGBANG  1/1', right - 146, top + 65, { size: 8.4, color: accent });
}
