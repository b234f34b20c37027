import type { ChannelPush, Message } from '../contract.ts';

/** The stretch of a channel or a thread that a page holds: without gaps, oldest first. */
export type MessageWindow = {
  messages: readonly Message[];
  /** Whether there is more on that side than is held. */
  hasBefore: boolean;
  hasAfter: boolean;
};

/** A page draws at most so many; what lies farther off is loaded again when somebody goes there. */
export const mostHeld = 300;

const bySeq = (one: Message, other: Message) => one.seq - other.seq;

/** Each message once, as it is known last. */
function merged(known: readonly Message[], more: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [message.id, message]));
  for (const message of more) all.set(message.id, message);
  return [...all.values()].toSorted(bySeq);
}

/** With what came before; `isAll` says that there is nothing before that. */
export function withOlder(window: MessageWindow, older: readonly Message[], isAll: boolean): MessageWindow {
  const messages = merged(older, window.messages);
  const isTooMany = messages.length > mostHeld;
  return {
    messages: isTooMany ? messages.slice(0, mostHeld) : messages,
    hasBefore: !isAll,
    hasAfter: window.hasAfter || isTooMany,
  };
}

export function withNewer(window: MessageWindow, newer: readonly Message[], isAll: boolean): MessageWindow {
  const messages = merged(window.messages, newer);
  const isTooMany = messages.length > mostHeld;
  return {
    messages: isTooMany ? messages.slice(-mostHeld) : messages,
    hasBefore: window.hasBefore || isTooMany,
    hasAfter: !isAll,
  };
}

/** What was sent, or pushed: at the end where the window reaches it; elsewhere it is loaded when somebody goes there. */
export function withMessage(window: MessageWindow, message: Message): MessageWindow {
  if (window.messages.some(({ id }) => id === message.id)) {
    return { ...window, messages: merged(window.messages, [message]) };
  }
  return window.hasAfter ? window : withNewer(window, [message], true);
}

/** Who looks at it: what is theirs is not told in what everybody is told. */
export type Viewer = { id: string | null; blocked: ReadonlySet<string> };

/** A message as this viewer sees it, of one that was told to everybody. */
export function seenBy(message: Message, { blocked }: Viewer): Message {
  return { ...message, isFolded: message.author !== null && blocked.has(message.author.id) };
}

/**
 * A stretch after what was told. `threadId` is the thread that it is of, null for the channel itself, where the replies in threads are
 * only counted.
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

/** The same stretch where nothing in it has changed, so that nothing is drawn again. */
export function changing(window: MessageWindow, change: (message: Message) => Message): MessageWindow {
  const messages = window.messages.map(change);
  return messages.every((message, index) => message === window.messages[index])
    ? window
    : { ...window, messages };
}

/** Loaded meanwhile, a root may have counted this one already. */
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
