import { changeUsername } from '#features/accounts/server/public.ts';
import { writeCardsOf } from '#features/resources/server/public.ts';
import type { z } from 'zod';
import type { Db } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { profileInput } from '../contract.ts';

/** Changes what a person says of themselves. Throws `username_taken` or `too_many_usernames`. */
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
    // Cards say who made a thing.
    if (fullName !== undefined || username !== undefined) await writeCardsOf(trx, personId);
  });
}

/** Puts a stored picture, or none, in the place of the one that a person had; a job takes that one's bytes away. */
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
