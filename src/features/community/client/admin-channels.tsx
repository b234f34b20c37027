import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { BannedWord, Channel, Sanction } from '../contract.ts';
import { communityLimits, publicKinds } from '../rules.ts';
import {
  addBannedWord,
  addChannel,
  bannedWordsKey,
  bannedWordsQuery,
  changeChannel,
  channelsKey,
  channelsQuery,
  liftSanction,
  orderChannels,
  removeBannedWord,
  sanctionsKey,
  sanctionsQuery,
} from './api.ts';

const kindNames: Record<(typeof publicKinds)[number], () => string> = {
  announcements: () => m['community.staff.kinds.announcements'](),
  introductions: () => m['community.staff.kinds.introductions'](),
  questions: () => m['community.staff.kinds.questions'](),
  text: () => m['community.staff.kinds.text'](),
  voice: () => m['community.staff.kinds.voice'](),
};

/** Channels, who is kept from them, and which words are not taken: for those who keep the place in order. */
export function ChannelsScreen() {
  return (
    <div className="grid gap-10">
      <header>
        <h1 className="text-3xl font-bold">{m['community.staff.title']()}</h1>
        <p className="mt-2 text-ink-soft">{m['community.staff.text']()}</p>
      </header>
      <Channels />
      <Sanctions />
      <Words />
    </div>
  );
}

function Part(props: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{props.title}</h2>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}

const list = 'grid divide-y divide-line rounded-lg border border-line bg-surface empty:hidden';
const row = 'flex flex-wrap items-center gap-3 p-4';

