import type { Finish, SceneItem } from '../draw/scene.ts';
import { join, type Mesh, move, turn } from '../mesh/mesh.ts';
import { circle, roundedRectangle } from '../mesh/rings.ts';
import { block, box, cylinder, extrude, revolve, sphere, tube } from '../mesh/solids.ts';
import { type BoardPart, padsOf } from './board.ts';

type Piece = { mesh: Mesh; color: string; finish?: Finish };

const tin = '#c9cdd2';
const black = '#26282c';

const lying = (mesh: Mesh): Mesh => turn(mesh, 'y', 90);

const bands: Record<string, string> = {
  '0': '#111111',
  '1': '#7a4a21',
  '2': '#d32f2f',
  '3': '#f57c00',
  '4': '#fbc02d',
  '5': '#388e3c',
  '6': '#1976d2',
  '7': '#7b1fa2',
  '8': '#888888',
  '9': '#f5f5f5',
};

/** The colours of a resistor's rings, read from a value such as 4.7k or 330. */
export function resistorBands(value: string): string[] {
  const match = /([\d.]+)\s*([kKM]?)/.exec(value);
  const factor = match?.[2] === 'M' ? 1e6 : match?.[2] ? 1e3 : 1;
  const ohms = Math.max(10, Number(match?.[1] ?? 10) * factor);
  const power = Math.floor(Math.log10(ohms) + 1e-9) - 1;
  const digits = String(Math.round(ohms / 10 ** power)).padStart(2, '0');
  return [digits[0] ?? '1', digits[1] ?? '0', String(power)].map((d) => bands[d] ?? '#111111');
}

function wires(part: BoardPart, height: number): Piece {
  return {
    mesh: join(...padsOf(part).map((pad) => move(cylinder(0.32, height + 3, 10), pad.x, pad.y, -3))),
    color: tin,
    finish: 'metal',
  };
}

