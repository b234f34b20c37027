import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useLoginFirst } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buttonClass } from '#ui/button.tsx';
import { setWatched } from './api.ts';

/** Button to be notified an hour before the end. */
export function WatchButton(props: {
  id: string;
  title: string;
  isWatched: boolean;
  look: 'icon' | 'words';
}) {
  const { id, title, isWatched, look } = props;
  const client = useQueryClient();
  const withLogin = useLoginFirst();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: boolean) => setWatched(id, next),
    onSuccess: (_answer, next) =>
      toast('success', next ? m['auctions.watch.on']() : m['auctions.watch.off']()),
    onError: (error) => toast('danger', m['auctions.watch.failed'](), describeError(error)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['auctions'] }),
        client.invalidateQueries({ queryKey: ['auction', id] }),
      ]),
  });
  const isOn = isPending ? variables : isWatched;
  const Icon = isOn ? EyeOff : Eye;
  const words = isOn ? m['auctions.watch.stop']() : m['auctions.watch.start']();
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={look === 'icon' ? m['auctions.watch.name']({ title }) : undefined}
      onClick={() => withLogin(() => mutate(!isOn))}
      className={
        look === 'icon'
          ? `grid size-11 place-items-center rounded-full bg-surface/95 hover:text-accent-strong ${isOn ? 'text-accent-strong' : ''}`
          : buttonClass('secondary')
      }
    >
      <Icon aria-hidden="true" className="size-5" />
      {look === 'words' && words}
    </button>
  );
}
