import { expect, test } from 'vitest';
import {
  canEditCollection,
  canEditComment,
  canEditMake,
  canFollow,
  canRemoveComment,
  canRemoveMake,
  canSeeCollection,
} from './access.ts';

const actors = {
  guest: null,
  writer: { id: 'writer', isAdmin: false },
  owner: { id: 'owner', isAdmin: false },
  stranger: { id: 'stranger', isAdmin: false },
  admin: { id: 'admin', isAdmin: true },
};

test.each([
  ['guest', false, false, false, false],
  ['writer', true, true, true, true],
  ['owner', false, true, false, false],
  ['stranger', false, false, false, false],
  ['admin', false, true, false, true],
] as const)('%s may edit or remove a comment, edit or remove a make: %j %j %j %j', (name, ...may) => {
  const actor = actors[name];
  const written = { authorId: 'writer', ownerId: 'owner' };
  expect([
    canEditComment(actor, written),
    canRemoveComment(actor, written),
    canEditMake(actor, written),
    canRemoveMake(actor, written),
  ]).toEqual(may);
});

test.each(Object.entries(actors))('a deleted comment cannot be edited by anybody: %s', (_name, actor) => {
  expect(canEditComment(actor, { authorId: null })).toBe(false);
});

test.each([
  ['guest', true, false],
  ['owner', true, true],
  ['stranger', true, false],
  // Private collections are private for admins too.
  ['admin', true, false],
] as const)('%s may see a public collection, a private one: %j %j', (name, seesPublic, seesPrivate) => {
  const actor = actors[name];
  expect(canSeeCollection(actor, { ownerId: 'owner', isPublic: true, hiddenAt: null })).toBe(seesPublic);
  expect(canSeeCollection(actor, { ownerId: 'owner', isPublic: false, hiddenAt: null })).toBe(seesPrivate);
  expect(canSeeCollection(actor, { ownerId: 'owner', isPublic: true, hiddenAt: new Date() })).toBe(
    seesPrivate,
  );
  expect(canEditCollection(actor, { ownerId: 'owner' })).toBe(name === 'owner');
});

test('people follow other people only', () => {
  expect(canFollow(null, 'owner')).toBe(false);
  expect(canFollow(actors.owner, 'owner')).toBe(false);
  expect(canFollow(actors.stranger, 'owner')).toBe(true);
});
