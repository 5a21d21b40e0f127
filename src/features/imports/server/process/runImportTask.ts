/** Runs a task of an import in its process, and reads and stores in parts what the process needs. */

import { extname } from 'node:path';
import { ProcessOverLimit, runLimitedProcess } from '#platform/server/childProcess/runLimitedProcess.ts';
import type { BusinessScope, MemberContext } from '#platform/server/context.ts';
import { unavailable } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import {
  readContentPart,
  storeContentPart,
  storePackedRows,
  type StoredChunks,
} from '#features/imports/server/chunkActions.ts';
import type { NewRecord } from '#features/imports/server/plan.ts';
import { readRecords } from '#features/imports/server/records/recordReads.ts';
import { listTakenUsernames } from '#features/people/server/reads.ts';
import type { ImportPlan, ImportRequest, ImportResult, ImportTask } from './importTask.ts';

/** Beside this file in the sources; beside the bundle of the server. */
const moduleUrl = new URL(`./importProcess${extname(import.meta.url)}`, import.meta.url);

const TOO_COMPLEX = 'The file is too complex to read. Split it into smaller files, or save the sheet as CSV.';

/** The plan with its new records; or a message for the user about the file. */
export type ImportOutcome =
  | { plan: ImportPlan; records: NewRecord<unknown>[]; fault?: undefined }
  | { fault: string };

/** The rows were added, or the import was deleted, while its task waited or ran. */
export class ContentDeleted extends Error {}

/** Waits for the turn of the business, because one with many files must not delay others. @throws 429 as `Turns.run` */
export const runQueued = <Result>({ services, session }: MemberContext, work: () => Promise<Result>) =>
  services.turns.spreadsheets.run(session, work);

/** Runs a task during the turn of the business. @throws ContentDeleted; 503 `busy` */
export async function runImportTask(
  context: MemberContext,
  chunks: StoredChunks,
  task: Omit<ImportTask, 'timeZone' | 'today'>,
): Promise<ImportOutcome> {
  const records: NewRecord<unknown>[] = [];
  let result: ImportResult | undefined;
  try {
    await runLimitedProcess<ImportResult, ImportRequest>(moduleUrl, {
      input: { ...task, timeZone: context.session.timeZone, today: todayOf(context) } satisfies ImportTask,
      onMessage: (message) => (result = message),
      onRequest: createReplies(context, chunks, records),
    });
  } catch (error) {
    if (!(error instanceof ProcessOverLimit)) throw error;
    // Of a file that was read before, the server has too little time at the moment.
    if (task.path === null) throw unavailable('busy', 'The server is busy. Please try again.');
    return { fault: TOO_COMPLEX };
  }
  if (!result) throw new Error('The process of an import ended without a result');
  return 'fault' in result ? result : { ...result, records };
}

/** @param records where new records are added */
function createReplies(context: MemberContext, chunks: StoredChunks, records: NewRecord<unknown>[]) {
  const { services, businessId, now, ip } = context;
  // Without the idempotency key, which the write of the whole preview claims.
  const scope: BusinessScope = { services, businessId, now, ip };
  let parts = 0;
  let rows = 0;
  return async (request: ImportRequest): Promise<unknown> => {
    switch (request.type) {
      case 'readContent':
        return readPart(scope, chunks, request.number);
      case 'storeContent':
        return storeContentPart(scope, chunks, { number: parts++, bytes: request.bytes });
      case 'readRecords':
        return readInBusiness(scope, (tx) => readRecords(tx, request.source, request.after));
      case 'findTakenUsernames':
        return [...(await listTakenUsernames(services, { businessId, names: request.names }))];
      case 'storeRows':
        await storePackedRows(scope, chunks, { first: rows, packed: request.packed });
        rows += request.packed.length;
        return null;
      case 'addRecords':
        records.push(...request.records);
        return null;
    }
  };
}

async function readPart(
  scope: BusinessScope,
  chunks: StoredChunks,
  number: number,
): Promise<Uint8Array | null> {
  const part = await readContentPart(scope, chunks, number);
  if (part === null && number === 0) throw new ContentDeleted();
  return part;
}
