import { locales } from '#i18n/languages.ts';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Runtime } from '#app/runtime.ts';
import { registerPerson } from '#features/accounts/server/public.ts';
import { createInput } from '#features/resources/contract.ts';
import { workshopInput } from '#features/services/contract.ts';
import {
  addStepPicture,
  createResource,
  editResource,
  storeFile,
  storeShown,
  type IncomingPicture,
  getResource,
} from '#features/resources/server/public.ts';
import type { IncomingFile } from '#features/uploads/server/public.ts';
import { createService, type ServiceContent, type ServicePicture } from '#features/services/server/public.ts';
import { foldWords } from '#features/search/server/public.ts';
import { makeInput } from '#features/social/contract.ts';
import {
  addComment,
  addMake,
  createCollection,
  follow,
  putItem,
  setLike,
} from '#features/social/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { storePicture } from '#platform/server/pictures.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoResources, demoServices } from './content.ts';
import { renderScene } from './draw/render.ts';
import { serviceScene } from './services/service-scenes.ts';
import { demoWorkshops } from './services/workshops.ts';
import {
  demoCollections,
  demoComments,
  demoFollows,
  demoMakes,
  likesIt,
  type DemoComment,
  type DemoMake,
} from './social.ts';
import { claimPart, findParts, isDemoDue, isEmpty } from './parts.ts';
import { writeAuctions } from './write-auctions.ts';
import { writeCommunity } from './write-community.ts';
import { writeHelp } from './write-help.ts';
import { writeModeration } from './write-moderation.ts';
import { writeOrders } from './write-orders.ts';
import { writePassports } from './write-passports.ts';
import { writeTenders } from './write-tenders.ts';
import type { DemoFile, DemoResource, DemoService, Words } from './types.ts';
import { demoPassword, demoUsers } from './users.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** JavaScript runs on one thread, but sharp and the disk work concurrently. */
const concurrency = 3;

type Deps = { config: Pick<Config, 'maxFileBytes'>; db: Db; storage: BlobStore };

/**
 * Fills an empty database with the demo marketplace. Resources, services and comments are written in one transaction;
 * payments and bids take steps of their own. Each part is recorded as it is written, so that the next start completes
 * one that was killed.
 */
export async function loadDemo(deps: Runtime, say: (line: string) => void): Promise<void> {
  if (!(await isDemoDue(deps.db))) return;
  const began = Date.now();
  const parts = await findParts(deps.db);
  if (parts.has('content')) say('Demo content: finishing what an earlier start began …');
  else await writeContent(deps, began, say);
  const people = await ensurePeople(deps);
  const services = await findServices(deps.db, people);
  const offered = demoServices.flatMap(({ slug, owner, picture }) => {
    const id = services.get(slug);
    return id === undefined ? [] : [[slug, { id, owner, picture: () => picture.make() }] as const];
  });
  await writeOrders(deps, { people, services: new Map(offered) });
  await writePassports(deps, people);
  await writeAuctions(deps, {
    people,
    services,
    picture: async ({ scene, palette }) => renderScene(await serviceScene(scene, palette, 1)),
  });
  await writeTenders(deps, { people, services: new Map(offered) });
  await writeCommunity(deps, { people, began });
  await writeHelp(deps, { people, began });
  await writeModeration(deps, { people, began });
  // No mails about events before the demo people registered: the jobs find nothing to send.
  await deps.db.deleteFrom('notification').execute();
  await foldWords(deps.db);
  await claimPart(deps.db, 'finished');
  say(`Demo content: ready after ${((Date.now() - began) / 1000).toFixed(0)} s`);
}

/** Ids by slug; a service is identified by its owner and title. */
async function findServices(db: Db, people: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('service').select(['id', 'ownerId', 'title']).execute();
  return new Map(
    demoServices.flatMap(({ slug, owner, title }) => {
      const found = rows.find((row) => row.ownerId === people.get(owner) && row.title === title.ko);
      return found ? [[slug, found.id] as const] : [];
    }),
  );
}

