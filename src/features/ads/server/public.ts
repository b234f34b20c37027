export { adsJobs } from './jobs.ts';
export { adsPersonalData } from './personal-data.ts';
export { findBannerOpen } from './queries.ts';
export { adsRoutes } from './routes.ts';
export { asConsent, canShowGoogle, consentKey, hasAdsPolicy } from '../rules.ts';
