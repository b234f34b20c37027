import type { DemoService } from '../types.ts';
import type { PaletteName } from '../draw/palettes.ts';
import type { SceneName } from './scene-kit.ts';

export type ServiceText = Omit<DemoService, 'contactPhone' | 'contactEmail' | 'picture' | 'isFreeService'> & {
  isFreeService?: boolean;
  scene: SceneName;
  palette: PaletteName;
};
