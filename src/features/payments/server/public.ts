export { createGateway } from './gateways/choose.ts';
export type * from './gateways/gateway.ts';
export { sandboxRoutes } from './gateways/sandbox-routes.ts';
export { paymentsJobs } from './jobs.ts';
