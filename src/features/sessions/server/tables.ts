import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from '#platform/server/database/columns.ts';
import { ROLES } from '#platform/contract/role.ts';

/**
 * Signed-in browsers: global, found by the hash of their token. The row carries what the gate needs
 * (business, person, role), and the transaction that changes a role changes it here too.
 */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes().primaryKey(),
    id: bigserial({ mode: 'number' }).notNull(),
    businessId: reference().notNull(),
    userId: reference().notNull(),
    role: text({ enum: ROLES }).notNull(),
    userAgent: text(),
    ip: text(),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('sessions_person').on(table.businessId, table.userId)],
);
