import type { Updateable } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type Leaver, type PersonalData } from '#platform/server/personal-data.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import type { Database } from '#platform/server/schema.ts';
import { avatarWidths } from '../rules.ts';

/**
 * Columns of `person` that survive an erasure. A test requires each column to be listed here or blanked
 * below.
 */
export const keptColumns = ['id', 'locale', 'created_at'] as const;

/**
 * Values of an erased person. The names cannot be registered, so that a sign-in, a reset or a mix-up is
 * impossible.
 */
export function erasedPerson({ id }: Leaver, now: Date) {
  return {
    name: '',
    email: `withdrawn-${id}`,
    emailVerified: false,
    avatarId: null,
    languages: [],
    region: '',
    bankRegistered: false,
    username: `withdrawn-${id}`,
    displayUsername: `withdrawn-${id}`,
    role: 'user',
    bio: '',
    suspendedAt: null,
    suspendedUntil: null,
    suspendedReason: '',
    sealedPhone: null,
    phoneVerifiedAt: null,
    agreedVersion: null,
    withdrawsAt: null,
    erasedAt: now,
    updatedAt: now,
  } satisfies Updateable<Database['person']>;
}

/** Identity and sign-in data of a person. Secrets (hashes, keys, session tokens) are not exported. */
export function accountsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'account',
    tables: [
      'person',
      'person_index',
      'session',
      'credential',
      'ticket',
      'passkey',
      'second_factor',
      'recovery_code',
      'consent',
    ],
    lists: {
      profile: whole((personId) =>
        db
          .selectFrom('person')
          .select(['id', 'name', 'email', 'emailVerified', 'displayUsername as username', 'role'])
          .select([
            'locale',
            'bio',
            'languages',
            'region',
            'suspendedAt',
            'suspendedUntil',
            'suspendedReason',
          ])
          .select(['agreedVersion', 'createdAt', 'updatedAt'])
          .where('id', '=', personId)
          .execute(),
      ),
      sessions: inBatches((personId, after, limit) =>
        db
          .selectFrom('session')
          .select(['id', 'method', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'])
          .where('userId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      ways_to_sign_in: whole((personId) =>
        db
          .selectFrom('credential')
          .select(['providerId', 'accountId', 'createdAt', 'updatedAt'])
          .where('userId', '=', personId)
          .execute(),
      ),
      passkeys: whole((personId) =>
        db
          .selectFrom('passkey')
          .select(['name', 'credentialId', 'transports', 'createdAt', 'usedAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
      second_factor: whole((personId) =>
        db.selectFrom('secondFactor').select('confirmedAt').where('personId', '=', personId).execute(),
      ),
      consents: inBatches((personId, after, limit) =>
        db
          .selectFrom('consent')
          .select(['id', 'kind', 'version', 'given', 'decidedAt'])
          .where('personId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    async *files(personId) {
      const id = await avatarOf(db, personId);
      if (id !== null) yield { name: 'avatar.webp', key: `avatars/${id}/${Math.max(...avatarWidths)}.webp` };
    },
    async archive(trx, { id }, now) {
      const sessions = await trx
        .selectFrom('session')
        .select(['ipAddress', 'userAgent', 'createdAt', 'updatedAt'])
        .where('userId', '=', id)
        .execute();
      const marketing = await trx
        .selectFrom('consent')
        .select(['kind', 'version', 'given', 'decidedAt'])
        .where('personId', '=', id)
        .where('kind', 'in', ['marketing', 'night_marketing'])
        .execute();
      return [
        ...sessions.map((record) => ({ kind: 'access' as const, at: record.updatedAt, record })),
        // Advertising may have been sent until now.
        ...(marketing.length > 0 ? [{ kind: 'advertising' as const, at: now, record: marketing }] : []),
      ];
    },
    async erase(trx, leaver, now) {
      const { id } = leaver;
      const avatar = await avatarOf(trx, id);
      for (const table of ['session', 'credential'] as const) {
        await trx.deleteFrom(table).where('userId', '=', id).execute();
      }
      for (const table of ['ticket', 'passkey', 'secondFactor', 'recoveryCode', 'consent'] as const) {
        await trx.deleteFrom(table).where('personId', '=', id).execute();
      }
      await trx.updateTable('person').set(erasedPerson(leaver, now)).where('id', '=', id).execute();
      return avatar === null ? [] : pictureKeys({ blobPrefix: `avatars/${avatar}`, widths: avatarWidths });
    },
  };
}

async function avatarOf(db: Db, personId: string): Promise<string | null> {
  const person = await db
    .selectFrom('person')
    .select('avatarId')
    .where('id', '=', personId)
    .executeTakeFirst();
  return person?.avatarId ?? null;
}
