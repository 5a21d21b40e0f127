import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bytes,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { JOB_KINDS, JOB_STATES } from '#features/exports/contract.ts';
import { users } from '#features/people/server/tables.ts';

/** Background jobs that make a file. Global, so that a statement finds the next job of all businesses. */
export const exportJobs = snakeCase.table(
  'export_jobs',
  {
    ...tenantColumns,
    kind: text({ enum: JOB_KINDS }).notNull(),
    /** Input of the job, in the form that its kind expects. */
    request: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    state: text({ enum: JOB_STATES }).notNull().default('queued'),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Counts the starts; only the process of the latest one writes the row. */
    attempt: integer().notNull().default(0),
    /** When another process may start the job again, unless its process renews the lease. */
    leaseUntil: instant(),
    /** Why the job failed, for the user. */
    failure: text(),
    /** The key in the file store. */
    storageKey: text(),
    fileName: text(),
    mimeType: text(),
    /** In bytes. */
    fileSize: bigint({ mode: 'number' }),
    sha256: bytes(),
    /** The codes that its PDFs show instead of characters that no font has. */
    unprintable: text().array().notNull().default([]),
    createdBy: reference().notNull(),
    /** The estimated size of the file, in bytes. */
    estimatedBytes: bigint({ mode: 'number' }).notNull().default(0),
    startedAt: instant(),
    finishedAt: instant(),
    /** When the file was deleted or replaced by a newer one; the row stays for the order of turns. */
    deletedAt: instant(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('export_jobs_creator', { businessId: table.businessId, column: table.createdBy }, users),
    // One export of a business at a time.
    uniqueIndex('export_jobs_in_progress')
      .on(table.businessId)
      .where(sql`kind = 'business' and state in ('queued', 'running')`),
    index('export_jobs_next')
      .on(table.createdAt)
      .where(sql`state in ('queued', 'running')`),
    index('export_jobs_newest').on(table.businessId, table.kind, table.createdAt, table.id),
  ],
);