function pieces(part: BoardPart): Piece[] {
  const n = part.pins ?? 2;
  switch (part.kind) {
    case 'resistor': {
      const body = move(
        lying(
          revolve(
            [
              [0, -3.2],
              [1, -3.1],
              [1.25, -2.6],
              [1.25, -1.9],
              [1, -1.5],
              [1, 1.5],
              [1.25, 1.9],
              [1.25, 2.6],
              [1, 3.1],
              [0, 3.2],
            ],
            24,
          ),
        ),
        0,
        0,
        1.5,
      );
      const rings = [...resistorBands(part.value), '#c9a227'].map((color, i): Piece => ({
        mesh: move(
          lying(tube([1.28, 1.03, 1.03, 1.28][i] ?? 1.03, 0.9, 0.5, 24)),
          [-2.5, -1.1, 0, 2][i] ?? 0,
          0,
          1.5,
        ),
        color,
      }));
      const lead = move(lying(cylinder(0.3, 10.2, 10)), -5.1, 0, 1.5);
      return [
        wires(part, 1.6),
        { mesh: lead, color: tin, finish: 'metal' },
        { mesh: body, color: '#dcc6a0' },
        ...rings,
      ];
    }
    case 'diode':
      return [
        wires(part, 1.4),
        { mesh: move(lying(cylinder(0.3, 7.6, 10)), -3.8, 0, 1.4), color: tin, finish: 'metal' },
        { mesh: move(lying(cylinder(1.15, 4.4, 24)), -2.2, 0, 1.4), color: black },
        { mesh: move(lying(tube(1.18, 1, 0.6, 24)), -1.9, 0, 1.4), color: '#e8e8e8' },
      ];
    case 'ceramic':
      return [
        wires(part, 1.4),
        {
          mesh: move(turn(block(6, 5.6, 2.2, 2.6, 0.8), 'x', 90), 0, 1.1, 3.8),
          color: '#d98e3a',
          finish: 'gloss',
        },
      ];
    case 'crystal':
      return [wires(part, 0.6), { mesh: block(10.4, 4.2, 3.4, 2, 0.5), color: tin, finish: 'metal' }];
    case 'electrolytic':
      return [
        wires(part, 0.6),
        {
          mesh: move(
            revolve(
              [
                [0, 0],
                [3.3, 0],
                [3.3, 0.7],
                [3, 1],
                [3.3, 1.4],
                [3.3, 10.4],
                [2.9, 11],
                [0, 11],
              ],
              40,
            ),
            0,
            0,
            0.2,
          ),
          color: part.color ?? '#23395d',
        },
        { mesh: move(cylinder(2.6, 0.2, 32), 0, 0, 11.1), color: tin, finish: 'metal' },
        {
          mesh: extrude(
            [
              [
                [2.6, -0.9],
                [3.42, -0.9],
                [3.42, 0.9],
                [2.6, 0.9],
              ],
            ],
            1.6,
            10.2,
          ),
          color: '#dfe3ea',
        },
      ];
    case 'led':
      return [
        wires(part, 1),
        {
          mesh: move(
            revolve(
              [
                [0, 0],
                [2.9, 0],
                [2.9, 1],
                [2.5, 1],
                [2.5, 5.4],
                [2.1, 7],
                [1.2, 7.8],
                [0, 8.1],
              ],
              32,
            ),
            0,
            0,
            0.6,
          ),
          color: part.color ?? '#e53935',
          finish: 'glow',
        },
      ];
    case 'smdled':
      return [
        { mesh: box(3, 1.5, 0.5), color: '#f1efe6' },
        { mesh: move(box(1.9, 1.3, 0.7), 0, 0, 0.2), color: part.color ?? '#69f0ae', finish: 'glow' },
      ];
    case 'smd':
      return [
        { mesh: box(3.2, 1.6, 0.8), color: tin, finish: 'metal' },
        { mesh: box(2.2, 1.64, 0.84), color: part.ref.startsWith('C') ? '#b08d62' : black },
      ];
    case 'button':
      return [
        {
          mesh: join(...padsOf(part).map((pad) => box(1, 0.8, 2.6, pad.x * 0.94, pad.y, -1))),
          color: tin,
          finish: 'metal',
        },
        { mesh: block(6.2, 6.2, 3.2, 0.5, 0.2), color: black },
        { mesh: move(box(5.8, 5.8, 0.3), 0, 0, 3.2), color: tin, finish: 'metal' },
        { mesh: move(cylinder(1.8, 2.2, 28), 0, 0, 3.4), color: part.color ?? '#d64545' },
      ];
    case 'transistor':
      return [
        wires(part, 2.2),
        {
          mesh: move(
            extrude(
              [
                circle(2.5, 32)
                  .filter(([, y]) => y > -1.4)
                  .map(([x, y]) => [x, y]),
              ],
              0,
              4.8,
            ),
            0,
            0,
            2.2,
          ),
          color: black,
        },
      ];
    case 'regulator':
      return [
        wires(part, 3),
        { mesh: move(block(10, 4.4, 9, 0.4, 0.3), 0, 0, 3), color: black },
        {
          mesh: move(
            turn(extrude([roundedRectangle(10, 16, 0.6, 0, 8), circle(1.8, 24, 0, 12.4)], 0, 1.3), 'x', 90),
            0,
            2.9,
            3,
          ),
          color: tin,
          finish: 'metal',
        },
      ];
    case 'pot':
      return [
        wires(part, 1),
        { mesh: move(block(9.6, 9.6, 5, 0.6, 0.3), 0, 2), color: '#2f62ad' },
        { mesh: move(cylinder(3.4, 1.4, 32), 0, 2, 4.8), color: '#f1eee4' },
        { mesh: move(box(5, 0.9, 0.4), 0, 2, 6), color: black },
      ];
    case 'header':
      return [
        { mesh: block(n * 2.54, 2.5, 2.5, 0.3, 0.2), color: black },
        {
          mesh: join(...padsOf(part).map((pad) => box(0.64, 0.64, 11.4, pad.x, pad.y, -3))),
          color: '#d9b45b',
          finish: 'metal',
        },
      ];
    case 'socket':
      return [
        { mesh: block(n * 2.54 + 2.2, 5.6, 6, 0.4, 0.3), color: '#f3efe3' },
        { mesh: move(box(n * 2.54, 3.6, 0.3), 0, 0, 5.9), color: '#57534a' },
        {
          mesh: join(...padsOf(part).map((pad) => box(0.6, 0.6, 7.6, pad.x, pad.y, -3))),
          color: tin,
          finish: 'metal',
        },
      ];
    case 'screw': {
      const spots = padsOf(part);
      return [
        { mesh: move(block(n * 5.08, 8, 10, 0.4, 0.4), 0, -0.6), color: part.color ?? '#2e8b57' },
        {
          mesh: join(...spots.map((pad) => move(cylinder(1.9, 0.5, 24), pad.x, -0.4, 9.7))),
          color: tin,
          finish: 'metal',
        },
        { mesh: join(...spots.map((pad) => box(3.2, 0.5, 0.3, pad.x, -0.4, 10.1))), color: '#55585c' },
        { mesh: join(...spots.map((pad) => box(3.6, 0.3, 3.8, pad.x, -4.62, 1.6))), color: black },
      ];
    }
    case 'dip': {
      const length = (n / 2) * 2.54;
      const legs = padsOf(part).map((pad) =>
        join(box(1.1, 0.3, 3.4, pad.x, pad.y, -1), box(1.1, 0.9, 0.3, pad.x, pad.y * 0.91, 2.2)),
      );
      return [
        { mesh: join(...legs), color: tin, finish: 'metal' },
        { mesh: move(block(length - 0.4, 6.2, 3.2, 0.3, 0.35), 0, 0, 0.9), color: black },
        { mesh: move(cylinder(0.6, 0.12, 20), -length / 2 + 1.6, 1.6, 4.08), color: '#5b5e63' },
      ];
    }
    case 'chip': {
      const length = (n / 2) * 1.27;
      return [
        {
          mesh: join(...padsOf(part).map((pad) => box(0.5, 1.4, 0.3, pad.x, pad.y * 0.93, 0))),
          color: tin,
          finish: 'metal',
        },
        { mesh: move(block(length + 0.2, 3.9, 1.5, 0.2, 0.25), 0, 0, 0.15), color: black },
        { mesh: move(cylinder(0.35, 0.08, 16), -length / 2 + 0.9, 1.1, 1.63), color: '#73767b' },
      ];
    }
    case 'buzzer':
      return [
        { mesh: extrude([circle(6, 48), circle(1.1, 24)], 0, 8.5), color: black },
        { mesh: cylinder(1.2, 7, 20), color: '#5a5d62' },
      ];
    case 'relay':
      return [{ mesh: block(19, 15.2, 15.6, 0.6, 0.4), color: part.color ?? '#2f62ad', finish: 'gloss' }];
    case 'oled':
      return [
        {
          mesh: join(...padsOf(part).map((pad) => box(0.64, 0.64, 11, pad.x, pad.y, -3))),
          color: '#d9b45b',
          finish: 'metal',
        },
        { mesh: move(block(27, 27, 1.4, 1.5, 0.2), 0, -12, 7), color: '#1d3c6e' },
        { mesh: move(box(26, 19, 1.4), 0, -12.4, 8.4), color: '#15171b', finish: 'gloss' },
        {
          mesh: join(
            ...[
              [-6, 3, 12],
              [-3, 0, 18],
              [-8, -3, 8],
            ].map(([x, y, w]) => box(w ?? 8, 1.4, 0.1, x ?? 0, -12.4 + (y ?? 0), 9.76)),
          ),
          color: '#7fe3ff',
          finish: 'glow',
        },
      ];
    case 'nano':
    case 'xiao': {
      const long = part.kind === 'nano' ? 43.2 : 21;
      const pins = padsOf(part);
      return [
        {
          mesh: join(...pins.map((pad) => box(0.64, 0.64, 13, pad.x, pad.y, -3))),
          color: '#d9b45b',
          finish: 'metal',
        },
        {
          mesh: join(...[1, -1].map((s) => box(pins.length * 1.27, 2.4, 8.4, 0, s * 7.62, 0))),
          color: black,
        },
        {
          mesh: move(extrude([roundedRectangle(long, 17.8, 1.2)], 0, 1.4), 0, 0, 8.6),
          color: part.color ?? '#1565a8',
        },
        {
          mesh: move(
            block(part.kind === 'nano' ? 7 : 8, part.kind === 'nano' ? 7 : 8, 1.2, 0.3, 0.2),
            3,
            0,
            10,
          ),
          color: part.kind === 'nano' ? black : tin,
          finish: part.kind === 'nano' ? 'plastic' : 'metal',
        },
        { mesh: move(block(7.4, 9, 3.2, 1.4, 0.3), -long / 2 + 3, 0, 10), color: tin, finish: 'metal' },
        {
          mesh: join(
            ...[
              [-8, 4],
              [-8, -4],
              [9, 5],
              [9, -5],
              [12, 0],
            ]
              .filter(([x]) => Math.abs(x ?? 0) < long / 2 - 2)
              .map(([x, y]) => box(1.6, 0.9, 0.7, x ?? 0, y ?? 0, 10)),
          ),
          color: '#caa878',
        },
        { mesh: move(sphere(0.5, 12, 8), long / 2 - 3, 4, 10.3), color: '#69f0ae', finish: 'glow' },
      ];
    }
  }
}

export function partItems(part: BoardPart, dx: number, dy: number, z: number): SceneItem[] {
  return pieces(part).map(({ mesh, color, finish }) => ({
    mesh: move(turn(mesh, 'z', part.rot ?? 0), part.x + dx, part.y + dy, z),
    color,
    ...(finish ? { finish } : {}),
  }));
}
