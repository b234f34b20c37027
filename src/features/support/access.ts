import type { Role as StaffRole } from '#platform/shared/roles.ts';
import { sessionEvents, stateAfter, type Role, type SessionEvent, type SessionState } from './rules.ts';

type Actor = { id: string };
type Session = {
  state: SessionState;
  askerId: string;
  helperId: string | null;
  invitedId: string | null;
  orderId: string | null;
  /** In whose place the asker wants somebody else. */
  replacedIds: readonly string[];
};

/**
 * Who somebody is in a session; null where it does not exist for them. Whoever was asked and took it helps; whoever was asked
 * and handed it on is a volunteer like others.
 */
export function roleOf(actor: Actor, session: Session, isVolunteer: boolean): Role | null {
  if (actor.id === session.askerId) return 'asker';
  if (actor.id === session.helperId) return 'helper';
  // Whoever was sent away is not back by having been asked for by name.
  if (session.replacedIds.includes(actor.id)) return null;
  // Nor does whoever handed it on hear who helps instead of them, and how it goes.
  if (actor.id === session.invitedId && session.helperId === null) return 'invited';
  return isVolunteer && session.state === 'waiting' ? 'volunteer' : null;
}

/** Who reads all of a session; others see what was written for them, while it waits. */
export function canRead(role: Role | null): boolean {
  return role === 'asker' || role === 'helper';
}

export function canDo(role: Role, session: Session, event: SessionEvent): boolean {
  // An order is between two: without the other one, nobody else hears of it, nor reads what they said to each other.
  const isBetweenTwo = session.orderId !== null && session.helperId === session.invitedId;
  if (role === 'asker' && session.orderId !== null && event === 'hand_on') return false;
  if (role === 'asker' && isBetweenTwo && event === 'replace') return false;
  return stateAfter(session.state, event, role) !== null;
}

export function eventsOf(role: Role, session: Session): SessionEvent[] {
  return sessionEvents.filter((event) => canDo(role, session, event));
}

/** Which step both look at is theirs to say, while they are at it. */
export function canShowStep(role: Role | null, session: Session): boolean {
  return canRead(role) && session.state === 'taken';
}

/** What was found out is for others once it was found, if there is a place where they would look for it. */
export function canPropose(
  role: Role | null,
  session: Session & { resourceId: string | null; questionId: string | null },
): boolean {
  const hasPlace = session.resourceId !== null || session.questionId !== null;
  return canRead(role) && session.state === 'solved' && hasPlace;
}

/** Looks through all who offer help, and decides that somebody does not. */
export function canManageEngineers(actor: { role: StaffRole } | null): boolean {
  return actor?.role === 'admin';
}
