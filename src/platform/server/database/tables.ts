/** Tables of the platform itself. */
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from './columns.ts';

/** First answers to POSTs with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    businessId: reference().notNull(),
    userId: reference().notNull(),
    key: text().notNull(),
    /** SHA-256 of method, address and body: the same key with another request is refused. */
    fingerprint: bytes().notNull(),
    status: integer(),
    /** Sealed with the server's key: an answer may hold what is shown once. */
    answer: bytes(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.userId, table.key] })],
);

/** Tries counted per subject and minute, so that limits hold over several nodes. */
export const attempts = pgTable(
  'attempts',
  {
    /** What is counted, e.g. `login:name:ada` or `login:address:10.0.0.7`. */
    subject: text().notNull(),
    windowStart: instant().notNull(),
    failures: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.subject, table.windowStart] })],
);

/**
 * Files in the store that no row refers to yet, or no longer: written before the file, gone with the write
 * that refers to it. What stays is removed from the store after an hour.
 */
export const looseFiles = pgTable(
  'loose_files',
  {
    businessId: reference().notNull(),
    storageKey: text().notNull(),
    since: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.storageKey] }),
    index('loose_files_oldest').on(table.since),
  ],
);
