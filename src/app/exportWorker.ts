/** The thread that writes the archive of a business (features/exports/server/business/exportWork.ts). */
import { workerData } from 'node:worker_threads';
import type { ExportInput, ExportMessage } from '#features/exports/server/business/exportWork.ts';
import { writeExport } from '#features/exports/server/business/writeExport.ts';
import { notePdf } from '#features/notes/server/pdf/notePdf.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { openLog } from '#platform/server/log.ts';
import { lowerPriority, postToServer } from '#platform/server/threads/threadSupport.ts';

// The archive keeps the name of each entry: with a pool, each would keep 8 kB of other buffers.
Buffer.poolSize = 0;
lowerPriority();

const input = workerData as ExportInput;
const report = (done: number, total: number) =>
  postToServer({ type: 'progress', done, total } satisfies ExportMessage);

const databaseWorker = input.databaseWorker === null ? undefined : new URL(input.databaseWorker);
const database = await openDatabase(input.database, openLog('silent'), databaseWorker);
let isOpen = true;
const close = async () => {
  if (isOpen) await database.close();
  isOpen = false;
};
try {
  const path = await writeExport({
    database,
    source: input.source,
    store: openFileStore(input.files),
    businessId: input.businessId,
    now: new Date(input.now),
    folder: input.folder,
    renderPdf: ({ evidence, disputes, businessName, at }) =>
      notePdf({ evidence, disputes, businessName, withRate: true, at }),
    report,
    onRowsRead: async () => {
      await close();
      postToServer({ type: 'rowsRead' } satisfies ExportMessage);
    },
  });
  postToServer({ type: 'done', path } satisfies ExportMessage);
} finally {
  await close();
}
