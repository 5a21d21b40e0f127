import { boolean, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant, reference, tenantColumns, tenantKey } from '#platform/server/database/columns.ts';
import { ROLES } from '#platform/contract/role.ts';
import { PERSON_STATUSES } from '#features/people/contract.ts';

/** People of a business: employees, managers, admins. */
export const users = pgTable(
  'users',
  {
    ...tenantColumns,
    username: text().notNull(),
    passwordHash: text().notNull(),
    /** When a manager issued the password; null once its owner chose another. */
    issuedPasswordAt: instant(),
    role: text({ enum: ROLES }).notNull().default('employee'),
    department: text(),
    firstName: text(),
    lastName: text(),
    email: text(),
    phone: text(),
    position: text(),
    bio: text(),
    skills: text().array().notNull().default([]),
    experience: text(),
    emergencyContact: text(),
    emergencyPhone: text(),
    address: text(),
    profilePicture: text(),
    hireDate: date({ mode: 'string' }),
    /** What the person wants an e-mail about. */
    emailOnReview: boolean().notNull().default(true),
    emailOnMessage: boolean().notNull().default(true),
    status: text({ enum: PERSON_STATUSES }).notNull().default('active'),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    tenantKey(table),
    index('users_name').on(table.businessId, table.lastName, table.firstName, table.id),
  ],
);

/**
 * Passwords issued by managers, sealed with the server's key until their owners choose others, at most 7 days.
 * Global, so that erasing the old ones of all businesses is one statement.
 */
export const temporaryPasswords = pgTable(
  'temporary_passwords',
  {
    businessId: reference().notNull(),
    userId: reference().notNull(),
    sealed: bytes().notNull(),
    issuedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.userId] }),
    index('temporary_passwords_oldest').on(table.issuedAt),
  ],
);

/** What a temporary password is sealed for, so that it cannot be opened in another row. */
export const temporaryPasswordPurpose = (row: { businessId: number; userId: number }): string =>
  `issued-password:${row.businessId}:${row.userId}`;

/**
 * Who owns a username, over all businesses: global and insert-only. Claimed in the transaction that
 * adds the person; carries no foreign key because it does not live with the business's rows.
 */
export const usernames = pgTable('usernames', {
  /** Case-folded and NFKC-normalised. */
  name: text().primaryKey(),
  businessId: reference().notNull(),
  userId: reference().notNull(),
});
