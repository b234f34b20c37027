import { sql } from 'kysely';
import type { TargetNames } from '#features/admin/server/public.ts';

/** Tables that hold the titles of audited subjects, by subject type. */
const titled = {
  resource: 'resource',
  service: 'service',
  auction: 'auction',
  tender: 'tender',
  wanted: 'wanted',
  order: 'orders',
  banner: 'ad_banner',
} as const;

/** Returns the current titles of audited subjects; subjects that are gone or have no title are left out. */
export const audited: TargetNames = async (db, targets) => {
  const names = new Map<string, string>();
  for (const [type, table] of Object.entries(titled)) {
    const ids = targets.filter((each) => each.type === type).map(({ id }) => id);
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: string; title: string }>`
      select id, title from ${sql.table(table)} where id = any (${ids}::uuid[])`.execute(db);
    for (const { id, title } of rows) names.set(id, title);
  }
  return names;
};
