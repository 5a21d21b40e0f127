/** The process that writes the archive of a business (features/exports/server/business/exportWork.ts). */

import { rm } from 'node:fs/promises';
import type { ChildWork } from '#platform/server/childProcess/childWork.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { openLog } from '#platform/server/log.ts';
import { notePdf } from '#features/evidence/server/pdf/notePdf.ts';
import { loadCopy } from '#features/exports/server/business/copyActions.ts';
import type { ExportInput, ExportMessage } from '#features/exports/server/business/exportWork.ts';
import { writeExport } from '#features/exports/server/business/writeExport.ts';

// The archive keeps the name of each entry: with a pool, each would keep 8 kB of other buffers.
Buffer.poolSize = 0;

export const work: ChildWork<ExportInput, ExportMessage> = async (input, send) => {
  const databaseWorker = input.databaseWorker === null ? undefined : new URL(input.databaseWorker);
  const database = await openDatabase(input.database, openLog('silent'), databaseWorker);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await database.close();
    isOpen = false;
  };
  try {
    if (input.copy) await loadCopy(database, input.copy);
    const written = await writeExport({
      database,
      source: input.source,
      store: openFileStore(input.files),
      businessId: input.businessId,
      now: new Date(input.now),
      folder: input.folder,
      renderPdf: (note) => notePdf({ ...note, forManager: true }),
      report: (done, total) => void send({ type: 'progress', done, total }),
      onRowsRead: async () => {
        await close();
        if (input.copy) await rm(input.database.dataDir, { recursive: true });
      },
    });
    await send({ type: 'done', ...written });
  } finally {
    await close();
  }
};
