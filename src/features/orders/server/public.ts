export { ordersJobs } from './jobs.ts';
export { orderSubject } from './paying.ts';
export { ordersPersonalData } from './personal-data.ts';
export { findOrder } from './queries.ts';
export { ordersRoutes } from './routes.ts';
