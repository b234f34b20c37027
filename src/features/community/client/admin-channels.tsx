import { baseLocale, inEachLanguage, locales } from '#i18n/languages.ts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { languageNames, numberFormat } from '#platform/shared/formats.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { BannedWord, Sanction, StaffChannel } from '../contract.ts';
import { channelsTable, communityLimits, publicKinds, sanctionsTable } from '../rules.ts';
import { kindNames, sanctionNames, stateNames } from '../words.ts';
import {
  addBannedWord,
  addChannel,
  bannedWordsKey,
  bannedWordsQuery,
  changeChannel,
  channelsKey,
  channelsQuery,
  liftMany,
  liftSanction,
  orderChannels,
  removeBannedWord,
  setStates,
} from './api.ts';

/** Table of channels in their order, and of banned words, for staff. */
export function ChannelsScreen() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <StaffTable<StaffChannel>
        list="channels"
        to="/admin/channels"
        title={m['community.staff.title']()}
        text={m['community.staff.text']()}
        searchLabel={m['community.staff.search']()}
        shape={channelsTable}
        choices={[
          {
            name: 'kind',
            label: m['community.staff.channel_kind'](),
            all: m['community.staff.all'](),
            values: kindNames,
          },
          {
            name: 'state',
            label: m['community.staff.state'](),
            all: m['community.staff.all'](),
            values: stateNames,
          },
        ]}
        sorts={{
          position: () => m['community.staff.by_position'](),
          name: () => m['community.staff.by_name'](),
          busiest: () => m['community.staff.busiest'](),
        }}
        columns={[
          { head: m['community.staff.channel'](), cell: ({ slug }) => `/${slug}` },
          {
            head: m['community.staff.channel_kind'](),
            isSecondary: true,
            cell: ({ kind }) => kindNames[kind](),
          },
          {
            head: m['community.staff.messages'](),
            isNumber: true,
            isSecondary: true,
            cell: ({ messages }) => numberFormat(currentLocale()).format(messages),
          },
          {
            head: m['community.staff.created'](),
            isSecondary: true,
            isUnbroken: true,
            cell: (row) => formatDay(row.createdAt),
          },
        ]}
        rowName={(row) => row.name}
        Badges={ChannelBadge}
        Panel={ChannelPanel}
        acts={[
          {
            name: m['community.staff.archive'](),
            look: 'danger',
            isFor: ({ state }) => state === 'open',
            title: (count) => m['community.staff.archive_title']({ count }),
            text: m['community.staff.archive_text'](),
            done: (count) => m['community.staff.archive_done']({ count }),
            send: (ids, reason) => setStates(ids, 'archived', reason),
          },
          {
            name: m['community.staff.reopen'](),
            isFor: ({ state }) => state === 'archived',
            title: (count) => m['community.staff.reopen_title']({ count }),
            text: m['community.staff.reopen_text'](),
            done: (count) => m['community.staff.reopen_done']({ count }),
            send: (ids, reason) => setStates(ids, 'open', reason),
          },
        ]}
        canExport
        above={
          <Button look="secondary" className="text-sm" onClick={() => setIsAdding(true)}>
            {m['community.staff.add_channel']()}
          </Button>
        }
      />
      {isAdding && <ChannelDialog channel={null} onClose={() => setIsAdding(false)} />}
      <Words />
    </>
  );
}

function ChannelBadge({ row: { state } }: { row: StaffChannel }) {
  return state === 'open' ? null : <Badge>{stateNames[state]()}</Badge>;
}

