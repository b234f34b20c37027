import { sql } from 'kysely';
import { extensionOf } from '#features/uploads/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { writeCards } from './cards.ts';
import { indexResource } from './search-index.ts';

/** Updates the search index in the same transaction as the row. */
export async function reindex(trx: Db, id: string): Promise<void> {
  const row = await trx
    .selectFrom('resource')
    .select(['seq', 'state', 'category', 'title', 'description', 'tags', 'translations', 'license'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.seq === null) return;
  const { seq, state, ...content } = row;
  const fileTypes = await listFileTypes(trx, id);
  await indexResource(trx, { seq, published: state === 'published', fileTypes, ...content });
  await writeCards(trx, sql`r.id = ${id}`);
}

/** Returns the extensions of the latest version's files. */
async function listFileTypes(trx: Db, id: string): Promise<string[]> {
  const files = await trx
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .select(['file.name', 'version.number'])
    .where('file.resourceId', '=', id)
    .orderBy('version.number', 'desc')
    .execute();
  return files
    .filter(({ number }) => number === files[0]?.number)
    .map(({ name }) => extensionOf(name))
    .filter((extension) => extension !== '');
}

const backlogBatch = 200;

/**
 * Reindexes one batch of rows that predate licences, file types and words in the index, or today's folding of texts.
 * Returns the size of the batch. Each row is a transaction of its own, so that the job can stop at any time.
 */
export async function indexBacklog(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; seq: number }>`
    select r.id, r.seq from resource r
    where r.seq in (select seq from resource_search where license = '' union all select seq from resource_search_refold)
    limit ${backlogBatch}`.execute(db);
  for (const { id, seq } of rows) {
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('resource').select('id').where('id', '=', id).forUpdate().execute();
      await reindex(trx, id);
      await sql`delete from resource_search_refold where seq = ${seq}`.execute(trx);
    });
  }
  return rows.length;
}
