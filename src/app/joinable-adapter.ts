import type { GetJoinable } from '#features/calls/server/public.ts';
import { findJoinable } from '#features/community/server/public.ts';
import type { Db } from '#platform/server/db.ts';

/** Connects calls with the community's channels, which the room of calls does not import. */
export function joinable(db: Db): GetJoinable {
  return async (actor, channel, locale) => {
    const found = await findJoinable(db, actor, channel);
    if (!found) return null;
    const { names, ...rest } = found;
    return { ...rest, name: names[locale] };
  };
}
