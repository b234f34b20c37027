/** Legal reasons for keeping records of people who have left. */
export type ArchiveKind = 'contract' | 'payment' | 'dispute' | 'advertising' | 'access' | 'staff';

/** Days in which a withdrawal can be taken back. */
export const graceDays = 14;
/** Days in which an export can be downloaded. */
export const exportDays = 7;
/** Hours after which an unfinished export counts as failed, so that another can be requested. */
const exportHours = 24;

/**
 * Retention periods of records of people who have left: 전자상거래법 시행령 제6조 (contract, payment, dispute, advertising),
 * 통신비밀보호법 시행령 제41조 (access), 개인정보의 안전성 확보조치 기준 제8조 (staff).
 */
const archiveMonths: Record<ArchiveKind, number> = {
  contract: 60,
  payment: 60,
  dispute: 36,
  advertising: 6,
  access: 3,
  staff: 12,
};

const dayMs = 24 * 60 * 60_000;

export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * dayMs);
}

/**
 * Returns the end of the retention period that begins at `at`; a day that the final month does not have becomes its
 * last one.
 */
export function keptUntil(kind: ArchiveKind, at: Date): Date {
  const end = new Date(at);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + archiveMonths[kind]);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return end;
}

/** Returns the state of an export for its owner; null if none is pending or available. */
export function exportState(
  row: { requestedAt: Date; readyAt: Date | null; expiresAt: Date | null },
  now: Date,
): 'preparing' | 'ready' | null {
  if (row.readyAt !== null) return row.expiresAt !== null && row.expiresAt > now ? 'ready' : null;
  return now.getTime() - row.requestedAt.getTime() < exportHours * 60 * 60_000 ? 'preparing' : null;
}
