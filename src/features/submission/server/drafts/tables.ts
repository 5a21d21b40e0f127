import { date, index, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import { OCCURRENCES } from '#platform/contract/zone.ts';
import {
  bytes,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { LANGUAGES } from '#features/clients/contract.ts';
import { clients } from '#features/clients/server/tables.ts';
import type { Signer } from '#features/notes/captureContract.ts';
import { NOTE_PRIORITIES } from '#features/notes/contract.ts';
import type { ClientSigningDispute } from '#features/notes/disputeContract.ts';
import { users } from '#features/people/server/tables.ts';
import { ROUNDING_RULES } from '#features/services/contract.ts';
import { serviceForeignKey } from '#features/services/server/tables.ts';
import type { ClockedTimes } from '#features/time/visitClockContract.ts';

export const noteDrafts = snakeCase.table(
  'note_drafts',
  {
    ...tenantColumns,
    authorId: reference().notNull(),
    draftName: text().notNull(),
    clientId: reference(),
    title: text(),
    content: text(),
    category: text(),
    priority: text({ enum: NOTE_PRIORITIES }),
    workDate: date({ mode: 'string' }),
    startTime: text(),
    endTime: text(),
    startOccurrence: text({ enum: OCCURRENCES }),
    endOccurrence: text({ enum: OCCURRENCES }),
    /** Under which its author signed. */
    rounding: text({ enum: ROUNDING_RULES }),
    timeZone: text(),
    research: text(),
    summary: text(),
    employeeSignature: text(),
    /** The client's code, encrypted with the server's key. */
    clientSignatureCode: bytes(),
    clock: jsonb().$type<ClockedTimes>(),
    signer: jsonb().$type<Signer>(),
    dispute: jsonb().$type<ClientSigningDispute>(),
    language: text({ enum: LANGUAGES }),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('note_drafts_author', { businessId: table.businessId, column: table.authorId }, users),
    withinBusiness('note_drafts_client', { businessId: table.businessId, column: table.clientId }, clients),
    serviceForeignKey('note_drafts_service', { businessId: table.businessId, column: table.category }),
    index('note_drafts_newest').on(table.businessId, table.authorId, table.updatedAt, table.id),
  ],
);
