import { createContext, useContext } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Channel, Message } from '../contract.ts';
import type { Sending } from './sending.tsx';

/** What everything in a channel needs to know of where it is and who looks. */
export type Talk = {
  channel: Channel;
  user: CurrentUser | null;
  sending: Sending;
  /** The message that is being edited. */
  editing: string | null;
  setEditing(id: string | null): void;
  openThread(message: Message): void;
  /** Answers a message where it stands. */
  reply(message: Message): void;
  /** Shows a message of this channel, wherever it is. */
  goTo(seq: number): void;
};

const context = createContext<Talk | null>(null);

export const TalkProvider = context.Provider;

export function useTalk(): Talk {
  const talk = useContext(context);
  if (!talk) throw new Error('a message stands in a channel');
  return talk;
}
