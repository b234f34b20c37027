import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import type { Settings, Unread } from '../contract.ts';
import { notificationKinds } from '../rules.ts';
import { wordsOf } from './words.ts';

/** A conversation notifies once until it is read, so its notifications are counted as conversations. */
export async function countUnread(db: Db, personId: string): Promise<Unread> {
  const { all, messages } = await db
    .selectFrom('notification')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn
        .countAll<string>()
        .filterWhere('what', 'in', ['inquiry_received', 'message_received'])
        .as('messages'),
    ])
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { unread: Number(all), messages: Number(messages) };
}

export async function listNotifications(
  db: Db,
  personId: string,
  wanted: { page: number; limit: number },
  locale: Locale,
) {
  const { count } = await db
    .selectFrom('notification')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow();
  const total = Number(count);
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const rows = await db
    .selectFrom('notification')
    .select(['id', 'kind', 'what', 'params', 'path', 'createdAt', 'readAt'])
    .where('personId', '=', personId)
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset((page - 1) * wanted.limit)
    .execute();
  return {
    total,
    page,
    pageCount,
    items: rows.map(({ what, params, createdAt, readAt, ...row }) => ({
      ...row,
      ...wordsOf(what, params, locale),
      createdAt: createdAt.toISOString(),
      read: readAt !== null,
    })),
  };
}

export async function getSettings(db: Db, personId: string): Promise<Settings> {
  const muted = await db
    .selectFrom('notificationMute')
    .select('kind')
    .where('personId', '=', personId)
    .execute();
  const mail = Object.fromEntries(
    notificationKinds.map((kind) => [kind, !muted.some((each) => each.kind === kind)]),
  ) as Settings['mail'];
  return { mail };
}
