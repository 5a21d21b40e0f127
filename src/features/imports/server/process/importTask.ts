/** Messages between the server and the process of an import (importProcess.ts). */

import type { ImportFile, ImportKind, TablePosition } from '#features/imports/contract.ts';
import type { NewRecord } from '#features/imports/server/plan.ts';
import type { RecordPosition, RecordSource } from '#features/imports/server/records/importRecords.ts';
import type { ImportColumn } from '#features/imports/server/tables.ts';

export interface ImportTask {
  kind: ImportKind;
  /** The uploaded file, whose content is stored; null for stored content. */
  path: string | null;
  /** As the user chose them; null to match them by their names. */
  columns: ImportColumn[] | null;
  /** As the user chose it; null for where it usually is. */
  position: TablePosition | null;
  importTotals: boolean;
  timeZone: string;
  /** The date in that zone. */
  today: string;
  /** Selects the result: the preview, or the new records. */
  output: 'preview' | 'records';
}

/** Rows of a preview that are stored together. */
export interface PackedRows {
  /** As the spreadsheet numbers it. */
  lastRow: number;
  hasInvalid: boolean;
  /** Compressed JSON. */
  bytes: Uint8Array;
}

export type ImportRequest =
  /** A part of the stored content, from 0; the reply is null after the last one. */
  | { type: 'readContent'; number: number }
  | { type: 'storeContent'; bytes: Uint8Array }
  /** A page of records. */
  | { type: 'readRecords'; source: RecordSource; after: RecordPosition | null }
  /** The usernames that people of other businesses have. */
  | { type: 'findTakenUsernames'; names: string[] }
  | { type: 'storeRows'; packed: PackedRows[] }
  | { type: 'addRecords'; records: NewRecord<unknown>[] };

/** A preview without its pages of rows. */
export type ImportPreview = Pick<
  ImportFile,
  | 'sheets'
  | 'position'
  | 'proposedPosition'
  | 'columns'
  | 'rows'
  | 'rowCounts'
  | 'skippedRows'
  | 'missingSignatureCodes'
  | 'errors'
  | 'errorCount'
  | 'created'
  | 'unchanged'
>;

export interface ImportPlan {
  preview: ImportPreview;
  /** With the answers of the user. */
  columns: ImportColumn[];
  /** Questions among the errors. */
  questionCount: number;
  /** External ids of records that exist and have none yet. */
  newIds: { externalId: string; recordId: number }[];
}

/** A fault is a message for the user about the file. */
export type ImportResult = { plan: ImportPlan } | { fault: string };
