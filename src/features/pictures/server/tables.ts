import { snakeCase, unique } from 'drizzle-orm/pg-core';
import { reference, tenantColumns, tenantKey, withinBusiness } from '#platform/server/database/columns.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** The picture of a person, at most one. */
export const profilePictures = snakeCase.table(
  'profile_pictures',
  {
    ...tenantColumns,
    userId: reference().notNull(),
    fileId: reference().notNull(),
  },
  (table) => [
    tenantKey(table),
    unique('profile_pictures_person').on(table.businessId, table.userId),
    withinBusiness('profile_pictures_user', { businessId: table.businessId, column: table.userId }, users),
    withinBusiness(
      'profile_pictures_file',
      { businessId: table.businessId, column: table.fileId },
      storedFiles,
    ),
  ],
);
