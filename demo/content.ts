import { aiResources } from './resources/ai-models.ts';
import { guideResources } from './resources/free-guides.ts';
import { sheetResources } from './resources/free-sheets.ts';
import { soundResources } from './resources/free-sounds.ts';
import { gameResources } from './resources/games.ts';
import { hardwareResources } from './resources/hardware.ts';
import { gearResources } from './resources/models-gears.ts';
import { homeResources } from './resources/models-home.ts';
import { toyModels } from './resources/models-toys.ts';
import { workshopModels } from './resources/models-workshop.ts';
import { printingSoftware } from './resources/software-printing.ts';
import { workshopSoftware } from './resources/software-workshop.ts';
import type { DemoResource } from './types.ts';

export * from './types.ts';
export { demoServices } from './services/services.ts';
export { demoUsers } from './users.ts';

export const demoResources: DemoResource[] = [
  ...workshopModels,
  ...toyModels,
  ...gearResources,
  ...homeResources,
  ...hardwareResources,
  ...gameResources,
  ...printingSoftware,
  ...workshopSoftware,
  ...aiResources,
  ...guideResources,
  ...sheetResources,
  ...soundResources,
];
