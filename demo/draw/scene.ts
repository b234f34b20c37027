import type { Mesh, Vec3 } from '../mesh/mesh.ts';
import type { PaletteName } from './palettes.ts';

export type Finish = 'plastic' | 'matte' | 'metal' | 'gloss' | 'glow';

/** Picture mapped onto the faces that look along u × v. */
export type Texture = {
  data: Uint8Array;
  width: number;
  height: number;
  origin: Vec3;
  u: Vec3;
  v: Vec3;
};

export type SceneItem = {
  mesh: Mesh;
  color: string;
  finish?: Finish;
  texture?: Texture;
  /** Draws fine horizontal lines like a printed part's layers, this many millimetres apart. */
  layer?: number;
};

export type Ground = 'cove' | 'mat' | 'wood' | 'plate';

export type Scene = {
  items: SceneItem[];
  palette: PaletteName;
  ground?: Ground;
  /** Degrees around the z axis from the front, and above the floor. */
  azimuth?: number;
  elevation?: number;
  fieldOfView?: number;
  /** Share of the picture that the objects fill; 1 touches the edge. */
  fill?: number;
  lift?: number;
};
