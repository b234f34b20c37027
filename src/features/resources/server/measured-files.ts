import { sql } from 'kysely';
import type { IncomingFile } from '#features/uploads/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { canSee } from '../access.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import { plaGrams, smallestBed, type Range } from '#platform/shared/models/print.ts';
import { mayHoldModel, modelFormatOf, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { tensorFormatOf, type TensorProblem, type TensorSummary } from '#platform/shared/tensors.ts';
import type { FileHeader, FileModel, ResourceDetail, UsualPrint, PrintProfile } from '../contract.ts';
import { neededOf } from '../kit.ts';
import type { Actor } from './commands.ts';

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

export function modelState(figures: Figures | null, problem: ModelProblem | null): FileModel {
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

export function meshOf({ volumeMm3, areaMm2, sizeMm: [x, y, z], triangles, openEdges, watertight }: Figures) {
  return { volumeMm3, areaMm2, boxMm: { x, y, z }, triangles, openEdges, watertight };
}

export function headerState(summary: TensorSummary | null, problem: TensorProblem | null): FileHeader {
  if (summary) return { state: 'read', summary };
  return problem === null ? { state: 'waiting' } : { state: 'unreadable', problem };
}
