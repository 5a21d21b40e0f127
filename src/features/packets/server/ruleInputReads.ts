/** Reads the input of the rules of gaps, as one query for single visits and for whole weeks. */

import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { isWithinPeriod } from '#features/clients/server/authorizations/reads.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import { billedNotes, invoices } from '#features/invoices/server/tables.ts';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { noteChecks } from '#features/notes/server/checks/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import type { RuleCheck, RuleInput } from '#features/packets/rules.ts';
import { services } from '#features/services/server/tables.ts';

const check = alias(noteChecks, 'note_check');

/** 'late_entry info open,text_repeated warning explained'; null without checks. */
const selectChecks = (tx: BusinessTransaction) => sql<string | null>`(
  select string_agg(note_check.code || ' ' || note_check.level || case when note_check.explained_at is null then ' open' else ' explained' end,
    ',' order by note_check.code)
  from ${noteChecks} as note_check where ${tx.inTenant(check)} and note_check.note_id = ${notes.id})`;

/** A note is on one draft, valid invoice or claim batch at most. */
const selectIsBilledToPayer = (tx: BusinessTransaction) => sql<boolean>`exists (
  select from ${billedNotes}
  left join ${invoices} on ${tx.inTenant(invoices)} and ${invoices.id} = ${billedNotes.invoiceId}
  where ${tx.inTenant(billedNotes)} and ${billedNotes.noteId} = ${notes.id}
    and (${billedNotes.claimBatchId} is not null or ${invoices.payer} is not null))`;

/** Columns for a query that selects from `notes` with `joinServices` and `joinAuthorizations`. */
export const ruleColumns = (tx: BusinessTransaction) => ({
  isApproved: sql<boolean>`${notes.status} = 'resolved'`.as('is_approved'),
  isDisputed: notes.isDisputed,
  isClientSigned: notes.isClientSigned,
  authorizationRequired: services.authorizationRequired,
  isBilledToPayer: selectIsBilledToPayer(tx).as('is_billed_to_payer'),
  // Not its status: a note only names an authorization that was in force when the note was signed.
  isAuthorized: sql<boolean>`${isWithinPeriod(notes.workDate)}`.as('is_authorized'),
  minutes: notes.minutes,
  rounding: notes.rounding,
  units: notes.timeUnitsUsed,
  checks: selectChecks(tx).as('checks'),
});

/** The service of a note. */
export const joinServices = (tx: BusinessTransaction) =>
  and(tx.inTenant(services), eq(services.key, notes.category));

/** The authorization that a note names. */
export const joinAuthorizations = (tx: BusinessTransaction) =>
  and(tx.inTenant(authorizations), eq(authorizations.id, notes.authorizationId));

type Row = Omit<RuleInput, 'checks' | 'isVerified'> & { checks: string | null };

/** @param isVerified whether the note matches what was signed */
export const toRuleInput = ({ checks: listed, ...ruleInput }: Row, isVerified: boolean): RuleInput => ({
  ...ruleInput,
  isVerified,
  checks: (listed?.split(',') ?? []).map((one) => {
    const [code, level, state] = one.split(' ');
    return {
      code: code as NoteCheckCode,
      level: level as RuleCheck['level'],
      isExplained: state === 'explained',
    };
  }),
});
