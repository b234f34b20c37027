export { canManageChannels } from '../access.ts';
export { askPath } from '../rules.ts';
export { listChannelFiles } from './attachments.ts';
export {
  findJoinable,
  findSanctionError,
  inPrivateRoom,
  isChannelReadable,
  openPrivateChannel,
  type ChannelDeps,
  type ChannelPolicy,
  type PrivateRoom,
} from './channels.ts';
export { areUnblocked, findNewQuestions, findQuestions } from './finding.ts';
export { findReportedMessage, hideMessage, showMessage, markRead, type ReadStateDeps } from './commands.ts';
export { communityJobs } from './jobs.ts';
export { undoChannelChange, undoOrder } from './managing.ts';
export { isBlocked, undoAllowing, undoBan, undoLift, undoSanction } from './moderating.ts';
export { communityPersonalData } from './personal-data.ts';
export type { Posting } from './posting.ts';
export {
  findQuestion,
  findQuestionPaths,
  listQuestionAddresses,
  listSolvedAbout,
  type Linked,
} from './queries.ts';
export { communityRoutes } from './routes.ts';
export { createTalking } from './talking.ts';
export { createWordList } from './words.ts';
