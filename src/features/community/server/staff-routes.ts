import type { Sessions } from '#features/accounts/server/public.ts';
import { serveMany, serveTable } from '#features/admin/server/public.ts';
import type { App } from '#platform/server/http.ts';
import type { Role } from '#platform/shared/roles.ts';
import { canManageChannels } from '../access.ts';
import {
  channelsTableQuery,
  liftManyInput,
  sanction as sanctionSchema,
  sanctionsTableQuery,
  staffChannel,
  stateManyInput,
} from '../contract.ts';
import { topicOf, type ChannelDeps } from './channels.ts';
import { changeHeld } from './managing.ts';
import { lift } from './moderating.ts';
import {
  channelColumns,
  exportChannels,
  exportSanctions,
  listChannelsForStaff,
  listSanctionsForStaff,
  sanctionColumns,
} from './staff-table.ts';

const may = ({ role }: { role: Role }) => canManageChannels({ isAdmin: role === 'admin' });

/** Staff tables of channels and sanctions. */
export function staffRoutes(app: App, deps: ChannelDeps & { sessions: Sessions }): void {
  const { db, realtime } = deps;
  const tags = ['community', 'admin'];
  serveTable(app, deps, {
    list: 'channels',
    tags,
    rows: 'Channels of everybody’s',
    may,
    query: channelsTableQuery,
    row: staffChannel,
    find: (wanted, locale) => listChannelsForStaff(db, wanted, locale),
    findAll: (wanted, locale) => exportChannels(db, wanted, locale),
    csv: { file: 'gongbang-channels', table: 'channel', columns: channelColumns },
  });
  serveMany(app, deps, {
    list: 'channels',
    tags,
    summary: 'Archive channels or open them again',
    may,
    change: stateManyInput,
    act: (trx, actor, id, change) => changeHeld(trx, actor, id, change),
    onDone: (ids) => {
      for (const id of ids) realtime.wake(topicOf(id));
    },
  });
  serveTable(app, deps, {
    list: 'sanctions',
    tags,
    rows: 'Who may not write or read now',
    may,
    query: sanctionsTableQuery,
    row: sanctionSchema,
    find: (wanted, locale) => listSanctionsForStaff(db, wanted, locale),
    findAll: (wanted, locale) => exportSanctions(db, wanted, locale),
    csv: { file: 'gongbang-sanctions', table: 'channel_sanction', columns: sanctionColumns },
  });
  serveMany(app, deps, {
    list: 'sanctions',
    tags,
    summary: 'Let people write and read again',
    may,
    change: liftManyInput,
    act: lift,
  });
}
