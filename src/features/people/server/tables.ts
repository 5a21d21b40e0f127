/** Tables of users, their temporary passwords and usernames. */

import { boolean, date, index, snakeCase, text } from 'drizzle-orm/pg-core';
import { PERSON_STATUSES } from '#platform/contract/personStatus.ts';
import { ROLES } from '#platform/contract/role.ts';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
} from '#platform/server/database/columns.ts';

/** People of a business: employees, managers, admins. */
export const users = snakeCase.table(
  'users',
  {
    ...tenantColumns,
    username: text().notNull(),
    passwordHash: text().notNull(),
    /** When a manager set the temporary password; null once its owner has chosen another. */
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
    emailOnReview: boolean().notNull().default(true),
    emailOnMessage: boolean().notNull().default(true),
    status: text({ enum: PERSON_STATUSES }).notNull().default('active'),
    /** Until when a deactivated person can log in once, to send notes kept on their device. */
    sendingUntil: instant(),
    /** When the person was deactivated; null for others, and when an earlier release did it. */
    inactiveSince: instant(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    tenantKey(table),
    index('users_name').on(table.businessId, table.lastName, table.firstName, table.id),
  ],
);

/**
 * Temporary passwords, encrypted with the server's key, for at most 7 days. Global, so that one statement deletes the old
 * ones of all businesses.
 */
export const temporaryPasswords = snakeCase.table(
  'temporary_passwords',
  {
    businessId: reference().notNull(),
    userId: reference().notNull(),
    encrypted: bytes('sealed').notNull(),
    issuedAt: instant().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.userId),
    index('temporary_passwords_oldest').on(table.issuedAt),
  ],
);

/** Binds an encrypted temporary password to its row; it must not change. */
export const temporaryPasswordPurpose = (row: { businessId: number; userId: number }): string =>
  `issued-password:${row.businessId}:${row.userId}`;

/** The usernames of all businesses: global and insert-only, without a foreign key to the rows of a business. */
export const usernames = snakeCase.table('usernames', {
  /** Case-folded and NFKC-normalized. */
  name: text().primaryKey(),
  businessId: reference().notNull(),
  userId: reference().notNull(),
});
