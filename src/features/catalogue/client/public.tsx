import { lazy } from 'react';

export { canManageCatalogue } from '../access.ts';
export const CatalogueScreen = lazy(async () => ({
  default: (await import('./catalogue-screen.tsx')).CatalogueScreen,
}));
