export { canModerate } from '../access.ts';
export { hearingDays, hearingEndsAt, isUrgent, ruleFits, rules } from '../rules.ts';
export {
  holdDecisions,
  recordDecided,
  reportThing,
  undoDismissal,
  type Decision,
  type Hidden,
  type Things,
} from './commands.ts';
export { moderationJobs } from './jobs.ts';
export { moderationPersonalData } from './personal-data.ts';
export { assertNotHeld, findHoldingCases } from './queries.ts';
export { moderationRoutes } from './routes.ts';
