export { createService, type ServiceContent, type ServicePicture } from './commands.ts';
export { servicesPersonalData } from './personal-data.ts';
export { servicesRoutes } from './routes.ts';
