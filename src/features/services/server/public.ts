export { listServiceAddresses, listServiceIdsOf } from './listing.ts';
export { canManage as canManageServices } from '../access.ts';
export { postageOf, printRatesOf } from '../offering.ts';
export { distanceKm } from '../geo.ts';
export {
  coarsePlace,
  type Blur,
  createService,
  hideService,
  showService,
  offerService,
  pauseUnanswered,
  countCompleted,
  setRating,
  setResponseMinutes,
  undoState as undoServiceState,
  type ServiceContent,
  type ServicePicture,
} from './commands.ts';
export { findNewServices, findServices } from './finding.ts';
export { servicesJobs } from './jobs.ts';
export { describeDistrict, findPlaceNames } from './gazetteer.ts';
export { findPickupPlace } from './pickup.ts';
export { servicesPersonalData } from './personal-data.ts';
export {
  findOffered,
  findTrades,
  findPrinters,
  getOfferedService,
  getPrinter,
  getVisibleService,
  isServiceActive,
  findPlace,
  findTools,
  listCatalogueServices,
  listOwnersNear,
  listServiceCards,
  listServices,
  listServiceTitles,
  getServiceOwner,
  getServiceType,
} from './queries.ts';
export { findPrints, finishPrint, forgetPrints, notePrint } from './prints.ts';
export { servicesRoutes } from './routes.ts';
export { ownPricing } from './pricing.ts';
