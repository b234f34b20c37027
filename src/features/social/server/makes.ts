import { sql } from 'kysely';
import { recordBuild, withdrawBuilds } from '#features/builds/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import {
  addToCount,
  findCards,
  getVisibleResource,
  isFileOf,
  lockPublished,
  type IncomingPicture,
} from '#features/resources/server/public.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { canEditMake, canRemoveMake } from '../access.ts';
import {
  socialErrors,
  type Make,
  type MakeChange,
  type MakeContent,
  type MakeSummary,
  type RecentMake,
} from '../contract.ts';
import { machineKey, maxSuggestedMachines, successes } from '../rules.ts';
import { lockResourcesOf } from './commands.ts';
import { presentAuthor, windowOf, type Actor, type Page } from './queries.ts';

type Maker = { id: string; isAdmin: boolean; fullName: string };

const pictureColumns = (picture: IncomingPicture | undefined) =>
  picture && {
    pictureId: picture.id,
    width: picture.width,
    height: picture.height,
    blobPrefix: picture.blobPrefix,
    widths: picture.widths,
  };

/** Creates a make of a resource, and notifies the resource's owner. Returns the make's id. */
export async function addMake(
  trx: Trx,
  maker: { id: string; fullName: string },
  resourceId: string,
  content: MakeContent,
  picture: IncomingPicture | undefined,
  now: Date,
): Promise<string> {
  const { ownerId, title } = await lockPublished(trx, resourceId);
  await assertFile(trx, resourceId, content.fileSha256);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('make')
    .values({
      ...content,
      ...pictureColumns(picture),
      id,
      resourceId,
      authorId: maker.id,
      machineKey: machineKey(content.machine),
      createdAt: now,
    })
    .execute();
  await addToCount(trx, resourceId, 'makeCount', 1);
  await noteBuilds(trx, [id]);
  if (ownerId !== maker.id) {
    await notify(
      trx,
      ownerId,
      {
        what: 'make_added',
        path: `/resources/${resourceId}#makes`,
        params: { name: maker.fullName, title },
        people: [maker.id],
      },
      now,
    );
  }
  return id;
}

/** Updates the given fields only; a new picture replaces the old one. */
export async function editMake(
  trx: Trx,
  actor: Maker,
  id: string,
  change: MakeChange,
  picture: IncomingPicture | undefined,
  now: Date,
): Promise<void> {
  const make = await lockMake(trx, actor, id);
  if (!canEditMake(actor, make)) throw new AppError(platformErrors.forbidden);
  if (change.fileSha256 !== undefined) await assertFile(trx, make.resourceId, change.fileSha256);
  await trx
    .updateTable('make')
    .set({
      ...change,
      ...pictureColumns(picture),
      ...(change.machine !== undefined && { machineKey: machineKey(change.machine) }),
      editedAt: now,
    })
    .where('id', '=', id)
    .execute();
  if (picture) await forgetPicture(trx, make);
  await noteBuilds(trx, [id]);
}

/** Throws `unknown_make_file` for a hash of another file. */
async function assertFile(trx: Trx, resourceId: string, sha256: string | null): Promise<void> {
  if (sha256 !== null && !(await isFileOf(trx, resourceId, sha256)))
    throw refused(socialErrors.unknown_make_file, 'fileSha256');
}

/** Notes makes as verified builds where they have a photo and their file, and forgets those that are not shown. */
export async function noteBuilds(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const makes = await trx
    .selectFrom('make')
    .select(['id', 'resourceId', 'authorId', 'machine', 'material', 'settings', 'outcome', 'state'])
    .select(['pictureId', 'fileSha256', 'createdAt'])
    .where('id', 'in', [...ids])
    .execute();
  for (const { id, pictureId, fileSha256, state, machine, ...make } of makes) {
    const source = { kind: 'make' as const, id };
    if (state !== 'shown' || pictureId === null || fileSha256 === null) await withdrawBuilds(trx, source);
    else
      await recordBuild(trx, {
        source,
        resourceId: make.resourceId,
        fileHashes: [fileSha256],
        makerId: make.authorId,
        forId: null,
        machine: machine === '' ? null : { id: null, name: machine },
        material: make.material,
        settings: make.settings,
        worked: make.outcome === 'success',
        builtAt: make.createdAt,
      });
  }
}

