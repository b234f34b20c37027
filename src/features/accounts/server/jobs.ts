import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { Mailer } from '#platform/server/mail.ts';
import { endExpiredSessions } from './commands.ts';

export function accountsJobs(deps: { db: Db; mailer: Mailer; publicOrigin: string }) {
  const welcome: Job<{ personId: string }> = async ({ personId }) => {
    const person = await deps.db
      .selectFrom('person')
      .select(['email', 'name', 'locale'])
      .where('id', '=', personId)
      .executeTakeFirst();
    if (!person) return;
    const { locale } = person;
    await deps.mailer.send({
      to: person.email,
      subject: m['accounts.mail.welcome_subject']({}, { locale }),
      text: m['accounts.mail.welcome_text'](
        { name: person.name, address: deps.publicOrigin + localizePath('/', locale) },
        { locale },
      ),
    });
  };
  const endSessions: Job<unknown> = () => endExpiredSessions(deps.db, new Date());
  return { 'accounts.welcome': welcome, 'accounts.end_sessions': endSessions };
}
