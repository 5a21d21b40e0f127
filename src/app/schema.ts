/** All tables, for the migration generator. A list, no definitions. */
export * from '../features/announcements/server/tables.ts';
export * from '../features/assignments/server/tables.ts';
export * from '../features/audit/server/tables.ts';
export * from '../features/auth/server/tables.ts';
export * from '../features/businesses/server/tables.ts';
export * from '../features/clients/server/tables.ts';
export * from '../features/documents/server/tables.ts';
export * from '../features/drafts/server/tables.ts';
export * from '../features/files/server/tables.ts';
export * from '../features/mail/server/tables.ts';
export * from '../features/notes/server/tables.ts';
export * from '../features/people/server/tables.ts';
export * from '../features/resources/server/tables.ts';
export * from '../features/sessions/server/tables.ts';
export * from '../features/time/server/tables.ts';
export * from '../features/units/server/tables.ts';
export * from '../platform/server/database/tables.ts';
