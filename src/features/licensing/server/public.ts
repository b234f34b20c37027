export { clearDesigns, lookAtDesigns, recordRights, returnRights, type Clearance } from './commands.ts';
export { portionsOf, usualUse } from '../rules.ts';
export {
  findTogether,
  firstOfPlace,
  getRights,
  listInsteadOf,
  presentRights,
  type MadeDesign,
  type Together,
} from './queries.ts';
export { licensingPersonalData } from './personal-data.ts';
export { issueReceipts, presentOrderRight, rightsOfOrders } from './receipts.ts';
export { licensingRoutes } from './routes.ts';
export { listUnansweredPermissions } from './waiting.ts';
