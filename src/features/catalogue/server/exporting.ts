import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { listCatalogueResources } from '#features/resources/server/public.ts';
import { listCatalogueServices } from '#features/services/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { RowHead } from '../contract.ts';
import { catalogueFormat, catalogueVersion, headName, partName } from '../rules.ts';

type Blob = RowHead['blobs'][number] & { key: string };
type Row = { id: string; owner: string; blobs: Blob[] } & Record<string, unknown>;

/**
 * Exports all published resources and active services, with the newest versions' files and the pictures, as
 * the public sees them: no contact data, and locations as coarse as on the map. Oldest first, so that remixes
 * come after their originals.
 */
export async function exportCatalogue(
  deps: { db: Db; storage: BlobStore },
  { origin, now }: { origin: string; now: Date },
): Promise<{ zip: Readable; rows: number }> {
  const { db, storage } = deps;
  const [resources, services] = await Promise.all([readResources(db), readServices(db)]);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => void output.destroy(error);
  let open: Readable | undefined;
  output.on('close', () => open?.destroy());
  zip.on('error', fail);
  const options = { mtime: now };
  const head = {
    format: catalogueFormat,
    version: catalogueVersion,
    exportedAt: now.toISOString(),
    origin,
    resources: resources.length,
    services: services.length,
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(head, null, 2)}\n`), headName, options);
  const linesOf = (rows: readonly Row[]) =>
    rows
      .map(({ blobs, ...row }) =>
        JSON.stringify({ ...row, blobs: blobs.map(({ key: _key, ...told }) => told) }),
      )
      .join('\n');
  zip.addBuffer(Buffer.from(linesOf(resources)), partName('resources'), options);
  zip.addBuffer(Buffer.from(linesOf(services)), partName('services'), options);
  for (const { key, path } of [...resources, ...services].flatMap(({ blobs }) => blobs)) {
    // Most files are already compressed.
    zip.addReadStreamLazy(path, { ...options, compress: false }, (give) => {
      open = storage.read(key).on('error', fail);
      give(null, open);
    });
  }
  zip.end();
  return { zip: output, rows: resources.length + services.length };
}

async function readResources(db: Db): Promise<Row[]> {
  return (await listCatalogueResources(db)).map(({ content, files, pictures }) => ({
    ...content,
    blobs: [
      ...files.map((file, index) => ({
        ...file,
        alt: '',
        kind: 'file' as const,
        path: `resources/${content.id}/files/${index + 1}`,
      })),
      ...pictures.map((picture, index) => ({
        ...picture,
        kind: 'photo' as const,
        path: `resources/${content.id}/pictures/${index + 1}.webp`,
      })),
    ],
  }));
}

async function readServices(db: Db): Promise<Row[]> {
  return (await listCatalogueServices(db)).map(({ content, pictures }) => ({
    ...content,
    blobs: pictures.map((picture, index) => ({
      ...picture,
      path: `services/${content.id}/pictures/${index + 1}.webp`,
    })),
  }));
}
