import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import {
  blobSource,
  extensionOf,
  keepUploads,
  openZipContents,
  type KeptRow,
} from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue, type Job } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import type { z } from 'zod';
import { canReadDocument } from '../access.ts';
import { assistantErrors, type document as documentSchema, type page as pageSchema } from '../contract.ts';
import { assistantLimits, documentExtensions } from '../rules.ts';
import type { DocumentAnswer, DocumentProblem, DocumentTask, ReadPage } from './document-worker.ts';
import { insertGuide } from './guides.ts';

type Deps = { db: Db; storage: BlobStore };
type Document = z.infer<typeof documentSchema>;
type Page = z.infer<typeof pageSchema>;

/** Makes a document of finished uploads, to be read by a job. Throws the errors of the contract. */
export async function addDocument(
  { db }: Deps,
  owner: { id: string },
  uploadIds: readonly string[],
  locale: Locale,
  now: Date,
): Promise<Document> {
  const id = uuidv7(now.getTime());
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`assistant documents ${owner.id}`}))`.execute(trx);
    const { count } = await trx
      .selectFrom('assistantDocument')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('ownerId', '=', owner.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= assistantLimits.documents) throw new AppError(assistantErrors.too_many_documents);
    const files = await keepUploads(trx, owner, [...new Set(uploadIds)], now);
    const known: readonly string[] = documentExtensions;
    if (files.some(({ name }) => !known.includes(extensionOf(name))))
      throw refused(assistantErrors.document_type, 'uploadIds');
    if (files.reduce((sum, { size }) => sum + size, 0) > assistantLimits.documentMb * 1024 * 1024)
      throw refused(assistantErrors.document_too_large, 'uploadIds');
    await trx
      .insertInto('assistantDocument')
      .values({
        id,
        ownerId: owner.id,
        title: files[0]?.name.replace(/\.[a-z0-9]+$/i, '') ?? '',
        problem: null,
        pages: null,
        beganAt: null,
        createdAt: now,
      })
      .execute();
    await trx
      .insertInto('assistantDocumentFile')
      .values(files.map((file, position) => ({ documentId: id, position, fileId: file.id })))
      .execute();
    await enqueue(trx, 'assistant.read_documents', {}, { key: `assistant.read_documents ${id}` });
  });
  return getDocument(db, owner, id, locale);
}

const problemWords: Record<DocumentProblem, (locale: Locale) => string> = {
  damaged: (locale) => m['assistant.problem.damaged']({}, { locale }),
  encrypted: (locale) => m['assistant.problem.encrypted']({}, { locale }),
  empty: (locale) => m['assistant.problem.empty']({}, { locale }),
  bomb: (locale) => m['assistant.problem.bomb']({}, { locale }),
  too_many_pages: (locale) => m['assistant.problem.too_many_pages']({}, { locale }),
  too_much_text: (locale) => m['assistant.problem.too_much_text']({}, { locale }),
  too_slow: (locale) => m['assistant.problem.too_slow']({}, { locale }),
  failed: (locale) => m['assistant.problem.failed']({}, { locale }),
};

function problemText(problem: DocumentProblem, file: string | null, locale: Locale): string {
  const text = problemWords[problem](locale);
  return file === null ? text : m['assistant.problem.of_file']({ file, text }, { locale });
}

export async function listDocuments(
  db: Db,
  owner: { id: string },
  locale: Locale,
  id?: string,
): Promise<Document[]> {
  const { rows } = await sql<{
    id: string;
    title: string;
    state: Document['state'];
    problem: DocumentProblem | null;
    problemFile: string | null;
    pagesRead: number;
    pages: number | null;
    createdAt: Date;
    files: Document['files'];
    hasText: boolean;
  }>`
    select d.id, d.title, d.state, d.problem, d.problem_file as "problemFile", d.pages_read as "pagesRead", d.pages, d.created_at as "createdAt",
      (select json_agg(json_build_object('name', k.name, 'size', k.size) order by f.position)
        from assistant_document_file f join kept_file k on k.id = f.file_id where f.document_id = d.id) as files,
      exists (select from assistant_page p where p.document_id = d.id and p.text <> '') as "hasText"
    from assistant_document d
    where d.owner_id = ${owner.id} ${id === undefined ? sql`` : sql`and d.id = ${id}`}
    order by d.id desc limit ${assistantLimits.documents}`.execute(db);
  return rows.map(({ problem, problemFile, createdAt, files, ...row }) => ({
    ...row,
    files: files ?? [],
    problem: problem && {
      code: problem,
      file: problemFile,
      message: problemText(problem, problemFile, locale),
    },
    createdAt: createdAt.toISOString(),
  }));
}

/** Throws `document_not_found` for documents of others as well. */
export async function getDocument(
  db: Db,
  owner: { id: string },
  id: string,
  locale: Locale,
): Promise<Document> {
  const [document] = isUuid(id) ? await listDocuments(db, owner, locale, id) : [];
  if (!document) throw new AppError(assistantErrors.document_not_found);
  return document;
}

/** Its files are deleted with the next sweep, unless something else refers to them. */
export async function removeDocument(db: Db, owner: { id: string }, id: string): Promise<void> {
  const gone = isUuid(id)
    ? await db
        .deleteFrom('assistantDocument')
        .where('id', '=', id)
        .where('ownerId', '=', owner.id)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!gone) throw new AppError(assistantErrors.document_not_found);
}

async function assertOwn(db: Db, person: { id: string }, id: string): Promise<void> {
  const row = isUuid(id)
    ? await db.selectFrom('assistantDocument').select('ownerId').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row || !canReadDocument(person, row)) throw new AppError(assistantErrors.document_not_found);
}

export async function getPage(db: Db, person: { id: string }, id: string, number: number): Promise<Page> {
  await assertOwn(db, person, id);
  const row = await db
    .selectFrom('assistantPage as page')
    .innerJoin('assistantDocument as document', 'document.id', 'page.documentId')
    .select(['page.kind', 'page.file', 'page.entry', 'page.pdfPage', 'page.heading', 'page.text'])
    .select(['document.pages', 'document.pagesRead'])
    .where('page.documentId', '=', id)
    .where('page.page', '=', number)
    .executeTakeFirst();
  if (!row) throw new AppError(assistantErrors.page_not_found);
  const { kind, file, entry, pdfPage, heading, text, pages, pagesRead } = row;
  const address = `/api/assistant/documents/${id}/files/${file}`;
  const inside = entry === null ? '' : `?page=${number}`;
  return {
    page: number,
    pages: pages ?? pagesRead,
    heading,
    text,
    kind,
    url:
      kind === 'text' ? null : kind === 'pdf' ? `${address}${inside}#page=${pdfPage}` : `${address}${inside}`,
  };
}

