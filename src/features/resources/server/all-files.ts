import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { m } from '#i18n/generated/messages.js';
import { localizePath, type Locale } from '#i18n/languages.ts';
import type { ByteRange } from '#platform/server/send-blob.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { safeFileName } from '#platform/shared/file-name.ts';
import { trimEndOf } from '#platform/shared/trimming.ts';
import { termsOf } from '#platform/shared/licenses.ts';

/** Version with its files, and the metadata that goes into its ZIP. */
export type WholeVersion = {
  id: string;
  title: string;
  author: string;
  ownerName: string;
  license: string;
  number: number;
  createdAt: Date;
  files: readonly { name: string; size: number; sha256: string; blobKey: string }[];
};

/** Writes the text file that states author and licence, for files that are separated from the page. */
function licenseText(whole: WholeVersion, locale: Locale, origin: string): string {
  const { author, license, number, ownerName, title } = whole;
  const name =
    license === 'all-rights-reserved' ? m['resources.license.all_rights_reserved']({}, { locale }) : license;
  const lines = [
    title,
    m['resources.zip.version']({ number }, { locale }),
    '',
    m['resources.zip.author']({ name: author || ownerName }, { locale }),
    ...(author ? [m['resources.zip.owner']({ name: ownerName }, { locale })] : []),
    m['resources.zip.license']({ name }, { locale }),
    termsOf(license)?.url ?? '',
    m['resources.zip.source'](
      { url: `${origin}${localizePath(`/resources/${whole.id}`, locale)}` },
      { locale },
    ),
  ].filter((line, index) => line !== '' || index === 2);
  return `${lines.join('\n')}\n`;
}

/** Returns the name of the ZIP: the resource's title as a file's name. */
export function zipName({ title, number }: Pick<WholeVersion, 'title' | 'number'>): string {
  const name = trimEndOf(/[\p{L}\p{N}\p{S}]/u.test(title) ? title : 'gongbang', /[. ]/);
  return safeFileName(`${name}.zip`, number > 1 ? `-v${number}` : '');
}

/** Largest ZIP that supports ranges, because a range costs reading everything before it. */
const maxInParts = 64 * 1024 * 1024;

/**
 * Builds a ZIP of all files of a version as a stream. The output is deterministic: its size is known in
 * advance, and ranges can be served.
 */
export async function zipOf(
  storage: BlobStore,
  whole: WholeVersion,
  { locale, origin }: { locale: Locale; origin: string },
): Promise<{
  size: number;
  etag: string;
  mediaType: string;
  inParts: boolean;
  read(range: ByteRange | undefined): Readable;
}> {
  const license = licenseText(whole, locale, origin);
  const names = distinctNames([...whole.files.map(({ name }) => name), 'license.txt']);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  const fail = (error: Error) => void output.destroy(error);
  // Open the first file only when someone reads: the stream may never be consumed.
  const reading = Promise.withResolvers<void>();
  async function openFile(key: string): Promise<Readable> {
    await reading.promise;
    open = storage.read(key).on('error', fail);
    return open;
  }
  const options = { mtime: whole.createdAt, compress: false };
  for (const [index, { blobKey, size }] of whole.files.entries()) {
    zip.addReadStreamLazy(names[index]!, { ...options, size }, (give) => {
      void openFile(blobKey).then((bytes) => give(null, bytes));
    });
  }
  zip.addBuffer(Buffer.from(license), names.at(-1)!, options);
  zip.on('error', fail);
  // Close the open file when the client disconnects.
  output.on('close', () => open?.destroy());
  const size = await new Promise<number>((resolve) =>
    zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void),
  );
  const hash = createHash('sha256').update(JSON.stringify([license, names, whole.createdAt]));
  for (const { sha256 } of whole.files) hash.update(sha256);
  return {
    size,
    etag: hash.digest('hex'),
    mediaType: 'application/zip',
    inParts: size <= maxInParts,
    read(range) {
      reading.resolve();
      return range ? Readable.from(partOf(output, range)) : output;
    },
  };
}

async function* partOf(bytes: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (part.length > 0) yield part;
    at += chunk.length;
    if (at > end) return;
  }
}

/** Makes names safe, and unique within one folder by numbering duplicates. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((each) => {
    let distinct = safeFileName(each);
    for (let number = 2; taken.has(distinct.toLowerCase()); number += 1)
      distinct = safeFileName(each, ` (${number})`);
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
