import type { Realtime } from '#platform/server/realtime.ts';
import type { ChannelPresence } from '../contract.ts';
import { presenceEveryMs } from '../rules.ts';
import { topicOf } from './channels.ts';

type Present = ChannelPresence['people'][number];

/** Interval for batching: with a thousand people in a channel, single announcements would be a million. */
const gatherMs = 2000;
/** Maximum number of people per message between processes. */
const maxTogether = 10;
/** Maximum number of people who are listed to a newcomer. */
const maxKnown = 200;

/**
 * Presence in channels: batched briefly and sent to subscribers. It is not stored in the database; each
 * process remembers the announcements of all, and a new one knows everyone within a minute.
 */
export function createPresence(realtime: Pick<Realtime, 'broadcast' | 'listen'>) {
  const waiting = new Map<string, Map<string, Present>>();
  const known = new Map<string, Map<string, Present & { until: number }>>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [channelId, people] of waiting) {
      const all = [...people.values()];
      for (let from = 0; from < all.length; from += maxTogether) {
        realtime.broadcast(topicOf(channelId), 'presence', { people: all.slice(from, from + maxTogether) });
      }
    }
    waiting.clear();
  }

  function remember(topic: string, people: readonly Present[]): void {
    const there = known.get(topic) ?? new Map<string, Present & { until: number }>();
    const now = performance.now();
    for (const person of people) there.set(person.id, { ...person, until: now + 2 * presenceEveryMs });
    for (const [id, { state, until }] of there) if (state === 'gone' || until < now) there.delete(id);
    if (there.size > 0) known.set(topic, there);
    else known.delete(topic);
  }

  /** Subscribe only when someone is present or asks. */
  function listen(): void {
    stopListening ??= realtime.listen({
      onWoken() {},
      onPassing({ topic, type, data }) {
        if (type === 'presence' && Array.isArray(data['people']))
          remember(topic, data['people'] as Present[]);
      },
    });
  }

  return {
    tell(channelId: string, person: Present): void {
      listen();
      const people = waiting.get(channelId) ?? new Map<string, Present>();
      people.set(person.id, person);
      waiting.set(channelId, people);
      remember(topicOf(channelId), [person]);
      timer ??= setTimeout(flush, gatherMs);
    },
    list(channelId: string): Present[] {
      listen();
      remember(topicOf(channelId), []);
      const there = [...(known.get(topicOf(channelId))?.values() ?? [])];
      return there.slice(0, maxKnown).map(({ until: _until, ...person }) => person);
    },
    close(): void {
      flush();
      stopListening?.();
    },
  };
}
