import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { useTopic } from '#platform/client/realtime.ts';
import { buttonClass } from '#ui/button.tsx';
import { callQuery } from './api.ts';

/** Participants of a channel's call, with the button to join. */
export function CallBar({ slug, channelId }: { slug: string; channelId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(callQuery(channelId));
  const again = () => void client.invalidateQueries({ queryKey: callQuery(channelId).queryKey });
  useTopic(`call:${channelId}`, { onEvent: again, onReset: again });
  const people = data?.people ?? [];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-accent-soft px-4 py-2">
      <p className="min-w-0 flex-1 wrap-anywhere" aria-live="polite">
        {people.length === 0
          ? m['calls.lobby.empty']()
          : m['calls.bar.inside']({
              count: people.length,
              names: people.map(({ name }) => name).join(', '),
            })}
      </p>
      <Link
        to="/remote-support/{-$channel}/{-$id}"
        params={{ channel: slug, id: 'call' }}
        className={buttonClass(people.length > 0 ? 'primary' : 'secondary')}
      >
        <Phone aria-hidden="true" className="size-5" />
        {m['calls.bar.join']()}
      </Link>
    </div>
  );
}
