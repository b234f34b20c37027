export { verificationJobs } from './jobs.ts';
export { findSamePeople, isSamePerson, missingSteps, payoutAccountOf } from './queries.ts';
export { verificationPersonalData } from './personal-data.ts';
export { bankName } from '../words.ts';
export { verificationRoutes } from './routes.ts';
