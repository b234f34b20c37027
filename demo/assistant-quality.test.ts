import { type Locale, locales } from '#i18n/languages.ts';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { score as scoreSchema, type Citation, type Conversation } from '#features/assistant/contract.ts';
import { assistantOn } from '#features/assistant/server/testing.ts';
import { createInput } from '#features/resources/contract.ts';
import { createResource, storeFile } from '#features/resources/server/public.ts';
import type { IncomingFile } from '#features/uploads/server/public.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { assistantQuestions, heldOut } from './assistant-questions.ts';
import { demoResources } from './content.ts';
import { contentOf } from './load.ts';

/**
 * Measures how often the assistant is right without a model. The result is stored in
 * src/features/assistant/server/measured.ts, which `npm run score` rewrites, and is served by `GET
 * /api/assistant/score`.
 */
type Asked = {
  slug: string;
  locale: Locale;
  question: string;
  where: string | null;
  isRight: boolean;
  got: string;
};
const asked: Asked[] = [];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_ASSISTANT: '10000' });
  const { db, storage } = server.runtime;
  const owner = await server.signUp();
  const on = assistantOn(server);
  const reader = await server.signUp();
  for (const [slug, questions] of Object.entries(assistantQuestions)) {
    const resource = demoResources.find((each) => each.slug === slug);
    if (!resource) throw new Error(`the demo has no ${slug}`);
    const files: IncomingFile[] = [];
    // Only files that are read as text: the others take minutes to generate.
    for (const { name, make } of resource.files.filter(({ name: file }) =>
      /\.(?:md|txt|csv|ino)$/.test(file),
    ))
      files.push(
        await storeFile(
          storage,
          { name, bytes: Readable.from([Buffer.from(await make())]) },
          { maxBytes: 1_000_000, field: 'files', scanner: null, ownerId: owner.id },
        ),
      );
    const content = parseInput(createInput, { ...contentOf(resource), downloadUrl: 'https://example.org/' });
    const id = await db
      .transaction()
      .execute((trx) => createResource(trx, owner, content, { files, pictures: [] }, new Date()));
    const begun = await on.begin({ resourceId: id }, reader);
    for (const each of questions) asked.push(await ask(on, begun, reader, slug, each));
  }
}, 300_000);
afterAll(() => server.close());

async function ask(
  on: ReturnType<typeof assistantOn>,
  begun: Conversation,
  reader: Person,
  slug: string,
  [locale, question, where]: (typeof assistantQuestions)[string][number],
): Promise<Asked> {
  const { message } = await on.ask(begun, reader, question);
  const got = [...new Set(message.citations.map(placeOf))].slice(0, 2);
  const isRight = where === null ? message.declined : got.some((place) => where.split(' ').includes(place));
  return { slug, locale, question, where, isRight, got: message.declined ? 'declined' : got.join(' ') };
}

function placeOf({ step, part, file, about }: Citation): string {
  if (step !== undefined) return `step:${step}`;
  if (part !== undefined) return `part:${part}`;
  return file === undefined ? (about ? 'about' : 'said') : 'file';
}

const rateOf = (some: readonly Asked[]) => ({
  right: some.filter(({ isRight }) => isRight).length,
  of: some.length,
});
const ratesOf = (some: readonly Asked[]) => ({
  answerable: rateOf(some.filter(({ where }) => where !== null)),
  unanswerable: rateOf(some.filter(({ where }) => where === null)),
});
const share = ({ right, of }: { right: number; of: number }) => right / of;
const told = (some: readonly Asked[]) =>
  some
    .map(({ slug, question, where, got }) => `${slug}: ${question} (${where ?? 'nowhere'}) gave ${got}`)
    .join('\n');

describe('the set of questions', () => {
  test('has at least 150, in three languages, of both kinds, about half of them held out', () => {
    expect(asked.length).toBeGreaterThanOrEqual(150);
    for (const locale of locales) {
      const those = asked.filter((each) => each.locale === locale);
      expect(those.length).toBeGreaterThanOrEqual(30);
      expect(those.some(({ where }) => where === null)).toBe(true);
    }
    const held = asked.filter(({ slug }) => heldOut.includes(slug));
    expect(held.length / asked.length).toBeGreaterThan(0.4);
    expect(new Set(asked.map(({ slug, question }) => `${slug} ${question}`)).size).toBe(asked.length);
  });

  test.each([
    ['all of it', (): boolean => true],
    ['what was held out', ({ slug }: Asked): boolean => heldOut.includes(slug)],
  ])(
    '%s: at least 90 % have a right citation among the first two, at least 90 % of the others are declined',
    (_what, isOf) => {
      const { answerable, unanswerable } = ratesOf(asked.filter(isOf));
      expect(
        share(answerable),
        told(asked.filter((each) => each.where !== null && !each.isRight)),
      ).toBeGreaterThanOrEqual(0.9);
      expect(
        share(unanswerable),
        told(asked.filter((each) => each.where === null && !each.isRight)),
      ).toBeGreaterThanOrEqual(0.9);
    },
  );

  test('the published score is the measured one', async () => {
    const now = {
      guides: Object.keys(assistantQuestions).length,
      questions: asked.length,
      ...ratesOf(asked),
      heldOut: ratesOf(asked.filter(({ slug }) => heldOut.includes(slug))),
      languages: Object.fromEntries(
        locales.map((locale) => [locale, ratesOf(asked.filter((each) => each.locale === locale))]),
      ),
    };
    if (process.env['WRITE_SCORE']) {
      const measured = { measuredAt: new Date().toISOString().slice(0, 10), ...now };
      const file = fileURLToPath(new URL('../src/features/assistant/server/measured.ts', import.meta.url));
      await writeFile(
        file,
        `import type { Score } from '../contract.ts';\n\n/** Written by \`npm run score\`, never by hand. */\nexport const measured: Score = ${JSON.stringify(measured, null, 2)};\n`,
      );
      process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
      return;
    }
    const shown = scoreSchema.parse((await server.call('GET', '/api/assistant/score')).json());
    expect({ ...shown, measuredAt: undefined }).toEqual({ ...now, measuredAt: undefined });
  });
});

test.runIf(process.env['SHOW_MISSES'])('misses', () => {
  const some = asked.filter(({ slug, isRight }) => !isRight && !heldOut.includes(slug));
  const held = asked.filter(({ slug }) => heldOut.includes(slug));
  process.stdout.write(
    `${told(some)}\ntuned ${JSON.stringify(ratesOf(asked.filter(({ slug }) => !heldOut.includes(slug))))}\nheld ${JSON.stringify(ratesOf(held))}\n`,
  );
  expect(some.length).toBeGreaterThanOrEqual(0);
});
