import type { Realtime } from '#platform/server/realtime.ts';
import type { ChannelPassing } from '../contract.ts';
import { topicOf } from './channels.ts';

type Present = Extract<ChannelPassing, { type: 'presence' }>['data']['people'][number];

/** What is told together: with a thousand people in a channel each of them would be told of each other one by one. */
const gatherMs = 2000;
/** What fits into one message between processes. */
const mostTogether = 10;

/** Who is there: kept nowhere, gathered for a moment, and told to whoever follows the channel. */
export function createPresence(realtime: Pick<Realtime, 'broadcast'>) {
  const waiting = new Map<string, Map<string, Present>>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [channelId, people] of waiting) {
      const all = [...people.values()];
      for (let from = 0; from < all.length; from += mostTogether) {
        realtime.broadcast(topicOf(channelId), 'presence', { people: all.slice(from, from + mostTogether) });
      }
    }
    waiting.clear();
  }
  return {
    tell(channelId: string, person: Present): void {
      const people = waiting.get(channelId) ?? new Map<string, Present>();
      people.set(person.id, person);
      waiting.set(channelId, people);
      timer ??= setTimeout(flush, gatherMs);
    },
    close: flush,
  };
}
