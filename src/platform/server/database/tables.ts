/** Tables of the platform itself. */
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytes, instant, reference, tenantColumns, tenantKey } from './columns.ts';

/** First answers to writes with an Idempotency-Key, kept for 24 hours. */
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
export const orphanedFiles = pgTable(
  'orphaned_files',
  {
    businessId: reference().notNull(),
    storageKey: text().notNull(),
    since: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.storageKey] }),
    index('orphaned_files_oldest').on(table.since),
  ],
);

/**
 * E-mails on their way: written in the transaction that causes them, sent after it, gone once a mail server has
 * taken them. Global, so that one statement finds what is due of all businesses.
 */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    ...tenantColumns,
    /** What it is about, e.g. `message:12`: one cause makes one mail. */
    cause: text().notNull(),
    /** Address, subject and text, sealed with the server's key: they hold names and one-time links. */
    sealed: bytes().notNull(),
    tries: integer().notNull().default(0),
    /** A sender moves it ahead first, so that no other node sends the mail too; null once it is abandoned. */
    nextTryAt: instant(),
    /** It is not sent after that. */
    expiresAt: instant().notNull(),
    /** Why the last try failed: a code, never an address. */
    lastError: text(),
    abandonedAt: instant(),
  },
  (table) => [
    tenantKey(table),
    unique('outgoing_mails_cause').on(table.businessId, table.cause),
    index('outgoing_mails_due').on(table.nextTryAt),
  ],
);