async function writeContent(deps: Runtime, began: number, say: (line: string) => void): Promise<void> {
  say(
    `Demo content: making ${demoResources.length} resources, ${demoServices.length} services and ${demoUsers.length} people (about a minute) …`,
  );
  const owners = await ensurePeople(deps);
  let done = 0;
  // Oldest first, so that the order of publication matches the dates.
  const ordered = demoResources.toSorted((a, b) => b.daysAgo - a.daysAgo);
  const made = await mapConcurrently(ordered, async (resource) => {
    const stored = {
      files: await makeFiles(deps, resource.files),
      pictures: await makePictures(deps.storage, resource),
    };
    const stepPictures = await makeStepPictures(deps.storage, resource);
    const updateFiles = resource.update ? await makeFiles(deps, resource.update.files) : [];
    done += 1;
    if (done % 20 === 0) say(`Demo content: ${done} of ${demoResources.length} …`);
    return { resource, stored, stepPictures, updateFiles };
  });
  const services = await mapConcurrently(demoServices, async (service) => ({
    service,
    pictures: await makeServicePictures(deps.storage, service),
  }));
  const pictures = await makeMakePictures(deps.storage);
  await deps.db.transaction().execute(async (trx) => {
    // Another process may load the demo too: the second one waits here and then finds the work done.
    await sql`lock table resource in share row exclusive mode`.execute(trx);
    if (!(await isEmpty(trx)) || !(await claimPart(trx, 'content'))) return;
    const ids = new Map<string, string>();
    for (const { resource, stored, stepPictures, updateFiles } of made) {
      const owner = owners.get(resource.owner);
      if (owner === undefined) throw new Error(`demo: no user ${resource.owner}`);
      const now = new Date(began - resource.daysAgo * dayMs);
      for (const picture of stepPictures) if (picture) await addStepPicture(trx, { id: owner }, picture, now);
      const content = contentOf(resource);
      const assemblyInstructions = content.assemblyInstructions?.map((step, index) => ({
        ...step,
        imageId: stepPictures[index]?.id,
      }));
      const input = parseInput(createInput, { ...content, assemblyInstructions });
      const id = await createResource(trx, { id: owner }, input, stored, now);
      ids.set(resource.slug, id);
      if (resource.update) {
        const { changelog, daysAgo } = resource.update;
        const files = { files: updateFiles, pictures: [] };
        const at = new Date(began - daysAgo * dayMs);
        await editResource(
          trx,
          { id: owner, isAdmin: false, username: resource.owner },
          id,
          { changelog },
          files,
          at,
        );
      }
    }
    for (const [index, { service, pictures: shown }] of services.entries()) {
      const owner = owners.get(service.owner);
      if (owner === undefined) throw new Error(`demo: no user ${service.owner}`);
      const now = new Date(began - (services.length - index) * dayMs);
      await createService(trx, { id: owner }, serviceContentOf(service), shown, now);
    }
    await writeSocial(trx, { owners, ids, makePictures: pictures, began });
  });
}

async function makeMakePictures(storage: BlobStore): Promise<Map<DemoMake, IncomingPicture>> {
  const made = await mapConcurrently(Object.values(demoMakes).flat(), async (make) => {
    if (!make.picture) return [];
    const id = uuidv7();
    const stored = await storeShown(storage, `make-images/${id}`, await make.picture.make(), make.by);
    return [[make, { id, alt: '', ...stored }] as const];
  });
  return new Map(made.flat());
}

/**
 * Likes, follows, collections, questions and makes, written through the same commands as in production, so that the
 * counts are right.
 */
async function writeSocial(
  trx: Trx,
  {
    owners,
    ids,
    makePictures: shown,
    began,
  }: {
    owners: Map<string, string>;
    ids: Map<string, string>;
    makePictures: Map<DemoMake, IncomingPicture>;
    began: number;
  },
): Promise<void> {
  const someone = (username: string) => {
    const id = owners.get(username);
    const user = demoUsers.find((each) => each.username === username);
    if (id === undefined || !user) throw new Error(`demo: no user ${username}`);
    return { id, isAdmin: false, fullName: user.fullName };
  };
  const resourceOf = (slug: string) => {
    const id = ids.get(slug);
    if (id === undefined) throw new Error(`demo: no resource ${slug}`);
    return id;
  };
  const since = (slug: string, ago: number) => {
    const age = demoResources.find((resource) => resource.slug === slug)?.daysAgo ?? 0;
    return new Date(began - (ago / 30) * age * dayMs);
  };
  const now = new Date(began);
  for (const [index, resourceId] of [...ids.values()].entries()) {
    for (const [place, user] of demoUsers.entries()) {
      if (!likesIt(place, index)) continue;
      await setLike(trx, someone(user.username).id, resourceId, true, now);
    }
  }
  for (const [follower, followed] of demoFollows) {
    await follow(trx, someone(follower), someone(followed).id, now);
  }
  async function write(slug: string, comments: readonly DemoComment[], parentId?: string): Promise<void> {
    for (const { by, text, ago, replies = [] } of comments) {
      const input = { text, parentId };
      const id = await addComment(trx, someone(by), resourceOf(slug), input, since(slug, ago));
      await write(slug, replies, id);
    }
  }
  for (const [slug, comments] of Object.entries(demoComments)) await write(slug, comments);
  for (const [slug, makes] of Object.entries(demoMakes)) {
    for (const make of makes) {
      const { by, ago, picture: _picture, ...content } = make;
      const { files } = await getResource(trx, null, resourceOf(slug));
      const input = parseInput(makeInput, { ...content, fileSha256: files[0]?.sha256 ?? null });
      await addMake(trx, someone(by), resourceOf(slug), input, shown.get(make), since(slug, ago));
    }
  }
  for (const { by, items, ...content } of demoCollections) {
    const collector = someone(by);
    const collectionId = await createCollection(trx, collector.id, { ...content, isPublic: true }, now);
    for (const { slug, note } of items) {
      const item = { collectionId, resourceId: resourceOf(slug) };
      await putItem(trx, collector, item, { note }, now);
    }
  }
}

