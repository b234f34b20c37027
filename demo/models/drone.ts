import { join, type Mesh, move, type Ring, turn, type Vec2 } from '../mesh/mesh.ts';
import { circle, roundedRectangle, slot } from '../mesh/rings.ts';
import { cylinder, extrude, layered, loft, revolve, type SectionMap, sweep, tube } from '../mesh/solids.ts';

/** Outline of arms around a central body, found by casting rays from the centre. */
export function armOutline(
  arms: { degrees: number; length: number; width: number; pad: number }[],
  body: Ring,
): Ring {
  const capsule = (angle: number, length: number, half: number, lateral: number): number => {
    // Farthest intersection of a ray with a round-ended bar along the x axis.
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    if (c <= 0) return 0;
    const side = Math.abs(s) < 1e-9 ? Infinity : half / Math.abs(s);
    if (side * c <= length) return side;
    const b = -length * c;
    const d = b * b - (length * length - lateral * lateral);
    return d < 0 ? 0 : -b + Math.sqrt(d);
  };
  const ring: Ring = [];
  const steps = 720;
  for (let i = 0; i < steps; i++) {
    const a = (i / steps) * Math.PI * 2;
    let r = rayTo(body, a);
    for (const arm of arms) {
      const angle = a - (arm.degrees * Math.PI) / 180;
      r = Math.max(r, capsule(angle, arm.length, arm.width / 2, arm.width / 2));
      const c = Math.cos(angle);
      const d = arm.length * arm.length * (c * c - 1) + arm.pad * arm.pad;
      if (c > 0 && d > 0) r = Math.max(r, arm.length * c + Math.sqrt(d));
    }
    ring.push([r * Math.cos(a), r * Math.sin(a)]);
  }
  return ring;
}

function rayTo(ring: Ring, angle: number): number {
  const dx = Math.cos(angle);
  const dy = Math.sin(angle);
  let far = 0;
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i] as Vec2;
    const b = ring[(i + 1) % ring.length] as Vec2;
    const ex = b[0] - a[0];
    const ey = b[1] - a[1];
    const d = dx * ey - dy * ex;
    if (Math.abs(d) < 1e-12) continue;
    const t = (a[0] * ey - a[1] * ex) / d;
    const s = (a[0] * dy - a[1] * dx) / d;
    if (s >= 0 && s <= 1 && t > far) far = t;
  }
  return far;
}

const armAngles = [45, 135, 225, 315];

export const motorSpot = (index: number, length: number): Vec2 => {
  const a = ((armAngles[index] ?? 45) * Math.PI) / 180;
  return [length * Math.cos(a), length * Math.sin(a)];
};

const motorHoles = (x: number, y: number, spread: number): Ring[] => [
  circle(2.6, 28, x, y),
  ...[0, 90, 180, 270].map((degrees) => {
    const a = ((degrees + 45) * Math.PI) / 180;
    return circle(1.1, 16, x + (spread / 2) * Math.cos(a), y + (spread / 2) * Math.sin(a));
  }),
];

export function droneFrame(armLength = 62): Mesh {
  const body = roundedRectangle(42, 66, 9);
  const outline = armOutline(
    armAngles.map((degrees) => ({ degrees, length: armLength, width: 12, pad: 10.5 })),
    body,
  );
  const holes: Ring[] = [];
  for (let i = 0; i < 4; i++) {
    const [x, y] = motorSpot(i, armLength);
    holes.push(...motorHoles(x, y, 12));
    const [sx, sy] = motorSpot(i, armLength * 0.64);
    holes.push(slot(17, 4.4, sx, sy, armAngles[i] ?? 0));
  }
  for (const [x, y] of [
    [-15.25, -15.25],
    [15.25, -15.25],
    [15.25, 15.25],
    [-15.25, 15.25],
  ]) {
    holes.push(circle(1.6, 18, x ?? 0, y ?? 0));
  }
  holes.push(circle(9, 48), slot(22, 4, 0, 26), slot(22, 4, 0, -26));
  return extrude([outline, ...holes], 0, 4);
}

export function topPlate(): Mesh {
  const outer = roundedRectangle(40, 64, 9);
  return extrude(
    [
      outer,
      roundedRectangle(20, 26, 5, 0, 0),
      slot(24, 4, 0, 24),
      slot(24, 4, 0, -24),
      circle(1.6, 18, -15.25, -15.25),
      circle(1.6, 18, 15.25, -15.25),
      circle(1.6, 18, 15.25, 15.25),
      circle(1.6, 18, -15.25, 15.25),
    ],
    0,
    2.4,
  );
}

