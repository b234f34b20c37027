export {
  findConversation,
  inquiryChannelPolicy,
  writeBetween,
  type Between,
  type Inquired,
  type Talking,
} from './commands.ts';
export { conversationsJobs } from './jobs.ts';
export { conversationsPersonalData } from './personal-data.ts';
export { findResourceOf, getMessage } from './queries.ts';
export { conversationsRoutes } from './routes.ts';
