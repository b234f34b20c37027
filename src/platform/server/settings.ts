import { settingSchemas, standardSettings, type SettingName, type Settings } from '../shared/settings.ts';
import type { Db } from './db.ts';

/** In other processes a change counts within a second. */
const keptMs = 1000;

export type SettingsReader = {
  get(): Promise<Settings>;
  /** After a change in this process. */
  forget(): void;
};

/** What holds now, remembered for a moment, because every page asks. */
export function createSettings(db: Db): SettingsReader {
  let known: { settings: Promise<Settings>; until: number } | undefined;
  return {
    get() {
      if (!known || known.until <= performance.now()) {
        const settings = readSettings(db);
        const mine = { settings, until: performance.now() + keptMs };
        known = mine;
        // One that failed is not remembered.
        settings.catch(() => {
          if (known === mine) known = undefined;
        });
      }
      return known.settings;
    },
    forget() {
      known = undefined;
    },
  };
}

/** What is written and still means something; what a later version does not take any more counts as not set. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute();
  const settings: Record<string, unknown> = { ...standardSettings };
  for (const { name, value } of rows) {
    if (!Object.hasOwn(settingSchemas, name)) continue;
    const parsed = settingSchemas[name as SettingName].safeParse(value);
    if (parsed.success) settings[name] = parsed.data;
  }
  return settings as Settings;
}
