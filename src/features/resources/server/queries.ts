import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { IncomingFile } from '#features/uploads/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canEdit, canRemove, canSee } from '../access.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import { plaGrams, smallestBed, type Range } from '#platform/shared/models/print.ts';
import { mayHoldModel, modelFormatOf, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { tensorFormatOf, type TensorProblem, type TensorSummary } from '#platform/shared/tensors.ts';
import {
  resourcesErrors,
  type FileHeader,
  type FileModel,
  type Part,
  type OwnResource,
  type RemixTree,
  type ResourceCard,
  type ResourceDetail,
  type ResourceGuide,
  type ResourceState,
  type Statistics,
  type Step,
  type UsualPrint,
  type PrintProfile,
} from '../contract.ts';
import { neededOf } from '../kit.ts';
import { asCategory } from '../rules.ts';
import { viewSources, type ViewSource } from '../view-sources.ts';
import { cardWithCounts, noRates, withoutMarks, withRates, type RatesOf } from './cards.ts';
import type { WholeVersion } from './all-files.ts';
import type { Actor } from './commands.ts';

/**
 * Returns a resource as the actor sees it; throws `resource_not_found` if it does not exist or is not visible
 * to them.
 */
export async function getResource(db: Db, actor: Actor, id: string): Promise<ResourceDetail> {
  const resource = await findVisible(db, actor, id);
  const [images, files, versions, stepPictures] = await Promise.all([
    db
      .selectFrom('resourceImage')
      .select(['id', 'alt', 'width', 'height', 'widths', 'drawn', 'placeholder'])
      .where('resourceId', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('resourceFile as file')
      .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
      .leftJoin('resourceModel as model', 'model.fileId', 'file.id')
      .select([
        'file.id',
        'file.name',
        'file.size',
        'file.sha256',
        'file.mediaType',
        'version.number as version',
        'file.needed',
        'file.createdAt',
        'model.fileId as modelOf',
        'model.figures',
        'model.header',
        'model.problem',
      ])
      .where('file.resourceId', '=', id)
      .orderBy('version.number', 'desc')
      .orderBy('file.position')
      .execute(),
    db
      .selectFrom('resourceVersion')
      .select(['number', 'changelog', 'createdAt'])
      .where('resourceId', '=', id)
      .orderBy('number', 'desc')
      .execute(),
    db
      .selectFrom('resourceStepPicture')
      .select(['id', 'width', 'height', 'widths'])
      .where('resourceId', '=', id)
      .execute(),
  ]);
  const pictureOf = new Map(stepPictures.map((picture) => [picture.id, picture]));
  const steps = resource.assemblyInstructions as Step[];
  const first = images[0];
  const latest = files[0]?.version;
  const details = resource.details as ResourceDetail['details'];
  return {
    id: resource.id,
    state: resource.state,
    version: resource.version,
    title: resource.title,
    description: resource.description,
    category: resource.category,
    resourceType: asCategory(resource.category),
    subcategory: resource.subcategory,
    tags: resource.tags,
    license: resource.license,
    author: resource.author || resource.ownerName,
    owner: { id: resource.ownerId, username: resource.ownerUsername, fullName: resource.ownerName },
    ownerUsername: resource.ownerUsername,
    language: resource.language,
    translations: resource.translations,
    imageUrl: first ? imageUrl(first.id, first.widths[0] ?? 480) : null,
    images,
    downloadUrl: resource.downloadUrl,
    downloadFile: files.find((file) => file.version === latest)?.name ?? null,
    files: files.map(({ modelOf, figures, header, problem, needed, ...file }) => {
      const holdsTensors = tensorFormatOf(file.name) !== null;
      const isModel =
        modelOf !== null && !holdsTensors && !(mayHoldModel(file.name) && !figures && problem === null);
      return {
        ...file,
        createdAt: file.createdAt.toISOString(),
        model: isModel ? modelState(figures, problem as ModelProblem | null) : null,
        header:
          modelOf === null || !holdsTensors ? null : headerState(header, problem as TensorProblem | null),
        needed: isModel ? neededOf({ name: file.name, needed }, details.billOfMaterials) : null,
        mesh: figures && meshOf(figures),
      };
    }),
    versions: versions.map((version) => ({ ...version, createdAt: version.createdAt.toISOString() })),
    sourceSite: resource.sourceSite,
    downloadCount: resource.downloadCount,
    likeCount: resource.likeCount,
    commentCount: resource.commentCount,
    makeCount: resource.makeCount,
    modelType: resource.modelType,
    usageInstructions: resource.usageInstructions,
    gameControls: resource.gameControls,
    gameCode: resource.gameCode,
    assemblyInstructions: steps.map((step) => {
      const image = pictureOf.get(step.imageId ?? '');
      return image ? { ...step, image } : step;
    }),
    details,
    createdAt: (resource.publishedAt ?? resource.createdAt).toISOString(),
    publishedAt: resource.publishedAt?.toISOString() ?? null,
    publishAt: resource.publishAt?.toISOString() ?? null,
    remixOf: resource.remixOf,
    updatedAt: resource.updatedAt.toISOString(),
    can: { edit: canEdit(actor, resource), remove: canRemove(actor, resource) },
  };
}

/** Facts about a resource that decide who can make it. */
export type Design = {
  id: string;
  title: string;
  license: string;
  ownerId: string;
  /** True if its owner has made it; false if they published it for somebody else. */
  isByOwner: boolean;
  /** Latest version. */
  version: number;
};

/**
 * Returns the design of a visible resource; null for others. `isKnown` finds hidden ones too, for somebody who had its
 * files quoted before: what a licence gave is not taken back.
 */
export async function findDesign(
  db: Db,
  actor: Actor,
  id: string,
  { isKnown = false } = {},
): Promise<Design | null> {
  const row = isUuid(id)
    ? await db
        .selectFrom('resource')
        .innerJoin('person', 'person.id', 'resource.ownerId')
        .select(['resource.id', 'title', 'license', 'ownerId', 'state', 'author', 'sourceSite'])
        .select('person.name as ownerName')
        .select((select) =>
          select
            .selectFrom('resourceVersion')
            .select(({ fn }) => fn.max('number').as('number'))
            .whereRef('resourceVersion.resourceId', '=', 'resource.id')
            .as('version'),
        )
        .where('resource.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row || !(isKnown || canSee(actor, row))) return null;
  const { title, license, ownerId, author, ownerName, sourceSite, version } = row;
  const isByOwner = (author === '' || author === ownerName) && sourceSite === '';
  return { id: row.id, title, license, ownerId, isByOwner, version: version ?? 1 };
}

/** Returns the newest version of a design that has one of these files, by their SHA-256; its latest if none has. */
export async function versionOfFiles(
  db: Db,
  { id, version }: Design,
  hashes: readonly string[],
): Promise<number> {
  const found = await db
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .select(({ fn }) => fn.max('version.number').as('number'))
    .where('file.resourceId', '=', id)
    .where('file.sha256', 'in', [...hashes])
    .executeTakeFirst();
  return found?.number ?? version;
}

/** Returns the numbers of the versions of a resource. */
export async function listVersions(db: Db, resourceId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('resourceVersion')
    .select('number')
    .where('resourceId', '=', resourceId)
    .execute();
  return rows.map(({ number }) => number);
}

/** Returns the ids of all resources of a person. */
export async function listOwnedIds(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('resource').select('id').where('ownerId', '=', ownerId).execute();
  return rows.map(({ id }) => id);
}

/** Returns whether a resource has a file with this hash, in any of its versions. */
export async function isFileOf(db: Db, resourceId: string, sha256: string): Promise<boolean> {
  const found = await db
    .selectFrom('resourceFile')
    .select('id')
    .where('resourceId', '=', resourceId)
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the resources of files, by the files' ids. */
export async function resourcesOfFiles(
  db: Db,
  fileIds: readonly string[],
): Promise<Map<string, { resourceId: string; sha256: string }>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('resourceFile')
    .select(['id', 'resourceId', 'sha256'])
    .where('id', 'in', [...fileIds])
    .execute();
  return new Map(rows.map(({ id, ...file }) => [id, file]));
}

/** Returns a file of a visible resource, with the state of the model in it. */
export async function findMeasuredFile(
  db: Db,
  actor: Actor,
  fileId: string,
): Promise<(IncomingFile & { model: FileModel | null; needed: number; profiles: PrintProfile[] }) | null> {
  const row = await db
    .selectFrom('resourceFile as file')
    .innerJoin('resource', 'resource.id', 'file.resourceId')
    .leftJoin('resourceModel as model', 'model.fileId', 'file.id')
    .select(['file.id', 'file.name', 'file.size', 'file.sha256', 'file.mediaType', 'file.blobKey'])
    .select(['resource.id as resourceId', 'resource.ownerId', 'resource.state', 'resource.details'])
    .select('file.needed')
    .select(['model.fileId as modelOf', 'model.figures', 'model.problem'])
    .where('file.id', '=', fileId)
    .executeTakeFirst();
  if (!row || !canSee(actor, row)) return null;
  const { id, name, size, sha256, mediaType, blobKey, resourceId, modelOf, figures, problem } = row;
  const isModel =
    modelOf !== null &&
    tensorFormatOf(name) === null &&
    !(mayHoldModel(name) && !figures && problem === null);
  const model = isModel ? modelState(figures, problem as ModelProblem | null) : null;
  const { billOfMaterials, printSettings: profiles = [] } = row.details as ResourceDetail['details'];
  const needed = neededOf(row, billOfMaterials).count;
  return { id, name, size, sha256, mediaType, blobKey, resourceId, model, needed, profiles };
}

/** Returns the public ones of these resources, with flags for instructions and a parts list. */
export async function listGuides(db: Db, ids: readonly string[], locale: Locale): Promise<ResourceGuide[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ResourceGuide>`
    select r.id, ${titleIn(locale)} as title, ${languageIn(locale)} as language, jsonb_array_length(assembly_instructions) > 0
      or coalesce(jsonb_array_length(details -> 'billOfMaterials'), 0) > 0 as has_guide
    from resource r where r.id = any(${ids}::uuid[]) and r.state = 'published' order by r.title, r.id`.execute(
    db,
  );
  return rows;
}

/** Returns the 3D models of the latest version of a public resource, without those known to be unreadable. */
export async function listModels(db: Db, resourceId: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    size: number;
    triangles: number | null;
    title: string;
  }>`
    select file.id, file.name, file.size::float8 as size, (model.figures ->> 'triangles')::int as triangles, resource.title
    from resource join resource_file file on file.resource_id = resource.id
    join resource_version version on version.id = file.version_id
    join resource_model model on model.file_id = file.id
    where resource.id = ${resourceId} and resource.state = 'published' and model.problem is null and model.header is null
      and version.number = (select max(number) from resource_version where resource_id = resource.id)
    order by file.position`.execute(db);
  return rows.filter(({ name }) => modelFormatOf(name) !== null);
}

/** Returns the outer sizes in mm of the 3D models of resources' latest versions. */
export async function sizesOfModels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, [number, number, number][]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ resourceId: string; size: [number, number, number] }>`
    select file.resource_id, model.figures -> 'sizeMm' as size
    from resource_file file
    join resource_version version on version.id = file.version_id
    join resource_model model on model.file_id = file.id
    where file.resource_id = any (${[...ids]}::uuid[]) and model.figures is not null
      and version.number = (select max(number) from resource_version where resource_id = file.resource_id)`.execute(
    db,
  );
  return new Map(
    [...Map.groupBy(rows, ({ resourceId }) => resourceId)].map(([id, found]) => [
      id,
      found.map(({ size }) => size),
    ]),
  );
}

