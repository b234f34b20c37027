export { createCollection, findReportedCollection, hideCollection, putItem } from './collections.ts';
export { setLike, follow } from './commands.ts';
export { addComment, findComment, hideComment, listShownComments } from './comments.ts';
export { socialJobs } from './jobs.ts';
export { addMake, findMake, hideMake } from './makes.ts';
export { socialPersonalData } from './personal-data.ts';
export { socialRoutes } from './routes.ts';
