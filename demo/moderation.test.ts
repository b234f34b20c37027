import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import type { ModerationLog } from '#features/moderation/contract.ts';
import { hearingDays, isUrgent, ruleFits } from '#features/moderation/server/public.ts';
import { demoResources } from './content.ts';
import { demoCases } from './moderation.ts';
import { titleOf, writeModeration } from './write-moderation.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each(demoCases)('$slug was decided according to the rules', (demo) => {
  const { rule, outcome, days, comment } = demo;
  const resource = demoResources.find(({ slug }) => slug === demo.resource);
  expect(resource?.daysAgo).toBeGreaterThan(days.reported);
  const kind = comment ? 'comment' : 'resource';
  expect(ruleFits(rule, { kind, category: comment ? null : (resource?.category ?? null) })).toBe(true);
  // Except in urgent cases, nothing is hidden before its author was asked and has answered or a week has passed.
  const isHidden = outcome !== 'dismissed' && outcome !== 'taken_down';
  const isHeard =
    demo.question !== undefined &&
    (days.answered !== undefined || days.reported - days.decided >= hearingDays);
  expect(!isHidden || isUrgent(rule) || isHeard).toBe(true);
  expect([demo.answer === undefined, demo.objection === undefined]).toEqual([
    days.answered === undefined,
    days.objected === undefined,
  ]);
  expect(days.ruled !== undefined).toBe(outcome === 'kept' || outcome === 'restored');
});

test('the public log lists the decisions, hidden content is hidden, and a second start writes nothing twice', async () => {
  const { runtime } = server;
  const owner = await server.signUp();
  const people = new Map<string, string>();
  for (const { comment, reporter } of demoCases)
    for (const name of [comment?.by, reporter])
      if (name !== undefined && !people.has(name)) people.set(name, (await server.signUp()).id);
  const ids: string[] = [];
  for (const slug of new Set(demoCases.map(({ resource }) => resource))) {
    const { json } = await server.call('POST', '/api/resources', {
      as: owner,
      payload: {
        title: titleOf(slug),
        category: '3d_model',
        state: 'published',
        downloadUrl: 'https://example.com/x',
      },
    });
    ids.push(json<{ id: string }>().id);
  }
  const began = Date.now();
  await writeModeration(runtime, { people, began });
  await writeModeration(runtime, { people, began });

  const log = (await server.call('GET', '/api/moderation-log')).json<ModerationLog>();
  expect(log.items.map(({ rule }) => rule)).toEqual(
    demoCases.toSorted((a, b) => a.days.decided - b.days.decided).map(({ rule }) => rule),
  );
  expect(log.counts).toMatchObject({ decided: 6, hidden: 3, dismissed: 1, takenDown: 1, restored: 1 });
  expect(new Set(log.items.map(({ heard }) => heard))).toEqual(
    new Set(['answered', 'silent', 'afterwards', 'asked', 'none']),
  );
  const shown = await Promise.all(
    ids.map(async (id) =>
      (await server.call('GET', `/api/resources/${id}/comments`)).json<{ text: string }[]>(),
    ),
  );
  expect(shown.flat().map(({ text }) => text)).toEqual([
    demoCases.find(({ outcome }) => outcome === 'restored')?.comment?.text,
  ]);
  const waiting = await runtime.db
    .selectFrom('moderationCase')
    .select('id')
    .where('decidedAt', 'is', null)
    .execute();
  expect(waiting).toEqual([]);
});