export async function ensurePeople(deps: Deps): Promise<Map<string, string>> {
  await mapConcurrently(demoUsers, async (user) => {
    const found = await deps.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', user.email)
      .executeTakeFirst();
    if (found) return;
    const id = await registerPerson(
      deps.db,
      {
        fullName: user.fullName,
        email: user.email,
        password: demoPassword,
        username: user.username,
        consents: { terms: true, privacy: true, age14: true, marketing: false },
      },
      user.locale,
    );
    await deps.db
      .updateTable('person')
      .set({ bio: user.bio, languages: user.languages, region: user.region, emailVerified: true })
      .where('id', '=', id)
      .execute();
  });
  const people = await deps.db.selectFrom('person').select(['id', 'displayUsername']).execute();
  return new Map(people.map((person) => [person.displayUsername, person.id]));
}

async function makeFiles(deps: Deps, demoFiles: readonly DemoFile[]): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const file of demoFiles) {
    const bytes = Readable.from([Buffer.from(await file.make())]);
    files.push(
      await storeFile(
        deps.storage,
        { name: file.name, bytes },
        { maxBytes: deps.config.maxFileBytes, field: file.name, scanner: null, ownerId: 'demo' },
      ),
    );
  }
  return files;
}

async function makePictures(storage: BlobStore, resource: DemoResource): Promise<IncomingPicture[]> {
  const pictures: IncomingPicture[] = [];
  for (const picture of resource.pictures) {
    const id = uuidv7();
    const stored = await storeShown(storage, `images/${id}`, await picture.make(), resource.slug);
    pictures.push({ id, alt: inLanguage(picture.alt, resource.language), ...stored });
  }
  return pictures;
}

async function makeStepPictures(
  storage: BlobStore,
  { slug, assemblyInstructions = [] }: DemoResource,
): Promise<(IncomingPicture | null)[]> {
  const pictures: (IncomingPicture | null)[] = [];
  for (const { picture } of assemblyInstructions) {
    const id = uuidv7();
    pictures.push(
      picture ? { id, alt: '', ...(await storeShown(storage, `images/${id}`, await picture(), slug)) } : null,
    );
  }
  return pictures;
}

function inLanguage(words: Words, language: DemoResource['language']): string {
  return words[language] ?? words.ko;
}

/** A published resource without its files and pictures. */
export function contentOf(resource: DemoResource) {
  const languages = locales.filter(
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
    needed: resource.needed,
    assemblyInstructions: resource.assemblyInstructions,
    details: {
      billOfMaterials: resource.billOfMaterials,
      printSettings: resource.printSettings,
      aiModel: resource.aiModel,
      software: resource.software,
    },
  };
}

async function makeServicePictures(storage: BlobStore, service: DemoService): Promise<ServicePicture[]> {
  const id = uuidv7();
  const stored = await storePicture(
    storage,
    `service-images/${id}`,
    await service.picture.make(),
    service.slug,
  );
  return [{ id, kind: 'photo', alt: service.picture.alt.ko, ...stored }];
}

export function serviceContentOf(service: DemoService): ServiceContent {
  const workshop = demoWorkshops[service.slug];
  return {
    // What most people here offer; nobody sends anything without having said so.
    delivery: { post: 0, freeFrom: null, pickup: true, carriers: [] },
    ...(workshop && parseInput(workshopInput, workshop)),
    state: 'active',
    serviceType: service.serviceType,
    isIndividual: service.isIndividual,
    isFreeService: service.isFreeService,
    title: service.title.ko,
    description: service.description.ko,
    language: 'ko',
    translations: Object.fromEntries(
      (['en', 'ja'] as const)
        .filter((language) => service.title[language] !== undefined)
        .map((language) => [
          language,
          {
            title: service.title[language] ?? '',
            ...(service.description[language] !== undefined && {
              description: service.description[language],
            }),
          },
        ]),
    ),
    pricing: service.pricing,
    price: service.price ?? null,
    hourlyRate: service.hourlyRate ?? null,
    pricePerUnit: service.pricePerUnit ?? null,
    availableHours: service.availableHours,
    tags: service.tags,
    contactPhone: service.contactPhone,
    contactEmail: service.contactEmail,
    printerModel: service.printerModel ?? '',
    fileFormats: service.fileFormats ?? [],
    materials: service.materials ?? [],
    specializations: service.specializations ?? [],
    productionItems: service.productionItems ?? [],
    locations: service.locations,
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
