/** Tables of the platform itself. */

import { sql } from 'drizzle-orm';
import { boolean, index, integer, snakeCase, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, compositeKey, instant, reference, tenantColumns, tenantKey } from './columns.ts';

/** Answers to writes with an Idempotency-Key, stored for 24 hours. */
export const idempotencyKeys = snakeCase.table(
  'idempotency_keys',
  {
    businessId: reference().notNull(),
    userId: reference().notNull(),
    key: text().notNull(),
    /** SHA-256 of method, address and body: the key is rejected for another request. */
    fingerprint: bytes().notNull(),
    status: integer(),
    /** Encrypted with the server key. */
    answer: bytes(),
    createdAt: instant().notNull(),
  },
  (table) => [compositeKey(table.businessId, table.userId, table.key)],
);

/** Attempts per subject and minute, for limits over all nodes. */
export const attempts = snakeCase.table(
  'attempts',
  {
    /** Subject of the attempts, e.g. `login:name:ada` or `login:address:10.0.0.7`. */
    subject: text().notNull(),
    windowStart: instant().notNull(),
    failures: integer().notNull().default(0),
  },
  (table) => [compositeKey(table.subject, table.windowStart)],
);

/** Stored files that no row refers to; they are deleted from the store after an hour. */
export const orphanedFiles = snakeCase.table(
  'orphaned_files',
  {
    businessId: reference().notNull(),
    storageKey: text().notNull(),
    since: instant().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.storageKey),
    index('orphaned_files_oldest').on(table.since),
  ],
);

/** Key pairs with which devices seal secrets for the server; one is current. */
export const sealingKeys = snakeCase.table(
  'sealing_keys',
  {
    id: text().primaryKey(),
    /** SPKI, DER. */
    publicKey: bytes().notNull(),
    /** PKCS #8 in base64, encrypted with the server key. */
    privateKey: bytes().notNull(),
    isCurrent: boolean().notNull(),
    replacedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sealing_keys_current')
      .on(table.isCurrent)
      .where(sql`is_current`),
  ],
);

/** Queued emails (outbox.ts). Global, so that a statement finds the due mails of all businesses. */
export const outgoingMails = snakeCase.table(
  'outgoing_mails',
  {
    ...tenantColumns,
    /** Its cause, e.g. `message:12`; one mail per cause. */
    cause: text().notNull(),
    /** Address, subject and text, encrypted with the server key. */
    encrypted: bytes('sealed').notNull(),
    tries: integer().notNull().default(0),
    /** Postponed when a node claims the mail; null once it is abandoned. */
    nextTryAt: instant(),
    /** The mail is not sent after this time. */
    expiresAt: instant().notNull(),
    /** Code of the last failure, without any address. */
    lastError: text(),
    abandonedAt: instant(),
  },
  (table) => [
    tenantKey(table),
    unique('outgoing_mails_cause').on(table.businessId, table.cause),
    index('outgoing_mails_due').on(table.nextTryAt),
  ],
);
