export { hideReview, showReview, writeReview } from './commands.ts';
export { reviewsJobs } from './jobs.ts';
export { reviewsPersonalData } from './personal-data.ts';
export { findReportedReview } from './queries.ts';
export { reviewsRoutes } from './routes.ts';
export { listUnwrittenReviews } from './waiting.ts';