function modelState(figures: Figures | null, problem: ModelProblem | null): FileModel {
  if (figures) return { state: 'measured', figures, usual: usualPrintOf(figures) };
  return problem === null ? { state: 'waiting' } : { state: 'unreadable', problem };
}

/** Works out on the server what every reader sees first, so that pages do not carry the formula. */
function usualPrintOf(figures: Figures): UsualPrint {
  const rounded = ({ likely, atMost }: Range) => ({
    likely: Math.round(likely * 100) / 100,
    atMost: Math.round(atMost * 100) / 100,
  });
  return {
    bedMm: smallestBed(figures),
    grams:
      figures.volumeMm3 > 0
        ? { infill20: rounded(plaGrams(figures, 0.2)), full: rounded(plaGrams(figures, 1)) }
        : null,
  };
}

function meshOf({ volumeMm3, areaMm2, sizeMm: [x, y, z], triangles, openEdges, watertight }: Figures) {
  return { volumeMm3, areaMm2, boxMm: { x, y, z }, triangles, openEdges, watertight };
}

function headerState(summary: TensorSummary | null, problem: TensorProblem | null): FileHeader {
  if (summary) return { state: 'read', summary };
  return problem === null ? { state: 'waiting' } : { state: 'unreadable', problem };
}

/** Returns all tensors of a file as JSON text, which is not parsed here because it can be megabytes. */
export async function getTensors(db: Db, actor: Actor, id: string, fileId: string): Promise<string> {
  const { id: resourceId } = await findVisible(db, actor, id);
  const row = isUuid(fileId)
    ? await db
        .selectFrom('resourceModel as model')
        .innerJoin('resourceFile as file', 'file.id', 'model.fileId')
        .select(sql<string | null>`model.tensors::text`.as('tensors'))
        .where('file.id', '=', fileId)
        .where('file.resourceId', '=', resourceId)
        .executeTakeFirst()
    : undefined;
  if (!row?.tensors) throw new AppError(resourcesErrors.no_file);
  return row.tensors;
}