/** Returns a file of the document; with a page, the source of that page, also from a ZIP. */
export async function getDocumentFile(
  { db, storage }: Deps,
  person: { id: string },
  id: string,
  { position, page }: { position: number; page?: number | undefined },
): Promise<{ file: KeptRow } | { name: string; bytes: Buffer }> {
  await assertOwn(db, person, id);
  const file = await db
    .selectFrom('assistantDocumentFile as part')
    .innerJoin('keptFile as file', 'file.id', 'part.fileId')
    .selectAll('file')
    .where('part.documentId', '=', id)
    .where('part.position', '=', position)
    .executeTakeFirst();
  if (!file) throw new AppError(assistantErrors.page_not_found);
  if (page === undefined) return { file };
  const shown = await db
    .selectFrom('assistantPage')
    .select('entry')
    .where('documentId', '=', id)
    .where('page', '=', page)
    .where('file', '=', position)
    .executeTakeFirst();
  if (!shown) throw new AppError(assistantErrors.page_not_found);
  if (shown.entry === null) return { file };
  const zip = await openZipContents(blobSource(storage, file.blobKey, file.size));
  try {
    const bytes = await zip.read(shown.entry, maxEntryBytes);
    if (!bytes) throw new AppError(assistantErrors.page_not_found);
    return { name: shown.entry.split('/').at(-1) ?? '', bytes };
  } finally {
    zip.close();
  }
}
const maxEntryBytes = 60 * 1024 * 1024;

const slowMs = 180_000;
const maxTries = 2;
/** Lease of a reading: longer than any takes, so that an older one was abandoned. */
const givenUpMs = 5 * 60_000;

// Next to this file in development, and next to the bundle's scripts in production.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './document-worker.ts' : './document-worker.js',
  import.meta.url,
);

/** Reads the waiting documents one at a time, even when called concurrently. */
export function createReading(deps: Deps): Job<unknown> {
  return oneAtATime(async () => {
    for (let next = await takeWaiting(deps.db); next; next = await takeWaiting(deps.db))
      await readDocument(deps, next);
  });
}

/** Runs work that is never concurrent; requests during a run cause one more run. */
export function oneAtATime(work: () => Promise<void>): Job<unknown> {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      running = false;
    }
  };
}

type Waiting = { id: string; title: string; tries: number };