function ChannelPanel({ row }: { row: StaffChannel }) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      <Details
        rows={[
          [m['community.staff.slug'](), `/${row.slug}`],
          [m['community.staff.channel_kind'](), kindNames[row.kind]()],
          [m['community.staff.state'](), stateNames[row.state]()],
          [m['community.staff.slow'](), String(row.slowSeconds)],
          [m['community.staff.created'](), formatDay(row.createdAt)],
          [m['community.staff.id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        <Button look="secondary" onClick={() => setIsChanging(true)}>
          {m['community.staff.change']()}
        </Button>
        <Moves channel={row} />
        <AuditLink id={row.id} />
      </div>
      {isChanging && <ChannelDialog channel={row} onClose={() => setIsChanging(false)} />}
    </>
  );
}

/** Buttons that move a channel up or down. */
function Moves({ channel }: { channel: StaffChannel }) {
  const client = useQueryClient();
  const { data = [] } = useQuery(channelsQuery);
  const ids = data.filter(({ members }) => members === null).map(({ id }) => id);
  const at = ids.indexOf(channel.id);
  const { name } = channel;
  async function move(by: 1 | -1): Promise<void> {
    const order = ids.toSpliced(at, 1).toSpliced(at + by, 0, channel.id);
    const reason = by < 0 ? m['community.staff.move_up']({ name }) : m['community.staff.move_down']({ name });
    try {
      await orderChannels(order, reason);
      await changed(client);
    } catch (failure) {
      toast('danger', m['community.talk.failed'](), describeError(failure));
    }
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button look="secondary" disabled={at < 1} onClick={() => void move(-1)}>
        <ArrowUp aria-hidden="true" className="size-5" /> {m['community.staff.up']()}
      </Button>
      <Button look="secondary" disabled={at < 0 || at === ids.length - 1} onClick={() => void move(1)}>
        <ArrowDown aria-hidden="true" className="size-5" /> {m['community.staff.down']()}
      </Button>
    </div>
  );
}

/** Invalidates the staff table and the public list. */
async function changed(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['admin'] }),
    client.invalidateQueries({ queryKey: channelsKey }),
  ]);
}

