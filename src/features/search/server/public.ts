export { canManageSynonyms } from '../access.ts';
export { undoSynonymAdded, undoSynonymRemoved } from './commands.ts';
export { searchJobs } from './jobs.ts';
export { searchPersonalData } from './personal-data.ts';
export { searchRoutes } from './routes.ts';
export { createSearchLog, type SearchLog } from './search-log.ts';
export { hasAll, searchByMeaning, suggestWords, understand } from './understanding.ts';
export { foldWords, noteWords } from './vocabulary.ts';
