/** The process of an import (runImportTask.ts): reads the file, compares its rows with records, and makes the preview. */

import type { ChildWork } from '#platform/server/childProcess/childWork.ts';
import { readSpreadsheet } from '#platform/server/spreadsheetReader/readSpreadsheet.ts';
import { UnreadableSheet, type SpreadsheetContent } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { textOf } from '#features/imports/server/cells/columnReader.ts';
import { matchColumns } from '#features/imports/server/fields.ts';
import { planKinds } from '#features/imports/server/kinds/planKinds.ts';
import type { Plan } from '#features/imports/server/plan.ts';
import {
  positionOf,
  RECORDS_PER_PAGE,
  SOURCES_OF,
  type ImportRecords,
  type RecordPosition,
  type RecordSource,
} from '#features/imports/server/records/importRecords.ts';
import { findTable, readTable, type ImportTable } from '#features/imports/server/table/readTable.ts';
import { toTable } from '#features/imports/server/table/toTable.ts';
import type { ImportColumn } from '#features/imports/server/tables.ts';
import { usernameKey } from '#features/people/rules.ts';
import type { ImportPlan, ImportRequest, ImportResult, ImportTask } from './importTask.ts';
import { packContent, unpackContent } from './packedContent.ts';
import { packRows } from './packedRows.ts';
import { toPreview } from './toPreview.ts';

type Request = (request: ImportRequest) => Promise<unknown>;

/** Usernames that are looked up at once, and new records that are sent at once. */
const BATCH_SIZE = 1_000;
const RECORDS_PER_MESSAGE = 200;

export const work: ChildWork<ImportTask, ImportResult, ImportRequest> = async (task, send, request) => {
  let result: ImportResult;
  try {
    result = { plan: await runTask(task, request) };
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    result = { fault: error.message };
  }
  await send(result);
};

async function runTask(task: ImportTask, request: Request): Promise<ImportPlan> {
  const content = await readContent(task, request);
  const columns = task.columns ?? matchColumns(task.kind, findHeader(task, content));
  const table = readTable({ ...task, columns }, content);
  const plan = planKinds[task.kind]({
    file: { rows: table.rows, columns: table.columns, headerRow: table.position.headerRow },
    records: await readRecords(task, request),
    takenUsernames: await findTakenUsernames(task, table, request),
    today: task.today,
  });
  const { preview, questionCount, rows } = toPreview(task.kind, { table, content, plan });
  if (task.output === 'preview') await packRows(rows(), (packed) => request({ type: 'storeRows', packed }));
  else if (preview.errorCount === 0) await sendRecords(plan, request);
  return { preview, questionCount, columns: columns.map(toStored), newIds: plan.newIds };
}

const toStored = ({ name, field, answers }: ImportColumn): ImportColumn => ({
  name,
  field,
  ...(answers && { answers }),
});

const findHeader = ({ kind, position }: ImportTask, content: SpreadsheetContent): string[] =>
  (position ? toTable(content, position) : findTable(kind, content).table).header;

async function readContent({ path, columns }: ImportTask, request: Request): Promise<SpreadsheetContent> {
  if (path === null) return unpackContent(readParts(request), columns ?? []);
  const content = await readSpreadsheet(path);
  await packContent(content, (bytes) => request({ type: 'storeContent', bytes }));
  return content;
}

async function* readParts(request: Request): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const part = (await request({ type: 'readContent', number })) as Uint8Array | null;
    if (part === null) return;
    yield Buffer.from(part);
  }
}

async function readRecords({ kind }: ImportTask, request: Request): Promise<ImportRecords> {
  const records: ImportRecords = {
    clients: [],
    people: [],
    services: [],
    payers: [],
    authorizations: [],
    assignments: [],
    pastAssignments: [],
    clientKeys: [],
    personKeys: [],
    serviceKeys: [],
    authorizationKeys: [],
  };
  for (const source of SOURCES_OF[kind]) await readSource(source, records, request);
  return records;
}

async function readSource<Source extends RecordSource>(
  source: Source,
  records: ImportRecords,
  request: Request,
): Promise<void> {
  const all: ImportRecords[RecordSource][number][] = records[source];
  let after: RecordPosition | null = null;
  for (;;) {
    const page = (await request({ type: 'readRecords', source, after })) as ImportRecords[Source];
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < RECORDS_PER_PAGE) return;
    after = positionOf(last);
  }
}

async function findTakenUsernames(
  { kind }: ImportTask,
  { rows, columns }: ImportTable,
  request: Request,
): Promise<ReadonlySet<string>> {
  const usernames = new Set<string>();
  const index = columns.findIndex(({ field }) => field === 'username');
  if (kind !== 'people' || index < 0) return usernames;
  const names = [...new Set(rows.map(({ cells }) => usernameKey(textOf(cells[index] ?? ''))))];
  for (let from = 0; from < names.length; from += BATCH_SIZE) {
    const batch = names.slice(from, from + BATCH_SIZE);
    for (const name of (await request({ type: 'findTakenUsernames', names: batch })) as string[])
      usernames.add(name);
  }
  return usernames;
}

async function sendRecords({ records }: Plan<unknown>, request: Request): Promise<void> {
  for (let from = 0; from < records.length; from += RECORDS_PER_MESSAGE)
    await request({ type: 'addRecords', records: records.slice(from, from + RECORDS_PER_MESSAGE) });
}
