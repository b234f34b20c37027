import { sql } from 'kysely';
import type { TargetNames } from '#features/admin/server/public.ts';

/** What the audit log calls things that have a title, by the type that it knows them by: the table of each. */
const titled = {
  resource: 'resource',
  service: 'service',
  auction: 'auction',
  tender: 'tender',
  order: 'orders',
  banner: 'ad_banner',
} as const;

/** What was acted upon, as it is called now; nothing for what is gone or has no title. */
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
