import { expect, test } from 'vitest';
import type { Message } from '../contract.ts';
import {
  maxHeld,
  withMessage,
  withNewer,
  withOlder,
  withPush,
  type MessageWindow,
} from './message-window.ts';

const person = { id: 'p1', username: 'dayun', fullName: '유다인', avatarUrl: null, isStaff: false };
const viewer = { id: 'me', blocked: new Set<string>() };

const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  channelId: 'c',
  seq,
  clientId: `client-${seq}`,
  author: person,
  text: `글 ${seq}`,
  createdAt: `2026-11-23T05:00:${String(seq % 60).padStart(2, '0')}Z`,
  state: 'shown',
  replyTo: null,
  threadId: null,
  replies: 0,
  lastReplyAt: null,
  mentions: [],
  mentionsEveryone: false,
  attachments: [],
  cards: [],
  reactions: [],
  isPinned: false,
  question: null,
  isAccepted: false,
  isFolded: false,
  ...more,
});
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => message(from + index));
const holding = (messages: Message[], more: Partial<MessageWindow> = {}): MessageWindow => ({
  messages,
  hasBefore: false,
  hasAfter: false,
  ...more,
});
const seqs = (window: MessageWindow) => window.messages.map(({ seq }) => seq);

test('older and newer pages are merged without duplicates, in order', () => {
  const window = holding(many(10, 3), { hasBefore: true, hasAfter: true });
  expect(seqs(withOlder(window, many(8, 3), false))).toEqual([8, 9, 10, 11, 12]);
  expect(withOlder(window, many(8, 3), true).hasBefore).toBe(false);
  const newer = withNewer(window, many(12, 3), true);
  expect(seqs(newer)).toEqual([10, 11, 12, 13, 14]);
  expect(newer).toMatchObject({ hasBefore: true, hasAfter: false });
});

test('the far end of a long channel is dropped and known to exist', () => {
  const window = holding(many(1000, maxHeld));
  const older = withOlder(window, many(950, 50), false);
  expect(older.messages).toHaveLength(maxHeld);
  expect(older).toMatchObject({ hasBefore: true, hasAfter: true });
  expect(seqs(older)[0]).toBe(950);
  const newer = withNewer(older, many(1250, 50), true);
  expect(newer).toMatchObject({ hasBefore: true, hasAfter: false });
  expect(seqs(newer).at(-1)).toBe(1299);
});

test('a new message is appended once, and not after a gap', () => {
  const window = holding(many(1, 2));
  const told = withPush(window, { type: 'message', data: message(3) }, viewer);
  expect(seqs(told)).toEqual([1, 2, 3]);
  expect(seqs(withMessage(told, message(3, { text: '다시' })))).toEqual([1, 2, 3]);
  const middle = holding(many(1, 2), { hasAfter: true });
  expect(withPush(middle, { type: 'message', data: message(9) }, viewer)).toBe(middle);
});

test('a reply in a thread is counted once at its root, and appears in its thread only', () => {
  const reply = message(3, { threadId: 'm1' });
  const window = holding(many(1, 2));
  const channel = withPush(window, { type: 'message', data: reply }, viewer);
  expect(seqs(channel)).toEqual([1, 2]);
  expect(channel.messages[0]).toMatchObject({ replies: 1, lastReplyAt: reply.createdAt });
  expect(withPush(channel, { type: 'message', data: reply }, viewer).messages[0]?.replies).toBe(1);
  const thread = withPush(holding([message(1)]), { type: 'message', data: reply }, viewer, 'm1');
  expect(seqs(thread)).toEqual([1, 3]);
  expect(seqs(withPush(thread, { type: 'message', data: message(4) }, viewer, 'm1'))).toEqual([1, 3]);
});

test('edits, deletions and pins change loaded messages only', () => {
  const quoting = message(2, { replyTo: { id: 'm1', seq: 1, author: person, text: '글 1' } });
  const window = holding([message(1), quoting]);
  const edited = withPush(
    window,
    {
      type: 'edited',
      data: {
        id: 'm1',
        seq: 1,
        text: '고친 글',
        mentions: [],
        mentionsEveryone: false,
        cards: [],
        question: null,
        editedAt: '2026-11-23T06:00:00Z',
      },
    },
    viewer,
  );
  expect(edited.messages[0]).toMatchObject({ text: '고친 글', editedAt: '2026-11-23T06:00:00Z' });
  const deleted = withPush(window, { type: 'deleted', data: { id: 'm1', seq: 1, state: 'deleted' } }, viewer);
  expect(deleted.messages[0]).toMatchObject({ text: '', state: 'deleted' });
  expect(deleted.messages[1]?.replyTo?.text).toBe('');
  const pinned = withPush(window, { type: 'pinned', data: { id: 'm2', seq: 2, isPinned: true } }, viewer);
  expect(pinned.messages[1]?.isPinned).toBe(true);
  expect(withPush(window, { type: 'pinned', data: { id: 'm9', seq: 9, isPinned: true } }, viewer)).toBe(
    window,
  );
});

test('a deleted question loses its title and tags', () => {
  const question = message(1, { question: { title: '제목', tags: ['pla'], acceptedId: 'm2' } });
  const hidden = withPush(
    holding([question]),
    { type: 'deleted', data: { id: 'm1', seq: 1, state: 'hidden' } },
    viewer,
  );
  expect(hidden.messages[0]?.question).toEqual({ title: '', tags: [], acceptedId: 'm2' });
});

test('reaction counts come from events, and the viewer’s own from their actions', () => {
  const of = (personId: string, isAdded: boolean, count: number) =>
    ({ type: 'reaction', data: { id: 'm1', seq: 1, emoji: '👍', count, personId, isAdded } }) as const;
  const window = holding([message(1)]);
  const theirs = withPush(window, of('p1', true, 1), viewer);
  expect(theirs.messages[0]?.reactions).toEqual([{ emoji: '👍', count: 1, mine: false }]);
  const both = withPush(theirs, of('me', true, 2), viewer);
  expect(both.messages[0]?.reactions).toEqual([{ emoji: '👍', count: 2, mine: true }]);
  const mine = withPush(both, of('p1', false, 1), viewer);
  expect(mine.messages[0]?.reactions).toEqual([{ emoji: '👍', count: 1, mine: true }]);
  expect(withPush(mine, of('me', false, 0), viewer).messages[0]?.reactions).toEqual([]);
});

test('an accepted answer is marked with its question, and the previous one is unmarked', () => {
  const question = message(1, { question: { title: '왜?', tags: [], acceptedId: 'm2' } });
  const answers = [message(2, { threadId: 'm1', isAccepted: true }), message(3, { threadId: 'm1' })];
  const after = withPush(
    holding([question, ...answers]),
    { type: 'accepted', data: { id: 'm1', seq: 1, acceptedId: 'm3' } },
    viewer,
    'm1',
  );
  expect(after.messages[0]?.question?.acceptedId).toBe('m3');
  expect(after.messages.map(({ isAccepted }) => isAccepted)).toEqual([false, false, true]);
});

test('a message of a blocked person is folded', () => {
  const folded = withPush(
    holding([]),
    { type: 'message', data: message(1) },
    { id: 'me', blocked: new Set(['p1']) },
  );
  expect(folded.messages[0]?.isFolded).toBe(true);
});
