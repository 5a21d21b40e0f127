/** Everything about a visit that a packet shows. */

import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { nextDay, startOfDay } from '#platform/contract/zone.ts';
import type { BusinessScope } from '#platform/server/context.ts';
import { readSnapshot, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { listAssignmentPeriods, type AssignmentPeriod } from '#features/clients/server/assignments/reads.ts';
import { authorizations, payers } from '#features/clients/server/tables.ts';
import { listNotesWithEvidence } from '#features/evidence/server/reads.ts';
import { billedNotes, claimBatches, claimLines, invoices } from '#features/invoices/server/tables.ts';
import { listChecks, toCheck } from '#features/notes/server/checks/reads.ts';
import { listDisputes } from '#features/notes/server/disputes/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { findGaps } from '#features/packets/rules.ts';
import {
  ruleColumns,
  joinAuthorizations,
  joinServices,
  toRuleInput,
} from '#features/packets/server/ruleInputReads.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { noteReviews } from '#features/review/server/tables.ts';
import { services } from '#features/services/server/tables.ts';

export type Visit = Awaited<ReturnType<typeof readVisits>>[number];
/** The evidence of the last version, and of earlier ones, oldest first. */
export type VisitEvidence = Pick<Visit, 'evidence' | 'earlier'>;
/** A visit without its evidence, which has the signatures. */
export type ListedVisit = Omit<Visit, keyof VisitEvidence>;

/** The visits of these notes as of one moment, in no order; without those that were deleted meanwhile. */
export function readVisits(scope: BusinessScope, noteIds: readonly number[]) {
  const { businessId } = scope;
  return readSnapshot(scope.services.database, businessId, async (tx) => {
    const [signed, details, reviews, billing] = await Promise.all([
      listNotesWithEvidence(tx, businessId, noteIds),
      readDetails(tx, noteIds),
      readReviews(tx, noteIds),
      readBilling(tx, noteIds),
    ]);
    const periods = await listAssignmentPeriods(tx, [
      ...new Set(signed.map(({ stored }) => stored.note.clientId)),
    ]);
    return Promise.all(
      signed.map(async ({ stored, evidence, earlier }) => {
        const { id, clientId, workDate, timeZone } = stored.note;
        const [disputes, checks] = await Promise.all([
          listDisputes(tx, businessId, id),
          listChecks(tx, businessId, id),
        ]);
        const detail = details.find((one) => one.noteId === id);
        if (!detail) throw new Error('A note has no service');
        return {
          ...stored,
          ...detail,
          evidence,
          earlier,
          gaps: findGaps(toRuleInput(detail.ruleInput, evidence.matches)),
          reviews: reviews.filter((one) => one.noteId === id),
          billing: billing.filter((one) => one.noteId === id),
          assigned: periods.filter(
            (period) => period.clientId === clientId && isOnDay(period, workDate, timeZone),
          ),
          disputes,
          // The reminder that a note is one's own is for its author only.
          checks: checks.filter(({ code }) => code !== 'own_note').map(toCheck),
        };
      }),
    );
  });
}

/** Returns true if an assignment lasted at some time of a day. */
function isOnDay({ assignedAt, endedAt }: AssignmentPeriod, day: string, timeZone: string): boolean {
  if (assignedAt >= startOfDay(nextDay(day), timeZone)) return false;
  return endedAt === null || endedAt > startOfDay(day, timeZone);
}

const whereNotes = (tx: BusinessTransaction, noteIds: readonly number[]) =>
  and(tx.inTenant(notes), inArray(notes.id, [...noteIds]));

const personName = { username: users.username, firstName: users.firstName, lastName: users.lastName };

/** The ruleInput of the rules, and service, authorization and reviewer. */
async function readDetails(tx: BusinessTransaction, noteIds: readonly number[]) {
  const rows = await tx
    .select({
      noteId: notes.id,
      ruleInput: ruleColumns(tx),
      service: { name: services.name, code: services.code },
      authorization: {
        id: authorizations.id,
        reference: authorizations.reference,
        startDate: authorizations.startDate,
        expiryDate: authorizations.expiryDate,
        unitsAuthorized: authorizations.unitsAuthorized,
        unitsUsed: authorizations.unitsUsed,
      },
      payer: payers.name,
      reviewer: personName,
    })
    .from(notes)
    .innerJoin(services, joinServices(tx))
    .leftJoin(authorizations, joinAuthorizations(tx))
    .leftJoin(payers, and(tx.inTenant(payers), eq(payers.id, authorizations.payerId)))
    .leftJoin(users, and(tx.inTenant(users), eq(users.id, notes.reviewedBy)))
    .where(whereNotes(tx, noteIds));
  return rows.map(({ reviewer, ...row }) => ({ ...row, reviewerName: reviewer && fullNameOf(reviewer) }));
}

/** All decisions on the notes, the earliest first. */
async function readReviews(tx: BusinessTransaction, noteIds: readonly number[]) {
  const rows = await tx
    .select({
      noteId: noteReviews.noteId,
      version: noteReviews.version,
      action: noteReviews.action,
      reasonCode: noteReviews.reasonCode,
      comment: noteReviews.comment,
      fieldComments: noteReviews.fieldComments,
      at: noteReviews.createdAt,
      reviewer: personName,
    })
    .from(noteReviews)
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, noteReviews.reviewerId)))
    .where(and(tx.inTenant(noteReviews), inArray(noteReviews.noteId, [...noteIds])))
    .orderBy(asc(noteReviews.id));
  return rows.map(({ reviewer, ...row }) => ({ ...row, reviewerName: fullNameOf(reviewer) }));
}

