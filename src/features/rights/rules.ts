/** Why the law makes keep something of people who have gone. */
export type ArchiveKind = 'contract' | 'payment' | 'dispute' | 'advertising' | 'access' | 'staff';

/** How long a withdrawal can be taken back. */
export const graceDays = 14;
/** How long an export can be fetched. */
export const exportDays = 7;
/** An export that is not ready by then never will be: another may be asked for. */
const exportHours = 24;

/**
 * How long the law makes keep what of people who have gone: 전자상거래법 시행령 제6조 (contract, payment, dispute, advertising),
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

/** Until when a record is kept whose term begins at `at`. A month that has no such day ends on its last one. */
export function keptUntil(kind: ArchiveKind, at: Date): Date {
  const end = new Date(at);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + archiveMonths[kind]);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return end;
}

/** What a person is told of their export; null when there is none that could still come or be fetched. */
export function exportState(
  row: { requestedAt: Date; readyAt: Date | null; expiresAt: Date | null },
  now: Date,
): 'preparing' | 'ready' | null {
  if (row.readyAt !== null) return row.expiresAt !== null && row.expiresAt > now ? 'ready' : null;
  return now.getTime() - row.requestedAt.getTime() < exportHours * 60 * 60_000 ? 'preparing' : null;
}
