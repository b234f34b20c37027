import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { FoundMessage } from '../contract.ts';
import { communityLimits, foundPerPage } from '../rules.ts';
import { searchMessages, searchQuery } from './api.ts';
import { Found } from './found.tsx';
import { SidePanel } from './side-panel.tsx';
import { useTalk } from './talk-context.tsx';

/** Searches messages in this channel or in all; results link to their place. */
export function SearchPanel({ onClose }: { onClose(): void }) {
  const { channel } = useTalk();
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState({ search: '', isEverywhere: false });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setAsked({ search: String(values.get('search')).trim(), isEverywhere: values.get('where') === 'all' });
  }
  return (
    <SidePanel title={m['community.search.title']()} first={field} onClose={onClose}>
      <form
        role="search"
        aria-label={m['community.search.title']()}
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line p-3"
      >
        <div className="flex gap-2">
          <input
            ref={field}
            name="search"
            type="search"
            aria-label={m['community.search.label']()}
            placeholder={m['community.search.label']()}
            maxLength={communityLimits.search}
            autoComplete="off"
            className="min-h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-paper px-3 placeholder:text-ink-soft"
          />
          <Button type="submit">{m['community.search.submit']()}</Button>
        </div>
        <div className="flex flex-wrap gap-x-4">
          {(['here', 'all'] as const).map((where) => (
            <label key={where} className="flex min-h-9 items-center gap-2 text-sm">
              <input
                type="radio"
                name="where"
                value={where}
                defaultChecked={where === 'here'}
                className="size-4 accent-accent"
              />
              {where === 'here'
                ? m['community.search.here']({ channel: channel.name })
                : m['community.search.everywhere']()}
            </label>
          ))}
        </div>
      </form>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        {asked.search === '' ? (
          <p className="p-4 text-center text-ink-soft">{m['community.search.hint']()}</p>
        ) : (
          <Results
            key={JSON.stringify(asked)}
            search={asked.search}
            channelId={asked.isEverywhere ? '' : channel.id}
          />
        )}
      </div>
    </SidePanel>
  );
}

function Results({ search, channelId }: { search: string; channelId: string }) {
  const { channel, goTo } = useTalk();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(searchQuery(search, channelId));
  const [more, setMore] = useState<readonly FoundMessage[]>([]);
  const [isOver, setOver] = useState(false);
  const [isLoading, setLoading] = useState(false);
  if (error && !data) return <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-md bg-sunken" />;
  const found = [...data, ...more];
  async function loadMore(): Promise<void> {
    setLoading(true);
    try {
      const next = await searchMessages(search, channelId, found.at(-1)?.message.id);
      setMore((before) => [...before, ...next]);
      setOver(next.length < foundPerPage);
    } catch (failure) {
      toast('danger', m['community.talk.failed'](), describeError(failure));
    } finally {
      setLoading(false);
    }
  }
  function open({ message, channel: of }: FoundMessage): void {
    if (of.id === channel.id && message.threadId === null && of.kind !== 'questions') goTo(message.seq);
    else
      void navigate({
        to: '/remote-support/{-$channel}/{-$id}',
        params: { channel: of.slug, id: String(message.seq) },
      });
  }
  return (
    <>
      <p role="status" className="pb-2 text-sm text-ink-soft">
        {found.length === 0
          ? m['community.search.none']({ search })
          : m['community.search.found']({ count: found.length })}
      </p>
      <ul className="grid gap-2">
        {found.map((each) => (
          <li key={each.message.id}>
            <Found
              message={each.message}
              {...(channelId === '' && { place: each.channel.name })}
              onOpen={() => open(each)}
            />
          </li>
        ))}
      </ul>
      {data.length >= foundPerPage && !isOver && (
        <Button look="quiet" className="mt-2 w-full" disabled={isLoading} onClick={() => void loadMore()}>
          {isLoading ? m['community.talk.loading']() : m['community.search.more']()}
        </Button>
      )}
    </>
  );
}
