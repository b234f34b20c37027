export { listResourcesQuery } from './api.ts';
export { ResourceGrid } from './resource-grid.tsx';
export { categoryNames, menuCategories } from './words.ts';
