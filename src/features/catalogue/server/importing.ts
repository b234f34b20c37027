import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import { createInput as resourceInput } from '#features/resources/contract.ts';
import {
  createResource,
  discard,
  hideResource,
  storeFile,
  storeShown,
  wroteNothing,
  type IncomingPicture,
} from '#features/resources/server/public.ts';
import { createInput as serviceInput } from '#features/services/contract.ts';
import { hideService, offerService } from '#features/services/server/public.ts';
import {
  archiveKind,
  blobSource,
  getFinishedUpload,
  Unsafe,
  walkArchive,
  type IncomingFile,
} from '#features/uploads/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { readPicture } from '#platform/server/pictures.ts';
import { isGone, type BlobStore } from '#platform/server/storage.ts';
import { assertClean } from '#platform/server/unclean-text.ts';
import type { VirusScanner } from '#platform/server/virus-scanner.ts';
import { isAppError, refused } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { z } from 'zod';
import {
  catalogueErrors,
  catalogueHead,
  rowHead,
  type ImportInput,
  type ImportReport,
  type RowHead,
} from '../contract.ts';
import {
  headName,
  longLineBytes,
  maxLineBytes,
  maxMistakes,
  maxRowBytes,
  partName,
  parts,
  rowsAtOnce,
  type CataloguePart,
} from '../rules.ts';

type Deps = { db: Db; storage: BlobStore; scanner: VirusScanner | null; maxFileBytes: number };
type Staff = { id: string; username: string };
type Source = ReturnType<typeof blobSource>;
type Mistake = ImportReport['mistakes'][number];
type Content =
  | { part: 'resources'; content: z.output<typeof resourceInput> }
  | { part: 'services'; content: z.output<typeof serviceInput> };
type Row = Content & { line: number; head: RowHead; ownerId: string };
type Stored = { file: IncomingFile } | { picture: IncomingPicture };

const field = 'uploadId';
/** Thrown to roll back a dry run, or an import with errors. */
const takenBack = Symbol('taken back');

/**
 * Imports a catalogue: all rows that are not here yet, or none if one has errors. A dry run does the same and
 * rolls back, so that it finds the same errors.
 */
export async function importCatalogue(
  deps: Deps,
  actor: Staff,
  { uploadId, dryRun, reason }: ImportInput,
  locale: Locale,
  now: Date,
): Promise<ImportReport> {
  const { db, storage } = deps;
  const archive = await getFinishedUpload(db, actor, uploadId, now);
  const source = blobSource(storage, archive.blobKey, archive.size);
  const stored = new Map<string, Stored>();
  const mistakes: Mistake[] = [];
  const wrong = new Set<string>();
  const tell = (row: { part: CataloguePart; line: number; title: string }, name: string, message: string) => {
    wrong.add(`${row.part} ${row.line}`);
    if (mistakes.length < maxMistakes)
      mistakes.push({ part: row.part, line: row.line, title: row.title, field: name, message });
  };
  const report = (created: ImportReport['created'], known: number, auditId: string | null): ImportReport => ({
    isWritten: !dryRun && wrong.size === 0,
    created,
    known,
    wrong: wrong.size,
    mistakes,
    auditId,
  });
  try {
    if (archiveKind(await buffer(source.read(0, Math.min(archive.size, 512) - 1))) !== 'zip')
      throw refused(catalogueErrors.not_a_catalogue, field);
    const read = await readRows(source, locale, tell);
    const { rows, known } = await sortOut(db, read, locale, tell);
    await storeBlobs(deps, source, rows, { ownerId: actor.id, locale, stored, tell });
    const created = {
      resources: rows.filter(({ part }) => part === 'resources').length,
      services: rows.filter(({ part }) => part === 'services').length,
    };
    let auditId: string | null = null;
    try {
      await db.transaction().execute(async (trx) => {
        for (const row of rows) await writeRow(trx, row, stored, { locale, now, tell });
        if (dryRun || wrong.size > 0) throw takenBack;
        // An import without new rows is not logged.
        if (rows.length > 0) auditId = await noteImport(trx, actor, rows, reason, now);
      });
    } catch (error) {
      if (error !== takenBack) throw error;
      await forget(storage, stored);
    }
    return report(created, known, auditId);
  } catch (error) {
    if (error instanceof Unsafe || wroteNothing(error)) await forget(storage, stored);
    // The upload was cancelled while it was read.
    else if (isGone(error)) await getFinishedUpload(db, actor, uploadId, now);
    throw error instanceof Unsafe ? refused(error.kind, field) : error;
  }
}

function forget(storage: BlobStore, stored: ReadonlyMap<string, Stored>): Promise<void> {
  const all = [...stored.values()];
  return discard(storage, {
    files: all.flatMap((each) => ('file' in each ? [each.file] : [])),
    pictures: all.flatMap((each) => ('picture' in each ? [each.picture] : [])),
  });
}

type Tell = (
  row: { part: CataloguePart; line: number; title: string },
  field: string,
  message: string,
) => void;
type ReadRow = Content & { line: number; head: RowHead };

