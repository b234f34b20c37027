import { changeUsername } from '#features/accounts/server/public.ts';
import { writeCardsOf } from '#features/resources/server/public.ts';
import type { z } from 'zod';
import type { Db } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { profileInput } from '../contract.ts';

/** Changes a person's own profile. Throws `username_taken` or `too_many_usernames`. */
export async function changeProfile(
  db: Db,
  personId: string,
  change: z.output<typeof profileInput>,
  now: Date,
): Promise<void> {
  const { fullName, username, ...rest } = change;
  await db.transaction().execute(async (trx) => {
    if (username !== undefined) await changeUsername(trx, personId, username, now);
    await trx
      .updateTable('person')
      .set({ ...rest, ...(fullName !== undefined && { name: fullName }), updatedAt: now })
      .where('id', '=', personId)
      .execute();
    // Cards of resources contain the author's name.
    if (fullName !== undefined || username !== undefined) await writeCardsOf(trx, personId);
  });
}

/** Replaces a person's picture by a stored one, or removes it; a job deletes the old one's bytes. */
export async function changeAvatar(db: Db, personId: string, id: string | null, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { avatarId } = await trx
      .selectFrom('person')
      .select('avatarId')
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('person')
      .set({ avatarId: id, updatedAt: now })
      .where('id', '=', personId)
      .execute();
    if (avatarId !== null) await enqueue(trx, 'people.remove_avatar', { id: avatarId });
  });
}
