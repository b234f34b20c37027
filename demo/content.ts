import { aiResources } from './resources/ai-models.ts';
import { freeResources } from './resources/free-content.ts';
import { gameResources } from './resources/games.ts';
import { hardwareResources } from './resources/hardware.ts';
import { gearResources } from './resources/models-gears.ts';
import { homeResources } from './resources/models-home.ts';
import { playResources } from './resources/models-play.ts';
import { softwareResources } from './resources/software.ts';
import type { DemoResource } from './types.ts';

export * from './types.ts';
export { demoServices } from './services/services.ts';
export { demoUsers } from './users.ts';

export const demoResources: DemoResource[] = [
  ...playResources,
  ...gearResources,
  ...homeResources,
  ...hardwareResources,
  ...gameResources,
  ...softwareResources,
  ...aiResources,
  ...freeResources,
];
