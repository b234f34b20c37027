import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable, pipeline } from 'node:stream';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { safePath } from '#platform/shared/file-name.ts';
import { ZipFile } from 'yazl';

/** Purpose under which the vault seals export keys. */
export const sealedExportKey = 'export key';

const cipher = 'aes-256-ctr';
const keyBytes = 32;

/**
 * Creates a separate key for each export, because the file combines data that is separate or sealed everywhere else.
 */
export function newExportKey(vault: Vault): string {
  return vault.seal(sealedExportKey, randomBytes(keyBytes + 16).toString('base64url'));
}

function openKey(vault: Vault, sealedKey: string): [Buffer, Buffer] {
  const bytes = Buffer.from(vault.open(sealedExportKey, sealedKey), 'base64url');
  return [bytes.subarray(0, keyBytes), bytes.subarray(keyBytes)];
}

async function* jsonArray(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row, null, 2);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Streams all data of a person into one ZIP of any size. Returns its size. */
export async function writeExport(
  deps: { storage: BlobStore; vault: Vault; rooms: readonly PersonalData[] },
  personId: string,
  target: { blobKey: string; sealedKey: string },
  now: Date,
): Promise<number> {
  const { rooms, storage, vault } = deps;
  const zip = new ZipFile();
  const about = { personId, madeAt: now.toISOString() };
  zip.addBuffer(Buffer.from(JSON.stringify(about, null, 2)), 'export.json');
  for (const { room, lists, files } of rooms) {
    for (const [name, rows] of Object.entries(lists)) {
      zip.addReadStreamLazy(`${room}/${name}.json`, (give) =>
        give(null, Readable.from(jsonArray(rows(personId)))),
      );
    }
    for await (const { name, key } of files?.(personId) ?? []) {
      const size = await storage.size(key);
      // Skip missing bytes, so that the owner gets everything else.
      if (size === null) continue;
      zip.addReadStreamLazy(safePath(`${room}/${name}`), { size, compress: false }, (give) =>
        give(null, storage.read(key)),
      );
    }
  }
  zip.end();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const encrypted = createCipheriv(cipher, ...openKey(vault, target.sealedKey));
  // Errors are reported through the reader, which a failure here ends.
  pipeline(output, encrypted, () => {});
  const { size } = await storage.put(target.blobKey, encrypted);
  return size;
}

/** Decrypts a stored export. */
export function readExport(
  deps: { storage: BlobStore; vault: Vault },
  source: { blobKey: string; sealedKey: string },
): Readable {
  const decrypted = createDecipheriv(cipher, ...openKey(deps.vault, source.sealedKey));
  pipeline(deps.storage.read(source.blobKey), decrypted, () => {});
  return decrypted;
}
