import { describe, expect, test } from 'vitest';
import { canEdit, canPublish, canSee } from './access.ts';
import type { ResourceState } from './contract.ts';

const owner = { id: 'owner', isAdmin: false };
const actors = {
  'a guest': null,
  'a stranger': { id: 'stranger', isAdmin: false },
  'the owner': owner,
  'an admin': { id: 'admin', isAdmin: true },
  'an owner who is an admin': { id: 'owner', isAdmin: true },
};

/** see, edit, publish */
const matrix: Record<keyof typeof actors, Record<ResourceState, [boolean, boolean, boolean]>> = {
  'a guest': {
    draft: [false, false, false],
    published: [true, false, false],
    hidden: [false, false, false],
    removed: [false, false, false],
  },
  'a stranger': {
    draft: [false, false, false],
    published: [true, false, false],
    hidden: [false, false, false],
    removed: [false, false, false],
  },
  'the owner': {
    draft: [true, true, true],
    published: [true, true, true],
    hidden: [true, true, false],
    removed: [false, false, false],
  },
  'an admin': {
    draft: [true, true, true],
    published: [true, true, true],
    hidden: [true, true, false],
    removed: [true, false, false],
  },
  'an owner who is an admin': {
    draft: [true, true, true],
    published: [true, true, true],
    hidden: [true, true, false],
    removed: [true, false, false],
  },
};

const cases = Object.entries(matrix).flatMap(([who, states]) =>
  Object.entries(states).map(([state, [see, edit, publish]]) => ({
    who: who as keyof typeof actors,
    state: state as ResourceState,
    see,
    edit,
    publish,
  })),
);

describe('actions on a resource that belongs to the owner', () => {
  test.each(cases)(
    '$who: see ($see), edit ($edit) and publish ($publish) a resource that is $state',
    ({ who, state, see, edit, publish }) => {
      const actor = actors[who];
      const resource = { ownerId: owner.id, state };
      expect({
        see: canSee(actor, resource),
        edit: canEdit(actor, resource),
        publish: canPublish(actor, resource),
      }).toEqual({ see, edit, publish });
    },
  );
});
