import { sql } from 'kysely';
import { getResource, findMeasuredFile } from '#features/resources/server/public.ts';
import { listSolvedAbout } from '#features/community/server/public.ts';
import { listShownComments } from '#features/social/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { runThread, threadFile } from '#platform/server/threads.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import type { GuideTask, MadeGuide } from './guide-worker.ts';
import { packed, passage, piecesOf, type NewPassage } from './passages.ts';
import type { Passage } from './retrieval.ts';

export type Reader = { id: string; isAdmin: boolean } | null;

/** Maximum size of text files that are indexed; larger ones are data. */
const fileBytes = 200_000;
const maxTextFiles = 12;
const textFiles = /\.(?:md|txt|csv|ino)$/i;
/** Maximum number of comments and answers about one resource that are indexed. */
const maxTalk = 1000;

/** PDFs are read by a job. */
const manual = /\.pdf$/i;
const maxManuals = 5;
const manualBytes = 50 * 1024 * 1024;

/** Returns the PDFs of a resource's newest version. */
export function manualsOf({ files }: Pick<ResourceDetail, 'files'>): string[] {
  return files
    .filter(
      ({ name, size, version }) => version === files[0]?.version && size <= manualBytes && manual.test(name),
    )
    .slice(0, maxManuals)
    .map(({ id }) => id);
}

/** Queues PDFs for reading, once for all guides. */
export async function noteManuals(trx: Trx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const { rows } = await sql`
    insert into assistant_manual (file_id) select unnest(${fileIds}::uuid[]) on conflict do nothing returning file_id`.execute(
    trx,
  );
  if (rows.length > 0) await enqueue(trx, 'assistant.read_manuals', {}, { key: 'assistant.read_manuals' });
}

const workerFile = threadFile(import.meta.url, 'guide-worker');
const slowMs = 10_000;

async function makeOfResource(
  deps: { db: Db; storage: BlobStore },
  reader: Reader,
  resource: ResourceDetail,
): Promise<MadeGuide> {
  const { title, language, description, usageInstructions, translations, assemblyInstructions, details } =
    resource;
  const task: GuideTask = {
    resource: {
      title,
      language,
      description,
      usageInstructions,
      translations,
      assemblyInstructions,
      details,
    },
    files: await readTexts(deps, reader, resource),
  };
  return runThread<MadeGuide>(workerFile, task, { key: resource.id, maxMs: slowMs });
}

async function readText(storage: BlobStore, blobKey: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of storage.read(blobKey) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/^\uFEFF/, '');
}

async function readTexts(
  { db, storage }: { db: Db; storage: BlobStore },
  reader: Reader,
  resource: ResourceDetail,
): Promise<GuideTask['files']> {
  const latest = resource.files[0]?.version;
  const files = resource.files
    .filter(({ name, size, version }) => version === latest && size <= fileBytes && textFiles.test(name))
    .slice(0, maxTextFiles);
  const read: GuideTask['files'] = [];
  for (const { id, name } of files) {
    const file = await findMeasuredFile(db, reader, id);
    if (file) read.push({ id, name, text: await readText(storage, file.blobKey) });
  }
  return read;
}

/** Passages of a manual belong to their file only. */
export async function insertPassages(
  trx: Db,
  of: { guideId?: string; resourceId?: string },
  passages: readonly string[],
): Promise<void> {
  const { guideId = null, resourceId = null } = of;
  for (const each of passages) {
    await sql`
      insert into assistant_passage (guide_id, resource_id, kind, number, file_id, comment_id, message_id, heading, text, terms, changed_at)
      select ${guideId}::uuid, ${resourceId}::uuid, kind, number, "fileId", "commentId", "messageId", heading, text, terms, "changedAt"
      from jsonb_to_recordset(${each}::jsonb) as each (kind text, number int, "fileId" uuid, "commentId" uuid, "messageId" uuid,
        heading text, text text, terms text[], "changedAt" timestamptz)
      on conflict do nothing`.execute(trx);
  }
}

