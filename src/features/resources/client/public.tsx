export { listResourcesQuery, resourceQuery } from './api.ts';
export { DetailScreen } from './detail-screen.tsx';
export { formatSizes, formatVolume, problemWords, unitNames } from './model-words.ts';
export { Printable } from './model-section.tsx';
export { Picture } from './picture.tsx';
export { SearchField } from './search-field.tsx';
export { EmptyList, ListTrouble } from './list-states.tsx';
export { GridSkeleton, ResourceGrid } from './resource-grid.tsx';
export { categoryNames, inReadersLanguage, menuCategories } from './words.ts';
