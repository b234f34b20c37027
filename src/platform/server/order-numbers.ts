import { sql, type RawBuilder } from 'kysely';

/** Matches ids that a typed order number can stand for, see `readOrderNumber`. */
export const isNumbered = (
  column: RawBuilder<unknown>,
  { from, to, end }: { from: string; to: string; end: string },
): RawBuilder<boolean> =>
  sql`(${column} between ${from}::uuid and ${to}::uuid and ${column}::text like ${`%${end}`})`;
