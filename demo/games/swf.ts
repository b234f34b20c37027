import { zlibSync } from 'fflate';
import { gearRing } from '../mesh/gears.ts';
import type { Ring } from '../mesh/mesh.ts';
import { circle, roundedRectangle } from '../mesh/rings.ts';

/** Writes numbers of any bit width, most significant bit first, as Flash files require. */
class Bits {
  private readonly bytes: number[] = [];
  private fill = 0;

  unsigned(value: number, width: number): this {
    for (let i = width - 1; i >= 0; i--) {
      if (this.fill === 0) this.bytes.push(0);
      const last = this.bytes.length - 1;
      this.bytes[last] = (this.bytes[last] ?? 0) | (((value >>> i) & 1) << (7 - this.fill));
      this.fill = (this.fill + 1) % 8;
    }
    return this;
  }

  signed(value: number, width: number): this {
    return this.unsigned(value & (width === 32 ? 0xffffffff : (1 << width) - 1), width);
  }

  done(): number[] {
    this.fill = 0;
    return this.bytes;
  }
}

const widthOf = (...values: number[]): number =>
  Math.max(1, ...values.map((value) => 33 - Math.clz32(value < 0 ? ~value : value)));

function rect(x0: number, x1: number, y0: number, y1: number): number[] {
  const width = widthOf(x0, x1, y0, y1);
  const bits = new Bits().unsigned(width, 5);
  for (const value of [x0, x1, y0, y1]) bits.signed(value, width);
  return bits.done();
}

const u16 = (value: number): number[] => [value & 255, (value >> 8) & 255];
const u32 = (value: number): number[] => [...u16(value & 65535), ...u16(value >>> 16)];

function tag(code: number, body: number[]): number[] {
  return body.length < 63
    ? [...u16((code << 6) | body.length), ...body]
    : [...u16((code << 6) | 63), ...u32(body.length), ...body];
}

type Fill = { color: [number, number, number]; rings: Ring[] };

/** DefineShape: polygons in twips, each with a solid colour and inside the previous one. */
function defineShape(id: number, fills: Fill[]): number[] {
  const all = fills.flatMap(({ rings }) => rings.flat());
  const twips = (value: number): number => Math.round(value * 20);
  const xs = all.map(([x]) => twips(x));
  const ys = all.map(([, y]) => twips(y));
  const styles = fills.flatMap(({ color }) => [0, ...color]);
  const fillBits = 32 - Math.clz32(fills.length);
  const bits = new Bits();
  bits.unsigned(fillBits, 4).unsigned(0, 4);
  fills.forEach(({ rings }, index) => {
    for (const ring of rings) {
      let [x, y] = [twips(ring[0]?.[0] ?? 0), twips(ring[0]?.[1] ?? 0)];
      const move = widthOf(x, y);
      // New position, the colour outside (of the enclosing polygon) and the colour inside.
      bits.unsigned(0, 1).unsigned(0b00111, 5);
      bits.unsigned(move, 5).signed(x, move).signed(y, move);
      bits.unsigned(index, fillBits).unsigned(index + 1, fillBits);
      for (let i = 1; i <= ring.length; i++) {
        const point = ring[i % ring.length];
        const nx = twips(point?.[0] ?? 0);
        const ny = twips(point?.[1] ?? 0);
        const [dx, dy] = [nx - x, ny - y];
        [x, y] = [nx, ny];
        if (dx === 0 && dy === 0) continue;
        const width = Math.max(2, widthOf(dx, dy));
        bits
          .unsigned(0b11, 2)
          .unsigned(width - 2, 4)
          .unsigned(1, 1);
        bits.signed(dx, width).signed(dy, width);
      }
    }
  });
  bits.unsigned(0, 6);
  const bounds = rect(Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys));
  return tag(2, [...u16(id), ...bounds, fills.length, ...styles, 0, ...bits.done()]);
}

