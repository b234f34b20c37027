export { adsJobs } from './jobs.ts';
export { adsPersonalData } from './personal-data.ts';
export { adsRoutes } from './routes.ts';
export { asConsent, consentKey, hasAdsPolicy } from '../rules.ts';
