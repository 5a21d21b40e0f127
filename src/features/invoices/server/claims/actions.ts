/** Guarded: claim batches. Notes are locked by id before they are put on a batch or taken off it. */

import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { add, multiply } from '#platform/contract/decimals.ts';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { lockPayerForShare } from '#features/clients/server/payers/reads.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import {
  MAX_NOT_INCLUDED,
  type claimBatchInput,
  type ClaimContent,
  type claimsContract,
} from '#features/invoices/claimContract.ts';
import { INVOICE_TOPICS, refuseUnknownClients } from '#features/invoices/server/draftActions.ts';
import { exceedsMaximum } from '#features/invoices/server/invoiceLines.ts';
import { billedNotes, claimBatches, claimFiles, claimLines } from '#features/invoices/server/tables.ts';
import { readVisits, type Choice, type Visits } from '#features/invoices/server/visitReads.ts';
import { keepDraftRates, lockNotes, setBilled } from '#features/notes/server/billing/actions.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { digestLines, toClaimCsv } from './claimCsv.ts';
import { getClaimBatch, whereBatch } from './reads.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'claim_batch.exported': {
      payer: string;
      from: string;
      to: string;
      lines: number;
      total: string;
      /** Of the CSV file. */
      digest: string;
      linesDigest: string;
    };
    'claim_batch.decided': { accepted: number; rejected: number; exported: number };
  }
}

type Decisions = RequestOf<(typeof claimsContract)['PATCH /api/claim-batches/:id/lines']>['body'];
type Visit = Visits['included'][number];

/**
 * Puts the approved and unbilled visits of a payer on a claim batch.
 * @throws 404; 400 at `to` for too many visits or too large a total; 409 `claim_empty` without a visit; 409
 * `claim_changed` when a draft takes one at the same moment
 */
export function createClaimBatch(context: MemberContext, input: z.output<typeof claimBatchInput>) {
  const { businessId, session, now } = context;
  return writeInBusiness(context, async (tx) => {
    const payer = await lockPayerForShare(tx, input.payerId);
    const clientIds = input.clientIds ?? (await listClients(tx, payer.id));
    await refuseUnknownClients(tx, [...new Set(clientIds)]);
    const { from, to } = input;
    const choice = { payer: payer.name, clientIds, from, to, excludedNoteIds: [], invoiceId: null };
    const { included, omitted } = await lockVisits(tx, choice);
    if (included.length === 0)
      throw conflict('claim_empty', 'No visits of this period can be claimed from this payer.');
    const { currency } = await getOwnBusiness(tx, businessId);
    const lines = included.map((visit) => ({ noteId: visit.noteId, content: toContent(visit) }));
    const total = add(...lines.map(({ content }) => content.amount));
    if (exceedsMaximum(total)) throw invalidField('to', 'The total is too large for one batch');
    const csv = await toClaimCsv(lines, payer.columns);
    const digest = sha256Hex(csv);
    const [batch] = await tx
      .insert(claimBatches)
      .values({
        businessId,
        payerId: payer.id,
        payerName: payer.name,
        periodStart: from,
        periodEnd: to,
        currency,
        columns: payer.columns,
        total,
        digest,
        createdBy: session.userId,
        createdAt: now,
      })
      .returning({ id: claimBatches.id });
    if (!batch) throw new Error('A claim batch was not stored');
    await holdNotes(tx, { businessId, batchId: batch.id, visits: included });
    await tx
      .insert(claimLines)
      .values(lines.map((line) => ({ businessId, claimBatchId: batch.id, ...line })));
    await tx.insert(claimFiles).values({ businessId, claimBatchId: batch.id, csv: csv.toString() });
    const linesDigest = digestLines(lines);
    const details = { payer: payer.name, from, to, lines: lines.length, total, digest, linesDigest };
    recordAudit(tx, context, { type: 'claim_batch.exported', id: batch.id, label: payer.name, details });
    publishChange(tx, [...INVOICE_TOPICS, 'notes']);
    return {
      ...(await getClaimBatch(tx, context, batch.id)),
      notIncluded: omitted.slice(0, MAX_NOT_INCLUDED),
      hasMoreNotIncluded: omitted.length > MAX_NOT_INCLUDED,
    };
  });
}

/** The clients with an authorization of the payer. */
async function listClients(tx: BusinessTransaction, payerId: number): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ clientId: authorizations.clientId })
    .from(authorizations)
    .where(and(tx.inTenant(authorizations), eq(authorizations.payerId, payerId)));
  return rows.map(({ clientId }) => clientId);
}