/** Takes a document that no other worker has; gives up one that crashed its process too often. */
async function takeWaiting(db: Db): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    update assistant_document set tries = tries + 1, began_at = now(), state = 'reading', pages_read = 0
    where id = (
      select id from assistant_document
      where state = 'waiting' or (state = 'reading' and began_at < now() - make_interval(secs => ${givenUpMs / 1000}))
      order by id limit 1 for update skip locked)
    returning id, title, tries`.execute(db);
  return rows[0] ?? null;
}

async function readDocument(deps: Deps, waiting: Waiting): Promise<void> {
  const { db } = deps;
  const refuse = async (problem: DocumentProblem, problemFile: string | null) => {
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('assistantPage').where('documentId', '=', waiting.id).execute();
      await trx
        .updateTable('assistantDocument')
        .set({ state: 'refused', problem, problemFile: problemFile?.slice(0, 500).toWellFormed() ?? null })
        .where('id', '=', waiting.id)
        .execute();
    });
  };
  if (waiting.tries > maxTries) return refuse('failed', null);
  await db.deleteFrom('assistantPage').where('documentId', '=', waiting.id).execute();
  const read = await runReading(await taskOf(deps, waiting.id), (pages, total) =>
    keepPages(db, waiting.id, pages, total),
  );
  if ('problem' in read) return refuse(read.problem, read.file);
  const { done, passages } = read;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update assistant_document set state = 'ready', pages = ${done.pages}, pages_read = ${done.pages}
      where id = ${waiting.id} returning id`.execute(trx);
    // The document was deleted meanwhile.
    if (rows.length === 0) return;
    await insertGuide(
      trx,
      { documentId: waiting.id },
      {
        title: waiting.title,
        language: done.language,
        steps: done.steps.map(({ title, text, page }) => ({ title, text, ...(page !== null && { page }) })),
        parts: done.parts,
        passages,
      },
      currentTime(),
    );
  });
}

async function taskOf({ db, storage }: Deps, documentId: string): Promise<DocumentTask> {
  const files = await db
    .selectFrom('assistantDocumentFile as part')
    .innerJoin('keptFile as file', 'file.id', 'part.fileId')
    .select(['file.name', 'file.size', 'file.blobKey'])
    .where('part.documentId', '=', documentId)
    .orderBy('part.position')
    .execute();
  const task: DocumentTask = { files: [] };
  for (const { name, size, blobKey } of files)
    task.files.push({ name, bytes: await readBytes(storage, blobKey, size) });
  return task;
}

export async function readBytes(
  storage: BlobStore,
  blobKey: string,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  if (size > 0)
    for await (const chunk of storage.read(blobKey) as AsyncIterable<Buffer>) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
  return bytes;
}

/** The document may be deleted while it is read. */
async function keepPages(
  db: Db,
  documentId: string,
  pages: readonly ReadPage[],
  total: number,
): Promise<void> {
  await sql`
    with document as (
      update assistant_document set pages_read = ${pages.at(-1)?.page ?? 0}, pages = ${total}, began_at = now()
      where id = ${documentId} returning id
    )
    insert into assistant_page (document_id, page, kind, file, entry, pdf_page, heading, text)
    select document.id, each.page, each.kind, each.file, each.entry, each."pdfPage", each.heading, each.text
    from document, jsonb_to_recordset(${JSON.stringify(pages)}::jsonb)
      as each (page int, kind text, file int, entry text, "pdfPage" int, heading text, text text)`.execute(
    db,
  );
}

type Done = Extract<DocumentAnswer, { done: unknown }>['done'];

/** Runs the worker and stores pages as they arrive, with backpressure. */
export async function runReading(
  task: DocumentTask,
  onPages: (pages: ReadPage[], total: number) => Promise<void>,
): Promise<{ done: Done; passages: string[] } | { problem: DocumentProblem; file: string | null }> {
  const worker = new Worker(workerFile, {
    workerData: task,
    transferList: task.files.map(({ bytes }) => bytes.buffer),
    resourceLimits: { maxOldGenerationSizeMb: 768 },
    execArgv: [],
  });
  const passages: string[] = [];
  const waiting: ReadPage[] = [];
  let total = 0;
  let keeping: Promise<void> | null = null;
  async function keepWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const pages = waiting.splice(0, pagesAtOnce);
      await onPages(pages, Math.max(total, pages.at(-1)?.page ?? 0));
    }
    keeping = null;
  }
  const keep = (fail: (error: unknown) => void) => {
    if (keeping !== null) return;
    keeping = keepWaiting();
    keeping.catch(fail);
  };
  try {
    const answer = await new Promise<{ done: Done } | { problem: DocumentProblem; file: string | null }>(
      (resolve, reject) => {
        const timer = setTimeout(() => resolve({ problem: 'too_slow', file: null }), slowMs);
        timer.unref();
        worker.on('message', (message: DocumentAnswer) => {
          if ('pages' in message) {
            total = message.total;
            waiting.push(...message.pages);
            keep(reject);
          } else if ('passages' in message) passages.push(message.passages);
          else resolve(message);
        });
        worker.once('error', () => resolve({ problem: 'failed', file: null }));
        worker.once('exit', () => resolve({ problem: 'failed', file: null }));
      },
    );
    await keeping;
    return 'done' in answer ? { done: answer.done, passages } : answer;
  } finally {
    await worker.terminate();
  }
}
const pagesAtOnce = 20;
