/** Tables of password resets and two-factor authentication. */

import { index, snakeCase, unique } from 'drizzle-orm/pg-core';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { users } from '#features/people/server/tables.ts';

/** One-time links for forgotten passwords, stored as hashes. */
export const passwordResets = snakeCase.table(
  'password_resets',
  {
    tokenHash: bytes().notNull(),
    businessId: reference().notNull(),
    userId: reference().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    compositeKey(table.tokenHash, table.businessId),
    index('password_resets_person').on(table.businessId, table.userId),
  ],
);

/** Secrets shared by authenticator apps and the server. */
export const twoFactorSecrets = snakeCase.table(
  'two_factor_secrets',
  {
    ...tenantColumns,
    userId: reference().notNull(),
    /** Encrypted with the server's key. */
    encrypted: bytes('sealed').notNull(),
    /** Null until a valid code proves that the app has the secret. */
    enabledAt: instant(),
    /** The 30-second step of the last code used, so that no code is accepted twice. */
    lastStep: reference().notNull().default(0),
  },
  (table) => [
    tenantKey(table),
    unique('two_factor_secrets_person').on(table.businessId, table.userId),
    withinBusiness('two_factor_secrets_user', { businessId: table.businessId, column: table.userId }, users),
  ],
);

/** Recovery codes, stored as hashes and deleted when used. */
export const recoveryCodes = snakeCase.table(
  'recovery_codes',
  {
    ...tenantColumns,
    userId: reference().notNull(),
    codeHash: bytes().notNull(),
  },
  (table) => [
    tenantKey(table),
    unique('recovery_codes_code').on(table.businessId, table.userId, table.codeHash),
    withinBusiness('recovery_codes_user', { businessId: table.businessId, column: table.userId }, users),
  ],
);
