import type { Scene, SceneItem } from '../draw/scene.ts';
import { type Mesh, move, turn, type Vec3 } from '../mesh/mesh.ts';
import { phoneStand } from '../models/desk.ts';
import { assembledDrone } from '../models/drone.ts';
import { leaf, soil } from '../models/planters.ts';
import { robot } from '../models/toys.ts';

export type SceneName =
  | 'printer'
  | 'board'
  | 'turned'
  | 'plates'
  | 'joinery'
  | 'caliper'
  | 'drone'
  | 'amplifier'
  | 'spools'
  | 'panel'
  | 'workshop'
  | 'brackets'
  | 'sensor'
  | 'gears'
  | 'pots'
  | 'laptop'
  | 'frame'
  | 'resin'
  | 'laser'
  | 'stool'
  | 'mold'
  | 'robot'
  | 'pawns'
  | 'wearable'
  | 'metal-gears'
  | 'hinges'
  | 'kinetic'
  | 'lamp'
  | 'surf'
  | 'anemometer'
  | 'keycaps'
  | 'farm';

export type Maker = (colors: string[], variant: number) => SceneItem[] | Promise<SceneItem[]>;
export type Recipe = { make: Maker } & Partial<Omit<Scene, 'items' | 'palette'>>;

export const wood = { oak: '#c99a62', walnut: '#7a4f33', birch: '#e3c796', ash: '#dcbf95' };
export const steel = '#bfc5cb';
export const brass = '#d0a54a';
export const solid = (mesh: Mesh, color: string, finish?: SceneItem['finish']): SceneItem =>
  finish ? { mesh, color, finish } : { mesh, color };
export const pick = (colors: string[], i: number): string => colors[i % colors.length] ?? '#e4572e';

export const droneItems = (colors: string[], guards: boolean): SceneItem[] =>
  assembledDrone(guards).map(({ mesh, role }) => {
    if (role === 'motor') return solid(mesh, '#d7dade', 'metal');
    if (role === 'dark') return solid(mesh, '#2b2e34', 'gloss');
    if (role === 'prop') return solid(mesh, pick(colors, 1), 'gloss');
    if (role === 'guard') return solid(mesh, pick(colors, 0));
    return solid(mesh, role === 'frame' ? '#33363d' : pick(colors, 0));
  });

export const robotItems = (body: string, joint: string, eye: string): SceneItem[] =>
  robot().map(({ mesh, role }) =>
    role === 'eye'
      ? solid(mesh, eye, 'glow')
      : solid(
          mesh,
          role === 'body' ? body : role === 'face' ? '#23262c' : joint,
          role === 'face' ? 'gloss' : 'plastic',
        ),
  );

export const plant = (radius: number, height: number, color = '#4f8a45'): SceneItem[] => [
  solid(soil(radius, height), '#5a4030', 'matte'),
  ...Array.from({ length: 11 }, (_, i) =>
    solid(
      move(turn(leaf(40 + (i % 4) * 9, 7.5, 0.35 + (i % 3) * 0.32), 'z', i * 137.5), 0, 0, height),
      i % 3 === 0 ? '#6da35a' : color,
    ),
  ),
];

export const scaled = (mesh: Mesh, factor: number): Mesh => ({
  positions: mesh.positions.map((v) => v * factor),
  indices: mesh.indices,
});
export const phoneStandSmall = (): Mesh => scaled(phoneStand(40), 0.32);

/** Interpolates a coarse line by a smooth curve through its points. */
export function smoothPath(at3: number[], i: number, all: number[][]): Vec3[] {
  const next = all[i + 1];
  if (!next) return [at3 as Vec3];
  const before = all[i - 1] ?? at3;
  const after = all[i + 2] ?? next;
  return Array.from({ length: 8 }, (_, k): Vec3 => {
    const t = k / 8;
    const point = [0, 1, 2].map((axis) => {
      const [a, b, c, d] = [before[axis] ?? 0, at3[axis] ?? 0, next[axis] ?? 0, after[axis] ?? 0];
      return (
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
      );
    });
    return point as Vec3;
  });
}

export function screenPlane(): { origin: Vec3; u: Vec3; v: Vec3 } {
  const c = Math.cos((72 * Math.PI) / 180);
  const s = Math.sin((72 * Math.PI) / 180);
  return {
    origin: [-103, 91.2 - 65 * c - 0.8 * s, 72.6 - 65 * s + 0.8 * c],
    u: [206, 0, 0],
    v: [0, 130 * c, 130 * s],
  };
}
