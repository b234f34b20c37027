import type { GetJoinable } from '#features/calls/server/public.ts';
import { findJoinable } from '#features/community/server/public.ts';
import type { Db } from '#platform/server/db.ts';

/** The channels whose calls can be joined, as the community knows them, which calls know nothing of. */
export function joinable(db: Db): GetJoinable {
  return async (actor, channel, locale) => {
    const found = await findJoinable(db, actor, channel);
    if (!found) return null;
    const { names, ...rest } = found;
    return { ...rest, name: names[locale] };
  };
}
