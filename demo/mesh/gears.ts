import type { Mesh, Ring, Vec2 } from './mesh.ts';
import { circle } from './rings.ts';
import { layered, loft, type SectionMap } from './solids.ts';

export type GearShape = {
  module: number;
  teeth: number;
  pressureDegrees?: number;
  /** Clearance taken off the tooth thickness so that printed gears turn freely, in millimetres. */
  play?: number;
  /** An internal gear is the negative of its partner, so addendum and dedendum are swapped. */
  internal?: boolean;
};

/** Involute outline of a spur gear, with its first tooth on the positive x axis. */
export function gearRing(shape: GearShape): Ring {
  const { module, teeth, pressureDegrees = 20, play = 0.12, internal = false } = shape;
  const pitch = (module * teeth) / 2;
  const alpha = (pressureDegrees * Math.PI) / 180;
  const base = pitch * Math.cos(alpha);
  const tip = pitch + module * (internal ? 1.2 : 1);
  const root = pitch - module * (internal ? 0.95 : 1.25);
  const involute = (angle: number): number => Math.tan(angle) - angle;
  const sign = internal ? 1 : -1;
  const halfAtPitch = Math.PI / (2 * teeth) + (sign * play) / (2 * pitch);
  const halfAt = (radius: number): number =>
    halfAtPitch + involute(alpha) - involute(Math.acos(Math.min(1, base / Math.max(radius, base))));
  const flank: Vec2[] = [];
  const start = Math.max(base, root);
  const steps = 6;
  if (root < base - 1e-6) flank.push([root, halfAt(base)]);
  for (let i = 0; i <= steps; i++) {
    const radius = start + (tip - start) * (i / steps);
    flank.push([radius, Math.max(0.004, halfAt(radius))]);
  }
  const ring: Ring = [];
  const put = (radius: number, angle: number): void => {
    ring.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
  };
  for (let t = 0; t < teeth; t++) {
    const middle = (t / teeth) * Math.PI * 2;
    for (const [radius, half] of flank) put(radius, middle - half);
    for (const [radius, half] of flank.toReversed()) put(radius, middle + half);
    // The middle of the gap keeps the root round.
    put(Math.hypot(root, 0), middle + Math.PI / teeth);
  }
  return ring;
}

export const spurGear = (shape: GearShape, height: number, bore: number): Mesh =>
  loft(bore > 0 ? [gearRing(shape), circle(bore / 2, 32)] : [gearRing(shape)], [
    ([x, y]) => [x, y, 0],
    ([x, y]) => [x, y, height],
  ]);

const twisted =
  (z: number, angle: number, grow = 0): SectionMap =>
  ([x, y], ring) => {
    const a = ring === 0 ? angle : 0;
    const length = Math.hypot(x, y) || 1;
    const k = ring === 0 ? 1 + grow / length : 1;
    const c = Math.cos(a) * k;
    const s = Math.sin(a) * k;
    return [x * c - y * s, x * s + y * c, z];
  };

/** Herringbone tooth: twists one way to the middle and back again. */
export function herringboneGear(shape: GearShape, height: number, twistDegrees: number, holes: Ring[]): Mesh {
  const steps = 8;
  const sections: SectionMap[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const bend = 1 - Math.abs(t * 2 - 1);
    sections.push(twisted(height * t, (bend * twistDegrees * Math.PI) / 180));
  }
  return loft([gearRing(shape), ...holes], sections);
}

/** A ring gear with herringbone teeth inside and a plain or knurled rim outside. */
export function internalGear(shape: GearShape, height: number, twistDegrees: number, rim: Ring): Mesh {
  const steps = 8;
  const teeth = gearRing({ ...shape, internal: true });
  const sections: SectionMap[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const angle = ((1 - Math.abs(t * 2 - 1)) * twistDegrees * Math.PI) / 180;
    sections.push(([x, y], ring) => {
      if (ring === 0) return [x, y, height * t];
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      return [x * c - y * s, x * s + y * c, height * t];
    });
  }
  return loft([rim, teeth], sections);
}

/** A spur gear with a thinner spoked web and a raised hub, as one solid. */
export function spokedGear(
  shape: GearShape,
  height: number,
  options: { bore: number; hub: number; web: number; spokes: number; hubHeight: number },
): Mesh {
  const outline = gearRing(shape);
  const inner = (shape.module * shape.teeth) / 2 - shape.module * 2.6;
  const rim = circle(inner, 96);
  const hub = circle(options.hub / 2, 48);
  const bore = circle(options.bore / 2, 40);
  const openings: Ring[] = [];
  const from = options.hub / 2 + 1.2;
  const to = inner - 1.2;
  const gap = (Math.PI * 2) / options.spokes;
  for (let i = 0; i < options.spokes; i++) {
    const ring: Ring = [];
    const spokeHalf = 2.2;
    for (let k = 0; k <= 10; k++) {
      const edge = Math.asin(Math.min(0.9, spokeHalf / to));
      const a = i * gap + edge + (gap - 2 * edge) * (k / 10);
      ring.push([to * Math.cos(a), to * Math.sin(a)]);
    }
    for (let k = 6; k >= 0; k--) {
      const edge = Math.asin(Math.min(0.9, spokeHalf / from));
      const a = i * gap + edge + (gap - 2 * edge) * (k / 6);
      ring.push([from * Math.cos(a), from * Math.sin(a)]);
    }
    openings.push(ring);
  }
  const low = (height - options.web) / 2;
  return layered([
    { from: 0, to: low, rings: [outline, rim, hub, bore] },
    { from: low, to: low + options.web, rings: [outline, ...openings, bore] },
    { from: low + options.web, to: height, rings: [outline, rim, hub, bore] },
    { from: height, to: height + options.hubHeight, rings: [hub, bore] },
  ]);
}
