import { expect, test } from 'vitest';
import type { Conversation, Message } from '../contract.ts';
import { heard, withMessages, type Writing } from './asking.ts';

const nothing: Writing = {
  clientId: 'one',
  text: '3단계',
  step: undefined,
  answerId: null,
  sentences: [],
  actions: [],
  safety: [],
  voided: null,
  problem: null,
};
const said = (text: string) => ({ text, citations: [] });
const messageOf = (id: string, seq: number) => ({ id, seq, role: 'user' }) as Message;

test('sentences are appended in order, and each once for repeated events', () => {
  const told = [
    { event: 'sentence', data: { index: 0, sentence: said('하나') } },
    { event: 'sentence', data: { index: 1, sentence: said('둘') } },
    { event: 'sentence', data: { index: 1, sentence: said('둘') } },
  ] as const;
  const writing = told.reduce((before: Writing, event) => heard(before, event as never), nothing);
  expect(writing.sentences.map(({ text }) => text)).toEqual(['하나', '둘']);
});

test('a failed model voids its sentences, and a repeated question streams from the start', () => {
  const half = { ...nothing, sentences: [said('하나')], actions: [{ id: 'a' } as never] };
  expect(heard(half, { event: 'restart', data: { reason: 'model_failed' } })).toMatchObject({
    sentences: [],
    actions: [],
    voided: 'model_failed',
  });
  const question = messageOf('q', 1);
  const begun = heard(half, {
    event: 'begin',
    data: { question, answerId: 'a', mode: 'retrieval', safety: ['laser'] },
  });
  expect(begun).toMatchObject({ sentences: [], answerId: 'a', safety: ['laser'], voided: null });
});

test('an error is shown, and the sentences so far stay', () => {
  const half = { ...nothing, sentences: [said('하나')] };
  const failed = heard(half, { event: 'error', data: { code: 'unknown', message: '안 됐어요' } });
  expect(failed).toMatchObject({ problem: '안 됐어요', sentences: [said('하나')] });
});

test('messages are in order, each once', () => {
  const before = { messages: [messageOf('a', 1), messageOf('b', 3)] } as Conversation;
  const after = withMessages(before, [messageOf('c', 2), messageOf('b', 3)]);
  expect(after.messages.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});
