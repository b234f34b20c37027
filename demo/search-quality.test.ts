import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import { createInput, type ResourceCard } from '#features/resources/contract.ts';
import { createResource } from '#features/resources/server/public.ts';
import { foldWords } from '#features/search/server/public.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoResources } from './content.ts';
import { contentOf } from './load.ts';
import { searchQueries } from './search-queries.ts';

let server: TestServer;
const slugs = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  const owner = await server.signUp();
  const { db } = server.runtime;
  const now = Date.now();
  await db.transaction().execute(async (trx) => {
    for (const resource of demoResources.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
      const content = parseInput(createInput, {
        // Searches need no files; links replace them.
        ...contentOf(resource),
        downloadUrl: 'https://example.org/',
      });
      const at = new Date(now - resource.daysAgo * 24 * 60 * 60 * 1000);
      slugs.set(await createResource(trx, owner, content, { files: [], pictures: [] }, at), resource.slug);
    }
  });
  await foldWords(db);
});
afterAll(() => server.close());

const all = Object.entries(searchQueries).flatMap(([kind, queries]) =>
  Object.entries(queries).map(([query, expected]) => ({ kind, query, expected: [expected].flat() })),
);

async function firstFive(query: string): Promise<{ found: string[]; expanded: string }> {
  const url = `/api/resources?sort=relevance&limit=5&search=${encodeURIComponent(query)}`;
  const answer = await server.call('GET', url, { remoteAddress: '10.9.9.9' });
  expect(answer.statusCode, answer.body).toBe(200);
  const expanded = decodeURIComponent(String(answer.headers['x-search-expanded-to'] ?? ''));
  return { found: answer.json<ResourceCard[]>().map(({ id }) => slugs.get(id) ?? id), expanded };
}

describe('the table of queries', () => {
  test('has at least 120 queries, all for existing resources', () => {
    expect(all.length).toBeGreaterThanOrEqual(120);
    const known = new Set(demoResources.map(({ slug }) => slug));
    expect(all.flatMap(({ expected }) => expected).filter((slug) => !known.has(slug))).toEqual([]);
  });

  test('finds at least 95 % of the intended resources in the first five', { timeout: 120_000 }, async () => {
    const missed: string[] = [];
    for (const { kind, query, expected } of all) {
      const { found, expanded } = await firstFive(query);
      if (!found.some((slug) => expected.includes(slug))) {
        missed.push(`${kind}: ${query} (${expanded}) gave ${found.join(', ') || 'nothing'}`);
      }
    }
    const share = 1 - missed.length / all.length;
    expect(share, `missed of ${all.length}:\n${missed.join('\n')}`).toBeGreaterThanOrEqual(0.95);
    // Printed even when the test passes, to show which queries miss.
    process.stdout.write(
      `search quality: ${(100 * share).toFixed(1)} % of ${all.length}\n${missed.join('\n')}\n`,
    );
  });
});