export async function removeMake(trx: Trx, actor: Maker, id: string): Promise<void> {
  const make = await lockMake(trx, actor, id);
  if (!canRemoveMake(actor, make)) throw new AppError(platformErrors.forbidden);
  await trx.deleteFrom('make').where('id', '=', id).execute();
  await withdrawBuilds(trx, { kind: 'make', id });
  await addToCount(trx, make.resourceId, 'makeCount', -1);
  await forgetPicture(trx, make);
}

/** Enqueued for after the commit, and retried: bytes are removed only when no row refers to them. */
async function forgetPicture(
  trx: Trx,
  { blobPrefix, widths }: { blobPrefix: string | null; widths: number[] | null },
): Promise<void> {
  if (blobPrefix === null || widths === null) return;
  await enqueue(trx, 'resources.remove_pictures', { pictures: [{ blobPrefix, widths }] });
}

/** Hides a make for a moderator. */
export async function hideMake(trx: Trx, id: string): Promise<string | null> {
  await lockResourcesOf(trx, 'make', [id]);
  const hidden = await trx
    .updateTable('make')
    .set({ state: 'hidden' })
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .returning('resourceId')
    .executeTakeFirst();
  if (!hidden) return null;
  await addToCount(trx, hidden.resourceId, 'makeCount', -1);
  await noteBuilds(trx, [id]);
  return 'shown';
}

/** Shows a make again that a moderator has hidden. */
export async function showMake(trx: Trx, id: string): Promise<boolean> {
  await lockResourcesOf(trx, 'make', [id]);
  const shown = await trx
    .updateTable('make')
    .set({ state: 'shown' })
    .where('id', '=', id)
    .where('state', '=', 'hidden')
    .returning('resourceId')
    .executeTakeFirst();
  if (shown) await addToCount(trx, shown.resourceId, 'makeCount', 1);
  if (shown) await noteBuilds(trx, [id]);
  return shown !== undefined;
}

async function lockMake(trx: Trx, actor: Actor, id: string) {
  const found = await findMake(trx, actor, id);
  await lockResourcesOf(trx, 'make', [id]);
  const make = await trx
    .selectFrom('make')
    .select(['id', 'blobPrefix', 'widths'])
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .forUpdate()
    .executeTakeFirst();
  if (!make) throw new AppError(socialErrors.make_not_found);
  return { ...found, ...make };
}

/** Returns a shown make with the owner of its resource. Throws `make_not_found`. */
export async function findMake(db: Db, actor: Actor, id: string) {
  const make = isUuid(id)
    ? await db
        .selectFrom('make')
        .select(['id', 'resourceId', 'authorId', 'machine', 'text', 'settings'])
        .where('id', '=', id)
        .where('state', '=', 'shown')
        .executeTakeFirst()
    : undefined;
  if (!make) throw new AppError(socialErrors.make_not_found);
  const { ownerId } = await getVisibleResource(db, actor, make.resourceId);
  return { ...make, ownerId };
}

export async function getMake(db: Db, actor: Actor, id: string): Promise<Make> {
  const { ownerId } = await findMake(db, actor, id);
  return presentMake(
    await selectMakes(db).where('make.id', '=', id).executeTakeFirstOrThrow(),
    actor,
    ownerId,
  );
}

/** Lists makes of a resource, newest first. */
export async function listMakes(
  db: Db,
  actor: Actor,
  resourceId: string,
  wanted: { page: number; limit: number },
): Promise<Page<Make>> {
  const { ownerId } = await getVisibleResource(db, actor, resourceId);
  const { count } = await db
    .selectFrom('make')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('resourceId', '=', resourceId)
    .where('state', '=', 'shown')
    .executeTakeFirstOrThrow();
  const { offset, ...pages } = windowOf(wanted, count);
  const rows = await selectMakes(db)
    .where('resourceId', '=', resourceId)
    .where('state', '=', 'shown')
    .orderBy('make.id', 'desc')
    .limit(wanted.limit)
    .offset(offset)
    .execute();
  return { items: rows.map((row) => presentMake(row, actor, ownerId)), total: count, ...pages };
}

/** Makes among which the newest of different resources are found. */
const maxRead = 40;
export const recentMakes = 8;

