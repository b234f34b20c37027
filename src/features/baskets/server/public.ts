export { basketPaymentTarget } from './paying.ts';
export { basketsPersonalData } from './personal-data.ts';
export { basketsRoutes } from './routes.ts';
export { countOpenItems } from './queries.ts';