/** The void invoices and the invoice of each note, and the claim batches that have it, rejected ones included. */
async function readBilling(tx: BusinessTransaction, noteIds: readonly number[]) {
  const [voided, invoiced, claimed] = await Promise.all([
    listVoidInvoices(tx, noteIds),
    tx
      .select({
        noteId: billedNotes.noteId,
        units: billedNotes.units,
        unitRate: billedNotes.unitRate,
        /** Numeric rounds half away from zero, as the lines of invoices do. */
        amount: sql<string>`round(${billedNotes.units} * ${billedNotes.unitRate}, 2)`,
        currency: sql<string>`case when ${invoices.state} = 'draft' then ${businesses.currency} else ${invoices.currency} end`,
        invoiceState: invoices.state,
        invoiceNumber: invoices.number,
      })
      .from(billedNotes)
      .innerJoin(invoices, and(tx.inTenant(invoices), eq(invoices.id, billedNotes.invoiceId)))
      .innerJoin(businesses, eq(businesses.id, invoices.businessId))
      .where(and(tx.inTenant(billedNotes), inArray(billedNotes.noteId, [...noteIds]))),
    tx
      .select({
        noteId: claimLines.noteId,
        content: claimLines.content,
        claimState: claimLines.state,
        batchId: claimBatches.id,
        payerName: claimBatches.payerName,
        currency: claimBatches.currency,
      })
      .from(claimLines)
      .innerJoin(claimBatches, and(tx.inTenant(claimBatches), eq(claimBatches.id, claimLines.claimBatchId)))
      .where(and(tx.inTenant(claimLines), inArray(claimLines.noteId, [...noteIds])))
      .orderBy(asc(claimLines.claimBatchId)),
  ]);
  return [
    ...voided.map((row) => ({ kind: 'void' as const, ...row })),
    ...invoiced.map((row) => ({ kind: 'invoice' as const, ...row })),
    ...claimed.map((row) => ({ kind: 'claim' as const, ...row })),
  ];
}

/** The void invoices that billed the notes, read from the issued documents: their rows in `billed_notes` are deleted. */
function listVoidInvoices(tx: BusinessTransaction, noteIds: readonly number[]) {
  const voided = tx
    .select({
      noteId: sql`jsonb_path_query(${invoices.document}::jsonb, '$.lines[*].noteIds[*]')::bigint`
        .mapWith(Number)
        .as('note_id'),
      invoiceId: invoices.id,
      invoiceNumber: invoices.number,
    })
    .from(invoices)
    .where(and(tx.inTenant(invoices), eq(invoices.state, 'void')))
    .as('voided');
  return tx
    .select({ noteId: voided.noteId, invoiceNumber: voided.invoiceNumber })
    .from(voided)
    .where(inArray(voided.noteId, [...noteIds]))
    .orderBy(asc(voided.invoiceId))
    .execute();
}
