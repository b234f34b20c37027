import { CircleAlert, Clock, Paperclip } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Prose } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Message } from '../contract.ts';
import type { OwnOutgoing } from './sending.tsx';
import { useTalk } from './talk-context.tsx';

/** Unacknowledged messages, below all others. */
export function OutgoingList({ threadId, known }: { threadId: string | null; known: readonly Message[] }) {
  const { channel, sending } = useTalk();
  const there = new Set(known.map(({ clientId }) => clientId));
  const waiting = sending.waiting.filter(
    (each) => each.channelId === channel.id && each.body.threadId === threadId && !there.has(each.clientId),
  );
  return waiting.map((message) => <OutgoingItem key={message.clientId} message={message} />);
}

/** Time after which a message counts as waiting for the connection. */
const lateMs = 4000;

/** Returns true if something that began at `since` is late. */
function useIsLate(since: number): boolean {
  const [late, setLate] = useState<number | null>(null);
  useEffect(() => {
    // A clock that was set back must not prolong the wait.
    const left = Math.min(lateMs, Math.max(0, since + lateMs - Date.now()));
    const timer = setTimeout(setLate, left, since);
    return () => clearTimeout(timer);
  }, [since]);
  return late === since;
}

function OutgoingItem({ message }: { message: OwnOutgoing }) {
  const { clientId, body, problem, writtenAt } = message;
  const { user, sending } = useTalk();
  const [since, setSince] = useState(() => Date.parse(writtenAt));
  const isWaiting = useIsLate(since) && problem === null;
  function again(): void {
    setSince(Date.now());
    sending.again(clientId);
  }
  return (
    <article
      aria-label={m['community.talk.outgoing']()}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-1 mt-2"
    >
      <span className="grid size-10 place-items-center rounded-full bg-sunken text-ink-soft">
        {problem === null ? (
          <Clock aria-hidden="true" className="size-5" />
        ) : (
          <CircleAlert aria-hidden="true" className="size-5 text-danger" />
        )}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{user?.fullName}</span>
          {problem === null && !isWaiting && (
            <span className="text-sm text-ink-soft">{m['community.talk.sending']()}</span>
          )}
        </p>
        <div className="text-ink-soft">
          <Prose text={body.text} />
          {body.fileNames.map((name) => (
            <p key={name} className="flex items-center gap-1 text-sm break-all">
              <Paperclip aria-hidden="true" className="size-4 shrink-0" />
              {name}
            </p>
          ))}
        </div>
        {(problem !== null || isWaiting) && (
          <div
            role={isWaiting ? 'status' : 'alert'}
            className={`flex flex-wrap items-center gap-x-3 text-sm ${isWaiting ? 'text-ink-soft' : 'text-danger'}`}
          >
            <p>
              {isWaiting ? m['community.talk.waiting']() : `${m['community.talk.not_sent']()} ${problem}`}
            </p>
            <button type="button" className="min-h-9 underline" onClick={again}>
              {m['community.talk.again']()}
            </button>
            <button type="button" className="min-h-9 underline" onClick={() => sending.discard(clientId)}>
              {m['community.talk.discard']()}
            </button>
          </div>
        )}
      </div>
    </article>
  );
}