/** PlaceObject2 with a rotation and position; `again` moves the object already at that depth. */
function place(id: number, depth: number, x: number, y: number, turn: number, again: boolean): number[] {
  const c = Math.round(Math.cos(turn) * 65536);
  const s = Math.round(Math.sin(turn) * 65536);
  const bits = new Bits();
  const scaleWidth = widthOf(c);
  bits.unsigned(1, 1).unsigned(scaleWidth, 5).signed(c, scaleWidth).signed(c, scaleWidth);
  const skewWidth = widthOf(s, -s);
  bits.unsigned(1, 1).unsigned(skewWidth, 5).signed(s, skewWidth).signed(-s, skewWidth);
  const tx = Math.round(x * 20);
  const ty = Math.round(y * 20);
  const width = widthOf(tx, ty);
  bits.unsigned(width, 5).signed(tx, width).signed(ty, width);
  const flags = again ? 0b00000101 : 0b00000110;
  return tag(26, [flags, ...u16(depth), ...(again ? [] : u16(id)), ...bits.done()]);
}

export const swfStage = { width: 550, height: 400, frames: 120 };

const scaled = (ring: Ring, k: number): Ring => ring.map(([x, y]) => [x * k, y * k]);

export type SwfActor = { fills: Fill[]; at: (frame: number) => { x: number; y: number; turn: number } };

/** The film: two meshed gears above a belt, and a ball that rolls along it and hops. */
export function swfActors(): SwfActor[] {
  const { frames } = swfStage;
  const cog = (teeth: number, color: [number, number, number], hub: [number, number, number]): Fill[] => [
    { color, rings: [scaled(gearRing({ module: 1, teeth, play: 0.3 }), 9)] },
    { color: hub, rings: [circle(teeth * 1.5, 40)] },
    { color: [246, 234, 216], rings: [circle(teeth * 0.6, 32)] },
  ];
  const share = (frame: number): number => frame / frames;
  return [
    {
      fills: [
        { color: [43, 45, 66], rings: [roundedRectangle(510, 26, 13, 0, 0)] },
        { color: [92, 96, 122], rings: [-210, -126, -42, 42, 126, 210].map((x) => circle(9, 24, x, 0)) },
      ],
      at: () => ({ x: 275, y: 352, turn: 0 }),
    },
    {
      fills: cog(20, [228, 87, 46], [190, 66, 30]),
      at: (f) => ({ x: 180, y: 150, turn: share(f) * Math.PI * 2 }),
    },
    {
      fills: cog(10, [46, 134, 171], [30, 100, 132]),
      at: (f) => ({ x: 180 + 136, y: 150, turn: Math.PI / 10 - share(f) * Math.PI * 4 }),
    },
    {
      fills: [
        { color: [242, 177, 52], rings: [circle(24, 48)] },
        { color: [252, 228, 160], rings: [circle(7, 24, -8, -8)] },
      ],
      at: (f) => ({
        x: 40 + share(f) * 470,
        y: 315 - Math.abs(Math.sin(share(f) * Math.PI * 4)) * 46,
        turn: share(f) * Math.PI * 6,
      }),
    },
  ];
}

/** A compressed Flash film (CWS, version 6) that any Flash player or emulator can show. */
export function makeSwf(): Uint8Array {
  const { width, height, frames } = swfStage;
  const actors = swfActors();
  const body = [...rect(0, width * 20, 0, height * 20), ...u16(24 << 8), ...u16(frames)];
  body.push(...tag(9, [246, 234, 216]));
  actors.forEach(({ fills }, i) => body.push(...defineShape(i + 1, fills)));
  for (let frame = 0; frame < frames; frame++) {
    actors.forEach(({ at }, i) => {
      const { x, y, turn } = at(frame);
      if (frame === 0 || i > 0) body.push(...place(i + 1, i + 1, x, y, turn, frame > 0));
    });
    body.push(...tag(1, []));
  }
  body.push(...tag(0, []));
  const head = [0x43, 0x57, 0x53, 6, ...u32(body.length + 8)];
  const packed = zlibSync(Uint8Array.from(body), { level: 9 });
  const out = new Uint8Array(head.length + packed.length);
  out.set(head);
  out.set(packed, head.length);
  return out;
}
