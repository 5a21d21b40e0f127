/** The thread that writes the archive of a business (features/exports/server/business/exportWork.ts). */
import { setPriority, constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ExportInput, ExportMessage } from '#features/exports/server/business/exportWork.ts';
import { writeExport } from '#features/exports/server/business/writeExport.ts';
import { notePdf } from '#features/notes/server/pdf/notePdf.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { openLog } from '#platform/server/log.ts';

const PROGRESS_EVERY_MS = 200;

// The archive keeps the name of each entry: with a pool, each would keep 8 kB of other buffers.
Buffer.poolSize = 0;
// On Linux this is about the thread; elsewhere it would slow down the whole server.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const input = workerData as ExportInput;
const send = (message: ExportMessage) => parentPort?.postMessage(message);

let sentAt = 0;
const report = (done: number, total: number) => {
  if (performance.now() - sentAt < PROGRESS_EVERY_MS) return;
  sentAt = performance.now();
  send({ type: 'progress', done, total });
};

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
      send({ type: 'rowsRead' });
    },
  });
  send({ type: 'done', path });
} finally {
  await close();
}
