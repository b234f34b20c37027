export { canModerate } from '../access.ts';
export { hearingDays, hearingEndsAt, isUrgent, ruleFits, rules } from '../rules.ts';
export {
  holdDecisions,
  recordHidden,
  recordHiddenAgain,
  recordRemoved,
  recordShown,
  reportThing,
  undoDismissal,
  type Hidden,
  type Things,
} from './commands.ts';
export { moderationJobs } from './jobs.ts';
export { moderationPersonalData } from './personal-data.ts';
export { assertNotHeld, findHoldingCases } from './queries.ts';
export { moderationRoutes } from './routes.ts';
