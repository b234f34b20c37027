import { sql, type RawBuilder } from 'kysely';

/** Whether a column of ids has what a number as people type it can mean: see `readOrderNumber`. */
export const isNumbered = (
  column: RawBuilder<unknown>,
  { from, to, end }: { from: string; to: string; end: string },
): RawBuilder<boolean> =>
  sql`(${column} between ${from}::uuid and ${to}::uuid and ${column}::text like ${`%${end}`})`;
