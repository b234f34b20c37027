export { gamesPersonalData } from './personal-data.ts';
export { gamesRoutes } from './routes.ts';
