import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as access from './access.ts';
import { channelKinds, isPublicKind } from './rules.ts';

const anyActor = fc.option(fc.record({ id: fc.constantFrom('me', 'somebody'), isAdmin: fc.boolean() }));
const anyChannel = fc.record({
  kind: fc.constantFrom(...channelKinds),
  state: fc.constantFrom('open' as const, 'archived' as const),
});
const anyStanding = fc.record({ isMember: fc.boolean(), isMuted: fc.boolean(), isBanned: fc.boolean() });
const anything = [anyActor, anyChannel, anyStanding] as const;

test('everyone who can write can read, and muted or banned people, guests and late writers cannot write', () => {
  fc.assert(
    fc.property(...anything, (actor, channel, standing) => {
      if (!access.canWrite(actor, channel, standing)) return;
      expect(access.canRead(actor, channel, standing)).toBe(true);
      expect(access.canReact(actor, channel, standing)).toBe(true);
      const isShutOut = channel.kind !== 'inquiry' && (standing.isMuted || standing.isBanned);
      expect([actor === null, isShutOut, channel.state]).toEqual([false, false, 'open']);
    }),
  );
});

test('private channels are for members only, including staff; public ones are closed to banned people only', () => {
  fc.assert(
    fc.property(...anything, (actor, channel, standing) => {
      const mayRead = access.canRead(actor, channel, standing);
      const expected = isPublicKind(channel.kind)
        ? !standing.isBanned
        : actor !== null && standing.isMember && (!standing.isBanned || channel.kind === 'inquiry');
      expect(mayRead).toBe(expected);
      expect(access.canModerateChannel(actor, channel)).toBe(
        actor?.isAdmin === true && isPublicKind(channel.kind),
      );
    }),
  );
});

test('only admins write announcements', () => {
  fc.assert(
    fc.property(anyActor, anyStanding, (actor, standing) => {
      const channel = { kind: 'announcements', state: 'open' } as const;
      expect(access.canWrite(actor, channel, standing) && actor?.isAdmin !== true).toBe(false);
    }),
  );
});

test('a message is edited by its author only, and deleted by them or a moderator', () => {
  fc.assert(
    fc.property(
      ...anything,
      fc.constantFrom('me', 'somebody', 'another'),
      (actor, channel, standing, authorId) => {
        const isTheirs = actor?.id === authorId;
        expect(access.canEdit(actor, { authorId }, channel, standing)).toBe(
          isTheirs && access.canWrite(actor, channel, standing),
        );
        expect(access.canDelete(actor, { authorId }, channel)).toBe(
          isTheirs || access.canModerateChannel(actor, channel),
        );
        const mayAccept = access.canAccept(actor, { authorId }, channel, standing);
        expect(mayAccept && !isTheirs && actor?.isAdmin !== true).toBe(false);
      },
    ),
  );
});

test('nobody can sanction themselves or staff', () => {
  const staff = { id: 'me', isAdmin: true };
  expect(access.canSanction(staff, { id: 'you', isAdmin: false })).toBe(true);
  expect(access.canSanction(staff, { id: 'you', isAdmin: true })).toBe(false);
  expect(access.canSanction(staff, { id: 'me', isAdmin: false })).toBe(false);
  expect(access.canSanction({ id: 'me', isAdmin: false }, { id: 'you', isAdmin: false })).toBe(false);
  expect(access.canSanction(null, { id: 'you', isAdmin: false })).toBe(false);
  expect(access.canMentionEveryone(null)).toBe(false);
  expect(access.canManageChannels({ isAdmin: false })).toBe(false);
});

test('an edit history is visible to readers of the message, and to nobody after its deletion', () => {
  const channel = { kind: 'text', state: 'open' } as const;
  const standing = { isMember: false, isMuted: false, isBanned: false };
  expect(access.canReadHistory(null, { state: 'shown' }, channel, standing)).toBe(true);
  for (const state of ['deleted', 'hidden'] as const) {
    expect(access.canReadHistory({ id: 'me', isAdmin: true }, { state }, channel, standing)).toBe(false);
  }
});
