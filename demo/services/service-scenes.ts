import { type PaletteName, palettes } from '../draw/palettes.ts';
import type { Scene } from '../draw/scene.ts';
import type { Recipe, SceneName } from './scene-kit.ts';
import { craftScenes } from './scenes-craft.ts';
import { printingScenes } from './scenes-printing.ts';
import { workshopScenes } from './scenes-workshop.ts';

const recipes: Record<SceneName, Recipe> = { ...printingScenes, ...workshopScenes, ...craftScenes };

export async function serviceScene(name: SceneName, palette: PaletteName, variant: number): Promise<Scene> {
  const { make, ...rest } = recipes[name];
  // The second place of a kind is drawn from the other side.
  const azimuth = (rest.azimuth ?? -24) * (variant % 2 === 0 ? 1 : -1);
  return { ...rest, azimuth, palette, items: await make(palettes[palette].parts, variant) };
}
