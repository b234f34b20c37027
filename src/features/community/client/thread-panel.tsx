import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Message } from '../contract.ts';
import { messagesKey, readOn, threadQuery } from './api.ts';
import { Composer } from './composer.tsx';
import { MessageItem } from './message-item.tsx';
import type { MessageWindow } from './message-window.ts';
import { OutgoingList } from './outgoing-list.tsx';
import { ReadOn } from './read-on.tsx';
import { SidePanel } from './side-panel.tsx';
import { TalkProvider, useTalk } from './talk-context.tsx';

/** Panel with the replies to one message, next to the channel. */
export function ThreadPanel({ root, onClose }: { root: Message; onClose(): void }) {
  const talk = useTalk();
  const client = useQueryClient();
  const { channel, user } = talk;
  const { data, error, refetch } = useQuery(threadQuery(channel.id, root.id));
  // Current root, if the channel's window contains it.
  const { data: held } = useQuery<MessageWindow>({ queryKey: messagesKey(channel.id), enabled: false });
  const top = held?.messages.find(({ id }) => id === root.id) ?? root;
  const [current, setCurrent] = useState<string | null>(null);
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const loaded = data?.messages.length ?? 0;
  const count = data?.hasAfter ? Math.max(top.replies, loaded) : loaded;
  const isWhole = data?.hasAfter === false;
  useEffect(() => {
    if (isWhole && count > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [isWhole, count]);
  const currentId = current ?? root.id;
  return (
    <SidePanel title={m['community.talk.thread_title']()} onClose={onClose}>
      <TalkProvider value={{ ...talk, reply: setReplyTo }}>
        <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto py-3">
          <MessageItem message={top} place="thread" isCurrent={currentId === top.id} onFocus={setCurrent} />
          <p className="my-3 flex items-center gap-3 px-4 text-sm text-ink-soft after:h-px after:flex-1 after:bg-line">
            {m['community.talk.replies']({ count })}
          </p>
          {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
          {!data && !error && (
            <div aria-busy="true" className="mx-4 h-24 animate-pulse rounded-md bg-sunken" />
          )}
          {data?.messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              place="thread"
              isCurrent={currentId === message.id}
              onFocus={setCurrent}
            />
          ))}
          {data?.hasAfter && <ReadOn channelId={channel.id} threadId={root.id} />}
          <OutgoingList threadId={root.id} known={data?.messages ?? []} />
          <div ref={end} />
        </div>
        {channel.can.write && (
          <Composer
            threadId={root.id}
            label={m['community.talk.write_reply']()}
            replyTo={replyTo}
            onReplyOver={() => setReplyTo(null)}
            onEditLast={() => {
              const own = data?.messages.findLast(
                ({ author, state }) => author?.id === user?.id && state === 'shown',
              );
              if (own) talk.setEditing(own.id);
            }}
            onSent={() => {
              // One's own new reply is at the end.
              void readOn(client, channel.id, root.id, Infinity).catch(() => {});
              end.current?.scrollIntoView({ block: 'nearest' });
            }}
          />
        )}
      </TalkProvider>
    </SidePanel>
  );
}