/** Returns a person's completed steps of a resource. Throws `resource_not_found`. */
export async function getProgress(
  db: Db,
  person: { id: string; isAdmin: boolean },
  id: string,
): Promise<number[]> {
  const resource = await findVisible(db, person, id);
  const row = await db
    .selectFrom('resourceProgress')
    .select('done')
    .where('personId', '=', person.id)
    .where('resourceId', '=', resource.id)
    .executeTakeFirst();
  return row?.done ?? [];
}

export function imageUrl(id: string, width: number): string {
  return `/api/images/${id}/${width}.webp`;
}

async function findVisible(db: Db, actor: Actor, id: string) {
  const resource = isUuid(id)
    ? await db
        .selectFrom('resource')
        .innerJoin('person as owner', 'owner.id', 'resource.ownerId')
        .selectAll('resource')
        .select(['owner.name as ownerName', 'owner.displayUsername as ownerUsername'])
        .where('resource.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!resource || !canSee(actor, resource)) throw new AppError(resourcesErrors.resource_not_found);
  return resource;
}

/** Returns the owner and title of a visible resource; throws `resource_not_found`. */
export async function getVisibleResource(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ id: string; ownerId: string; title: string; category: string; isPublic: boolean }> {
  const { ownerId, title, category, state } = await findVisible(db, actor, id);
  return { id, ownerId, title, category, isPublic: state === 'published' };
}

/** Returns the bill of materials of a visible resource, and when its author last stated it. */
export async function getBillOfMaterials(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; parts: Part[]; statedAt: Date }> {
  const { title, details, updatedAt } = await findVisible(db, actor, id);
  const { billOfMaterials = [] } = details as ResourceDetail['details'];
  return { title, parts: billOfMaterials, statedAt: updatedAt };
}

/** Same for a resource that is public or the actor's own. */
export async function getPublishedResource(db: Db, actor: Actor, id: string) {
  const resource = await getVisibleResource(db, actor, id);
  if (!resource.isPublic && resource.ownerId !== actor?.id)
    throw new AppError(resourcesErrors.resource_not_found);
  return resource;
}

/**
 * SQL of the title of resource `r` in the reader's language: the author's translation, or else the original.
 */
export const titleIn = (locale: Locale) =>
  sql<string>`coalesce(case when r.language <> ${locale} then nullif(r.translations -> ${locale}::text ->> 'title', '') end, r.title)`;

/** SQL of the language of that title. */
const languageIn = (locale: Locale) =>
  sql<Locale>`case when ${titleIn(locale)} = r.title then r.language else ${locale} end`;

export type ReadersTitle = { title: string; language: Locale };

/** Returns the titles of published resources by id, with their language. */
export async function findTitles(
  db: Db,
  ids: readonly string[],
  locale: Locale,
): Promise<Map<string, ReadersTitle>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ReadersTitle & { id: string }>`
    select r.id, ${titleIn(locale)} as title, ${languageIn(locale)} as language
    from resource r where r.id = any (${ids}::uuid[]) and r.state = 'published'`.execute(db);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** Returns the titles of those of the given resources that are public. */
export async function listResourceTitles(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('resource')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .where('state', '=', 'published')
    .execute();
}

/** Returns the cards of those of the given resources that are public, by id. */
export async function findCards(
  db: Db,
  ids: readonly string[],
  ratesOf: RatesOf = noRates,
): Promise<Map<string, ResourceCard>> {
  const { rows } = await sql<{ json: string }>`
    select coalesce('[' || string_agg(${sql.raw(cardWithCounts)}, ',') || ']', '[]') as json from resource r
    where r.id = any (${ids}::uuid[]) and r.state = 'published'`.execute(db);
  const cards = JSON.parse(await withRates(db, rows[0]!.json, ratesOf)) as ResourceCard[];
  return new Map(cards.map((card) => [card.id, card]));
}

export type DownloadSource = {
  id: string;
  category: string;
  isPublic: boolean;
  downloadUrl: string | null;
  ownerId: string;
  file: {
    id: string;
    name: string;
    size: number;
    sha256: string;
    mediaType: string;
    blobKey: string;
    version: number;
  } | null;
};

/**
 * Returns the latest version that has files, or null. The caller has checked that the resource is visible.
 */
export async function findWholeVersion(
  db: Db,
  id: string,
  wanted: number | undefined,
): Promise<WholeVersion | null> {
  const rows = await db
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .innerJoin('resource', 'resource.id', 'file.resourceId')
    .innerJoin('person as owner', 'owner.id', 'resource.ownerId')
    .select(['file.name', 'file.size', 'file.sha256', 'file.blobKey', 'version.number', 'version.createdAt'])
    .select([
      'resource.id',
      'resource.title',
      'resource.author',
      'resource.license',
      'owner.name as ownerName',
    ])
    .where('file.resourceId', '=', id)
    .$if(wanted !== undefined, (query) => query.where('version.number', '=', wanted!))
    .orderBy('version.number', 'desc')
    .orderBy('file.position')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const { title, author, license, ownerName, number, createdAt } = first;
  const files = rows.filter((row) => row.number === number);
  return { id, title, author, license, ownerName, number, createdAt, files };
}

/**
 * Returns the file of a download: the named one, or else the first one of the given or the latest version.
 */
export async function getDownloadSource(
  db: Db,
  actor: Actor,
  id: string,
  { file: fileId, version }: { file?: string | undefined; version?: number | undefined },
): Promise<DownloadSource> {
  const resource = await findVisible(db, actor, id);
  let query = db
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .select([
      'file.id',
      'file.name',
      'file.size',
      'file.sha256',
      'file.mediaType',
      'file.blobKey',
      'version.number as version',
    ])
    .where('file.resourceId', '=', id)
    .orderBy('version.number', 'desc')
    .orderBy('file.position')
    .limit(1);
  if (fileId !== undefined) {
    if (!isUuid(fileId)) throw new AppError(resourcesErrors.no_file);
    query = query.where('file.id', '=', fileId);
  }
  if (version !== undefined) query = query.where('version.number', '=', version);
  const file = (await query.executeTakeFirst()) ?? null;
  const { category, downloadUrl, ownerId, state } = resource;
  return { id: resource.id, category, ownerId, isPublic: state === 'published', downloadUrl, file };
}

/** Returns the prefix of a picture's blobs if the actor can see the picture's owner row. */
export async function findPicture(
  db: Db,
  actor: Actor,
  imageId: string,
  width: number,
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  if (!isUuid(imageId)) return null;
  const row =
    (await db
      .selectFrom('resourceImage as image')
      .innerJoin('resource', 'resource.id', 'image.resourceId')
      .select(['image.blobPrefix', 'image.widths', 'resource.state', 'resource.ownerId'])
      .where('image.id', '=', imageId)
      .executeTakeFirst()) ?? (await findStepPicture(db, imageId));
  if (!row || !canSee(actor, row)) return null;
  return { ...blobOfWidth(row, width), isPublic: row.state === 'published' };
}

/** A step's picture is visible to those who can see its resource; before it is attached, to its uploader. */
async function findStepPicture(db: Db, imageId: string) {
  const row = await db
    .selectFrom('resourceStepPicture as picture')
    .leftJoin('resource', 'resource.id', 'picture.resourceId')
    .select([
      'picture.blobPrefix',
      'picture.widths',
      'picture.personId',
      'resource.state',
      'resource.ownerId',
    ])
    .where('picture.id', '=', imageId)
    .executeTakeFirst();
  return (
    row && { ...row, state: row.state ?? ('draft' as const), ownerId: row.ownerId ?? row.personId ?? '' }
  );
}

/**
 * Returns a keyed hash of an account's id, or of a day and an address: downloads are counted per person
 * without storing who it was.
 */
export function personKey(secret: string, seed: string): string {
  return createHmac('sha256', secret).update(seed).digest('base64url').slice(0, 22);
}

/** Returns a person's own resources, including drafts, last changed first. */
export async function listOwnResources(db: Db, ownerId: string): Promise<OwnResource[]> {
  const { rows } = await sql<
    Omit<OwnResource, 'imageUrl' | 'publishAt' | 'updatedAt'> & {
      imageId: string | null;
      publishAt: Date | null;
      updatedAt: Date;
    }
  >`
    select r.id, r.title, r.category, r.state, r.download_count, r.like_count, r.publish_at, r.updated_at,
      (select i.id from resource_image i where i.resource_id = r.id order by i.position limit 1) as image_id
    from resource r where r.owner_id = ${ownerId} and r.state <> 'removed'
    order by r.updated_at desc limit 1000`.execute(db);
  return rows.map(({ imageId, publishAt, updatedAt, ...row }) => ({
    ...row,
    imageUrl: imageId === null ? null : imageUrl(imageId, 480),
    publishAt: publishAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Limits of the remixes on a page: generations and total. */
const shownGenerations = 4;
const maxRemixes = 60;

/** Returns the public originals and remixes of a resource. */
export async function getRemixTree(db: Db, actor: Actor, id: string): Promise<RemixTree> {
  await findVisible(db, actor, id);
  const [origins, remixes] = await Promise.all([
    sql<{ id: string; title: string; ownerName: string; license: string; state: ResourceState }>`
      with recursive origin as (
        select remix_of as id, 1 as depth from resource where id = ${id}
        union all
        select r.remix_of, depth + 1 from resource r join origin on r.id = origin.id where depth < 20
      )
      select r.id, r.title, r.license, r.state, owner.name as owner_name
      from origin join resource r on r.id = origin.id join person owner on owner.id = r.owner_id
      order by depth desc`.execute(db),
    sql<{
      id: string;
      parentId: string;
      title: string;
      ownerName: string;
      imageId: string | null;
      total: number;
    }>`
      with recursive remix as (
        select id, remix_of, seq, 1 as depth from resource where remix_of = ${id} and state = 'published'
        union all
        select r.id, r.remix_of, r.seq, depth + 1 from resource r join remix on r.remix_of = remix.id
        where r.state = 'published' and depth < ${shownGenerations}
      )
      select r.id, r.remix_of as parent_id, r.title, owner.name as owner_name,
        (select i.id from resource_image i where i.resource_id = r.id order by i.position limit 1) as image_id,
        count(*) over ()::integer as total
      from remix join resource r using (id) join person owner on owner.id = r.owner_id
      order by remix.depth, r.seq desc limit ${maxRemixes}`.execute(db),
  ]);
  return {
    ancestors: origins.rows.map(({ state, ...origin }) => (state === 'published' ? origin : null)),
    remixes: remixes.rows.map(({ id: remixId, parentId, title, ownerName, imageId }) => ({
      id: remixId,
      parentId,
      title,
      ownerName,
      imageUrl: imageId === null ? null : imageUrl(imageId, 480),
    })),
    total: remixes.rows[0]?.total ?? 0,
  };
}

/** Returns the statistics of a resource for its owner, per day up to today. */
export async function getStatistics(
  db: Db,
  id: string,
  dayCount: number,
  today: string,
): Promise<Statistics> {
  const [days, sources, totals] = await Promise.all([
    sql<{ day: string; views: number; downloads: number }>`
      select to_char(each.day, 'YYYY-MM-DD') as day, coalesce(v.count, 0)::integer as views,
        coalesce(d.count, 0)::integer as downloads
      from generate_series(${today}::date - ${dayCount - 1}::integer, ${today}::date, interval '1 day') as each (day)
      left join (select day, sum(count) as count from resource_view_day where resource_id = ${id} group by day) v
        on v.day = each.day::date
      left join (select day, count(*) as count from resource_download where resource_id = ${id} group by day) d
        on d.day = each.day::date
      order by each.day`.execute(db),
    sql<{ source: ViewSource; count: number }>`
      select source, sum(count)::integer as count from resource_view_day
      where resource_id = ${id} and day > ${today}::date - ${dayCount}::integer group by source`.execute(db),
    sql<{ downloads: number; likes: number; comments: number; remixes: number }>`
      select download_count as downloads, like_count as likes, comment_count as comments,
        (select count(*)::integer from resource x where x.remix_of = r.id and x.state = 'published') as remixes
      from resource r where id = ${id}`.execute(db),
  ]);
  const total = totals.rows[0];
  if (!total) throw new AppError(resourcesErrors.resource_not_found);
  const counts = new Map(sources.rows.map(({ source, count }) => [source, count]));
  return {
    days: days.rows,
    sources: Object.fromEntries(
      viewSources.map((source) => [source, counts.get(source) ?? 0]),
    ) as Statistics['sources'],
    total,
  };
}

/** Returns those of the given blob keys and prefixes that rows refer to. */
export async function referencedBlobs(db: Db, prefixes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from resource_file where blob_key = any(${prefixes})
    union select blob_prefix from resource_image where blob_prefix = any(${prefixes})
    union select blob_prefix from resource_step_picture where blob_prefix = any(${prefixes})`.execute(db);
  return new Set(rows.map((row) => row.key));
}

/**
 * Returns one page of a person's published resources, newest first: a JSON array of cards from PostgreSQL.
 */
export async function listPublishedBy(
  db: Db,
  ownerId: string,
  wanted: { page: number; limit: number },
  ratesOf: RatesOf,
): Promise<{ json: string; total: number; page: number; pageCount: number }> {
  const { limit } = wanted;
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from resource where owner_id = ${ownerId} and state = 'published'`.execute(
    db,
  );
  const total = counted.rows[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<{ json: string }>`
    select coalesce('[' || string_agg(card, ',' order by seq desc) || ']', '[]') as json from (
      select ${sql.raw(cardWithCounts)} as card, r.seq from resource r
      where r.owner_id = ${ownerId} and r.state = 'published'
      order by r.seq desc limit ${limit} offset ${(page - 1) * limit}) cards`.execute(db);
  const json = await withRates(db, withoutMarks(rows[0]?.json ?? '[]'), ratesOf);
  return { json, total, page, pageCount };
}

export type PublicAddress = { path: string; changedAt?: string };

/** Returns the position of the newest published resource in the order of publication; 0 if there is none. */
export async function newestSeq(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('resource')
    .select((eb) => eb.fn.max('seq').as('newest'))
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/**
 * Returns the addresses of published resources for a sitemap: those of one stretch in the order of
 * publication. Each part costs the same, and a removal shifts nothing to another part.
 */
export async function listPublicAddresses(db: Db, part: number, length: number): Promise<PublicAddress[]> {
  const rows = await db
    .selectFrom('resource')
    .select(['id', 'updatedAt'])
    .where('state', '=', 'published')
    .where('seq', '>', (part - 1) * length)
    .where('seq', '<=', part * length)
    .orderBy('seq')
    .execute();
  return rows.map(({ id, updatedAt }) => ({ path: `/resources/${id}`, changedAt: updatedAt.toISOString() }));
}

/** Returns the newest resources in their original language, for the feed. */
export async function listFeed(db: Db, limit: number) {
  const rows = await db
    .selectFrom('resource')
    .select(['id', 'title', 'description', 'language', 'translations', 'category', 'publishedAt'])
    .where('state', '=', 'published')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt ?? new Date(0) }));
}

/**
 * Returns every published resource in its original language, with its pictures and the newest version's
 * files, oldest first.
 */
export async function listCatalogueResources(db: Db) {
  const { rows } = await sql<{
    content: Record<string, unknown> & { id: string; owner: string };
    files: { name: string; sha256: string; key: string }[];
    pictures: { alt: string; key: string }[];
  }>`
    select json_build_object('id', r.id, 'owner', owner.username, 'title', r.title, 'description', r.description,
        'category', r.category, 'subcategory', r.subcategory, 'tags', r.tags, 'license', r.license, 'author', r.author,
        'sourceSite', r.source_site, 'downloadUrl', r.download_url, 'modelType', r.model_type,
        'usageInstructions', r.usage_instructions, 'gameControls', r.game_controls, 'gameCode', r.game_code,
        'assemblyInstructions', (select coalesce(json_agg(step - 'imageId'), '[]')
          from jsonb_array_elements(r.assembly_instructions) as step),
        'details', r.details, 'language', r.language, 'translations', r.translations, 'remixOf', r.remix_of) as content,
      (select coalesce(json_agg(json_build_object('name', file.name, 'sha256', file.sha256, 'key', file.blob_key)
          order by file.position), '[]')
        from resource_file file join resource_version version on version.id = file.version_id
        where file.resource_id = r.id
          and version.number = (select max(number) from resource_version where resource_id = r.id)) as files,
      (select coalesce(json_agg(json_build_object('alt', image.alt,
          'key', image.blob_prefix || '/' || (select max(width) from unnest(image.widths) width) || '.webp')
          order by image.position), '[]')
        from resource_image image where image.resource_id = r.id and not image.drawn) as pictures
    from resource r join person owner on owner.id = r.owner_id
    where r.state = 'published' order by r.seq`.execute(db);
  return rows;
}
