import { sql } from 'kysely';
import { doToOne, recordAudit } from '#features/admin/server/public.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { readSettings } from '#platform/server/settings.ts';
import { AppError } from '#platform/shared/errors.ts';
import { settingSchemas, type SettingName } from '#platform/shared/settings.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { settingsErrors, type SettingInput } from '../contract.ts';

/**
 * Changes a setting, and records its former value. Throws `setting_changed` if that differs from what the caller has
 * read.
 */
export function changeSetting(
  db: Db,
  actor: { id: string; username: string },
  name: SettingName,
  input: SettingInput,
): Promise<void> {
  const value = parseInput(settingSchemas[name], input.value);
  return doToOne(db, async (trx) => {
    const now = await databaseTime(trx);
    // Locks the table, because a missing row cannot be locked.
    await sql`lock table setting in share row exclusive mode`.execute(trx);
    const row = await trx
      .selectFrom('setting')
      .select('changedAt')
      .where('name', '=', name)
      .executeTakeFirst();
    if ((row?.changedAt.toISOString() ?? null) !== input.changedAt) {
      throw new AppError(settingsErrors.setting_changed);
    }
    const before = (await readSettings(trx))[name];
    const set = { value: JSON.stringify(value), changedAt: now };
    const { id } = await trx
      .insertInto('setting')
      .values({ name, ...set })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(set))
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(
      trx,
      {
        actor,
        action: 'setting.change',
        target: { type: 'setting', id },
        reason: input.reason,
        before: { [name]: before },
        after: { [name]: value },
      },
      now,
    );
  });
}
