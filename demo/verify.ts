import type { Runtime } from '#app/runtime.ts';
import { demoUsers } from './users.ts';

/** Verifies the phone and bank account of sellers, bidders and customers of tenders, whose numbers cannot receive a code. */
export async function verifyPeople(
  { db, vault }: Pick<Runtime, 'db' | 'vault'>,
  people: ReadonlyMap<string, string>,
  usernames: Iterable<string>,
): Promise<void> {
  for (const username of new Set(usernames)) {
    const personId = people.get(username);
    if (personId === undefined) throw new Error(`demo: no user ${username}`);
    const index = demoUsers.findIndex((user) => user.username === username);
    const account = `110${String(400_000_001 + index)}`;
    const now = new Date();
    await db
      .updateTable('person')
      .set({
        sealedPhone: vault.seal('phone', `+821000${String(200_001 + index)}`),
        phoneVerifiedAt: now,
        bankRegistered: true,
      })
      .where('id', '=', personId)
      .execute();
    await db
      .insertInto('bankAccount')
      .values({
        personId,
        bankCode: '090',
        sealedNumber: vault.seal('bank account', account),
        lastDigits: account.slice(-4),
        holder: username,
        checkedAt: null,
        registeredAt: now,
        payoutsHeldUntil: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
