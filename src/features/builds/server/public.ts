export { correctBuilds, recordBuild, withdrawBuilds } from './commands.ts';
export { buildsPersonalData } from './personal-data.ts';
export { ratesOfResources } from './queries.ts';
export { buildsRoutes } from './routes.ts';