/** Lists the newest pictured makes of published resources that did not fail, one of each resource. */
export async function listRecentMakes(db: Db): Promise<RecentMake[]> {
  const rows = await selectMakes(db)
    .where('make.state', '=', 'shown')
    .where('pictureId', 'is not', null)
    .where('outcome', '<>', 'failed')
    .orderBy('make.id', 'desc')
    .limit(maxRead)
    .execute();
  const cards = await findCards(
    db,
    rows.map(({ resourceId }) => resourceId),
  );
  const seen = new Set<string>();
  return rows
    .flatMap((row) => {
      const card = cards.get(row.resourceId);
      const { id, author, machine, image, createdAt } = presentMake(row, null, '');
      if (!card || !image || seen.has(card.id)) return [];
      seen.add(card.id);
      const { title, language } = card;
      return [{ id, author, machine, image, createdAt, resource: { id: card.id, title, language } }];
    })
    .slice(0, recentMakes);
}

const maxMachines = 20;

/** Returns success rates, in total and per machine. */
export async function summarizeMakes(db: Db, actor: Actor, resourceId: string): Promise<MakeSummary> {
  await getVisibleResource(db, actor, resourceId);
  const [{ rows: outcomes }, { rows: machines }] = await Promise.all([
    sql<{ outcome: 'success' | 'partly' | 'failed'; count: number }>`
      select outcome, count(*) from make
      where resource_id = ${resourceId} and state = 'shown' group by outcome`.execute(db),
    sql<{ machine: string; makes: number; succeeded: number }>`
      select mode() within group (order by machine) as machine, count(*) as makes,
        count(*) filter (where outcome = 'success') as succeeded
      from make where resource_id = ${resourceId} and state = 'shown' and machine_key <> ''
      group by machine_key order by makes desc, machine limit ${maxMachines}`.execute(db),
  ]);
  const countOf = (outcome: string) => outcomes.find((each) => each.outcome === outcome)?.count ?? 0;
  return {
    total: outcomes.reduce((sum, { count }) => sum + count, 0),
    outcomes: { success: countOf('success'), partly: countOf('partly'), failed: countOf('failed') },
    machines: machines.map(({ machine, makes, succeeded }) => ({
      machine,
      makes,
      succeeded: successes(makes, succeeded),
    })),
  };
}

/** Suggests machines in their most frequent spelling, most common first. */
export async function suggestMachines(db: Db, typed: string): Promise<string[]> {
  const key = machineKey(typed);
  const { rows } = await sql<{ machine: string }>`
    select mode() within group (order by machine) as machine from make
    where machine_key <> '' and strpos(machine_key, ${key}) > 0 and state = 'shown'
    group by machine_key order by count(*) desc, machine_key limit ${maxSuggestedMachines}`.execute(db);
  return rows.map(({ machine }) => machine);
}

/** Returns the base name of a picture's blobs, if this actor may see the make. */
export async function findMakePicture(
  db: Db,
  actor: Actor,
  pictureId: string,
  width: number,
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  if (!isUuid(pictureId)) return null;
  const make = await db
    .selectFrom('make')
    .select(['resourceId', 'blobPrefix', 'widths'])
    .where('pictureId', '=', pictureId)
    .where('state', '=', 'shown')
    .executeTakeFirst();
  if (!make?.widths || make.blobPrefix === null) return null;
  const { blobPrefix, widths } = make;
  const { isPublic } = await getVisibleResource(db, actor, make.resourceId);
  return { ...blobOfWidth({ blobPrefix, widths }, width), isPublic };
}

/** Returns which of these blob prefixes are used by makes. */
export async function referencedMakePictures(db: Db, prefixes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ prefix: string }>`
    select blob_prefix as prefix from make where picture_id in (
      select split_part(prefix, '/', 2)::uuid from unnest(${prefixes}::text[]) as prefix)`.execute(db);
  return new Set(rows.map(({ prefix }) => prefix));
}

function selectMakes(db: Db) {
  return db
    .selectFrom('make')
    .innerJoin('person', 'person.id', 'make.authorId')
    .selectAll('make')
    .select(['name', 'displayUsername', 'avatarId']);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectMakes>['executeTakeFirstOrThrow']>>;

function presentMake(row: Row, actor: Actor, ownerId: string): Make {
  const { id, authorId, outcome, machine, material, settings, text, minutes, grams, fileSha256 } = row;
  const { pictureId, width, height, widths } = row;
  const hasPicture = pictureId !== null && width !== null && height !== null && widths !== null;
  return {
    id,
    author: presentAuthor(row),
    byOwner: authorId === ownerId,
    outcome,
    machine,
    material,
    settings,
    text,
    minutes,
    grams,
    fileSha256,
    image: hasPicture ? { id: pictureId, width, height, widths } : null,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    can: { edit: canEditMake(actor, { authorId }), remove: canRemoveMake(actor, { authorId }) },
  };
}
