import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { readSettings, type SettingsReader } from '#platform/server/settings.ts';
import { AppError } from '#platform/shared/errors.ts';
import { settingNames, type SettingName } from '#platform/shared/settings.ts';
import { canChangeSettings } from '../access.ts';
import { setting, settingInput, settingsErrors, type Setting } from '../contract.ts';
import { changeSetting } from './commands.ts';

const tags = ['admin'];
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};

export function settingsRoutes(
  app: App,
  deps: { db: Db; sessions: Sessions; settings: SettingsReader },
): void {
  const { db, sessions, settings } = deps;

  async function list(): Promise<Setting[]> {
    const [values, rows] = await Promise.all([
      readSettings(db),
      db.selectFrom('setting').select(['name', 'changedAt']).execute(),
    ]);
    return settingNames.map((name) => ({
      name,
      value: values[name],
      changedAt: rows.find((row) => row.name === name)?.changedAt.toISOString() ?? null,
    }));
  }

  app.get(
    '/api/admin/settings',
    {
      config: { access: canChangeSettings },
      schema: {
        tags,
        summary: 'How the place runs, as admins may change it; for admins',
        response: { 200: z.array(setting), ...refused },
      },
    },
    async (request, reply) => {
      await sessions.get(request);
      return reply.header('cache-control', 'no-store').send((await list()) as z.infer<typeof setting>[]);
    },
  );

  app.put(
    '/api/admin/settings/:name',
    {
      config: { access: canChangeSettings },
      schema: {
        tags,
        summary:
          'Change how the place runs, in all processes within a second; for admins, with a reason and a proof',
        params: z.object({ name: z.string() }),
        body: settingInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await sessions.getProven(request);
      const { name } = request.params;
      if (!settingNames.includes(name as SettingName)) throw new AppError(settingsErrors.setting_not_found);
      await changeSetting(db, actor, name as SettingName, request.body);
      settings.forget();
      return reply.code(204).send(null);
    },
  );
}
