/** Opens the file store: a folder of the data directory, or a bucket of an S3-compatible service. */

import { join } from 'node:path';
import type { Settings } from '#platform/server/settings.ts';
import { bucketStore } from './bucketStore.ts';
import { diskStore } from './diskStore.ts';
import type { FileStore } from './fileStore.ts';

type StoreSettings = Pick<Settings, 'bucket' | 'dataDir'>;

export const openFileStore = (settings: StoreSettings): FileStore =>
  settings.bucket ? bucketStore(settings.bucket) : diskStore(join(settings.dataDir, 'files'));
