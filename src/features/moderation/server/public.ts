export { canModerate } from '../access.ts';
export type { Things } from './commands.ts';
export { moderationPersonalData } from './personal-data.ts';
export { moderationRoutes } from './routes.ts';
