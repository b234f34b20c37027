export { countsQuery, foundFirstQuery } from './api.ts';
export { Elsewhere, SearchTabs } from './lazy-tabs.tsx';
export { kindIcons } from './icons.ts';
export { kindNames } from './words.ts';
export { resultsPath } from '../rules.ts';
export { SavedSearches } from './saved-searches.tsx';
