import { currentTime } from '#platform/server/clock.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { accountsErrors } from '../contract.ts';
import { accountExists, assertNotGuessable, endSessionsOf, storePassword } from './commands.ts';
import { passwords } from './passwords.ts';
import { findTicket, takeTicket, voidTickets } from './tickets.ts';

/** Error for a mailed link that is used, expired, or void since the password or the address changed. */
function badLink(): AppError {
  return new AppError(accountsErrors.link_expired);
}

/**
 * Requests a mail with a reset link. The job looks the account up, so that the response takes the same work
 * for every address.
 */
export async function askForReset(db: Db, email: string): Promise<void> {
  await enqueue(db, 'accounts.reset', { email });
}

export async function askForConfirmation(db: Db, personId: string): Promise<void> {
  await enqueue(db, 'accounts.confirm', { personId });
}

/** Requests a mail to the new address; nothing changes before its link is opened. */
export async function askForNewEmail(db: Db, personId: string, email: string): Promise<void> {
  await enqueue(db, 'accounts.change_email', { personId, email });
}

/** Returns the purpose of a mailed link, for its page. */
export async function describeEmailLink(db: Db, token: string): Promise<{ email: string; change: boolean }> {
  const change = await findTicket(db, 'change_email', token);
  const ticket = change ?? (await findTicket(db, 'confirm_email', token));
  if (!ticket) throw badLink();
  return { email: ticket.payload.email, change: change !== null };
}

/** Uses a mailed link to confirm that the address belongs to the person. */
export async function confirmEmail(db: Db, token: string): Promise<{ email: string; change: boolean }> {
  return db.transaction().execute(async (trx) => {
    const confirmed = await takeTicket(trx, 'confirm_email', token);
    if (confirmed?.personId) {
      const { email } = confirmed.payload;
      const updated = await trx
        .updateTable('person')
        .set({ emailVerified: true })
        .where('id', '=', confirmed.personId)
        // The link is for one address, and the person may have changed it since.
        .where('email', '=', email)
        .executeTakeFirst();
      if (updated.numUpdatedRows === 0n) throw badLink();
      return { email, change: false };
    }
    const change = await takeTicket(trx, 'change_email', token);
    if (!change?.personId) throw badLink();
    const { email } = change.payload;
    const person = await trx
      .selectFrom('person')
      .select('email')
      .where('id', '=', change.personId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('person')
      .set({ email, emailVerified: true, updatedAt: currentTime() })
      .where('id', '=', change.personId)
      .execute()
      .catch((error: { constraint?: string }) => {
        throw error.constraint === 'person_email_key' ? accountExists() : error;
      });
    await voidTickets(trx, change.personId);
    await enqueue(trx, 'accounts.alert', {
      personId: change.personId,
      what: 'email_changed',
      to: person.email,
    });
    return { email, change: true };
  });
}

export async function assertResetLink(db: Db, token: string): Promise<void> {
  if (!(await findTicket(db, 'reset_password', token))) throw badLink();
}

/**
 * Sets a new password through a mailed link and ends every session. The owner of the mailbox is the owner of
 * the account: if the address was never confirmed, everything put on the account before may be a squatter's
 * and is removed.
 */
export async function resetPassword(db: Db, token: string, password: string): Promise<void> {
  const found = await findTicket(db, 'reset_password', token);
  if (!found?.personId) throw badLink();
  const person = await db
    .selectFrom('person')
    .select(['name', 'email', 'username'])
    .where('id', '=', found.personId)
    .executeTakeFirstOrThrow();
  assertNotGuessable(password, [person.name, person.email, person.username]);
  const hash = await passwords.hash(password);
  await db.transaction().execute(async (trx) => {
    const ticket = await takeTicket(trx, 'reset_password', token);
    if (!ticket?.personId) throw badLink();
    const { personId } = ticket;
    const now = await trx
      .selectFrom('person')
      .select(['email', 'emailVerified'])
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (now.email !== ticket.payload.email) throw badLink();
    if (!now.emailVerified) {
      await trx.deleteFrom('passkey').where('personId', '=', personId).execute();
      await trx.deleteFrom('secondFactor').where('personId', '=', personId).execute();
      await trx.deleteFrom('recoveryCode').where('personId', '=', personId).execute();
      await trx.deleteFrom('credential').where('userId', '=', personId).execute();
      // A squatter must not be paid either.
      await trx.deleteFrom('bankAccount').where('personId', '=', personId).execute();
      await trx.deleteFrom('phoneCode').where('personId', '=', personId).execute();
      await trx
        .updateTable('person')
        .set({ bankRegistered: false, sealedPhone: null, phoneVerifiedAt: null })
        .where('id', '=', personId)
        .execute();
    }
    await trx.updateTable('person').set({ emailVerified: true }).where('id', '=', personId).execute();
    await storePassword(trx, personId, hash);
    await endSessionsOf(trx, personId, { except: null });
    await voidTickets(trx, personId);
    await enqueue(trx, 'accounts.alert', { personId, what: 'password_changed' });
  });
}
