export { quotesPersonalData } from './personal-data.ts';
export { quotesRoutes } from './routes.ts';
