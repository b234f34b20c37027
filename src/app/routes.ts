import { index, rootRoute, route } from '@tanstack/virtual-file-routes';

/** The URL table: paths as Korean addresses have them, page files relative to src/app. */
export const routes = rootRoute('root.tsx', [
  index('home/home-page.tsx'),
]);