export function propGuard(radius = 34): Mesh {
  const hoop = revolve(
    [
      [radius, 0],
      [radius + 2.4, 0],
      [radius + 3, 2],
      [radius + 2.4, 12],
      [radius, 12],
      [radius + 0.9, 6],
    ],
    120,
  );
  const hub = layered([{ from: 0, to: 3.2, rings: [circle(10, 48), ...motorHoles(0, 0, 12)] }]);
  const spokes = [60, 180, 300].map((degrees) =>
    turn(extrude([slot(radius - 6.4, 4.4, (radius + 10) / 2, 0)], 0, 3), 'z', degrees),
  );
  return join(hoop, hub, ...spokes);
}

export function propeller(radius = 30, blades = 3): Mesh {
  const foil = circle(1, 24);
  const blade = (): Mesh => {
    const sections: SectionMap[] = [];
    for (let i = 0; i <= 16; i++) {
      const t = i / 16;
      const chord = (3.2 + 4.6 * Math.sin(Math.PI * (0.12 + 0.72 * t))) * (t > 0.9 ? 1 - (t - 0.9) * 5 : 1);
      const pitch = 0.62 - 0.42 * t;
      const thick = 0.9 - 0.5 * t;
      const out = 3 + (radius - 3) * t;
      const sweepBack = -2.4 * t * t;
      sections.push(([x, y]) => {
        const a = x * chord;
        const b = y * thick + 0.12 * chord * (1 - x * x);
        return [
          out,
          a * Math.cos(pitch) - b * Math.sin(pitch) + sweepBack,
          3.4 + a * Math.sin(pitch) + b * Math.cos(pitch),
        ];
      });
    }
    return loft([foil], sections);
  };
  return join(
    tube(4.2, 1.3, 6.4, 40),
    ...Array.from({ length: blades }, (_, i) => turn(blade(), 'z', (i * 360) / blades)),
  );
}

export const motor = (): Mesh =>
  join(
    cylinder(8, 3, 40),
    move(
      revolve(
        [
          [0, 0],
          [8.6, 0],
          [9.2, 0.8],
          [9.2, 9],
          [7.4, 10.6],
          [0, 10.6],
        ],
        48,
      ),
      0,
      0,
      3.6,
    ),
    move(cylinder(1.6, 20, 20), 0, 0, 0.2),
  );

/** Tray for a battery of 30 by 56 mm, with slots for its strap. */
export function batteryTray(): Mesh {
  const outer = roundedRectangle(40, 64, 6);
  return layered([
    { from: 0, to: 2, rings: [outer, slot(24, 4, 0, 22), slot(24, 4, 0, -22)] },
    { from: 2, to: 9, rings: [outer, roundedRectangle(36, 60, 4)] },
  ]);
}

export const landingLeg = (): Mesh =>
  sweep(
    Array.from({ length: 25 }, (_, i) => {
      const t = i / 24;
      return [18 * Math.sin(t * 1.5), 0, 30 * (1 - t)] as [number, number, number];
    }),
    roundedRectangle(3.4, 8, 1.4, 0, 0, 4),
  );

export type DronePart = { mesh: Mesh; role: 'frame' | 'plate' | 'motor' | 'prop' | 'guard' | 'dark' };

/** The assembled aircraft, standing at its motors' height. */
export function assembledDrone(guards: boolean): DronePart[] {
  const parts: DronePart[] = [
    { mesh: move(droneFrame(), 0, 0, 16), role: 'frame' },
    { mesh: move(topPlate(), 0, 0, 38), role: 'plate' },
  ];
  for (const [x, y] of [
    [-15.25, -15.25],
    [15.25, -15.25],
    [15.25, 15.25],
    [-15.25, 15.25],
  ]) {
    parts.push({ mesh: move(cylinder(2.6, 18.6, 24), x ?? 0, y ?? 0, 19.8), role: 'plate' });
  }
  parts.push({ mesh: move(extrude([roundedRectangle(30, 30, 2)], 0, 1.6), 0, 0, 25), role: 'dark' });
  parts.push({ mesh: move(extrude([roundedRectangle(30, 56, 4)], 0, 14), 0, 0, 40.6), role: 'dark' });
  for (let i = 0; i < 4; i++) {
    const [x, y] = motorSpot(i, 62);
    parts.push({ mesh: move(motor(), x, y, 20.2), role: 'motor' });
    parts.push({ mesh: move(turn(propeller(), 'z', 20 + i * 34), x, y, 35), role: 'prop' });
    if (guards)
      parts.push({ mesh: move(turn(propGuard(), 'z', (armAngles[i] ?? 0) + 120), x, y, 26), role: 'guard' });
    parts.push({
      mesh: move(turn(landingLeg(), 'z', armAngles[i] ?? 0), x * 0.62, y * 0.62, -14 + 0.2),
      role: 'plate',
    });
  }
  return parts;
}
