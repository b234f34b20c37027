import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { settingNames, settingSchemas, type SettingName } from '#platform/shared/settings.ts';

export const settingsErrors = defineErrors({
  setting_not_found: {
    status: 404,
    words: (locale) => m['settings.error.setting_not_found']({}, { locale }),
  },
  /** Changed by somebody else since it was read. */
  setting_changed: { status: 409, words: (locale) => m['settings.error.setting_changed']({}, { locale }) },
});

const name = z.enum(settingNames as [SettingName, ...SettingName[]]);
const values = z.union(settingNames.map((each) => settingSchemas[each]) as unknown as [z.ZodType, z.ZodType]);
export const setting = z.object({
  name,
  value: values,
  changedAt: z.iso.datetime().nullable().describe('Null where it is as it was made.'),
});
export type Setting = { name: SettingName; value: unknown; changedAt: string | null };

export const settingInput = z.strictObject({
  value: z.unknown().describe('As the setting of this name is.'),
  changedAt: z.iso.datetime().nullable().describe('Of what was read: a change in between is a conflict.'),
  reason: z.string().trim().min(1).max(500),
});
export type SettingInput = z.infer<typeof settingInput>;