function Channels() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(channelsQuery);
  const [opened, setOpened] = useState<Channel | 'new' | null>(null);
  const channels = (data ?? []).filter(({ members }) => members === null);
  async function move(index: number, by: number): Promise<void> {
    const ids = channels.map(({ id }) => id);
    const [moved = ''] = ids.splice(index, 1);
    ids.splice(index + by, 0, moved);
    try {
      const name = channels[index]?.name ?? '';
      const reason =
        by < 0 ? m['community.staff.move_up']({ name }) : m['community.staff.move_down']({ name });
      await orderChannels(ids, reason);
      await client.invalidateQueries({ queryKey: channelsKey });
    } catch (failure) {
      toast('danger', m['community.talk.failed'](), describeError(failure));
    }
  }
  return (
    <Part
      title={m['community.staff.channels']()}
      action={<Button onClick={() => setOpened('new')}>{m['community.staff.add_channel']()}</Button>}
    >
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      <ul className={list}>
        {channels.map((channel, index) => (
          <li key={channel.id} className={row}>
            <div className="mr-auto min-w-0">
              <p className="font-semibold wrap-anywhere">
                {channel.name}{' '}
                {channel.state === 'archived' && (
                  <span className="rounded-sm bg-sunken px-2 text-sm font-normal text-ink-soft">
                    {m['community.staff.archived']()}
                  </span>
                )}
              </p>
              <p className="text-sm break-all text-ink-soft">
                /{channel.slug} · {kindNames[channel.kind as keyof typeof kindNames]?.()}
                {channel.slowSeconds > 0 &&
                  ` · ${m['community.staff.slow_every']({ count: channel.slowSeconds })}`}
              </p>
            </div>
            <Button
              look="quiet"
              disabled={index === 0}
              aria-label={m['community.staff.move_up']({ name: channel.name })}
              onClick={() => void move(index, -1)}
            >
              <ArrowUp aria-hidden="true" className="size-5" />
            </Button>
            <Button
              look="quiet"
              disabled={index === channels.length - 1}
              aria-label={m['community.staff.move_down']({ name: channel.name })}
              onClick={() => void move(index, 1)}
            >
              <ArrowDown aria-hidden="true" className="size-5" />
            </Button>
            <Button look="secondary" onClick={() => setOpened(channel)}>
              {m['community.staff.change']()}
            </Button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <ChannelDialog channel={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </Part>
  );
}

const languages = ['ko', 'en', 'ja'] as const;

function ChannelDialog({ channel, onClose }: { channel: Channel | null; onClose(): void }) {
  const client = useQueryClient();
  return (
    <ReasonDialog
      title={channel?.name ?? m['community.staff.add_channel']()}
      text={m['community.staff.channel_text']()}
      submit={m['community.talk.save']()}
      needed={['name_ko', 'slug', 'reason']}
      send={async (values) => {
        const inEach = (name: string) => {
          const ko = values[`${name}_ko`] ?? '';
          return { ko, en: values[`${name}_en`] || ko, ja: values[`${name}_ja`] || ko };
        };
        const said = {
          name: inEach('name'),
          description: inEach('description'),
          slug: values['slug'] ?? '',
          slowSeconds: Number(values['slowSeconds']) || 0,
          reason: values['reason'] ?? '',
        };
        if (channel) await changeChannel(channel.id, { ...said, state: values['state'] as Channel['state'] });
        else await addChannel({ ...said, kind: values['kind'] as (typeof publicKinds)[number] });
        await client.invalidateQueries({ queryKey: channelsKey });
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {languages.map((language) => (
            <TextField
              key={language}
              label={m['community.staff.name_in']({ language: languageNames[language]() })}
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
          {languages.map((language) => (
            <TextField
              key={language}
              label={m['community.staff.description_in']({ language: languageNames[language]() })}
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

const languageNames: Record<(typeof languages)[number], () => string> = {
  ko: () => m['community.staff.language_ko'](),
  en: () => m['community.staff.language_en'](),
  ja: () => m['community.staff.language_ja'](),
};

function Sanctions() {
  const client = useQueryClient();
  const formatMoment = useFormatMoment();
  const { data, error, refetch } = useQuery(sanctionsQuery);
  const [lifted, setLifted] = useState<Sanction | null>(null);
  return (
    <Part title={m['community.staff.sanctions']()}>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {data?.length === 0 && <p className="text-ink-soft">{m['community.staff.no_sanctions']()}</p>}
      <ul className={list}>
        {data?.map((sanction) => (
          <li key={sanction.id} className={row}>
            <div className="mr-auto min-w-0">
              <p className="font-semibold wrap-anywhere">
                {sanction.person.fullName}{' '}
                <span className="font-normal text-ink-soft">@{sanction.person.username}</span>
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {[
                  sanction.kind === 'mute' ? m['community.staff.mute']() : m['community.staff.ban'](),
                  sanction.channel?.name ?? m['community.staff.everywhere'](),
                  sanction.until === null
                    ? m['community.staff.until_lifted']()
                    : m['community.talk.until']({ time: formatMoment(sanction.until) }),
                  sanction.reason,
                ].join(' · ')}
              </p>
            </div>
            <Button look="secondary" onClick={() => setLifted(sanction)}>
              {m['community.staff.lift']()}
            </Button>
          </li>
        ))}
      </ul>
      {lifted && (
        <ReasonDialog
          title={m['community.staff.lift_title']({ name: lifted.person.fullName })}
          text={m['community.staff.lift_text']()}
          submit={m['community.staff.lift']()}
          send={async ({ reason = '' }) => {
            await liftSanction(lifted.id, reason);
            await client.invalidateQueries({ queryKey: sanctionsKey });
          }}
          onClose={() => setLifted(null)}
        />
      )}
    </Part>
  );
}

function Words() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(bannedWordsQuery);
  const [opened, setOpened] = useState<BannedWord | 'new' | null>(null);
  const anew = () => client.invalidateQueries({ queryKey: bannedWordsKey });
  return (
    <Part
      title={m['community.staff.words']()}
      action={
        <Button look="secondary" onClick={() => setOpened('new')}>
          {m['community.staff.add_word']()}
        </Button>
      }
    >
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
    </Part>
  );
}
