import { settingSchemas, standardSettings, type SettingName, type Settings } from '../shared/settings.ts';
import type { Db } from './db.ts';

/** Maximum age of the cache, after which changes by other processes take effect. */
const keptMs = 1000;

export type SettingsReader = {
  get(): Promise<Settings>;
  /** Call after a change in this process. */
  forget(): void;
};

/** Creates a reader with a short cache, because every page reads the settings. */
export function createSettings(db: Db): SettingsReader {
  let known: { settings: Promise<Settings>; until: number } | undefined;
  return {
    get() {
      if (!known || known.until <= performance.now()) {
        const settings = readSettings(db);
        const mine = { settings, until: performance.now() + keptMs };
        known = mine;
        // Failures are not cached.
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

/** Reads the stored settings that are still valid; values that this version no longer accepts count as not set. */
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
