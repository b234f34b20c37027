import { expect, test } from 'vitest';
import { canDecide, canReadDocument, mayUseModel, ownsConversation } from './access.ts';

const me = { person: { id: 'me' }, guestKey: null };
const guest = { person: null, guestKey: 'g' };

test.each([
  [me, { personId: 'me', guestKey: null }, true],
  [me, { personId: 'other', guestKey: null }, false],
  [guest, { personId: null, guestKey: 'g' }, true],
  [guest, { personId: null, guestKey: 'h' }, false],
  [{ person: null, guestKey: null }, { personId: null, guestKey: 'g' }, false],
  [{ person: null, guestKey: null }, { personId: null, guestKey: null }, false],
  // A browser's key gives no access to a person's conversation.
  [guest, { personId: 'me', guestKey: 'g' }, false],
])('the visitor %j has access to the conversation %j: %s', (visitor, conversation, expected) => {
  expect(ownsConversation(visitor, conversation)).toBe(expected);
});

test('documents, models and proposals require a sign-in, and belong to people', () => {
  expect([
    canReadDocument({ id: 'me' }, { ownerId: 'me' }),
    canReadDocument(null, { ownerId: 'me' }),
  ]).toEqual([true, false]);
  expect([mayUseModel(me), mayUseModel(guest)]).toEqual([true, false]);
  expect([
    canDecide({ id: 'me' }, { ownerId: 'me' }),
    canDecide({ id: 'me' }, { ownerId: 'x' }),
    canDecide(null, { ownerId: 'x' }),
  ]).toEqual([true, false, false]);
});