export async function insertGuide(
  trx: Trx,
  of: { resourceId: string; version: number; manualIds: string[] } | { documentId: string },
  made: MadeGuide,
  now: Date,
): Promise<string | null> {
  const row = await trx
    .insertInto('assistantGuide')
    .values({
      id: uuidv7(now.getTime()),
      resourceId: 'resourceId' in of ? of.resourceId : null,
      version: 'resourceId' in of ? of.version : null,
      documentId: 'documentId' in of ? of.documentId : null,
      ...('manualIds' in of && { manualIds: of.manualIds }),
      title: made.title,
      language: made.language,
      parts: JSON.stringify(made.parts),
      steps: JSON.stringify(made.steps),
      createdAt: now,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  await insertPassages(trx, { guideId: row.id }, made.passages);
  return row.id;
}

/**
 * Returns the guide of a resource's current version, built on the first request. Throws `resource_not_found`.
 */
export async function ensureGuide(
  deps: { db: Db; storage: BlobStore },
  reader: Reader,
  resourceId: string,
  now: Date,
): Promise<{ id: string; title: string; manualIds: string[] }> {
  const { db } = deps;
  const resource = await getResource(db, reader, resourceId);
  const find = () =>
    db
      .selectFrom('assistantGuide')
      .select(['id', 'title', 'manualIds'])
      .where('resourceId', '=', resourceId)
      .where('version', '=', resource.version)
      .executeTakeFirst();
  const known = await find();
  if (known) return known;
  const made = await makeOfResource(deps, reader, resource);
  const manualIds = manualsOf(resource);
  const id = await db.transaction().execute(async (trx) => {
    await noteManuals(trx, manualIds);
    return insertGuide(trx, { resourceId, version: resource.version, manualIds }, made, now);
  });
  if (id !== null) return { id, title: made.title, manualIds };
  const other = await find();
  if (!other) throw new Error('a guide that was there a moment ago');
  return other;
}

/**
 * Syncs the index of comments about a resource: adds new and changed ones and deletes the others. Called
 * before each answer, so that hidden or deleted comments are never quoted.
 */
export async function refreshTalk(db: Db, resourceId: string): Promise<void> {
  const [comments, answers, kept] = await Promise.all([
    listShownComments(db, resourceId, maxTalk),
    listSolvedAbout(db, `/resources/${resourceId}`, maxTalk),
    db
      .selectFrom('assistantPassage')
      .select(['id', 'commentId', 'messageId', 'changedAt'])
      .where('resourceId', '=', resourceId)
      .execute(),
  ]);
  const said = new Map<string, { changedAt: Date; passages: () => NewPassage[] }>();
  for (const { id, text, changedAt } of comments) {
    const cut = piecesOf(text)[0] ?? '';
    said.set(id, { changedAt, passages: () => [passage('comment', '', cut, { commentId: id, changedAt })] });
  }
  for (const { id, title, text, changedAt } of answers) {
    const cut = text.slice(0, 2000);
    said.set(id, {
      changedAt,
      passages: () => [passage('answer', title, cut, { messageId: id, changedAt })],
    });
  }
  const fresh = new Set<string>();
  const gone: number[] = [];
  for (const row of kept) {
    const id = row.commentId ?? row.messageId ?? '';
    if (said.get(id)?.changedAt.getTime() === row.changedAt?.getTime()) fresh.add(id);
    else gone.push(row.id);
  }
  const missing = [...said].filter(([id]) => !fresh.has(id));
  if (gone.length === 0 && missing.length === 0) return;
  await db.transaction().execute(async (trx) => {
    if (gone.length > 0) await trx.deleteFrom('assistantPassage').where('id', 'in', gone).execute();
    await insertPassages(trx, { resourceId }, packed(missing.flatMap(([, { passages }]) => passages())));
  });
}

/** Maximum number of passages with a common word that are ranked. */
const maxCandidates = 400;

/**
 * Returns the passages of guides, of their manuals, and of comments about their resources that share a term
 * with a question; and the number of all passages.
 */
export async function findPassages(
  db: Db,
  of: { guideIds: readonly string[]; manualIds: readonly string[]; resourceIds: readonly string[] },
  terms: readonly string[],
): Promise<{ passages: (Passage & { guideId: string | null; resourceId: string | null })[]; total: number }> {
  const where = sql`(p.guide_id = any (${of.guideIds}::uuid[]) or p.resource_id = any (${of.resourceIds}::uuid[])
    or (p.guide_id is null and p.file_id = any (${of.manualIds}::uuid[])))`;
  const [found, counted] = await Promise.all([
    sql<Passage & { guideId: string | null; resourceId: string | null }>`
      select p.id, p.guide_id as "guideId", p.resource_id as "resourceId", p.kind, p.number, p.file_id as "fileId",
        p.comment_id as "commentId", p.message_id as "messageId", p.heading, p.text, p.terms
      from assistant_passage p
      where ${where} and p.terms && ${terms}::text[]
      order by (select count(*) from unnest(p.terms) as term where term = any (${terms}::text[])) desc, p.id
      limit ${maxCandidates}`.execute(db),
    sql<{ total: number }>`select count(*) as total from assistant_passage p where ${where}`.execute(db),
  ]);
  return { passages: found.rows, total: Number(counted.rows[0]?.total ?? 0) };
}
