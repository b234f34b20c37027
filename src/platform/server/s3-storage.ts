import { StorageFault } from './own-faults.ts';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from './config.ts';
import { assertBlobKey, isGone, unfinishedKey, type BlobStore, type UnfinishedBlob } from './storage.ts';

/** Minimum size of a part in S3, except for the last one. */
const partBytes = 5 * 1024 * 1024;

/**
 * Blob store in an S3-compatible bucket. An upload in pieces is a multipart upload; a rest smaller than a part waits as
 * an object of its own.
 */
export async function s3BlobStore(
  config: NonNullable<Config['s3']>,
  /** Objects per page of a list; servers return at most a thousand, which is also their default. */
  { pageSize }: { pageSize?: number } = {},
): Promise<BlobStore> {
  // Loaded only where a bucket is configured, because the SDK is large.
  const {
    AbortMultipartUploadCommand,
    CompleteMultipartUploadCommand,
    CreateMultipartUploadCommand,
    DeleteObjectCommand,
    GetObjectCommand,
    HeadBucketCommand,
    HeadObjectCommand,
    ListObjectsV2Command,
    PutObjectCommand,
    S3Client,
    UploadPartCommand,
  } = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Other servers than AWS answer 501 to AWS's checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isGone(error) ? error : new StorageFault(error, isFull(error));
      }
    },
    { step: 'initialize', name: 'storageFaults' },
  );

  async function* listBelow(Prefix: string | undefined): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket,
          ...(Prefix !== undefined && { Prefix }),
          ...(pageSize !== undefined && { MaxKeys: pageSize }),
          ...(ContinuationToken !== undefined && { ContinuationToken }),
        }),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified) yield { key: Key, modifiedAt: LastModified };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async function putPart(
    { key: Key, parts }: UnfinishedBlob,
    Body: Uint8Array,
  ): Promise<{ uploadId: string; etags: string[] }> {
    const { etags = [] } = parts;
    const uploadId =
      parts.uploadId ?? (await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
    if (uploadId === undefined) throw new Error('the bucket gave no upload id');
    const { ETag = '' } = await client.send(
      new UploadPartCommand({ Bucket, Key, UploadId: uploadId, PartNumber: etags.length + 1, Body }),
    );
    return { uploadId, etags: [...etags, ETag] };
  }

  async function readTail({ key, size, parts }: UnfinishedBlob): Promise<Buffer> {
    return parts.tail === undefined ? Buffer.alloc(0) : buffer(store.read(tailKey(key, size)));
  }

  /** Key of the waiting rest, which includes the size: a repeated append must not overwrite the rest that counts so far. */
  function tailKey(key: string, size: number): string {
    return `${unfinishedKey(key)}/${size}`;
  }

  async function removeTails(key: string): Promise<void> {
    for await (const { key: tail } of store.list(unfinishedKey(key))) await store.remove(tail);
  }

  const store: BlobStore = {
    async put(key, source) {
      assertBlobKey(key);
      const hash = createHash('sha256');
      let blob: UnfinishedBlob = { key, size: 0, parts: {} };
      let waiting: Uint8Array[] = [];
      let waitingBytes = 0;
      try {
        for await (const chunk of chunksOf(source)) {
          hash.update(chunk);
          waiting.push(chunk);
          waitingBytes += chunk.length;
          if (waitingBytes < partBytes) continue;
          const parts = await putPart(blob, Buffer.concat(waiting));
          blob = { key, size: blob.size + waitingBytes, parts };
          waiting = [];
          waitingBytes = 0;
        }
        const rest = Buffer.concat(waiting);
        const size = blob.size + rest.length;
        if (blob.parts.uploadId === undefined) {
          await client.send(new PutObjectCommand({ Bucket, Key: key, Body: rest, ContentLength: size }));
        } else {
          const parts = rest.length > 0 ? await putPart(blob, rest) : blob.parts;
          await store.finish({ key, size, parts });
        }
        return { size, sha256: hash.digest('hex') };
      } catch (error) {
        await store.abandon(blob).catch(() => {});
        throw error;
      }
    },
    read(key, range) {
      assertBlobKey(key);
      async function* chunks() {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: key,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        yield* Body as Readable;
      }
      return Readable.from(chunks(), { objectMode: false });
    },
    async size(key) {
      assertBlobKey(key);
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
        return ContentLength ?? null;
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    },
    async remove(key) {
      assertBlobKey(key);
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    async *list(prefix) {
      assertBlobKey(prefix);
      yield* listBelow(`${prefix}/`);
    },
    async *listAll() {
      for await (const found of listBelow(undefined)) if (!found.key.startsWith('unfinished/')) yield found;
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
    async append(blob, bytes) {
      assertBlobKey(blob.key);
      const size = blob.size + bytes.length;
      const whole = blob.parts.tail === undefined ? bytes : Buffer.concat([await readTail(blob), bytes]);
      if (whole.length >= partBytes) return { key: blob.key, size, parts: await putPart(blob, whole) };
      const tail = tailKey(blob.key, size);
      await client.send(
        new PutObjectCommand({ Bucket, Key: tail, Body: whole, ContentLength: whole.length }),
      );
      return { key: blob.key, size, parts: { ...blob.parts, tail: whole.length } };
    },
    async finish(blob) {
      const { key: Key, size } = blob;
      assertBlobKey(Key);
      // A process that was killed right after this has finished already.
      if ((await store.size(Key)) === size) return removeTails(Key);
      const rest = blob.parts.tail === undefined ? null : await readTail(blob);
      if (blob.parts.uploadId === undefined && rest) {
        await client.send(new PutObjectCommand({ Bucket, Key, Body: rest, ContentLength: size }));
      } else {
        const { uploadId, etags } = rest ? await putPart(blob, rest) : blob.parts;
        await client.send(
          new CompleteMultipartUploadCommand({
            Bucket,
            Key,
            UploadId: uploadId,
            MultipartUpload: { Parts: (etags ?? []).map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
          }),
        );
      }
      await removeTails(Key);
    },
    async abandon({ key: Key, parts }) {
      assertBlobKey(Key);
      if (parts.uploadId !== undefined) {
        await client
          .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: parts.uploadId }))
          .catch(ignoreMissing);
      }
      await removeTails(Key);
    },
  };
  return store;
}

async function* chunksOf(source: Readable | Uint8Array): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) yield source;
  else for await (const chunk of source as AsyncIterable<Buffer | string>) yield Buffer.from(chunk);
}

function isFull(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 507;
}

function ignoreMissing(error: unknown): void {
  if (!isGone(error)) throw error;
}