/** Parses the rows with the schemas of their features and reports errors. */
async function readRows(source: Source, locale: Locale, tell: Tell): Promise<ReadRow[]> {
  let head: string | undefined;
  const rows: ReadRow[] = [];
  const seen = new Set<string>();
  async function readPart(part: CataloguePart, bytes: Readable): Promise<void> {
    let line = 0;
    for await (const text of linesOf(bytes)) {
      line += 1;
      // Yield to other requests between rows: all rows together take seconds.
      if (line % rowsAtOnce === 0 || (text?.length ?? 0) > longLineBytes) await setImmediate();
      if (text === null) tell({ part, line, title: '' }, '', catalogueErrors.row_broken.words(locale));
      if (text === null || text.trim() === '') continue;
      const row = await readRow(part, line, text, locale, tell);
      if (row && seen.has(row.head.id))
        tell({ part, line, title: row.content.title }, 'id', catalogueErrors.row_twice.words(locale));
      else if (row) {
        seen.add(row.head.id);
        rows.push(row);
      }
    }
  }
  await walkArchive('zip', source, ({ name, size }) => {
    const part = parts.find((each) => partName(each) === name);
    if (!part && name !== headName) return null;
    if (size > (part ? maxRowBytes : maxLineBytes)) throw refused(catalogueErrors.catalogue_too_large, field);
    return part
      ? (bytes) => readPart(part, bytes)
      : async (bytes) => void (head = (await buffer(bytes)).toString());
  });
  assertHead(head);
  return rows;
}

const newline = 0x0a;
/** Yields lines as they arrive; null for a line that is too long, without buffering the rest of it. */
async function* linesOf(bytes: Readable): AsyncGenerator<string | null> {
  let begun: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer) => {
    length += piece.length;
    if (length <= maxLineBytes) begun.push(piece);
  };
  const end = () => {
    const line = length > maxLineBytes ? null : Buffer.concat(begun).toString();
    begun = [];
    length = 0;
    return line;
  };
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, to));
      from = to + 1;
      yield end();
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield end();
}

function assertHead(text: string | undefined): void {
  let head: unknown;
  try {
    head = JSON.parse(text ?? '');
  } catch {
    throw refused(catalogueErrors.not_a_catalogue, field);
  }
  const found = catalogueHead.safeParse(head);
  if (found.success) return;
  const isOther = found.error.issues.every(({ path }) => path[0] !== 'format');
  throw refused(isOther ? catalogueErrors.catalogue_version : catalogueErrors.not_a_catalogue, field);
}

async function readRow(
  part: CataloguePart,
  line: number,
  text: string,
  locale: Locale,
  tell: Tell,
): Promise<ReadRow | null> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
    if (text.length > longLineBytes) await setImmediate();
    // Check before the schema, which would walk deep or dirty values.
    assertClean(raw);
  } catch {
    tell({ part, line, title: '' }, '', catalogueErrors.row_broken.words(locale));
    return null;
  }
  const title = String((raw as { title?: unknown } | null)?.title ?? '').slice(0, 200);
  try {
    const head = parseInput(rowHead, raw);
    return part === 'resources'
      ? { part, line, head, content: parseInput(resourceInput, raw) }
      : { part, line, head, content: parseInput(serviceInput, raw) };
  } catch (error) {
    tellError(error, { part, line, title }, locale, tell);
    return null;
  }
}

function tellError(
  error: unknown,
  row: { part: CataloguePart; line: number; title: string },
  locale: Locale,
  tell: Tell,
): void {
  if (!isAppError(error)) throw error;
  const fields = Object.entries(error.fields ?? {});
  if (fields.length === 0) tell(row, '', error.kind.words(locale));
  for (const [name, words] of fields) tell(row, name, words(locale));
}

const titled = ({ part, line, content }: ReadRow) => ({ part, line, title: content.title });

/** Drops the rows that exist here, and finds the owners of the others. */
async function sortOut(
  db: Db,
  read: readonly ReadRow[],
  locale: Locale,
  tell: Tell,
): Promise<{ rows: Row[]; known: number }> {
  const ids = read.map(({ head }) => head.id);
  const usernames = [...new Set(read.map(({ head }) => head.owner.toLowerCase()))];
  const [resources, services, owners] = await Promise.all([
    ids.length === 0 ? [] : db.selectFrom('resource').select('id').where('id', 'in', ids).execute(),
    ids.length === 0 ? [] : db.selectFrom('service').select('id').where('id', 'in', ids).execute(),
    usernames.length === 0
      ? []
      : db
          .selectFrom('person')
          .select(['id', 'username'])
          .where('username', 'in', usernames)
          .where('suspendedAt', 'is', null)
          .where('withdrawsAt', 'is', null)
          .where('erasedAt', 'is', null)
          .execute(),
  ]);
  const here = new Set([...resources, ...services].map(({ id }) => id));
  const ownerIds = new Map(owners.map(({ id, username }) => [username, id]));
  const rows: Row[] = [];
  for (const row of read) {
    if (here.has(row.head.id)) continue;
    const ownerId = ownerIds.get(row.head.owner.toLowerCase());
    if (ownerId === undefined) tell(titled(row), 'owner', catalogueErrors.owner_unknown.words(locale));
    else rows.push({ ...row, ownerId });
  }
  return { rows, known: here.size };
}

