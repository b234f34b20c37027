import type { ChannelPush, Message } from '../contract.ts';

/** Loaded part of a channel or thread, without gaps, oldest first. */
export type MessageWindow = {
  messages: readonly Message[];
  /** True if there are more messages on that side. */
  hasBefore: boolean;
  hasAfter: boolean;
};

/** Maximum number of loaded messages; distant ones are dropped and loaded again on demand. */
export const maxHeld = 300;

const bySeq = (one: Message, other: Message) => one.seq - other.seq;

/** Merges messages by id; the later version wins. */
function merged(known: readonly Message[], more: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [message.id, message]));
  for (const message of more) all.set(message.id, message);
  return [...all.values()].toSorted(bySeq);
}

/** Adds older messages; `isAll` means that there are none before them. */
export function withOlder(window: MessageWindow, older: readonly Message[], isAll: boolean): MessageWindow {
  const messages = merged(older, window.messages);
  const isTooMany = messages.length > maxHeld;
  return {
    messages: isTooMany ? messages.slice(0, maxHeld) : messages,
    hasBefore: !isAll,
    hasAfter: window.hasAfter || isTooMany,
  };
}

export function withNewer(window: MessageWindow, newer: readonly Message[], isAll: boolean): MessageWindow {
  const messages = merged(window.messages, newer);
  const isTooMany = messages.length > maxHeld;
  return {
    messages: isTooMany ? messages.slice(-maxHeld) : messages,
    hasBefore: window.hasBefore || isTooMany,
    hasAfter: !isAll,
  };
}

/** Appends a sent or pushed message if the window reaches the end; otherwise it is loaded on demand. */
export function withMessage(window: MessageWindow, message: Message): MessageWindow {
  if (window.messages.some(({ id }) => id === message.id)) {
    return { ...window, messages: merged(window.messages, [message]) };
  }
  return window.hasAfter ? window : withNewer(window, [message], true);
}

/** Person who looks at it: pushed events contain no personal state. */
export type Viewer = { id: string | null; blocked: ReadonlySet<string> };

/** Returns a pushed message as this viewer sees it. */
export function seenBy(message: Message, { blocked }: Viewer): Message {
  return { ...message, isFolded: message.author !== null && blocked.has(message.author.id) };
}

/**
 * Applies an event to a window. `threadId` is the thread of the window; null for the channel itself, where
 * replies in threads are only counted.
 */
export function withPush(
  window: MessageWindow,
  push: ChannelPush,
  viewer: Viewer,
  threadId: string | null = null,
): MessageWindow {
  switch (push.type) {
    case 'message': {
      const message = seenBy(push.data, viewer);
      const counted = message.threadId === null ? window : withReply(window, message);
      return message.threadId === threadId ? withMessage(counted, message) : counted;
    }
    case 'edited': {
      const { id, seq: _seq, ...changed } = push.data;
      return changing(window, (message) => (message.id === id ? { ...message, ...changed } : message));
    }
    case 'deleted': {
      const { id, state } = push.data;
      return changing(window, (message) => {
        if (message.id === id) return emptied(message, state);
        return message.replyTo?.id === id
          ? { ...message, replyTo: { ...message.replyTo, text: '' } }
          : message;
      });
    }
    case 'reaction': {
      const { id, emoji, count, personId, isAdded } = push.data;
      return changing(window, (message) =>
        message.id === id
          ? {
              ...message,
              reactions: withReaction(message.reactions, {
                emoji,
                count,
                mine: personId === viewer.id ? isAdded : undefined,
              }),
            }
          : message,
      );
    }
    case 'pinned': {
      const { id, isPinned } = push.data;
      return changing(window, (message) => (message.id === id ? { ...message, isPinned } : message));
    }
    case 'accepted': {
      const { id, acceptedId } = push.data;
      return changing(window, (message) => withAccepted(message, id, acceptedId));
    }
    default:
      return window;
  }
}

/** Returns the same object if nothing has changed, so that nothing is rendered again. */
export function changing(window: MessageWindow, change: (message: Message) => Message): MessageWindow {
  const messages = window.messages.map(change);
  return messages.every((message, index) => message === window.messages[index])
    ? window
    : { ...window, messages };
}

/** A root that was loaded meanwhile may already count this reply. */
function withReply(window: MessageWindow, { threadId, createdAt }: Message): MessageWindow {
  return changing(window, (root) =>
    root.id === threadId && (root.lastReplyAt === null || root.lastReplyAt < createdAt)
      ? { ...root, replies: root.replies + 1, lastReplyAt: createdAt }
      : root,
  );
}

export function emptied(message: Message, state: 'deleted' | 'hidden'): Message {
  return {
    ...message,
    state,
    text: '',
    attachments: [],
    cards: [],
    mentions: [],
    mentionsEveryone: false,
    reactions: [],
    isPinned: false,
    question: message.question && { ...message.question, title: '', tags: [] },
  };
}

export function withReaction(
  reactions: Message['reactions'],
  changed: { emoji: string; count: number; mine: boolean | undefined },
): Message['reactions'] {
  const { emoji, count, mine } = changed;
  const before = reactions.find((each) => each.emoji === emoji);
  const after = { emoji, count, mine: mine ?? before?.mine ?? false };
  if (count === 0) return reactions.filter((each) => each.emoji !== emoji);
  return before ? reactions.map((each) => (each === before ? after : each)) : [...reactions, after];
}

export function withAccepted(message: Message, questionId: string, acceptedId: string | null): Message {
  if (message.id === questionId && message.question)
    return { ...message, question: { ...message.question, acceptedId } };
  if (message.threadId !== questionId) return message;
  const isAccepted = message.id === acceptedId;
  return message.isAccepted === isAccepted ? message : { ...message, isAccepted };
}
