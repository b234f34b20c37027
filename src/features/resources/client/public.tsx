export { listResourcesQuery } from './api.ts';
export { Picture } from './picture.tsx';
export { SearchField } from './search-field.tsx';
export { EmptyList, ListTrouble } from './list-states.tsx';
export { GridSkeleton, ResourceGrid } from './resource-grid.tsx';
export { categoryNames, menuCategories } from './words.ts';
