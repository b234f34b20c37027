import { roles, type Role } from '#platform/shared/roles.ts';

/** What the table of people can be narrowed down by; `staff` is everybody of them. */
export const peopleTable = {
  filters: { state: ['suspended', 'leaving'], role: ['staff', ...roles] },
  sorts: ['newest', 'oldest', 'name'],
} as const;

/** What the table of background jobs can be narrowed down by. */
export const jobsTable = {
  filters: { state: ['failed', 'retrying', 'waiting', 'running'] },
  sorts: ['newest', 'oldest', 'due'],
} as const;

/** What the form of a person says: the role, and whether they may use the place. */
export type PersonForm = { role: Role; use: 'open' | 'until' | 'forever'; until: string | null };

/** What the form changes of a person; null when it is nothing. */
export function changeOf(
  person: { role: Role; suspended: boolean; suspendedUntil: string | null },
  form: PersonForm,
): { role?: Role; suspended?: boolean; suspendedUntil?: string } | null {
  const suspended = form.use !== 'open';
  const sameUse = suspended === person.suspended && (!suspended || form.until === person.suspendedUntil);
  const change = {
    ...(form.role !== person.role && { role: form.role }),
    ...(!sameUse && { suspended }),
    ...(!sameUse && form.until !== null && { suspendedUntil: form.until }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

const koreanOffsetMs = 9 * 60 * 60_000;

/** The Korean calendar day of a time: `2026-11-22`. */
export function koreanDay(time: Date): string {
  return new Date(time.getTime() + koreanOffsetMs).toISOString().slice(0, 10);
}

/** Midnight after a Korean calendar day. */
export function endOfKoreanDay(day: string): string {
  return new Date(Date.parse(`${day}T24:00:00.000Z`) - koreanOffsetMs).toISOString();
}

/** Who acts where a rule does, and nobody of the staff. */
export const house = { id: '00000000-0000-0000-0000-000000000000', username: 'gongbang' };
