export { createService, type ServiceContent, type ServicePicture } from './commands.ts';
export { servicesRoutes } from './routes.ts';
