import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { pinsQuery } from './api.ts';
import { Found } from './found.tsx';
import { SidePanel } from './side-panel.tsx';
import { useTalk } from './talk-context.tsx';

/** Pinned messages of a channel. */
export function PinsPanel({ onClose }: { onClose(): void }) {
  const { channel, goTo } = useTalk();
  const { data, error, refetch } = useQuery(pinsQuery(channel.id));
  return (
    <SidePanel title={m['community.talk.pins']()} onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
        {!data && !error && <div aria-busy="true" className="h-40 animate-pulse rounded-md bg-sunken" />}
        {data?.length === 0 && (
          <p className="p-4 text-center text-ink-soft">{m['community.talk.no_pins']()}</p>
        )}
        <ul className="grid gap-2">
          {data?.map((message) => (
            <li key={message.id}>
              <Found message={message} onOpen={() => goTo(message.seq)} />
            </li>
          ))}
        </ul>
      </div>
    </SidePanel>
  );
}
