import { createContext, useContext } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Channel, Message } from '../contract.ts';
import type { Sending } from './sending.tsx';

/** Context of everything in a channel: the channel and its viewer. */
export type Talk = {
  channel: Channel;
  user: CurrentUser | null;
  sending: Sending;
  /** Id of the message that is being edited. */
  editing: string | null;
  setEditing(id: string | null): void;
  openThread(message: Message): void;
  /** Starts a reply to a message. */
  reply(message: Message): void;
  /** Scrolls to a message of this channel, loaded or not. */
  goTo(seq: number): void;
};

const context = createContext<Talk | null>(null);

export const TalkProvider = context.Provider;

export function useTalk(): Talk {
  const talk = useContext(context);
  if (!talk) throw new Error('a message stands in a channel');
  return talk;
}
