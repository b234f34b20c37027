import { listConsents } from '#features/accounts/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { enqueue, type Job } from '#platform/server/jobs.ts';
import type { Mailer } from '#platform/server/mail.ts';
import type { Realtime } from '#platform/server/realtime.ts';
import { decideMail, endOfNight } from '../rules.ts';
import { getSettings } from './queries.ts';
import { essential, mailWordsOf } from './words.ts';

export function notificationsJobs(deps: {
  db: Db;
  mailer: Mailer;
  realtime: Realtime;
  publicOrigin: string;
}) {
  const { db, mailer, realtime, publicOrigin } = deps;
  const mail: Job<{ id: string; unlessRead?: boolean }> = async ({ id, unlessRead = false }) => {
    const row = await db
      .selectFrom('notification')
      .innerJoin('person', 'person.id', 'notification.personId')
      .select([
        'personId',
        'kind',
        'what',
        'params',
        'path',
        'readAt',
        'email',
        'locale',
        'emailVerified',
        'withdrawsAt',
      ])
      .where('notification.id', '=', id)
      .executeTakeFirst();
    if (!row || (unlessRead && row.readAt !== null)) return;
    // A hint that makes open pages refetch; it is not stored.
    realtime.broadcast(`user:${row.personId}`, 'notification', {});
    const { mail: wanted } = await getSettings(db, row.personId);
    const { consents } = await listConsents(db, row.personId);
    const given = (kind: string) => consents.some((each) => each.kind === kind && each.given);
    const now = currentTime();
    const decision = decideMail(
      row.kind,
      {
        muted: !wanted[row.kind],
        marketing: given('marketing'),
        nightMarketing: given('night_marketing'),
        confirmed: row.emailVerified,
        leaving: row.withdrawsAt !== null,
        isEssential: essential.has(row.what),
      },
      now,
    );
    if (decision === 'wait') {
      // Decided again in the morning, because consent may have changed.
      await enqueue(db, 'notifications.mail', { id }, { runAt: endOfNight(now) });
    }
    if (decision !== 'send') return;
    const { locale } = row;
    const { title, text } = mailWordsOf(row.what, row.params, locale);
    const isNews = row.kind === 'news';
    const link = publicOrigin + localizePath(row.path, locale);
    const settings = publicOrigin + localizePath('/my/notifications', locale);
    await mailer.send(
      {
        to: row.email,
        // The law requires advertising to be marked at the beginning of its subject.
        subject: isNews ? m['notifications.mail.advertising']({ title }, { locale }) : title,
        text: m['notifications.mail.text']({ text, link, settings }, { locale }),
      },
      row.personId,
      row.params['people'] as string[] | undefined,
    );
  };
  return { 'notifications.mail': mail };
}
