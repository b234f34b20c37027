export { findJoinable, isChannelReadable } from './channels.ts';
export { findReportedMessage, hideMessage } from './commands.ts';
export { communityJobs } from './jobs.ts';
export { isBlocked } from './moderating.ts';
export { communityPersonalData } from './personal-data.ts';
export { listQuestionAddresses, type Linked } from './queries.ts';
export { communityRoutes } from './routes.ts';
export { createTalking } from './talking.ts';
