import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { ServiceName } from '../going-on.ts';

/** Payload of each kind of ticket. */
export type TicketPayloads = {
  confirm_email: { email: string };
  change_email: { email: string };
  reset_password: { email: string };
  /** The first step of a sign-in is done, the second factor is missing. */
  second_factor: { method: 'password' | 'service' };
  /** Challenge of a passkey; with `sessionId` if a signed-in person requested it. */
  passkey: { challenge: string; sessionId: string | null };
  social: {
    service: ServiceName;
    intent: 'sign_in' | 'connect' | 'prove';
    locale: Locale;
    next: string;
    codeVerifier: string;
    nonce: string;
    sessionId: string | null;
  };
  social_completion: {
    service: ServiceName;
    accountId: string;
    fullName: string;
    email: string | null;
    emailVerified: boolean;
    next: string;
  };
};
export type TicketPurpose = keyof TicketPayloads;

/** NIST SP 800-63B-4 allows 24 hours for a mailed secret; those in a browser are valid for minutes. */
export const ticketMinutes: Record<TicketPurpose, number> = {
  confirm_email: 24 * 60,
  change_email: 24 * 60,
  reset_password: 60,
  second_factor: 10,
  passkey: 10,
  social: 10,
  social_completion: 30,
};

export type Ticket<Purpose extends TicketPurpose> = {
  personId: string | null;
  payload: TicketPayloads[Purpose];
};

function hashOf(purpose: TicketPurpose, token: string): string {
  return createHash('sha256').update(`${purpose} ${token}`).digest('base64url');
}

/** Creates a ticket and returns its secret. */
export async function issueTicket<Purpose extends TicketPurpose>(
  db: Db,
  purpose: Purpose,
  ticket: Ticket<Purpose>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('ticket')
    .values({
      hash: hashOf(purpose, token),
      purpose,
      personId: ticket.personId,
      payload: JSON.stringify(ticket.payload),
      expiresAt: new Date(currentTime().getTime() + ticketMinutes[purpose] * 60_000),
    })
    .execute();
  return token;
}

/** Returns a ticket without using it up. */
export async function findTicket<Purpose extends TicketPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<Ticket<Purpose> | null> {
  const row = await db
    .selectFrom('ticket')
    .select(['personId', 'payload'])
    .where('hash', '=', hashOf(purpose, token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return (row as Ticket<Purpose> | undefined) ?? null;
}

/** Uses a ticket up; of concurrent requests with the same secret, one gets it. */
export async function takeTicket<Purpose extends TicketPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<Ticket<Purpose> | null> {
  const row = await db
    .deleteFrom('ticket')
    .where('hash', '=', hashOf(purpose, token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['personId', 'payload'])
    .executeTakeFirst();
  return (row as Ticket<Purpose> | undefined) ?? null;
}

/**
 * Counts a guess at the code of a ticket; returns null if there is no such ticket or it has no guesses left.
 */
export async function tryTicket<Purpose extends TicketPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
  maxTries: number,
): Promise<Ticket<Purpose> | null> {
  const row = await db
    .updateTable('ticket')
    .set((update) => ({ tries: update('tries', '+', 1) }))
    .where('hash', '=', hashOf(purpose, token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('tries', '<', maxTries)
    .returning(['personId', 'payload'])
    .executeTakeFirst();
  return (row as Ticket<Purpose> | undefined) ?? null;
}

/** Voids all tickets that were issued to a person before the password or address changed. */
export async function voidTickets(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('ticket').where('personId', '=', personId).execute();
}

export async function forgetOldTickets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('ticket').where('expiresAt', '<', now).execute();
}
