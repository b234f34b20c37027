export type Pad = {
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Hole diameter; a pad without one is only on the top side. */
  drill?: number;
};

export type PartKind =
  | 'resistor'
  | 'ceramic'
  | 'electrolytic'
  | 'led'
  | 'diode'
  | 'button'
  | 'transistor'
  | 'regulator'
  | 'header'
  | 'screw'
  | 'dip'
  | 'crystal'
  | 'pot'
  | 'buzzer'
  | 'relay'
  | 'nano'
  | 'xiao'
  | 'oled'
  | 'chip'
  | 'smd'
  | 'smdled'
  | 'socket';

export type BoardPart = {
  ref: string;
  kind: PartKind;
  value: string;
  x: number;
  y: number;
  rot?: 0 | 90 | 180 | 270;
  /** How many pins, for the kinds that come in sizes. */
  pins?: number;
  /** Pin labels for the schematic, in pin order. */
  labels?: string[];
  color?: string;
  partNumber?: string;
  substitute?: string;
  priceWon?: number;
};

export type Board = {
  name: string;
  title: string;
  revision: string;
  width: number;
  height: number;
  mask: string;
  silk?: string;
  /** Corner screw holes at this distance from the edges; 0 for none. */
  mounting: number;
  label: { text: string; x: number; y: number; size: number };
  parts: BoardPart[];
  nets: Record<string, string[]>;
};

const pitch = 2.54;
const through = (name: string, x: number, y: number, drill = 0.9, size = 1.7): Pad => ({
  name,
  x,
  y,
  w: size,
  h: size,
  drill,
});

const inLine = (count: number, step = pitch): Pad[] =>
  Array.from({ length: count }, (_, i) => through(String(i + 1), (i - (count - 1) / 2) * step, 0));

const dual = (count: number, rowWidth: number, step = pitch, size = 1.7, drill = 0.9): Pad[] =>
  Array.from({ length: count }, (_, i) => {
    const half = count / 2;
    const left = i < half;
    const place = left ? i : count - 1 - i;
    const pad = through(
      String(i + 1),
      (place - (half - 1) / 2) * step,
      left ? rowWidth / 2 : -rowWidth / 2,
      drill,
      size,
    );
    return pad;
  });

/** Pads with y pointing up, before rotation. Distances are multiples of half a pitch. */
export function padsOf(part: BoardPart): Pad[] {
  const n = part.pins ?? 2;
  switch (part.kind) {
    case 'resistor':
      return [through('1', -5.08, 0), through('2', 5.08, 0)];
    case 'diode':
      return [through('1', -3.81, 0), through('2', 3.81, 0)];
    case 'ceramic':
    case 'crystal':
      return [through('1', -2.54, 0), through('2', 2.54, 0)];
    case 'electrolytic':
    case 'led':
      return [through('1', -1.27, 0), through('2', 1.27, 0)];
    case 'button':
      return [
        through('1', -3.81, 2.54),
        through('1', 3.81, 2.54),
        through('2', -3.81, -2.54),
        through('2', 3.81, -2.54),
      ];
    case 'transistor':
    case 'regulator':
    case 'pot':
      return inLine(3);
    case 'header':
    case 'oled':
    case 'socket':
      return inLine(n);
    case 'screw':
      return Array.from({ length: n }, (_, i) =>
        through(String(i + 1), (i - (n - 1) / 2) * 5.08, 0, 1.3, 2.6),
      );
    case 'dip':
      return dual(n, 7.62);
    case 'nano':
      return dual(30, 15.24);
    case 'xiao':
      return dual(14, 15.24);
    case 'buzzer':
      return [through('1', -3.81, 0), through('2', 3.81, 0)];
    case 'relay':
      return [
        through('1', -7.62, 6.35, 1.3, 2.4),
        through('2', -7.62, -6.35, 1.3, 2.4),
        through('3', 7.62, 6.35, 1.3, 2.4),
        through('4', 7.62, -6.35, 1.3, 2.4),
        through('5', -7.62, 0, 1.3, 2.4),
      ];
    case 'smd':
    case 'smdled':
      return [
        { name: '1', x: -1.27, y: 0, w: 1.2, h: 1.5 },
        { name: '2', x: 1.27, y: 0, w: 1.2, h: 1.5 },
      ];
    case 'chip':
      return dual(n, 5.08, 1.27).map(({ name, x, y }) => ({ name, x, y, w: 0.7, h: 1.7 }));
  }
}

export type PlacedPad = Pad & { ref: string; net: string };

export function placedPads(board: Board): PlacedPad[] {
  const netOf = new Map<string, string>();
  for (const [net, pins] of Object.entries(board.nets)) {
    for (const pin of pins) netOf.set(pin, net);
  }
  return board.parts.flatMap((part) =>
    padsOf(part).map((pad) => {
      const [x, y] = turned(pad.x, pad.y, part.rot ?? 0);
      const sideways = (part.rot ?? 0) % 180 !== 0;
      return {
        ...pad,
        x: part.x + x,
        y: part.y + y,
        w: sideways ? pad.h : pad.w,
        h: sideways ? pad.w : pad.h,
        ref: part.ref,
        net: netOf.get(`${part.ref}.${pad.name}`) ?? '',
      };
    }),
  );
}

export function turned(x: number, y: number, degrees: number): [number, number] {
  switch (degrees) {
    case 90:
      return [-y, x];
    case 180:
      return [-x, -y];
    case 270:
      return [y, -x];
    default:
      return [x, y];
  }
}

/** Outline printed around a part, half width and half height before rotation. */
export function bodyOf(part: BoardPart): { w: number; h: number; round: boolean; shiftY: number } {
  const n = part.pins ?? 2;
  const body = (w: number, h: number, round = false, shiftY = 0) => ({ w, h, round, shiftY });
  switch (part.kind) {
    case 'resistor':
      return body(6.4, 2.4);
    case 'diode':
      return body(4.6, 2.2);
    case 'ceramic':
      return body(6.2, 2.6);
    case 'crystal':
      return body(10.6, 4.2);
    case 'electrolytic':
      return body(7, 7, true);
    case 'led':
      return body(5.8, 5.8, true);
    case 'button':
      return body(6.4, 6.4);
    case 'transistor':
      return body(5, 4, false, -0.4);
    case 'regulator':
      return body(10.2, 4.6, false, -0.4);
    case 'pot':
      return body(9.6, 10, false, 2);
    case 'header':
      return body(n * pitch, 2.54);
    case 'socket':
      return body(n * pitch + 2.4, 5.8);
    case 'oled':
      return body(27, 27, false, -12);
    case 'screw':
      return body(n * 5.08 + 0.4, 8.4, false, -0.6);
    case 'dip':
      return body((n / 2) * pitch, 6.4);
    case 'nano':
      return body(43.4, 18);
    case 'xiao':
      return body(21, 17.8);
    case 'buzzer':
      return body(12, 12, true);
    case 'relay':
      return body(19, 15.4);
    case 'smd':
    case 'smdled':
      return body(4.2, 2);
    case 'chip':
      return body((n / 2) * 1.27, 3.9);
  }
}
