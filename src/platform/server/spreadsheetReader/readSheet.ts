/** Reads spreadsheets of users in a thread with limited memory and time, so that no file stops the server. */
import { open } from 'node:fs/promises';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { invalidField, unavailable } from '#platform/server/errors.ts';
import type { ReceivedFile } from '#platform/server/files/receiveUpload.ts';
import type { SheetContent } from './sheetContent.ts';
import type { SheetResult, SheetTask } from './sheetWorker.ts';

const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
const LIMIT_MS = 4_000;

/** More files are refused, so that no caller waits for long. */
const MAX_WAITING = 5;

/** One after another: the memory of several would add up. */
const queue = pLimit(1);

/** Beside this file, in the sources and in the bundle. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './sheetWorker.ts' : './sheetWorker.js',
  import.meta.url,
);

/** Reads the header and the rows of a CSV or XLSX file. @throws 400 at the file's field, for every file that is neither; 503 `busy` */
export async function readSheet(file: Pick<ReceivedFile, 'path' | 'field'>): Promise<SheetContent> {
  const format = await detectFormat(file);
  if (queue.pendingCount >= MAX_WAITING)
    throw unavailable('busy', 'Too many files are being read. Please try again.');
  const result = await queue(() => readInThread({ path: file.path, format }));
  if ('fault' in result) throw invalidField(file.field, result.fault);
  return result.content;
}

/** By the content, because names lie. @throws 400 */
async function detectFormat({ path, field }: Pick<ReceivedFile, 'path' | 'field'>) {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const start = buffer.toString('hex');
    if (start.startsWith('504b0304')) return 'xlsx';
    if (start === 'd0cf11e0a1b11ae1')
      throw invalidField(field, 'This is an older Excel file or has a password. Save it as XLSX or CSV.');
    return 'csv';
  } finally {
    await file.close();
  }
}

async function readInThread(task: SheetTask): Promise<SheetResult> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    resourceLimits: LIMITS,
  });
  try {
    const [result] = (await once(worker, 'message', { signal: AbortSignal.timeout(LIMIT_MS) })) as [
      SheetResult,
    ];
    return result;
  } catch (error) {
    if (!isOverLimit(error)) throw error;
    return {
      fault: 'The file is too complex to read. Split it into smaller files, or save the first sheet as CSV.',
    };
  } finally {
    await worker.terminate();
  }
}

const isOverLimit = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));
