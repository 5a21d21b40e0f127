import { index, pgTable } from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from '../../../platform/server/database/columns.ts';

/** One-time links of forgotten passwords, kept as hashes. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: bytes().primaryKey(),
    businessId: reference().notNull(),
    userId: reference().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('password_resets_person').on(table.businessId, table.userId)],
);
