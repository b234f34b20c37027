import { serviceTypes } from './rules.ts';

/** States of a service, and who may change which into which. */
export const serviceStates = ['draft', 'active', 'paused', 'hidden', 'removed'] as const;
export type ServiceState = (typeof serviceStates)[number];
/** Why the house has paused a service. */
export const pausedReasons = ['no_answer'] as const;
/** The house itself pauses what nobody looks after; an objection that is granted is `objection`. */
export type Role = 'owner' | 'admin' | 'house' | 'objection';

const anyone: readonly Role[] = ['owner', 'admin'];
const admin: readonly Role[] = ['admin'];
const everybody: readonly Role[] = [...anyone, 'house'];
const objection: readonly Role[] = ['objection'];
const adminOrObjection: readonly Role[] = [...admin, ...objection];

/** Moderators hide and show again, a draft as a draft; what was removed stays removed, unless an objection to that is granted. */
const transitions: Record<ServiceState, Partial<Record<ServiceState, readonly Role[]>>> = {
  draft: { active: anyone, hidden: admin, removed: anyone },
  active: { paused: everybody, hidden: admin, removed: anyone },
  paused: { active: anyone, hidden: admin, removed: anyone },
  hidden: { draft: adminOrObjection, active: adminOrObjection, paused: adminOrObjection, removed: anyone },
  removed: { draft: objection, active: objection, paused: objection },
};

/** Whether a change of state may be made; `not_yours` where it may, but not by this role. */
export function judgeTransition(
  from: ServiceState,
  to: ServiceState,
  role: Role,
): 'allowed' | 'not_yours' | 'impossible' {
  if (from === to) return from === 'removed' ? 'impossible' : 'allowed';
  const roles = transitions[from][to];
  if (!roles) return 'impossible';
  return roles.includes(role) ? 'allowed' : 'not_yours';
}

/** Out of everybody's sight, its provider's at least: whoever of the staff brings that about decides by a rule. */
export function isOut(state: ServiceState): boolean {
  return state === 'hidden' || state === 'removed';
}

/** What the table of staff can be narrowed down by. */
export const staffTable = {
  filters: { state: serviceStates, type: serviceTypes },
  sorts: ['newest', 'oldest', 'title'],
} as const;
