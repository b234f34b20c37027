import { sql } from 'kysely';
import { isReal } from '#features/quotes/server/public.ts';
import type { Db } from '#platform/server/db.ts';

const maxRead = 100;

/** Lists a person's posts that have answers to choose from, the first deadline first. */
export async function listWantedToDecide(
  db: Db,
  personId: string,
): Promise<{ id: string; title: string; until: Date }[]> {
  const { rows } = await sql<{ id: string; title: string; until: Date }>`
    select w.id, w.title, case w.state when 'grace' then w.grace_until else w.until end as until from wanted w
    where w.asker_id = ${personId} and w.state in ('open', 'grace') and w.hidden_at is null
      and exists (select from wanted_answer a where a.wanted_id = w.id and a.state = 'shown'
        and exists (select from person writer where writer.id = a.person_id and ${isReal('writer')}))
    order by until limit ${maxRead}`.execute(db);
  return rows;
}
