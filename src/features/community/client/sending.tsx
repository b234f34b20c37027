import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { onSignedOut } from '#platform/client/signed-out.ts';
import { deliverMessage, type MessageBody } from './api.ts';
import { putSent } from './live.ts';
import { createOutbox, type Outcome, type Outgoing } from './outbox.ts';

/** Body of a message with the names of its files, which are shown until the files are stored. */
export type SentBody = MessageBody & { fileNames: string[] };
export type OwnOutgoing = Outgoing<SentBody>;
type Outbox = ReturnType<typeof createOutbox<SentBody>>;

const outboxes = new Map<string, Outbox>();

function outboxOf(client: QueryClient, personId: string): Outbox {
  const known = outboxes.get(personId);
  if (known) return known;
  const made = createOutbox<SentBody>({
    personId,
    send: (message, discarded) => deliver(client, message, discarded),
  });
  outboxes.set(personId, made);
  return made;
}

/** Aborts requests when the person signs out: a retry would be sent as the next person. */
let leaving = new AbortController();
onSignedOut(() => {
  leaving.abort();
  leaving = new AbortController();
  for (const outbox of outboxes.values()) outbox.forget();
  outboxes.clear();
});

async function deliver(client: QueryClient, message: OwnOutgoing, discarded: AbortSignal): Promise<Outcome> {
  const { fileNames: _fileNames, ...body } = message.body;
  if (!navigator.onLine) return { kind: 'later' };
  const signal = AbortSignal.any([leaving.signal, discarded]);
  try {
    putSent(client, await deliverMessage(message.channelId, message.clientId, body, signal));
    return { kind: 'sent' };
  } catch (error) {
    if (signal.aborted) return { kind: 'later' };
    const isPassing =
      error instanceof ApiError &&
      (error.status === 0 || error.status >= 500 || error.code === 'rate_limited');
    if (isPassing) return { kind: 'later' };
    // A person who lost permission to write sees the reason in place of the composer.
    if (error instanceof ApiError && error.status === 403)
      void client.invalidateQueries({ queryKey: ['community', 'channel'] });
    return { kind: 'refused', problem: describeError(error) };
  }
}

const nothing: readonly OwnOutgoing[] = [];
const nobody = { subscribe: () => () => {}, entries: () => nothing };

/** Returns the outbox of all channels; null for guests. */
export function useSending(personId: string | null) {
  const client = useQueryClient();
  const outbox = personId === null || typeof window === 'undefined' ? null : outboxOf(client, personId);
  const { subscribe, entries } = outbox ?? nobody;
  const waiting = useSyncExternalStore(subscribe, entries, () => nothing);
  useEffect(() => {
    if (!outbox) return undefined;
    outbox.flush();
    window.addEventListener('online', outbox.flush);
    return () => window.removeEventListener('online', outbox.flush);
  }, [outbox]);
  return {
    waiting,
    send(channelId: string, body: SentBody): void {
      outbox?.add({
        clientId: crypto.randomUUID(),
        channelId,
        writtenAt: new Date().toISOString(),
        body,
      });
    },
    again: (clientId: string) => outbox?.again(clientId),
    discard: (clientId: string) => outbox?.discard(clientId),
  };
}
export type Sending = ReturnType<typeof useSending>;
