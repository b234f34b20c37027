export { canManageCatalogue } from '../access.ts';
export { undoImport } from './importing.ts';
export { catalogueRoutes } from './routes.ts';
