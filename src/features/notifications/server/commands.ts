import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue, enqueueEach } from '#platform/server/jobs.ts';
import type { newsInput, settingsInput } from '../contract.ts';
import type { NotificationKind } from '../rules.ts';
import { kindOf, type What } from './words.ts';

type Told = {
  what: Exclude<What, 'news'>;
  path: string;
  /** Parameters of the words. */
  params?: Record<string, unknown>;
  /** Ids of people whose words are in `params`; the notification is deleted when one of them is erased. */
  people?: readonly string[];
};

/**
 * Notifies a person in the caller's transaction. `mail` is false if another mail says the same; with `mailAt` it is
 * sent at that time, unless it was read before.
 */
export async function notify(
  trx: Db,
  personId: string,
  told: Told & { mail?: boolean; mailAt?: Date },
  now: Date,
): Promise<void> {
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('notification')
    .values({ ...rowOf(told), id, personId, createdAt: now })
    .execute();
  if (told.mailAt) await enqueue(trx, 'notifications.mail', { id, unlessRead: true }, { runAt: told.mailAt });
  else if (told.mail !== false) await enqueue(trx, 'notifications.mail', { id });
}

/**
 * Sends each person a notification, in one statement. They are mailed at once, or with `mailAt` then, unless they were
 * read before.
 */
export async function notifyEach(
  trx: Db,
  all: readonly (Told & { personId: string })[],
  { now, mailAt }: { now: Date; mailAt?: Date },
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ personId, ...told }) => ({
    ...rowOf(told),
    id: uuidv7(now.getTime()),
    personId,
    createdAt: now,
  }));
  await trx.insertInto('notification').values(rows).execute();
  await enqueueEach(
    trx,
    'notifications.mail',
    rows.map(({ id }) => (mailAt ? { id, unlessRead: true } : { id })),
    mailAt && { runAt: mailAt },
  );
}

/** Sends the same notification to many people. */
export async function notifyAll(trx: Db, personIds: readonly string[], told: Told, now: Date): Promise<void> {
  const { kind, what, params, path } = rowOf(told);
  const { rows } = await sql<{ id: string }>`
    insert into notification (person_id, kind, what, params, path, created_at)
    select person_id, ${kind}, ${what}, ${params}::jsonb, ${path}, ${now} from unnest(${personIds}::uuid[]) as person_id
    returning id`.execute(trx);
  await enqueueEach(
    trx,
    'notifications.mail',
    rows.map(({ id }) => ({ id })),
  );
}

function rowOf({ what, path, params = {}, people }: Told) {
  const all = people === undefined ? params : { ...params, people };
  return { kind: kindOf[what], what, params: JSON.stringify(all), path };
}

/** Sends news to everybody who agreed to marketing. Returns their number. */
export async function tellNews(trx: Db, news: z.output<typeof newsInput>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
      insert into notification (person_id, kind, what, params, path, created_at)
      select person_id, 'news', 'news', ${JSON.stringify(news.words)}::jsonb, ${news.path}, ${now}
      from (select distinct on (person_id) person_id, given from consent where kind = 'marketing'
        order by person_id, decided_at desc, id desc) as decided
      where given and exists (select from person where person.id = person_id and withdraws_at is null)
      returning id`.execute(trx);
  for (const { id } of rows) await enqueue(trx, 'notifications.mail', { id });
  return rows.length;
}

/** Returns whether there was anything to mark. */
export async function markRead(
  db: Db,
  personId: string,
  which: { ids?: readonly string[] | undefined; path?: string | undefined },
  now: Date,
): Promise<boolean> {
  const { ids, path } = which;
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ readAt: now })
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? [...ids] : [personId]))
    .$if(path !== undefined, (query) =>
      query
        .where(sql<boolean>`split_part(split_part(path, '#', 1), '?', 1) = ${path}`)
        // Its page is a whole list, which is seen for other reasons, too: only opening it reads it.
        .where('what', '<>', 'search_found'),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks notifications that lead to a seen page as read. */
export async function markReadAt(trx: Db, personId: string, path: string, now: Date): Promise<void> {
  await trx
    .updateTable('notification')
    .set({ readAt: now })
    .where('personId', '=', personId)
    .where('path', '=', path)
    .where('readAt', 'is', null)
    .execute();
}

/** Returns whether a person has an unread notification of one of these kinds for this page. */
export async function hasUnreadAt(
  trx: Db,
  personId: string,
  path: string,
  whats: readonly What[],
): Promise<boolean> {
  const found = await trx
    .selectFrom('notification')
    .select('id')
    .where('personId', '=', personId)
    .where('path', '=', path)
    .where('what', 'in', whats)
    .where('readAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function changeSettings(
  db: Db,
  personId: string,
  input: z.output<typeof settingsInput>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [kind, mail] of Object.entries(input.mail) as [NotificationKind, boolean][]) {
      if (mail) {
        await trx
          .deleteFrom('notificationMute')
          .where('personId', '=', personId)
          .where('kind', '=', kind)
          .execute();
      } else {
        await trx
          .insertInto('notificationMute')
          .values({ personId, kind })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    }
  });
}
