/** Reads spreadsheets of users in a child process with limited memory and time, so that no file stops the server. */
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { ChildProcessOutOfMemory, runChildProcess } from '#platform/server/childProcess/runChildProcess.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import type { ReceivedFile } from '#platform/server/files/receiveUpload.ts';
import { UnreadableSheet, type SpreadsheetContent } from './sheetContent.ts';
import type { ReadResult, ReadTask } from './spreadsheetProcess.ts';

const MAX_HEAP_MB = 96;
/** The start of the process included. */
const LIMIT_MS = 4_000;

/** Not the keys and passwords of the server, because the process reads files of users. */
const ENVIRONMENT = ['NODE_COMPILE_CACHE', 'PATH', 'SystemRoot', 'TMPDIR', 'TZ'];

/** Beside this file, in the sources and in the bundle. */
const moduleUrl = new URL(`./spreadsheetProcess${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads a CSV or XLSX file, when it is the turn of the business.
 * @param select takes from the content what is needed @throws UnreadableSheet
 * @throws 400 at the file's field, for every file that is neither, and where `select` throws; 429 as `Turns.run`
 */
export async function readSpreadsheet<Selected>(
  { services, session }: MemberContext,
  file: Pick<ReceivedFile, 'path' | 'field'>,
  select: (content: SpreadsheetContent) => Selected,
): Promise<Selected> {
  const format = await detectFormat(file);
  const result = await services.turns.spreadsheets.run(session, () =>
    readInProcess({ path: file.path, format }),
  );
  if ('fault' in result) throw invalidField(file.field, result.fault);
  try {
    return select(result.content);
  } catch (error) {
    throw error instanceof UnreadableSheet ? invalidField(file.field, error.message) : error;
  }
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

async function readInProcess(task: ReadTask): Promise<ReadResult> {
  let result: ReadResult | undefined;
  try {
    await runChildProcess<ReadResult>(moduleUrl, {
      input: task,
      maxHeapMb: MAX_HEAP_MB,
      signal: AbortSignal.timeout(LIMIT_MS),
      // oxlint-disable-next-line no-restricted-properties -- these are no settings
      environment: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
      onMessage: (message) => (result = message),
    });
  } catch (error) {
    if (!result && !isOverLimit(error)) throw error;
  }
  return (
    result ?? {
      fault: 'The file is too complex to read. Split it into smaller files, or save the sheet as CSV.',
    }
  );
}

const isOverLimit = (error: unknown): boolean =>
  error instanceof ChildProcessOutOfMemory ||
  (error instanceof DOMException && error.name === 'TimeoutError');
