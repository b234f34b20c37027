export { codeOf, loginOf, placeAfterSignIn, registrationOf } from '../entry-forms.ts';
export { isOwnPath } from '../going-on.ts';
export { actingMinutes, actingReads, avatarUrl, avatarWidths, isProven, isUsername } from '../rules.ts';
export { isLeaving, type SessionPerson } from './queries.ts';
export {
  changeUsername,
  endSessionsOf,
  ensureAdmin,
  isAvailable,
  isSuspended,
  registerPerson,
} from './commands.ts';
export { listConsents } from './consents.ts';
export { accountsJobs } from './jobs.ts';
export { forgetDevice } from './known-devices.ts';
export { passwords } from './passwords.ts';
export { accountsPersonalData } from './personal-data.ts';
export { assertAgreed, assertProven } from './sign-in.ts';
export { accountsRoutes } from './routes.ts';
export { createSessions, type Sessions } from './session.ts';
