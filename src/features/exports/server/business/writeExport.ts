/** Writes the archive of a whole business, as of one moment. */

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { PaperSize } from '#platform/contract/paper.ts';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import type { Database } from '#platform/server/database/database.ts';
import { listAppliedMigrations } from '#platform/server/database/migrate.ts';
import { AppError } from '#platform/server/errors.ts';
import type { FileStore } from '#platform/server/files/fileStore.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { readLines } from '#platform/server/readLines.ts';
import { readSnapshot, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { listEvidence } from '#features/evidence/server/reads.ts';
import { ExportArchive } from './archive.ts';
import { EXPORT_FORMAT, NOT_INCLUDED } from './contents.ts';
import {
  listRecordTables,
  readManifestDetails,
  readRecords,
  usePlainValues,
  type ManifestDetails,
} from './recordReads.ts';
import { readSheet, SHEET_NAMES } from './sheetReads.ts';

/** A signed version with what the client reported. */
export type ExportedNote = Pick<Awaited<ReturnType<typeof listEvidence>>[number], 'evidence' | 'disputes'>;

export interface BusinessExport {
  /** The database, or a snapshot of it. */
  database: Database;
  /** The kind of the database that is exported. */
  source: Database['kind'];
  store: FileStore;
  businessId: number;
  now: Date;
  /** An empty folder for the archive and what is written in between. */
  folder: string;
  renderPdf(
    note: ExportedNote & { businessName: string; paperSize: PaperSize; at: Date },
  ): Promise<GeneratedFile>;
  report(done: number, total: number): void;
  /** Called when the database is no longer needed. */
  onRowsRead(): Promise<void>;
}

const NOTES_AT_ONCE = 20;

/**
 * Writes the archive.
 * @returns its path, and the codes that its PDFs show instead of characters that no font has
 * @throws errors of the database, the file store and the disk
 */
export async function writeExport(target: BusinessExport): Promise<{ path: string; unprintable: string[] }> {
  const path = join(target.folder, 'export.zip');
  const notesPath = join(target.folder, 'notes.jsonl');
  const archive = new ExportArchive(path, target.now);
  const progress = { done: 0, total: 0 };
  const step = () => target.report((progress.done += 1), progress.total);
  const context: Writing = { ...target, archive, notesPath, progress, step };
  const { details, rows, migrations } = await writeRows(context);
  await target.onRowsRead();
  const notes = await writeNotes(context, details);
  const missing = [...notes.missing, ...(await writeFiles(context, details))];
  const unprintable = [...notes.unprintable];
  await archive.finish({
    format: EXPORT_FORMAT,
    product: PRODUCT_NAME,
    createdAt: target.now.toISOString(),
    business: { id: target.businessId, name: details.businessName },
    database: target.source,
    migrations,
    rows,
    missing,
    unprintable,
    notIncluded: NOT_INCLUDED,
    needsPasswords: details.accounts,
    needsSignatureCodes: details.clients,
  });
  await rm(notesPath);
  return { path, unprintable };
}

interface Writing extends BusinessExport {
  archive: ExportArchive;
  /** The signed notes between both parts of the export. */
  notesPath: string;
  progress: { done: number; total: number };
  step(): void;
}

/** Everything that is read from the database, in one transaction. */
async function writeRows(context: Writing) {
  const { database, businessId, archive, progress, step } = context;
  const migrations = await listAppliedMigrations(database.pool);
  const written = await database.withoutTimeout(() =>
    readSnapshot(database, businessId, async (tx) => {
      await usePlainValues(tx);
      const details = await readManifestDetails(tx, businessId);
      const tables = await listRecordTables(tx, businessId);
      progress.total =
        tables.length + SHEET_NAMES.length + details.notes + details.versions + details.files.length;
      const rows: Record<string, number> = {};
      for (const { name, statement } of tables) {
        rows[name] = 0;
        const count = (more: number) => (rows[name] = (rows[name] ?? 0) + more);
        await archive.add(`records/${name}.jsonl`, toJsonLines(readRecords(tx, statement), count));
        step();
      }
      for (const name of SHEET_NAMES) {
        await archive.add(`csv/${name}.csv`, readSheet(tx, businessId, name));
        step();
      }
      await spoolNotes(tx, context);
      return { details, rows };
    }),
  );
  const after = await listAppliedMigrations(database.pool);
  if (after.length !== migrations.length) throw new Error('The schema changed during the export');
  return { ...written, migrations };
}

async function* toJsonLines(lines: AsyncGenerator<string[]>, count: (rows: number) => void) {
  for await (const some of lines) {
    count(some.length);
    yield `${some.join('\n')}\n`;
  }
}

/** Writes the evidence of the notes to the disk, so that rendering them does not keep the transaction open. */
async function spoolNotes(tx: BusinessTransaction, { businessId, notesPath, step }: Writing): Promise<void> {
  const file = createWriteStream(notesPath, { mode: 0o600 });
  for (let after = 0; ;) {
    const notes = await listEvidence(tx, businessId, { after, limit: NOTES_AT_ONCE });
    for (const { evidence, disputes, earlier } of notes) {
      // Reports are printed with the last version.
      const versions = [...earlier.map((one) => ({ evidence: one, disputes: [] })), { evidence, disputes }];
      for (const version of versions)
        if (!file.write(`${JSON.stringify(version satisfies ExportedNote)}\n`)) await once(file, 'drain');
      after = evidence.noteId;
      step();
    }
    if (notes.length < NOTES_AT_ONCE) break;
  }
  file.end();
  await finished(file);
}

interface Missing {
  name: string;
  reason: string;
}

/** Adds the evidence of all notes in one entry, and the PDF of each. @returns the notes that cannot be printed, and codes */
async function writeNotes(context: Writing, { businessName, paperSize }: ManifestDetails) {
  const { archive, notesPath, now, renderPdf, step } = context;
  await archive.add('notes/evidence.jsonl', toEvidenceLines(notesPath));
  const missing: Missing[] = [];
  const unprintable = new Set<string>();
  for await (const line of readSpool(notesPath)) {
    const note = toExportedNote(line);
    const name = `notes/${note.evidence.noteId}/v${note.evidence.version}.pdf`;
    try {
      const pdf = await renderPdf({ ...note, businessName, paperSize, at: now });
      await archive.add(name, [pdf.content], { compress: false });
      for (const code of pdf.unprintable ?? []) unprintable.add(code);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      missing.push({ name, reason: error.message });
    }
    step();
  }
  return { missing, unprintable };
}

const readSpool = (path: string) => readLines(createReadStream(path) as AsyncIterable<Buffer>);

async function* toEvidenceLines(path: string) {
  for await (const line of readSpool(path))
    yield `${JSON.stringify((JSON.parse(line) as ExportedNote).evidence)}\n`;
}

function toExportedNote(line: string): ExportedNote {
  const { evidence, disputes } = JSON.parse(line) as ExportedNote;
  const toDate = (time: Date | null) => time && new Date(time);
  return {
    evidence,
    disputes: disputes.map((one) => ({
      ...one,
      at: new Date(one.at),
      answeredAt: toDate(one.answeredAt),
    })),
  };
}

/** Adds the stored files. @returns those that were deleted or changed since their rows were read */
async function writeFiles({ archive, store, step }: Writing, { files }: ManifestDetails): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const { key, name, sha256 } of files) {
    const content = await store.get(key);
    if (!content) missing.push({ name, reason: 'The file is missing in the file store.' });
    else {
      const entry = await archive.add(`files/${key}`, content as AsyncIterable<Buffer>);
      if (entry.sha256 !== sha256) missing.push({ name, reason: 'The file in the store is damaged.' });
    }
    step();
  }
  return missing;
}
