import { buffer } from 'node:stream/consumers';
import {
  archiveKind,
  blobSource,
  extensionOf,
  getFinishedUpload,
  takeUploads,
  Unsafe,
  walkArchive,
  type ArchiveEntry,
  type IncomingFile,
} from '#features/uploads/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { isGone, type BlobStore } from '#platform/server/storage.ts';
import { runThread, threadFile } from '#platform/server/threads.ts';
import { cleanText } from '#platform/shared/clean-text.ts';
import type { VirusScanner } from '#platform/server/virus-scanner.ts';
import { decodeText } from '#platform/shared/decode-text.ts';
import { isAppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { maxPictureBytes } from '#platform/shared/pictures.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { createInput, resourcesErrors, type Imported } from '../contract.ts';
import { planImport, plainNames, type ImportPlan } from '../import-plan.ts';
import { createResource } from './commands.ts';
import type { ImportAnswer, ImportNotice, ImportTask } from './import-worker.ts';
import { discard, storeFile, storeShown, wroteNothing, type IncomingPicture } from './incoming.ts';

const workerFile = threadFile(import.meta.url, 'import-worker');
const slowMs = 10_000;

type Deps = { db: Db; storage: BlobStore; scanner: VirusScanner | null; maxFileBytes: number };
type Found = {
  texts: Map<string, string>;
  parts: Uint8Array<ArrayBuffer> | null;
  files: IncomingFile[];
  pictures: IncomingPicture[];
  skipped: Imported['skipped'];
};

/**
 * Makes a draft of an uploaded archive: finds its README with text and steps, licence, pictures, parts list
 * and files, and attaches the archive itself as the first file. Returns the draft's id and the skipped files.
 */
export async function importArchive(
  deps: Deps,
  person: { id: string },
  uploadId: string,
  locale: Locale,
): Promise<Imported> {
  const archive = await getFinishedUpload(deps.db, person, uploadId, currentTime());
  const source = blobSource(deps.storage, archive.blobKey, archive.size);
  const found: Found = { texts: new Map(), parts: null, files: [], pictures: [], skipped: [] };
  try {
    const kind = archiveKind(await buffer(source.read(0, Math.min(archive.size, 512) - 1)));
    if (kind === null || kind === 'other' || !['zip', 'gz', 'tgz', 'tar'].includes(extensionOf(archive.name)))
      throw refused(resourcesErrors.import_kind, 'uploadId');
    const entries: ArchiveEntry[] = [];
    await walkArchive(kind, source, (entry) => {
      entries.push(entry);
      return null;
    });
    const plan = planImport(entries, { pictureBytes: maxPictureBytes, fileBytes: deps.maxFileBytes });
    await readPlanned(deps, person, plan, kind, source, found, locale);
    const { texts, parts } = found;
    const task: ImportTask = { archiveName: archive.name, plan, texts, parts, locale };
    const answer = await runThread<ImportAnswer>(workerFile, task, { key: person.id, maxMs: slowMs });
    const content = parseInput(createInput, answer.content);
    const id = await deps.db.transaction().execute(async (trx) => {
      const now = currentTime();
      const taken = await takeUploads(trx, person, [uploadId], now);
      const stored = { files: [...taken, ...found.files], pictures: found.pictures };
      return createResource(trx, person, content, stored, now);
    });
    const notices = answer.notice === null ? [] : [noticeOf(plan, answer.notice, locale)];
    return { id, skipped: found.skipped, notices };
  } catch (error) {
    if (error instanceof Unsafe || wroteNothing(error)) await discard(deps.storage, found);
    // The upload was cancelled while it was read.
    else if (isGone(error)) await getFinishedUpload(deps.db, person, uploadId, currentTime());
    throw error instanceof Unsafe ? refused(error.kind, 'uploadId') : error;
  }
}

function noticeOf(plan: ImportPlan, notice: ImportNotice, locale: Locale): Imported['notices'][number] {
  const words = {
    parts_columns: m['resources.import.parts_columns'],
    parts_prices: m['resources.import.parts_prices'],
    parts_unreadable: m['resources.import.parts_unreadable'],
  };
  return { name: (plan.parts ?? '').slice(plan.root.length), message: words[notice]({}, { locale }) };
}

async function readPlanned(
  deps: Deps,
  person: { id: string },
  plan: ImportPlan,
  kind: 'zip' | 'gzip' | 'tar',
  source: ReturnType<typeof blobSource>,
  found: Found,
  locale: Locale,
): Promise<void> {
  const { storage, scanner, maxFileBytes } = deps;
  const names = plainNames(plan.files, plan.root);
  const texts = new Set([plan.readme, plan.license].filter((name) => name !== null));
  const pictures = new Set(plan.pictures);
  /** A refused file does not stop the import of the others. */
  const passingOver = async (name: string, store: () => Promise<void>) => {
    try {
      await store();
    } catch (error) {
      if (!isAppError(error) || error.kind.code === platformErrors.overloaded.code) throw error;
      found.skipped.push({ name: name.slice(plan.root.length), message: error.kind.words(locale) });
    }
  };
  await walkArchive(kind, source, ({ name }) => {
    const fileName = names.get(name);
    if (texts.has(name))
      return async (bytes) => void found.texts.set(name, cleanText(decodeText(await buffer(bytes))));
    if (name === plan.parts) {
      return async (bytes) => {
        found.parts = new Uint8Array(await buffer(bytes));
      };
    }
    if (pictures.has(name)) {
      return async (bytes) => {
        const sent = await buffer(bytes);
        await passingOver(name, async () => {
          const id = uuidv7();
          const shown = await storeShown(storage, `images/${id}`, sent, 'image');
          found.pictures.push({ id, alt: '', ...shown });
        });
      };
    }
    if (fileName === undefined) return null;
    return (bytes) =>
      passingOver(name, async () => {
        const options = { maxBytes: maxFileBytes, field: 'uploadId', scanner, ownerId: person.id };
        found.files.push(await storeFile(storage, { name: fileName, bytes }, options));
      });
  });
}
