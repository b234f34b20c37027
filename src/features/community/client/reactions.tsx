import { useQueryClient } from '@tanstack/react-query';
import { SmilePlus } from 'lucide-react';
import { useLoginFirst } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import type { Message } from '../contract.ts';
import { setReaction } from './api.ts';
import { moreReactions, usualReactions } from './emoji.ts';
import { Floating } from './floating.tsx';
import { putChanged } from './live.ts';
import { withReaction } from './message-window.ts';
import { formatCount } from './words.ts';

/** Returns a function that toggles a reaction optimistically and reverts it if it is refused. */
export function useReact(message: Message): (emoji: string) => void {
  const client = useQueryClient();
  const withLogin = useLoginFirst();
  async function react(emoji: string): Promise<void> {
    const before = message.reactions.find((each) => each.emoji === emoji);
    const isAdded = before?.mine !== true;
    const count = (before?.count ?? 0) + (isAdded ? 1 : -1);
    putChanged(client, {
      ...message,
      reactions: withReaction(message.reactions, { emoji, count, mine: isAdded }),
    });
    try {
      const { reactions } = await setReaction(message.id, emoji, isAdded);
      putChanged(client, { ...message, reactions });
    } catch (error) {
      putChanged(client, message);
      toast('danger', m['community.talk.failed'](), describeError(error));
    }
  }
  return (emoji) => withLogin(() => void react(emoji));
}

/** Reactions to a message; a click adds or removes one's own. */
export function Reactions(props: { message: Message; canReact: boolean; reach?: number | undefined }) {
  const { message, canReact, reach } = props;
  const react = useReact(message);
  if (message.reactions.length === 0) return null;
  return (
    <ul aria-label={m['community.talk.reactions']()} className="mt-1 flex flex-wrap gap-1">
      {message.reactions.map(({ emoji, count, mine }) => (
        <li key={emoji}>
          <button
            type="button"
            aria-pressed={mine}
            tabIndex={reach}
            disabled={!canReact}
            onClick={() => react(emoji)}
            className="flex min-h-8 min-w-11 items-center justify-center gap-1 rounded-full border border-line bg-surface px-2 text-sm tabular-nums enabled:hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-strong"
          >
            {emoji} {formatCount(count)}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function ReactionPicker({ message, className }: { message: Message; className: string }) {
  const react = useReact(message);
  return (
    <Floating
      label={m['community.talk.react']()}
      role="dialog"
      className={className}
      panelClass="w-72"
      icon={<SmilePlus aria-hidden="true" className="size-5" />}
    >
      <div className="grid grid-cols-6 gap-0.5">
        {[...usualReactions, ...moreReactions].map((emoji) => (
          <button
            key={emoji}
            type="button"
            onClick={() => react(emoji)}
            className="grid size-11 place-items-center rounded-sm text-xl hover:bg-accent-soft focus-visible:-outline-offset-2"
          >
            {emoji}
          </button>
        ))}
      </div>
    </Floating>
  );
}
