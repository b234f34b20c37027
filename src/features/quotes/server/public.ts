/** @public For the room orders. */
export { getBindingQuote, markOrdered, type BindingFile, type BindingQuote } from './binding.ts';
/** @public For the room orders. */
export { handOver } from './handed-over.ts';
export { quotesJobs } from './jobs.ts';
export { quotesPersonalData } from './personal-data.ts';
export { quotesRoutes } from './routes.ts';
