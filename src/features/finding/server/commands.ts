import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { findingErrors, type SavedSearch, type SaveInput } from '../contract.ts';
import { limits } from '../rules.ts';
import { presentSaved } from './queries.ts';

/** Saves a search; the same one again is the one that is there. Throws `too_many_saved_searches`. */
export async function saveSearch(
  db: Db,
  personId: string,
  { kind, text, filters }: SaveInput,
  now: Date,
): Promise<{ saved: SavedSearch; isNew: boolean }> {
  return db.transaction().execute(async (trx) => {
    // One at a time, so that two at once do not both fit under the limit.
    await sql`select from person where id = ${personId} for no key update`.execute(trx);
    const there = await trx
      .selectFrom('savedSearch')
      .selectAll()
      .where('personId', '=', personId)
      .where('kind', '=', kind)
      .where('text', '=', text)
      .where(sql<boolean>`filters = ${JSON.stringify(filters)}::jsonb`)
      .executeTakeFirst();
    if (there) return { saved: presentSaved(there), isNew: false };
    const { count } = await trx
      .selectFrom('savedSearch')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('personId', '=', personId)
      .executeTakeFirstOrThrow();
    if (count >= limits.saved) throw new AppError(findingErrors.too_many_saved_searches);
    const name = [text, ...Object.values(filters)].filter((part) => part !== '').join(' · ');
    const row = await trx
      .insertInto('savedSearch')
      .values({
        id: uuidv7(now.getTime()),
        personId,
        kind,
        text,
        filters: JSON.stringify(filters),
        name: name.slice(0, limits.name),
        knownUntil: now,
        createdAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { saved: presentSaved(row), isNew: true };
  });
}

export async function renameSearch(db: Db, personId: string, id: string, name: string): Promise<SavedSearch> {
  const row = isUuid(id)
    ? await db
        .updateTable('savedSearch')
        .set({ name })
        .where('id', '=', id)
        .where('personId', '=', personId)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError(findingErrors.saved_search_not_found);
  return presentSaved(row);
}

export async function removeSearch(db: Db, personId: string, id: string): Promise<void> {
  const removed = isUuid(id)
    ? await db
        .deleteFrom('savedSearch')
        .where('id', '=', id)
        .where('personId', '=', personId)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!removed) throw new AppError(findingErrors.saved_search_not_found);
}
