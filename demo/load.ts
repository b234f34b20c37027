import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { registerPerson } from '#features/accounts/server/public.ts';
import { createInput } from '#features/resources/contract.ts';
import {
  createResource,
  storeFile,
  storePicture,
  type IncomingFile,
  type IncomingPicture,
} from '#features/resources/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoResources, demoUsers } from './content.ts';
import type { DemoResource, Words } from './types.ts';

/** Every demo person signs in with it; the start prints it. */
export const demoPassword = 'gongbang-demo-2026';

/** Three people to sign in as: a Korean, an English and a Japanese writer. */
export const demoSignIns = (['ko', 'en', 'ja'] as const).map((locale) => {
  const user = demoUsers.find((each) => each.locale === locale);
  if (!user) throw new Error(`demo: nobody writes ${locale}`);
  return user.email;
});

const dayMs = 24 * 60 * 60 * 1000;

/** JavaScript makes one thing at a time, but sharp and the disk work beside it. */
const concurrency = 3;

type Deps = { config: Pick<Config, 'maxFileBytes'>; db: Db; storage: BlobStore };

/**
 * Fills an empty database with the demo marketplace. All resources are written in one transaction at the end, so a
 * start that is killed on the way begins anew the next time.
 */
export async function loadDemo(deps: Deps, say: (line: string) => void): Promise<void> {
  if (!(await isEmpty(deps.db))) return;
  const began = Date.now();
  say(
    `Demo content: making ${demoResources.length} resources and ${demoUsers.length} people (about half a minute) …`,
  );
  const owners = await ensurePeople(deps);
  let done = 0;
  // Oldest first, so that the order of publication is that of their dates.
  const ordered = demoResources.toSorted((a, b) => b.daysAgo - a.daysAgo);
  const made = await mapConcurrently(ordered, async (resource) => {
    const stored = {
      files: await makeFiles(deps, resource),
      pictures: await makePictures(deps.storage, resource),
    };
    done += 1;
    if (done % 20 === 0) say(`Demo content: ${done} of ${demoResources.length} …`);
    return { resource, stored };
  });
  await deps.db.transaction().execute(async (trx) => {
    // Another process may have had the same idea: the second one waits here and then finds the work done.
    await sql`lock table resource in share row exclusive mode`.execute(trx);
    if (!(await isEmpty(trx))) return;
    for (const { resource, stored } of made) {
      const owner = owners.get(resource.owner);
      if (owner === undefined) throw new Error(`demo: no user ${resource.owner}`);
      const now = new Date(began - resource.daysAgo * dayMs);
      await createResource(trx, { id: owner }, parseInput(createInput, contentOf(resource)), stored, now);
    }
  });
  say(`Demo content: ready after ${((Date.now() - began) / 1000).toFixed(0)} s`);
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('resource').select('id').limit(1).executeTakeFirst()) === undefined;
}

async function ensurePeople(deps: Deps): Promise<Map<string, string>> {
  await mapConcurrently(demoUsers, async (user) => {
    const found = await deps.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', user.email)
      .executeTakeFirst();
    if (found) return;
    const id = await registerPerson(
      deps.db,
      { fullName: user.fullName, email: user.email, password: demoPassword, username: user.username },
      user.locale,
    );
    await deps.db
      .updateTable('person')
      .set({ bio: user.bio, emailVerified: true })
      .where('id', '=', id)
      .execute();
  });
  const people = await deps.db.selectFrom('person').select(['id', 'displayUsername']).execute();
  return new Map(people.map((person) => [person.displayUsername, person.id]));
}

async function makeFiles(deps: Deps, resource: DemoResource): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const file of resource.files) {
    const bytes = Readable.from([Buffer.from(await file.make())]);
    files.push(
      await storeFile(
        deps.storage,
        { name: file.name, bytes },
        { maxBytes: deps.config.maxFileBytes, field: file.name },
      ),
    );
  }
  return files;
}

async function makePictures(storage: BlobStore, resource: DemoResource): Promise<IncomingPicture[]> {
  const pictures: IncomingPicture[] = [];
  for (const picture of resource.pictures) {
    const id = uuidv7();
    const stored = await storePicture(storage, id, await picture.make(), resource.slug);
    pictures.push({ id, alt: inLanguage(picture.alt, resource.language), ...stored });
  }
  return pictures;
}

function inLanguage(words: Words, language: DemoResource['language']): string {
  return words[language] ?? words.ko;
}

function contentOf(resource: DemoResource) {
  const languages = (['ko', 'en', 'ja'] as const).filter(
    (language) => language !== resource.language && resource.title[language] !== undefined,
  );
  return {
    title: inLanguage(resource.title, resource.language),
    description: inLanguage(resource.description, resource.language),
    language: resource.language,
    translations: Object.fromEntries(
      languages.map((language) => [
        language,
        { title: resource.title[language], description: resource.description[language] },
      ]),
    ),
    category: resource.category,
    subcategory: resource.subcategory,
    tags: resource.tags,
    license: resource.license,
    sourceSite: resource.sourceSite,
    downloadUrl: resource.downloadUrl,
    modelType: resource.modelType,
    usageInstructions: resource.usageInstructions,
    gameControls: resource.gameControls,
    gameCode: resource.gameCode,
    assemblyInstructions: resource.assemblyInstructions,
    details: {
      billOfMaterials: resource.billOfMaterials,
      printSettings: resource.printSettings,
      aiModel: resource.aiModel,
      software: resource.software,
    },
  };
}

async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < items.length) {
        const index = next++;
        results[index] = await work(items[index] as Item);
      }
    }),
  );
  return results;
}
