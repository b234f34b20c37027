import { sql } from 'kysely';
import { maxExported, type StaffPage } from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { pageOfRows } from '#platform/server/pages.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { ChannelsTableQuery, Sanction, SanctionsTableQuery, StaffChannel } from '../contract.ts';
import { publicKinds } from '../rules.ts';
import { kindNames, sanctionNames, stateNames } from '../words.ts';
import { presentSanction, selectSanctions, type SanctionRow } from './moderating.ts';

type ChannelFound = Omit<StaffChannel, 'name' | 'createdAt' | 'lastMessageAt'> & {
  createdAt: Date;
  lastMessageAt: Date | null;
};

/** Lists public channels for staff; there are few. */
export async function listChannelsForStaff(
  db: Db,
  { search = '', kind, state, sort, ...page }: ChannelsTableQuery,
  locale: Locale,
): Promise<StaffPage<StaffChannel>> {
  const orders = {
    position: sql`position, id`,
    name: sql`lower(names ->> ${locale}), id`,
    busiest: sql`messages desc, id`,
  };
  const found = await pageOfRows<ChannelFound>(
    db,
    sql`select id, slug, kind, state, names, descriptions, slow_seconds, position, last_seq as messages, last_message_at, created_at
      from channel where kind in (${sql.join(publicKinds)})
        and (${kind ?? null}::text is null or kind = ${kind ?? null}) and (${state ?? null}::text is null or state = ${state ?? null})
        and (lower(concat_ws(E'\n', slug, names ->> 'ko', names ->> 'en', names ->> 'ja')) like ${likePattern(search.toLowerCase())}
          or id::text = ${search.toLowerCase()})`,
    orders[sort],
    page,
  );
  return {
    ...found,
    totalIsExact: true,
    items: found.items.map((row) => ({
      ...row,
      name: row.names[locale],
      createdAt: row.createdAt.toISOString(),
      lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    })),
  };
}

export async function exportChannels(
  db: Db,
  wanted: ChannelsTableQuery,
  locale: Locale,
): Promise<StaffChannel[]> {
  return (await listChannelsForStaff(db, { ...wanted, page: 1, limit: maxExported }, locale)).items;
}

export const channelColumns: readonly CsvColumn<StaffChannel>[] = [
  [m['community.staff.id'], (row) => row.id],
  [m['community.staff.channel'], (row) => row.name],
  [m['community.staff.slug'], (row) => row.slug],
  [m['community.staff.channel_kind'], (row) => kindNames[row.kind]],
  [m['community.staff.state'], (row) => stateNames[row.state]],
  [m['community.staff.messages'], (row) => row.messages],
  momentColumn(m['community.staff.created'], (row) => row.createdAt),
];

/** Lists the sanctions in force. */
export async function listSanctionsForStaff(
  db: Db,
  { search = '', kind, place, sort, ...page }: SanctionsTableQuery,
  locale: Locale,
): Promise<StaffPage<Sanction>> {
  const like = likePattern(search.toLowerCase().replace(/^@/, ''));
  const orders = {
    newest: sql`created_at desc, id`,
    oldest: sql`created_at, id`,
    ending: sql`until nulls last, id`,
  };
  const found = await pageOfRows<SanctionRow>(
    db,
    selectSanctions(sql`(${kind ?? null}::text is null or s.kind = ${kind ?? null})
      and (${place ?? null}::text is null or (s.channel_id is null) = (${place ?? null} = 'everywhere'))
      and (lower(concat_ws(E'\n', p.name, p.display_username, s.reason)) like ${like} or ${search.toLowerCase()} in (s.id::text, p.id::text))`),
    orders[sort],
    page,
  );
  return { ...found, totalIsExact: true, items: found.items.map((row) => presentSanction(row, locale)) };
}

export async function exportSanctions(
  db: Db,
  wanted: SanctionsTableQuery,
  locale: Locale,
): Promise<Sanction[]> {
  return (await listSanctionsForStaff(db, { ...wanted, page: 1, limit: maxExported }, locale)).items;
}

export const sanctionColumns: readonly CsvColumn<Sanction>[] = [
  [m['community.staff.id'], (row) => row.id],
  [m['community.staff.person'], (row) => row.person.username],
  [m['community.staff.kind'], (row) => sanctionNames[row.kind]],
  [m['community.staff.where'], (row) => row.channel?.name ?? m['community.staff.everywhere']],
  momentColumn(m['community.staff.ends'], (row) => row.until),
  [m['community.staff.reason'], (row) => row.reason],
  [m['community.staff.by'], (row) => row.by],
  momentColumn(m['community.staff.created'], (row) => row.createdAt),
];
