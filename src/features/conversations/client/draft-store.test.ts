import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDraft } from './draft-store.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the same text keeps its id, even after a reload; another text gets another id', () => {
  const draft = openDraft('me', 'inquiry:1');
  draft.keep('될까요?');
  const { clientId } = draft.read();
  draft.keep('될까요?');
  expect(openDraft('me', 'inquiry:1').read()).toEqual({ text: '될까요?', clientId });
  draft.keep('언제 될까요?');
  expect(draft.read().clientId).not.toBe(clientId);
  expect(openDraft('me', 'inquiry:2').read().text).toBe('');
  expect(openDraft('you', 'inquiry:1').read().text).toBe('');
});

test('a sent draft is forgotten, and the same words again are a new message', () => {
  const draft = openDraft('me', 'inquiry:1');
  draft.keep('될까요?');
  const { clientId } = draft.read();
  draft.keep('');
  expect(openDraft('me', 'inquiry:1').read().text).toBe('');
  draft.keep('될까요?');
  expect(draft.read().clientId).not.toBe(clientId);
});

test('a draft is empty without storage or with invalid content', () => {
  localStorage.setItem('gongbang-draft:me:x', 'no draft');
  expect(openDraft('me', 'x').read().text).toBe('');
  vi.stubGlobal('localStorage', undefined);
  const draft = openDraft('me', 'x');
  draft.keep('될까요?');
  expect(draft.read().text).toBe('될까요?');
});