/** Stores files and pictures of the rows. Those of a dry run or a failed import are deleted again. */
async function storeBlobs(
  { storage, scanner, maxFileBytes }: Deps,
  source: Source,
  rows: readonly Row[],
  {
    ownerId,
    locale,
    stored,
    tell,
  }: { ownerId: string; locale: Locale; stored: Map<string, Stored>; tell: Tell },
): Promise<void> {
  const wanted = new Map(rows.flatMap((row) => row.head.blobs.map((blob) => [blob.path, { row, blob }])));
  const found = new Set<string>();
  async function take(path: string, bytes: Readable): Promise<void> {
    const { row, blob } = wanted.get(path)!;
    try {
      if (blob.kind !== 'file') {
        const id = uuidv7();
        const folder = row.part === 'resources' ? 'images' : 'service-images';
        const shown = await storeShown(
          storage,
          `${folder}/${id}`,
          await readPicture(bytes, path),
          path,
          true,
        );
        stored.set(path, { picture: { id, alt: blob.alt, ...shown } });
      } else {
        const file = await storeFile(
          storage,
          { name: blob.name ?? path, bytes },
          { maxBytes: maxFileBytes, field: path, scanner, ownerId },
        );
        stored.set(path, { file });
        if (blob.sha256 !== undefined && file.sha256 !== blob.sha256)
          tell(titled(row), path, catalogueErrors.file_changed.words(locale));
      }
    } catch (error) {
      tellError(error, titled(row), locale, tell);
    }
  }
  await walkArchive('zip', source, ({ name }) => {
    if (!wanted.has(name)) return null;
    found.add(name);
    return (bytes) => take(name, bytes);
  });
  for (const [path, { row }] of wanted)
    if (!found.has(path)) tell(titled(row), path, catalogueErrors.file_missing.words(locale));
}

async function writeRow(
  trx: Trx,
  row: Row,
  stored: ReadonlyMap<string, Stored>,
  { locale, now, tell }: { locale: Locale; now: Date; tell: Tell },
): Promise<void> {
  const owner = { id: row.ownerId };
  const blobs = row.head.blobs.map((blob) => ({ blob, stored: stored.get(blob.path) }));
  const files = blobs.flatMap(({ stored: each }) => (each && 'file' in each ? [each.file] : []));
  try {
    if (row.part === 'resources') {
      const pictures = blobs.flatMap(({ stored: each }) => (each && 'picture' in each ? [each.picture] : []));
      const remixOf = await findRemix(trx, row.content.remixOf);
      const content = { ...row.content, remixOf };
      await createResource(trx, owner, content, { files, pictures }, now, row.head.id);
      return;
    }
    const pictures = blobs.flatMap(({ blob, stored: each }) => {
      if (!each || !('picture' in each) || blob.kind === 'file') return [];
      const { id, alt, width, height, widths, blobPrefix } = each.picture;
      return [{ id, kind: blob.kind, alt, width, height, widths, blobPrefix }];
    });
    await offerService(trx, owner, row.content, pictures, now, row.head.id);
  } catch (error) {
    tellError(error, titled(row), locale, tell);
  }
}

/** The original may not exist on this server. */
async function findRemix(trx: Trx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const found = await trx
    .selectFrom('resource')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return found?.id ?? null;
}

const noted = z.object({ resources: z.array(z.uuid()), services: z.array(z.uuid()) });

function noteImport(
  trx: Trx,
  actor: Staff,
  rows: readonly Row[],
  reason: string,
  now: Date,
): Promise<string> {
  const idsOf = (part: CataloguePart) => rows.filter((row) => row.part === part).map(({ head }) => head.id);
  return recordAudit(
    trx,
    {
      actor,
      action: 'catalogue.import',
      target: { type: 'catalogue', id: uuidv7(now.getTime()) },
      reason,
      before: { resources: [], services: [] },
      after: { resources: idsOf('resources'), services: idsOf('services') },
    },
    now,
  );
}

/** Hides what an import created, because people may have used it since. */
export async function undoImport(trx: Trx, actor: Staff, entry: UndoneEntry, now: Date): Promise<string> {
  const { resources, services } = noted.parse(entry.after);
  for (const id of resources) await hideResource(trx, id, now);
  for (const id of services) await hideService(trx, id, now);
  return recordAudit(
    trx,
    {
      actor,
      action: 'catalogue.import',
      target: { type: 'catalogue', id: entry.targetId },
      reason: entry.reason,
      before: { resources, services },
      after: { resources: [], services: [] },
      undoes: entry.id,
    },
    now,
  );
}