function ChannelDialog({ channel, onClose }: { channel: StaffChannel | null; onClose(): void }) {
  const client = useQueryClient();
  return (
    <ReasonDialog
      title={channel?.name ?? m['community.staff.add_channel']()}
      text={m['community.staff.channel_text']()}
      submit={m['community.talk.save']()}
      needed={['name_ko', 'slug', 'reason']}
      send={async (values) => {
        const inEach = (name: string) => {
          const source = values[`${name}_${baseLocale}`] ?? '';
          return inEachLanguage((locale) => values[`${name}_${locale}`] || source);
        };
        const said = {
          name: inEach('name'),
          description: inEach('description'),
          slug: values['slug'] ?? '',
          slowSeconds: Number(values['slowSeconds']) || 0,
          reason: values['reason'] ?? '',
        };
        if (channel)
          await changeChannel(channel.id, { ...said, state: values['state'] as StaffChannel['state'] });
        else await addChannel({ ...said, kind: values['kind'] as (typeof publicKinds)[number] });
        await changed(client);
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {locales.map((language) => (
            <TextField
              key={language}
              label={m['community.staff.name_in']({
                language: languageNames(currentLocale()).of(language) ?? language,
              })}
              name={`name_${language}`}
              maxLength={communityLimits.name}
              defaultValue={channel?.names[language]}
              error={errors[`name_${language}`] ?? errors[`name.${language}`]}
            />
          ))}
          <TextField
            label={m['community.staff.slug']()}
            hint={m['community.staff.slug_hint']()}
            name="slug"
            maxLength={communityLimits.slug}
            defaultValue={channel?.slug}
            error={errors['slug']}
          />
          {locales.map((language) => (
            <TextField
              key={language}
              label={m['community.staff.description_in']({
                language: languageNames(currentLocale()).of(language) ?? language,
              })}
              name={`description_${language}`}
              maxLength={communityLimits.description}
              defaultValue={channel?.descriptions[language]}
              error={errors[`description.${language}`]}
            />
          ))}
          {channel ? (
            <SelectField label={m['community.staff.state']()} name="state" defaultValue={channel.state}>
              <option value="open">{m['community.staff.open']()}</option>
              <option value="archived">{m['community.staff.archived']()}</option>
            </SelectField>
          ) : (
            <SelectField label={m['community.staff.channel_kind']()} name="kind" defaultValue="text">
              {publicKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindNames[kind]()}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={m['community.staff.slow']()}
            hint={m['community.staff.slow_hint']()}
            name="slowSeconds"
            inputMode="numeric"
            defaultValue={channel?.slowSeconds ?? 0}
            error={errors['slowSeconds']}
          />
        </>
      )}
    </ReasonDialog>
  );
}

/** Table of current sanctions. */
export function SanctionsScreen() {
  return (
    <StaffTable<Sanction>
      list="sanctions"
      to="/admin/sanctions"
      title={m['community.staff.sanctions']()}
      text={m['community.staff.sanctions_text']()}
      searchLabel={m['community.staff.search_sanctions']()}
      shape={sanctionsTable}
      choices={[
        {
          name: 'kind',
          label: m['community.staff.kind'](),
          all: m['community.staff.all'](),
          values: sanctionNames,
        },
        {
          name: 'place',
          label: m['community.staff.where'](),
          all: m['community.staff.all'](),
          values: {
            everywhere: () => m['community.staff.everywhere'](),
            channel: () => m['community.staff.in_channel'](),
          },
        },
      ]}
      sorts={{
        newest: () => m['community.staff.newest'](),
        oldest: () => m['community.staff.oldest'](),
        ending: () => m['community.staff.ending'](),
      }}
      columns={[
        { head: m['community.staff.person'](), cell: ({ person }) => `@${person.username}` },
        { head: m['community.staff.kind'](), cell: ({ kind }) => sanctionNames[kind]() },
        { head: m['community.staff.where'](), isSecondary: true, cell: placeOf },
        { head: m['community.staff.ends'](), isSecondary: true, isUnbroken: true, cell: endOf },
      ]}
      rowName={({ person }) => person.fullName}
      Panel={SanctionPanel}
      acts={[
        {
          name: m['community.staff.lift'](),
          isFor: () => true,
          title: (count) => m['community.staff.lift_many']({ count }),
          text: m['community.staff.lift_text'](),
          done: (count) => m['community.staff.lift_done']({ count }),
          send: liftMany,
        },
      ]}
      canExport
    />
  );
}

const placeOf = ({ channel }: Sanction) => channel?.name ?? m['community.staff.everywhere']();
const endOf = ({ until }: Sanction) =>
  until === null ? m['community.staff.until_lifted']() : formatDay(until);

function SanctionPanel({ row }: { row: Sanction }) {
  const client = useQueryClient();
  const [isLifting, setIsLifting] = useState(false);
  return (
    <>
      <Details
        rows={[
          [m['community.staff.person'](), `${row.person.fullName} (@${row.person.username})`],
          [m['community.staff.kind'](), sanctionNames[row.kind]()],
          [m['community.staff.where'](), placeOf(row)],
          [m['community.staff.ends'](), row.until === null ? endOf(row) : formatKoreanMoment(row.until)],
          [m['community.staff.reason'](), row.reason],
          [m['community.staff.by'](), `@${row.by}`],
          [m['community.staff.created'](), formatKoreanMoment(row.createdAt)],
        ]}
      />
      <div className="grid gap-2">
        <Button look="secondary" onClick={() => setIsLifting(true)}>
          {m['community.staff.lift']()}
        </Button>
        <AuditLink id={row.person.id} />
      </div>
      {isLifting && (
        <ReasonDialog
          title={m['community.staff.lift_title']({ name: row.person.fullName })}
          text={m['community.staff.lift_text']()}
          submit={m['community.staff.lift']()}
          send={async ({ reason = '' }) => {
            await liftSanction(row.id, reason);
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setIsLifting(false)}
        />
      )}
    </>
  );
}

function Words() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(bannedWordsQuery);
  const [opened, setOpened] = useState<BannedWord | 'new' | null>(null);
  const anew = () => client.invalidateQueries({ queryKey: bannedWordsKey });
  return (
    <section className="mt-10 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{m['community.staff.words']()}</h2>
        <Button look="secondary" onClick={() => setOpened('new')}>
          {m['community.staff.add_word']()}
        </Button>
      </div>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {data?.length === 0 && <p className="text-ink-soft">{m['community.staff.no_words']()}</p>}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {data?.map((banned) => (
          <li key={banned.id}>
            <Button
              look="secondary"
              className="text-sm"
              aria-label={m['community.staff.remove_word']({ word: banned.word })}
              onClick={() => setOpened(banned)}
            >
              {banned.word}
            </Button>
          </li>
        ))}
      </ul>
      {opened === 'new' && (
        <ReasonDialog
          title={m['community.staff.add_word']()}
          text={m['community.staff.word_text']()}
          submit={m['community.talk.save']()}
          needed={['word', 'reason']}
          send={async ({ word = '', reason = '' }) => {
            await addBannedWord(word, reason);
            await anew();
          }}
          onClose={() => setOpened(null)}
        >
          {(errors) => (
            <TextField
              label={m['community.staff.word']()}
              name="word"
              maxLength={communityLimits.word}
              error={errors['word']}
            />
          )}
        </ReasonDialog>
      )}
      {opened !== null && opened !== 'new' && (
        <ReasonDialog
          title={m['community.staff.remove_word']({ word: opened.word })}
          text={m['community.staff.remove_word_text']()}
          submit={m['community.talk.delete']()}
          send={async ({ reason = '' }) => {
            await removeBannedWord(opened.id, reason);
            await anew();
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
