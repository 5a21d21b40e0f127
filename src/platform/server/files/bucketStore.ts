/** Files in a bucket of an S3-compatible service. */

import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import type { Settings } from '#platform/server/settings.ts';
import { checkedKey, type FileStore } from './fileStore.ts';

type Bucket = NonNullable<Settings['bucket']>;

/** Timeout of a request to the service. */
const LIMIT_MS = 60_000;
/** Of a download, whose body may be gigabytes. */
const DOWNLOAD_LIMIT_MS = 6 * 60 * 60 * 1000;
/** Larger files are uploaded in several requests. */
const PARTS_FROM = 32 * 2 ** 20;

export function bucketStore(bucket: Bucket): FileStore {
  let opened: Promise<S3mini> | undefined;
  let openedForDownloads: Promise<S3mini> | undefined;
  const s3 = () => (opened ??= open(bucket, LIMIT_MS));
  const downloads = () => (openedForDownloads ??= open(bucket, DOWNLOAD_LIMIT_MS));
  return {
    async put(key, path) {
      const [service, blob] = await Promise.all([s3(), openAsBlob(path)]);
      const type = 'application/octet-stream';
      // In parts, a large file takes longer than one request may.
      const put = blob.size > PARTS_FROM ? service.putAnyObject : service.putObject;
      const response = await put.call(service, checkedKey(key), blob, type, undefined, undefined, blob.size);
      if (!response.ok) throw new Error(`The file service answered ${response.status}`);
    },
    async get(key, range) {
      const service = await downloads();
      const response = range
        ? // The library's end is not included.
          await service.getObjectRaw(checkedKey(key), false, range.start, range.end + 1).catch(unlessMissing)
        : await service.getObjectResponse(checkedKey(key));
      return response?.body ? Readable.from(response.body) : null;
    },
    async stat(key) {
      const service = await s3();
      if ((await service.objectExists(checkedKey(key))) !== true) return null;
      return { size: await service.getContentLength(key) };
    },
    async delete(key) {
      await (await s3()).deleteObject(checkedKey(key));
    },
  };
}

function unlessMissing(error: Error & { status?: number }): null {
  if (error.status === 404) return null;
  throw error;
}

/** Loads the library on first use, because many processes handle no files. */
async function open(
  { endpoint, name, accessKeyId, secretAccessKey }: Bucket,
  limitMs: number,
): Promise<S3mini> {
  const { S3mini } = await import('s3mini');
  return new S3mini({
    endpoint: `${endpoint}/${name}`,
    accessKeyId,
    secretAccessKey,
    region: regionOf(endpoint),
    // It includes the body of the response.
    requestAbortTimeout: limitMs,
  });
}

/** The region for signatures: from the endpoint for Amazon, otherwise the default of S3-compatible services. */
const regionOf = (endpoint: string): string =>
  /[./]s3[.-]([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com/.exec(endpoint)?.[1] ?? 'us-east-1';
