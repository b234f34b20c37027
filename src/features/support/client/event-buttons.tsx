import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Session } from '../contract.ts';
import type { SessionEvent } from '../rules.ts';
import { act, useSessionChanges } from './api.ts';
import { eventNames } from './words.ts';

const looks: Partial<Record<SessionEvent, ButtonLook>> = { take: 'primary', solve: 'primary' };

const primaryFirst = (one: SessionEvent, other: SessionEvent) =>
  Number(looks[other] === 'primary') - Number(looks[one] === 'primary');

/** Confirmations of events that are irreversible or affect somebody else. */
const questions: Partial<Record<SessionEvent, () => string>> = {
  decline: () => m['support.sure.decline'](),
  give_back: () => m['support.sure.give_back'](),
  replace: () => m['support.sure.replace'](),
  give_up: () => m['support.sure.give_up'](),
  cancel: () => m['support.sure.cancel'](),
};

/** Buttons for all events that this person may send now. */
export function EventButtons({ session }: { session: Pick<Session, 'id' | 'can'> }) {
  const { id, can } = session;
  const change = useSessionChanges();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<SessionEvent | null>(null);
  const [pending, setPending] = useState(false);

  async function run(event: SessionEvent): Promise<void> {
    setAsking(null);
    setPending(true);
    try {
      await change(act(id, event));
      // A helper who takes a session goes to its channel; one who gives it back leaves it.
      const channel = event === 'take' ? id : event === 'give_back' ? undefined : null;
      if (channel !== null)
        await navigate({ to: '/remote-support/{-$channel}/{-$id}', params: { channel, id: undefined } });
    } catch (error) {
      toast('danger', describeError(error));
    } finally {
      setPending(false);
    }
  }
  if (can.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {can.toSorted(primaryFirst).map((event) => (
        <Button
          key={event}
          look={looks[event] ?? 'secondary'}
          aria-disabled={pending}
          onClick={() => {
            if (pending) return;
            if (questions[event]) setAsking(event);
            else void run(event);
          }}
        >
          {eventNames[event]()}
        </Button>
      ))}
      {asking && (
        <Dialog title={eventNames[asking]()} onClose={() => setAsking(null)}>
          <p>{questions[asking]?.()}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={() => setAsking(null)}>
              {m['support.do.not']()}
            </Button>
            <Button onClick={() => void run(asking)}>{eventNames[asking]()}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
