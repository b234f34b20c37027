import { expect, test } from 'vitest';
import type { WantedAnswer } from '../contract.ts';
import { mergeAnswers } from './merge-answers.ts';

const answer = (id: string, fields: Partial<WantedAnswer> = {}): WantedAnswer => ({
  id,
  kind: 'words',
  author: null,
  text: '',
  resource: null,
  service: null,
  price: null,
  total: null,
  readyOn: null,
  createdAt: '2026-12-01T00:00:00.000Z',
  isMine: false,
  awarded: null,
  isObjecting: false,
  objection: '',
  ...fields,
});

test('further answers stand in their order, once, and what came with the post is their newest state', () => {
  const first = [answer('a'), answer('c', { awarded: 500 })];
  const further = [answer('b'), answer('c'), answer('d')];
  expect(mergeAnswers(first, further).map(({ id, awarded }) => [id, awarded])).toEqual([
    ['a', null],
    ['b', null],
    ['c', 500],
    ['d', null],
  ]);
});