/** The visits as they are while their notes are locked. */
async function lockVisits(tx: BusinessTransaction, choice: Choice): Promise<Visits> {
  const { included } = await readVisits(tx, choice);
  await lockNotes(
    tx,
    included.map(({ noteId }) => noteId),
  );
  const locked = new Set(included.map(({ noteId }) => noteId));
  const current = await readVisits(tx, choice);
  return { ...current, included: current.included.filter(({ noteId }) => locked.has(noteId)) };
}

/** @throws 409 `claim_changed` when a draft took one of the notes after they were read */
async function holdNotes(
  tx: BusinessTransaction,
  { businessId, batchId, visits }: { businessId: number; batchId: number; visits: readonly Visit[] },
): Promise<void> {
  const held = await tx
    .insert(billedNotes)
    .values(
      visits.map(({ noteId, version, units, unitRate, authorizationId }) => ({
        businessId,
        noteId,
        claimBatchId: batchId,
        version,
        units,
        unitRate,
        authorizationId,
      })),
    )
    .onConflictDoNothing()
    .returning({ noteId: billedNotes.noteId, unitRate: billedNotes.unitRate });
  if (held.length < visits.length)
    throw conflict('claim_changed', 'A draft took one of these visits at the same time. Please try again.');
  await keepDraftRates(tx, businessId, held);
  await setBilled(
    tx,
    held.map(({ noteId }) => noteId),
    'claim_batch',
  );
}

function toContent(visit: Visit): ClaimContent {
  const {
    clientName,
    workDate,
    startTime,
    endTime,
    startOccurrence,
    endOccurrence,
    minutes,
    units,
    unitRate,
  } = visit;
  const { authorization, claim, author } = visit;
  return {
    client: clientName,
    ...claim,
    date: workDate,
    startTime,
    endTime,
    startOccurrence,
    endOccurrence,
    minutes,
    units,
    rate: unitRate,
    amount: multiply(units, unitRate),
    authorization,
    employee: fullNameOf(author),
  };
}

/**
 * Records what the payer decided for each line. A rejected visit can be billed again, so its line stays rejected.
 * @throws 404 for a visit that is not on the batch; 409 `claim_rejected`
 */
export function decideLines(context: MemberContext, batchId: number, decisions: Decisions) {
  return writeInBusiness(context, async (tx) => {
    const [batch] = await tx
      .select({ label: claimBatches.payerName })
      .from(claimBatches)
      .where(whereBatch(tx, batchId))
      .for('no key update');
    if (!batch) throw notFound('This claim batch does not exist.');
    const states = new Map(decisions.map(({ noteId, state }) => [noteId, state]));
    const before = await tx
      .select({ noteId: claimLines.noteId, state: claimLines.state })
      .from(claimLines)
      .where(whereLines(tx, batchId, [...states.keys()]));
    if (before.length < states.size) throw notFound('This visit is not on the batch.');
    const changed = before.filter(({ noteId, state }) => states.get(noteId) !== state);
    if (changed.some(({ state }) => state === 'rejected'))
      throw conflict(
        'claim_rejected',
        'A rejected visit can be billed again, so its line stays rejected. Put the visit on a new batch.',
      );
    const counts = { exported: 0, accepted: 0, rejected: 0 };
    for (const [state, lines] of Map.groupBy(changed, ({ noteId }) => states.get(noteId))) {
      if (state === undefined) continue;
      const noteIds = lines.map(({ noteId }) => noteId);
      counts[state] = noteIds.length;
      if (state === 'rejected') await releaseClaimed(tx, batchId, noteIds);
      await tx
        .update(claimLines)
        .set({ state })
        .where(whereLines(tx, batchId, noteIds));
    }
    if (changed.length > 0) {
      recordAudit(tx, context, {
        type: 'claim_batch.decided',
        id: batchId,
        label: batch.label,
        details: counts,
      });
      publishChange(tx, [...INVOICE_TOPICS, 'notes']);
    }
    return getClaimBatch(tx, context, batchId);
  });
}

const whereLines = (tx: BusinessTransaction, batchId: number, noteIds: readonly number[]) =>
  and(
    tx.inTenant(claimLines),
    eq(claimLines.claimBatchId, batchId),
    inArray(claimLines.noteId, [...noteIds]),
  );

/** The notes can be billed again. */
async function releaseClaimed(
  tx: BusinessTransaction,
  batchId: number,
  noteIds: readonly number[],
): Promise<void> {
  await lockNotes(tx, noteIds);
  await tx
    .delete(billedNotes)
    .where(
      and(
        tx.inTenant(billedNotes),
        eq(billedNotes.claimBatchId, batchId),
        inArray(billedNotes.noteId, [...noteIds]),
      ),
    );
  await setBilled(tx, noteIds, null);
}
