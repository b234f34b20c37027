import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { cutText, gameTextLength } from '../rules.ts';
import { listResourcesQuery } from './api.ts';

// There is no page in this test that would set the language.
vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));
afterEach(() => vi.unstubAllGlobals());

// The card of a game shows 50 characters of the description, of any width.
test.each([
  ['가'.repeat(50), '가'.repeat(50)],
  ['가'.repeat(60), `${'가'.repeat(50)}…`],
  ['x'.repeat(60), `${'x'.repeat(50)}…`],
  [`${'가'.repeat(49)}、${'나'.repeat(20)}`, `${'가'.repeat(49)}…`],
])('a list keeps enough of %s for the card of a game', async (description, shown) => {
  const card = { id: 'a', title: '게임', description, language: 'ko', translations: {}, tags: [] };
  vi.stubGlobal('fetch', async () => Response.json([card]));
  const { items } = await new QueryClient().fetchQuery(listResourcesQuery({ type: 'flash_game' }));
  expect(items.map((each) => cutText(each.description, gameTextLength))).toEqual([shown]);
});
