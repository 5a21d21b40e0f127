import { sql } from 'drizzle-orm';
import { index, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import { bytes, compositeKey, instant, reference } from '#platform/server/database/columns.ts';

/**
 * Who did what; append-only. `payload` is the canonical JSON that was hashed:
 * hash = SHA-256(hash of the row before || payload). The other columns repeat it for filtering.
 */
export const auditLog = snakeCase.table(
  'audit_log',
  {
    businessId: reference().notNull(),
    seq: reference().notNull(),
    actorId: reference(),
    action: text().notNull(),
    object: text().notNull(),
    objectId: reference(),
    /** The name of the object when the row was written; null on rows from before it was stored. */
    objectLabel: text(),
    /** The client whose history includes the row: the object, or the client of an assignment, a document or an authorization. */
    clientId: reference(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    ip: text(),
    createdAt: instant().notNull(),
    payload: text().notNull(),
    hash: bytes().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.seq),
    index('audit_log_object').on(table.businessId, table.object, table.objectId, table.seq),
    index('audit_log_actor').on(table.businessId, table.actorId, table.seq),
    index('audit_log_client')
      .on(table.businessId, table.clientId, table.seq)
      .where(sql`${table.clientId} is not null`),
  ],
);

/** The last row of each business's chain; appending locks its row here. */
export const auditHeads = snakeCase.table('audit_heads', {
  businessId: reference().primaryKey(),
  seq: reference().notNull().default(0),
  hash: bytes().notNull(),
});
