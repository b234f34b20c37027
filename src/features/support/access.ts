import type { Role as StaffRole } from '#platform/shared/roles.ts';
import { sessionEvents, stateAfter, type Role, type SessionEvent, type SessionState } from './rules.ts';

type Actor = { id: string };
type Session = {
  state: SessionState;
  askerId: string;
  helperId: string | null;
  invitedId: string | null;
  orderId: string | null;
  /** Ids of helpers replaced by the asker. */
  replacedIds: readonly string[];
};

/**
 * Returns the actor's role in a session; null if they must not know of it. An invited person who took it is the
 * helper; one who handed it on is an ordinary volunteer.
 */
export function roleOf(actor: Actor, session: Session, isVolunteer: boolean): Role | null {
  if (actor.id === session.askerId) return 'asker';
  if (actor.id === session.helperId) return 'helper';
  // A replaced helper does not return through an earlier invitation.
  if (session.replacedIds.includes(actor.id)) return null;
  // After handing it on, the invited person does not see who helps instead.
  if (actor.id === session.invitedId && session.helperId === null) return 'invited';
  return isVolunteer && session.state === 'waiting' ? 'volunteer' : null;
}

/** Returns whether a role may read the whole session; others see its request while it waits. */
export function canRead(role: Role | null): boolean {
  return role === 'asker' || role === 'helper';
}

export function canDo(role: Role, session: Session, event: SessionEvent): boolean {
  // An order is between two: without the other party, nobody else sees it or their messages.
  const isBetweenTwo = session.orderId !== null && session.helperId === session.invitedId;
  if (role === 'asker' && session.orderId !== null && event === 'hand_on') return false;
  if (role === 'asker' && isBetweenTwo && event === 'replace') return false;
  return stateAfter(session.state, event, role) !== null;
}

export function eventsOf(role: Role, session: Session): SessionEvent[] {
  return sessionEvents.filter((event) => canDo(role, session, event));
}

/** Returns whether the actor may change the shared step: the two of a session in progress. */
export function canShowStep(role: Role | null, session: Session): boolean {
  return canRead(role) && session.state === 'taken';
}

/** Returns whether an answer can be written up: of a solved session, with a public place for it. */
export function canPropose(
  role: Role | null,
  session: Session & { resourceId: string | null; questionId: string | null },
): boolean {
  const hasPlace = session.resourceId !== null || session.questionId !== null;
  return canRead(role) && session.state === 'solved' && hasPlace;
}

/** Returns whether the actor may list and suspend volunteers. */
export function canManageEngineers(actor: { role: StaffRole } | null): boolean {
  return actor?.role === 'admin';
}
