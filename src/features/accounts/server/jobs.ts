import { m } from '#i18n/generated/messages.js';
import { localizePath, type Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { Mailer } from '#platform/server/mail.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import { endExpiredSessions, forgetOldUsernames } from './commands.ts';
import { rotateSecretKeys } from './second-factor.ts';
import { forgetOldTickets, issueTicket } from './tickets.ts';

/** Events of which people are notified by mail, because someone else may have caused them. */
const alerts = {
  password_changed: (locale: Locale) => m['accounts.mail.alert.password_changed']({}, { locale }),
  email_changed: (locale: Locale) => m['accounts.mail.alert.email_changed']({}, { locale }),
  passkey_added: (locale: Locale) => m['accounts.mail.alert.passkey_added']({}, { locale }),
  second_factor_on: (locale: Locale) => m['accounts.mail.alert.second_factor_on']({}, { locale }),
  second_factor_off: (locale: Locale) => m['accounts.mail.alert.second_factor_off']({}, { locale }),
  recovery_codes_renewed: (locale: Locale) => m['accounts.mail.alert.recovery_codes_renewed']({}, { locale }),
  bank_changed: (locale: Locale) => m['accounts.mail.alert.bank_changed']({}, { locale }),
  export_requested: (locale: Locale) => m['accounts.mail.alert.export_requested']({}, { locale }),
  withdrawal_requested: (locale: Locale) => m['accounts.mail.alert.withdrawal_requested']({}, { locale }),
  withdrawal_taken_back: (locale: Locale) => m['accounts.mail.alert.withdrawal_taken_back']({}, { locale }),
  service_connected: (locale: Locale) => m['accounts.mail.alert.service_connected']({}, { locale }),
};
export type AlertKind = keyof typeof alerts;

/** Formats a time in Korean time, which the marketplace uses. */
function dayAndTime(at: Date, locale: Locale): string {
  return dateFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(at);
}

/**
 * Links are created in the job and not in the request: a job's payload is stored and must not open an
 * account.
 */
export function accountsJobs(deps: { db: Db; mailer: Mailer; publicOrigin: string; vault: Vault }) {
  const { db, mailer, vault } = deps;

  async function findPerson(by: { id: string } | { email: string }) {
    return db
      .selectFrom('person')
      .select(['id', 'email', 'emailVerified', 'name', 'locale'])
      .select(['suspendedAt', 'suspendedUntil', 'suspendedReason'])
      .where('id' in by ? 'id' : 'email', '=', 'id' in by ? by.id : by.email)
      .executeTakeFirst();
  }
  const address = (path: string, locale: Locale) => deps.publicOrigin + localizePath(path, locale);

  async function confirmLink(person: { id: string; email: string; locale: Locale }): Promise<string> {
    const token = await issueTicket(db, 'confirm_email', {
      personId: person.id,
      payload: { email: person.email },
    });
    return `${address('/confirm-email', person.locale)}?token=${token}`;
  }

  const welcome: Job<{ personId: string }> = async ({ personId }) => {
    const person = await findPerson({ id: personId });
    if (!person) return;
    const { locale, name } = person;
    await mailer.send(
      {
        to: person.email,
        subject: m['accounts.mail.welcome_subject']({}, { locale }),
        text: person.emailVerified
          ? m['accounts.mail.welcome_text']({ name, address: address('/', locale) }, { locale })
          : m['accounts.mail.welcome_confirm_text'](
              { name, address: address('/', locale), link: await confirmLink(person) },
              { locale },
            ),
      },
      person.id,
    );
  };

  const confirm: Job<{ personId: string }> = async ({ personId }) => {
    const person = await findPerson({ id: personId });
    if (!person || person.emailVerified) return;
    const { locale, name } = person;
    await mailer.send(
      {
        to: person.email,
        subject: m['accounts.mail.confirm_subject']({}, { locale }),
        text: m['accounts.mail.confirm_text']({ name, link: await confirmLink(person) }, { locale }),
      },
      person.id,
    );
  };

  const changeEmail: Job<{ personId: string; email: string }> = async ({ personId, email }) => {
    const person = await findPerson({ id: personId });
    // The owner of an address gets no mail that a stranger requested.
    if (!person || (await findPerson({ email }))) return;
    const { locale, name } = person;
    const token = await issueTicket(db, 'change_email', { personId, payload: { email } });
    await mailer.send(
      {
        to: email,
        subject: m['accounts.mail.change_email_subject']({}, { locale }),
        text: m['accounts.mail.change_email_text'](
          { name, email, link: `${address('/confirm-email', locale)}?token=${token}` },
          { locale },
        ),
      },
      person.id,
    );
  };

  const reset: Job<{ email: string }> = async ({ email }) => {
    const person = await findPerson({ email });
    if (!person) return;
    const { locale, name } = person;
    const token = await issueTicket(db, 'reset_password', { personId: person.id, payload: { email } });
    await mailer.send(
      {
        to: email,
        subject: m['accounts.mail.reset_subject']({}, { locale }),
        text: m['accounts.mail.reset_text'](
          { name, link: `${address('/reset-password', locale)}?token=${token}` },
          { locale },
        ),
      },
      person.id,
    );
  };

  const alert: Job<{ personId: string; what: AlertKind; to?: string }> = async ({ personId, what, to }) => {
    const person = await findPerson({ id: personId });
    if (!person) return;
    const { locale, name } = person;
    await mailer.send(
      {
        to: to ?? person.email,
        subject: m['accounts.mail.alert_subject']({}, { locale }),
        // Do not offer a password reset: it would go to an address that is no longer the account's.
        text:
          what === 'email_changed'
            ? m['accounts.mail.alert_old_address_text']({ name, what: alerts[what](locale) }, { locale })
            : m['accounts.mail.alert_text'](
                { name, what: alerts[what](locale), link: address('/forgot-password', locale) },
                { locale },
              ),
      },
      person.id,
    );
  };

  /** Reads the state when the mail is written, because the job does not store the reason. */
  const suspension: Job<{ personId: string }> = async ({ personId }) => {
    const person = await findPerson({ id: personId });
    if (!person) return;
    const { locale, name, suspendedAt, suspendedUntil, suspendedReason: reason } = person;
    const until =
      suspendedUntil === null
        ? m['accounts.mail.suspended_open']({}, { locale })
        : m['accounts.mail.suspended_until']({ until: dayAndTime(suspendedUntil, locale) }, { locale });
    await mailer.send(
      suspendedAt === null
        ? {
            to: person.email,
            subject: m['accounts.mail.lifted_subject']({}, { locale }),
            text: m['accounts.mail.lifted_text']({ name, link: address('/login', locale) }, { locale }),
          }
        : {
            to: person.email,
            subject: m['accounts.mail.suspended_subject']({}, { locale }),
            text: m['accounts.mail.suspended_text']({ name, reason, until }, { locale }),
          },
      person.id,
    );
  };

  const endSessions: Job<unknown> = () => endExpiredSessions(db, currentTime());
  const forgetTickets: Job<unknown> = () => forgetOldTickets(db, currentTime());
  const forgetUsernames: Job<unknown> = () => forgetOldUsernames(db, currentTime());
  const sealOld: Job<unknown> = () => rotateSecretKeys(db, vault);
  return {
    'accounts.welcome': welcome,
    'accounts.confirm': confirm,
    'accounts.change_email': changeEmail,
    'accounts.reset': reset,
    'accounts.alert': alert,
    'accounts.suspension': suspension,
    'accounts.end_sessions': endSessions,
    'accounts.forget_tickets': forgetTickets,
    'accounts.forget_usernames': forgetUsernames,
    'accounts.seal_anew': sealOld,
  };
}
