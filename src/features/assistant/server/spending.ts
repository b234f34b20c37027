import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { endOfKoreanDay, koreanDay } from '#platform/shared/korean-time.ts';

/** Days are in Korean time. */
export function spendingDay(now: Date): { day: string; endsAt: Date } {
  const day = koreanDay(now);
  return { day, endsAt: new Date(endOfKoreanDay(day)) };
}

export async function findSpent(db: Db, personId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select tokens from assistant_spending
    where person_id = ${personId} and day = ${spendingDay(now).day}::date`.execute(db);
  return rows[0]?.tokens ?? 0;
}

/**
 * Reserves tokens of a person's daily budget before they are used, so that concurrent questions cannot exceed
 * it. Returns false if not enough are left.
 */
export async function takeTokens(
  db: Db,
  personId: string,
  tokens: number,
  most: number,
  now: Date,
): Promise<boolean> {
  if (tokens > most) return false;
  const { rows } = await sql`
    insert into assistant_spending (person_id, day, tokens)
    values (${personId}, ${spendingDay(now).day}::date, ${tokens})
    on conflict (person_id, day) do update set tokens = assistant_spending.tokens + excluded.tokens
      where assistant_spending.tokens + excluded.tokens <= ${most}
    returning tokens`.execute(db);
  return rows.length === 1;
}

/** Corrects a reservation to the actual usage. Reservations of a killed process stay. */
export async function settleTokens(
  db: Db,
  personId: string,
  { taken, used, at }: { taken: number; used: number; at: Date },
): Promise<void> {
  await sql`
    update assistant_spending set tokens = greatest(0, tokens + ${used - taken})
    where person_id = ${personId} and day = ${spendingDay(at).day}::date`.execute(db);
}
