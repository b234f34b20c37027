import { gearRing, herringboneGear, internalGear, spokedGear, spurGear } from '../mesh/gears.ts';
import { join, type Mesh, move, type Ring, turn } from '../mesh/mesh.ts';
import { circle, hexagon, roundedRectangle } from '../mesh/rings.ts';
import { bevelled, extrude, layered, loft, revolve } from '../mesh/solids.ts';

export type PlanetaryParts = {
  sun: Mesh;
  planet: Mesh;
  ring: Mesh;
  carrier: Mesh;
  placed: { sun: Mesh; planets: Mesh[]; ring: Mesh };
};

const planetary = { module: 1.5, sun: 12, planet: 18, ring: 48, height: 12, helix: 300 };

function knurledRim(radius: number, ridges: number): Ring {
  const ring: Ring = [];
  const steps = ridges * 6;
  for (let i = 0; i < steps; i++) {
    const a = (i / steps) * Math.PI * 2;
    const r = radius + 0.8 * Math.max(-0.4, Math.cos(a * ridges));
    ring.push([r * Math.cos(a), r * Math.sin(a)]);
  }
  return ring;
}

export function planetaryParts(): PlanetaryParts {
  const { module, height, helix } = planetary;
  const sun = herringboneGear({ module, teeth: planetary.sun }, height, helix / planetary.sun, [hexagon(7)]);
  const planet = herringboneGear({ module, teeth: planetary.planet }, height, -helix / planetary.planet, [
    circle(4.1, 40),
  ]);
  const ring = internalGear(
    { module, teeth: planetary.ring },
    height,
    -helix / planetary.ring,
    knurledRim(42, 36),
  );
  const distance = (module * (planetary.sun + planetary.planet)) / 2;
  const hub = circle(11, 60);
  const plate = circle(distance + 6.5, 90);
  const bore = circle(4.5, 40);
  const pins = [0, 120, 240].map((degrees) => {
    const a = (degrees * Math.PI) / 180;
    return circle(3.9, 40, distance * Math.cos(a), distance * Math.sin(a));
  });
  const carrier = layered([
    { from: 0, to: 3, rings: [plate, bore] },
    { from: 3, to: 4, rings: [hub, bore, ...pins] },
    { from: 4, to: 4 + height, rings: pins },
  ]);
  const planets = [0, 120, 240].map((degrees) => {
    const a = (degrees * Math.PI) / 180;
    const spin = degrees + 180 - 180 / planetary.planet + (degrees * planetary.sun) / planetary.planet;
    return move(turn(planet, 'z', spin), distance * Math.cos(a), distance * Math.sin(a));
  });
  return {
    sun,
    planet,
    ring,
    carrier,
    placed: { sun, planets, ring: turn(ring, 'z', 180 / planetary.ring) },
  };
}

export const moduleOneGears = (): { teeth: number; mesh: Mesh }[] =>
  [12, 16, 20, 24, 32, 40].map((teeth) => ({
    teeth,
    mesh:
      teeth < 24
        ? spurGear({ module: 1, teeth }, 6, 5)
        : spokedGear({ module: 1, teeth }, 6, {
            bore: 5,
            hub: 11,
            web: 2.4,
            spokes: teeth < 30 ? 3 : 5,
            hubHeight: 2,
          }),
  }));

export const herringbonePair = (): [Mesh, Mesh] => [
  herringboneGear({ module: 2, teeth: 24 }, 18, 10, [circle(4, 48)]),
  herringboneGear({ module: 2, teeth: 12 }, 18, -20, [circle(2.5, 40)]),
];

/** Two gears side by side on the x axis, rotated so that the teeth interlock. */
export function meshed(
  large: Mesh,
  small: Mesh,
  teethLarge: number,
  teethSmall: number,
  module: number,
): Mesh[] {
  const spin = 180 - 180 / teethSmall;
  return [large, move(turn(small, 'z', spin), (module * (teethLarge + teethSmall)) / 2 + 0.1, 0)];
}

