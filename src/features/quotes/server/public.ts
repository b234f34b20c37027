export { freeQuote, getBindingQuote, markOrdered, type BindingQuote } from './binding.ts';
export { compareOthers } from './comparing.ts';
export { handOver } from './handed-over.ts';
export { quotesJobs } from './jobs.ts';
export { writeAgreedQuote } from './negotiating.ts';
export { findEstimate, findQuotedMachine, notePrinted } from './printed.ts';
export { quotesPersonalData } from './personal-data.ts';
export { isReal } from './requests.ts';
export { quotesRoutes } from './routes.ts';
