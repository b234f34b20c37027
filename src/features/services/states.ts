import { serviceTypes } from './rules.ts';

/** States of a service, and the roles that may change them. */
export const serviceStates = ['draft', 'active', 'paused', 'hidden', 'removed'] as const;
export type ServiceState = (typeof serviceStates)[number];
/** Reasons for a pause by the house. */
export const pausedReasons = ['no_answer'] as const;
/** The house pauses neglected services; `objection` is a granted objection. */
export type Role = 'owner' | 'admin' | 'house' | 'objection';

const anyone: readonly Role[] = ['owner', 'admin'];
const admin: readonly Role[] = ['admin'];
const everybody: readonly Role[] = [...anyone, 'house'];
const objection: readonly Role[] = ['objection'];
const adminOrObjection: readonly Role[] = [...admin, ...objection];

/** Moderators hide and show again, drafts as drafts; a removed one stays removed, unless an objection is granted. */
const transitions: Record<ServiceState, Partial<Record<ServiceState, readonly Role[]>>> = {
  draft: { active: anyone, hidden: admin, removed: anyone },
  active: { paused: everybody, hidden: admin, removed: anyone },
  paused: { active: anyone, hidden: admin, removed: anyone },
  hidden: { draft: adminOrObjection, active: adminOrObjection, paused: adminOrObjection, removed: anyone },
  removed: { draft: objection, active: objection, paused: objection },
};

/** Judges a transition; `not_yours` if another role could make it. */
export function guardTransition(
  from: ServiceState,
  to: ServiceState,
  role: Role,
): 'allowed' | 'not_yours' | 'impossible' {
  if (from === to) return from === 'removed' ? 'impossible' : 'allowed';
  const roles = transitions[from][to];
  if (!roles) return 'impossible';
  return roles.includes(role) ? 'allowed' : 'not_yours';
}

/** Returns whether a state is visible to its provider at most; staff need a rule to set it. */
export function isOut(state: ServiceState): boolean {
  return state === 'hidden' || state === 'removed';
}

/** Filters of the staff table. */
export const staffTable = {
  filters: { state: serviceStates, type: serviceTypes },
  sorts: ['newest', 'oldest', 'title'],
} as const;
