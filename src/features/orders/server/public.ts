export type { MoneyQuestions } from './checks.ts';
export { findHoldDays } from './money.ts';
export { findOrderState } from './lot-orders.ts';
export { dispatchUserEvent } from './commands.ts';
export { lockOrder } from './locking.ts';
export { findMade, findMadePhoto, listMadePhotos, type MadeOrder } from './made.ts';
export { ordersJobs } from './jobs.ts';
export { orderPaymentTarget } from './paying.ts';
export { ordersPersonalData } from './personal-data.ts';
export { recordVerdict, showVerdict } from './builds.ts';
export { getArrivalVerdict } from './making.ts';
export { addPhoto } from './photos.ts';
export {
  arrangeLot,
  filesToCopy,
  isArranged,
  placeLotOrder,
  lookAtMaking,
  placeOrder,
  presentOffer,
  type PlacingDeps,
} from './placing.ts';
export { findOrder, getTalk, isOrderVisible, listOrderStates, summarizeOrders } from './queries.ts';
export { ordersRoutes } from './routes.ts';
