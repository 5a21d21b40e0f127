/** Guarded: the table of sessions. */

import { bigserial, boolean, index, snakeCase, text } from 'drizzle-orm/pg-core';
import { ROLES } from '#platform/contract/role.ts';
import { bytes, compositeKey, instant, reference } from '#platform/server/database/columns.ts';

/**
 * Sessions: global, looked up by the hash of the token. A row holds what authorization needs (business, person, role);
 * the transaction that changes a role updates it here as well.
 */
export const sessions = snakeCase.table(
  'sessions',
  {
    tokenHash: bytes().notNull(),
    id: bigserial({ mode: 'number' }).notNull(),
    businessId: reference().notNull(),
    userId: reference().notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** Of a deactivated person: it only sends notes. */
    isSendingOnly: boolean('sends_only').notNull().default(false),
    userAgent: text(),
    ip: text(),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    compositeKey(table.tokenHash, table.businessId),
    index('sessions_person').on(table.businessId, table.userId),
  ],
);