export function rack(length: number, module: number, width: number): Mesh {
  const pitch = Math.PI * module;
  const teeth = Math.floor(length / pitch);
  const ring: Ring = [[0, -module * 3.4]];
  ring.push([teeth * pitch, -module * 3.4], [teeth * pitch, -module * 1.25]);
  for (let i = teeth - 1; i >= 0; i--) {
    const x = (i + 0.5) * pitch;
    ring.push([x + pitch * 0.4, -module * 1.25]);
    ring.push([x + pitch * 0.13, module], [x - pitch * 0.13, module]);
    ring.push([x - pitch * 0.4, -module * 1.25]);
  }
  ring.push([0, -module * 1.25]);
  return extrude([ring], 0, width);
}

/** Worm as a height field around a cylinder, so that the surface closes. */
export function worm(radius: number, module: number, length: number): Mesh {
  const pitch = Math.PI * module;
  const steps = Math.round((length / pitch) * 12);
  const base = circle(1, 40);
  return loft(
    [base],
    Array.from({ length: steps + 1 }, (_, s) => {
      const z = (s / steps) * length;
      return ([x, y]: [number, number]) => {
        const a = Math.atan2(y, x) / (Math.PI * 2);
        const phase = (((z / pitch - a) % 1) + 1) % 1;
        const tooth = Math.max(-1, Math.min(1, (0.25 - Math.abs(phase - 0.5)) * 6));
        const ends = Math.min(1, Math.min(z, length - z) / (pitch * 0.5));
        const r = radius + module * tooth * ends - module * (1 - ends);
        return [x * r, y * r, z] as [number, number, number];
      };
    }),
  );
}

export function clockGears(): { wheel: Mesh; pinion: Mesh; escape: Mesh } {
  const wheel = spokedGear({ module: 1.2, teeth: 60 }, 5, {
    bore: 6,
    hub: 15,
    web: 5,
    spokes: 6,
    hubHeight: 3,
  });
  const pinion = spurGear({ module: 1.2, teeth: 10 }, 12, 4);
  const teeth = 24;
  const outline: Ring = [];
  for (let i = 0; i < teeth; i++) {
    const a = (i / teeth) * Math.PI * 2;
    const step = (Math.PI * 2) / teeth;
    outline.push([25 * Math.cos(a), 25 * Math.sin(a)]);
    outline.push([31 * Math.cos(a + step * 0.16), 31 * Math.sin(a + step * 0.16)]);
    outline.push([31 * Math.cos(a + step * 0.24), 31 * Math.sin(a + step * 0.24)]);
    outline.push([25.6 * Math.cos(a + step * 0.62), 25.6 * Math.sin(a + step * 0.62)]);
  }
  const openings = Array.from({ length: 5 }, (_, i) => {
    const a = (i / 5) * Math.PI * 2;
    return circle(5, 36, 14.5 * Math.cos(a), 14.5 * Math.sin(a));
  });
  return { wheel, pinion, escape: extrude([outline, ...openings, circle(3, 30)], 0, 4) };
}

/** Crank plate that drives the fidget train. */
export function crank(): Mesh {
  const plate = roundedRectangle(46, 12, 6, 17, 0, 10);
  const bore = circle(2.6, 32);
  const arm = extrude([plate, bore], 0, 4);
  const knob = move(
    revolve(
      [
        [0, 3],
        [5, 3],
        [4.2, 8],
        [5.6, 16],
        [4.4, 19.5],
        [0, 20.5],
      ],
      40,
    ),
    34,
    0,
  );
  return join(arm, knob);
}

export function bevelledGear(module: number, teeth: number, height: number, bore: number): Mesh {
  const outline = gearRing({ module, teeth });
  const hole = circle(bore / 2, 40);
  const shrink = (ring: Ring, by: number): Ring =>
    ring.map(([x, y]) => {
      const r = Math.hypot(x, y);
      return [(x * (r - by)) / r, (y * (r - by)) / r];
    });
  return bevelled([outline, hole], [shrink(outline, 0.5), circle(bore / 2 + 0.5, 40)], 0, height, 0.5);
}
