import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** Failures counted per subject (a username, an address) and window, so that limits hold over several nodes. */
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
