export { actingMinutes, actingReads, avatarUrl, avatarWidths, isProven } from '../rules.ts';
export { isLeaving, type SessionPerson } from './queries.ts';
export { changeUsername, endSessionsOf, ensureAdmin, registerPerson } from './commands.ts';
export { listConsents } from './consents.ts';
export { accountsJobs } from './jobs.ts';
export { accountsPersonalData } from './personal-data.ts';
export { assertProven } from './sign-in.ts';
export { accountsRoutes } from './routes.ts';
export { createSessions, type Sessions } from './session.ts';
