export {
  createCollection,
  findReportedCollection,
  hideCollection,
  showCollection,
  putItem,
} from './collections.ts';
export { setLike, follow } from './commands.ts';
export { addComment, findComment, hideComment, showComment, listShownComments } from './comments.ts';
export { socialJobs } from './jobs.ts';
export { addMake, findMake, hideMake, showMake } from './makes.ts';
export { socialPersonalData } from './personal-data.ts';
export { socialRoutes } from './routes.ts';
