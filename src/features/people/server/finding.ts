import { sql } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { areUnblocked } from '#features/community/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { countUpTo, hasWords } from '#platform/server/text-index.ts';
import { maxCounted, type FindRequest, type FoundThings } from '#platform/server/found.ts';
import { searchWords } from '#platform/shared/search-text.ts';
import { isListed, isShown } from './queries.ts';

const searched = sql`person_search_text(p.name, p.display_username, p.bio)`;
const named = sql`person_search_text(p.name, p.display_username, '')`;

/**
 * Finds people by their names and by what they say of themselves, names first: those who show a resource or a service,
 * as for search engines. Nobody with a block between them and the viewer.
 */
export async function findPeople(
  db: Db,
  viewer: { id: string } | null,
  { search, page: asked, limit }: FindRequest,
): Promise<FoundThings> {
  const words = searchWords(search);
  const found = sql`p.erased_at is null and ${isShown} and ${isListed} and ${hasWords(searched, words)}
    and ${areUnblocked(viewer?.id ?? null, sql`p.id`)}`;
  const total = await countUpTo(db, sql`select from person p where ${found}`, maxCounted);
  const pageCount = Math.max(1, Math.ceil(total / Math.max(1, limit)));
  const page = Math.min(asked, pageCount);
  const { rows } = await sql<{ id: string; username: string; name: string; avatarId: string | null }>`
    select p.id, p.display_username as username, p.name, p.avatar_id as "avatarId" from person p where ${found}
    order by ${hasWords(named, words)} desc, p.created_at, p.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    items: rows.map(({ id: personId, username, name, avatarId }) => ({
      id: personId,
      title: name || username,
      language: null,
      path: `/people/${username}`,
      imageUrl: avatarUrl(avatarId),
      detail: `@${username}`,
    })),
    total,
    page,
    pageCount,
  };
}
