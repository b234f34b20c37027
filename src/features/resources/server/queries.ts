import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canEdit, canRemove, canSee } from '../access.ts';
import { mayHoldModel, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { tensorFormatOf, type TensorProblem } from '#platform/shared/tensors.ts';
import {
  resourcesErrors,
  type OwnResource,
  type ResourceCard,
  type ResourceDetail,
  type ResourceGuide,
  type Statistics,
  type Step,
} from '../contract.ts';
import { neededOf } from '../kit.ts';
import { asCategory } from '../rules.ts';
import { viewSources, type ViewSource } from '../view-sources.ts';
import { cardWithCounts, noRates, withRates, type RatesOf } from './cards.ts';
import type { Actor } from './commands.ts';
import { modelState, meshOf, headerState } from './measured-files.ts';

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

/** Returns the ids of all resources of a person. */
export async function listOwnedIds(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('resource').select('id').where('ownerId', '=', ownerId).execute();
  return rows.map(({ id }) => id);
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

export async function findVisible(db: Db, actor: Actor, id: string) {
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
