export {
  clearDesigns,
  lookAtDesigns,
  recordRights,
  returnRights,
  type Clearance,
  type MadeDesign,
} from './commands.ts';
export { getRights, presentRights } from './queries.ts';
export { licensingPersonalData } from './personal-data.ts';
export { issueReceipts, presentOrderRight, rightsOfOrders } from './receipts.ts';
export { licensingRoutes } from './routes.ts';
