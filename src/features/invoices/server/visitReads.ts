/** Reads the visits that a draft takes, and why it leaves out the others. */

import { and, asc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import { invalidField } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { isWithinPeriod } from '#features/clients/server/authorizations/reads.ts';
import { authorizations, clients, payers } from '#features/clients/server/tables.ts';
import { MAX_VISITS } from '#features/invoices/contract.ts';
import type { Omission } from '#features/invoices/invoiceContract.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { rateOn } from '#features/services/server/rates/reads.ts';
import { services } from '#features/services/server/tables.ts';
import type { BilledVisit } from './invoiceLines.ts';
import { billedNotes } from './tables.ts';

/** Criteria by which a draft collects visits. */
export interface Choice {
  /** Null when the client pays. */
  payer: string | null;
  clientIds: readonly number[];
  /** First and last day of work. */
  from: string;
  to: string;
  excludedNoteIds: readonly number[];
  /** The draft that may hold the visits; null for a new one. */
  invoiceId: number | null;
}

/**
 * The rate that was stored at the approval, or else when a draft first took the note; before that, the rate of the note's
 * authorization, service or client on its work date.
 */
export const rateOfVisit = sql<
  string | null
>`coalesce(${notes.unitRate}, ${notes.draftRate}, ${rateOn(authorizations.rates, notes.workDate)}, ${rateOn(services.rates, notes.workDate)}, ${clients.unitRate})`;

/** The payer of the note's authorization; null when the client pays. */
export const payerOfVisit = sql<string | null>`${payers.name}`;

/**
 * Finds notes that need an authorization and name none in force on their work date. A note needs one if its service
 * requires one or warns without one, or if a payer pays. Packets report such visits as a gap by the same rule.
 */
const lacksAuthorization = sql<boolean>`((${services.authorizationRequired} <> 'no' or ${payers.id} is not null) and not ${isWithinPeriod(notes.workDate)})`;

/** Why a note cannot be billed to anyone; null for one that can, if nothing has billed it. */
export const omissionOfVisit = sql<Omission | null>`case
  when ${notes.status} = 'pending' then 'pending'
  when ${notes.status} = 'in-review' then 'on_hold'
  when ${notes.status} = 'in-progress' then 'sent_back'
  when ${notes.status} = 'denied' then 'denied'
  when ${notes.isDisputed} then 'disputed'
  when ${notes.timeUnitsUsed} = 0 then 'no_units'
  when ${lacksAuthorization} then 'no_authorization'
  when ${rateOfVisit} is null then 'no_rate'
end`;

/** Notes with their client, service and authorization, and with the invoice that has them. */
const selectVisits = (tx: BusinessTransaction) =>
  tx
    .select({
      noteId: notes.id,
      version: notes.version,
      deletedAt: notes.deletedAt,
      omission: omissionOfVisit,
      lacksAuthorization,
      title: notes.title,
      clientId: notes.clientId,
      clientName: sql<string>`${notes.clientContactName} || ' (' || ${notes.clientName} || ')'`,
      serviceKey: notes.category,
      serviceName: sql<string>`${services.name} || coalesce(' (' || ${services.code} || ')', '')`,
      workDate: notes.workDate,
      startTime: notes.startTime,
      endTime: notes.endTime,
      startOccurrence: notes.startOccurrence,
      endOccurrence: notes.endOccurrence,
      minutes: notes.minutes,
      authorizationId: notes.authorizationId,
      authorization: authorizations.reference,
      payer: payerOfVisit,
      units: notes.timeUnitsUsed,
      unitRate: rateOfVisit,
      claim: {
        serviceName: services.name,
        serviceCode: services.code,
        modifiers: services.modifiers,
        payerClientId: authorizations.payerClientId,
      },
      author: { username: users.username, firstName: users.firstName, lastName: users.lastName },
      billed: {
        // First, because it is never null: the query builder decides by it whether there is a row.
        version: billedNotes.version,
        invoiceId: billedNotes.invoiceId,
        claimBatchId: billedNotes.claimBatchId,
        units: billedNotes.units,
        unitRate: billedNotes.unitRate,
        authorizationId: billedNotes.authorizationId,
      },
    })
    .from(notes)
    .innerJoin(clients, and(eq(clients.businessId, notes.businessId), eq(clients.id, notes.clientId)))
    .innerJoin(services, and(eq(services.businessId, notes.businessId), eq(services.key, notes.category)))
    .leftJoin(
      authorizations,
      and(eq(authorizations.businessId, notes.businessId), eq(authorizations.id, notes.authorizationId)),
    )
    .leftJoin(payers, and(eq(payers.businessId, notes.businessId), eq(payers.id, authorizations.payerId)))
    .innerJoin(users, and(eq(users.businessId, notes.businessId), eq(users.id, notes.authorId)))
    .leftJoin(
      billedNotes,
      and(eq(billedNotes.businessId, notes.businessId), eq(billedNotes.noteId, notes.id)),
    );

type Row = Awaited<ReturnType<typeof selectVisits>>[number];

export interface OmittedVisit extends BilledVisit {
  why: Omission;
  title: string;
  /** The draft, invoice, or claim batch that the visit is on; null for another reason. */
  invoiceId: number | null;
  claimBatchId: number | null;
}

export interface Visits {
  /** Visits that can be billed, by day. */
  included: (BilledVisit & Pick<Row, 'version' | 'minutes' | 'claim' | 'author'>)[];
  omitted: OmittedVisit[];
}

/** Criteria of a stored draft. */
export type DraftChoice = Choice & { invoiceId: number };

const byDay = [asc(notes.workDate), asc(notes.startTime), asc(notes.id)];

const selectChosen = (tx: BusinessTransaction, { clientIds, from, to }: Choice, limit: number) =>
  selectVisits(tx)
    .where(
      and(
        tx.inTenant(notes),
        inArray(notes.clientId, [...clientIds]),
        gte(notes.workDate, from),
        lte(notes.workDate, to),
        isNull(notes.deletedAt),
      ),
    )
    .orderBy(...byDay)
    .limit(limit);

/** The visits of the period, by day. @throws 400 at `to` for more than an invoice takes */
export async function readVisits(tx: BusinessTransaction, choice: Choice): Promise<Visits> {
  const rows = await selectChosen(tx, choice, MAX_VISITS + 1);
  if (rows.length > MAX_VISITS)
    throw invalidField(
      'to',
      `That’s more than ${MAX_VISITS.toLocaleString('en-US')} visits. Choose a shorter period.`,
    );
  return toVisits(rows, choice);
}

/**
 * The first `MAX_VISITS` visits of the period that a draft leaves out, by day. Notes that were added since it was saved
 * may exceed what an invoice takes, and the draft must stay readable.
 */
async function readOmittedVisits(tx: BusinessTransaction, choice: DraftChoice) {
  // A draft holds at most `MAX_VISITS` of them.
  const limit = 2 * MAX_VISITS;
  const rows = await selectChosen(tx, choice, limit + 1);
  const { omitted } = toVisits(rows, choice);
  return {
    omitted: omitted.slice(0, MAX_VISITS),
    hasMoreOmitted: omitted.length > MAX_VISITS || rows.length > limit,
  };
}

function toVisits(rows: readonly Row[], choice: Choice): Visits {
  const visits: Visits = { included: [], omitted: [] };
  for (const row of rows) {
    const why = findOmission(row, choice);
    if (why) visits.omitted.push(toOmitted(row, why));
    else {
      const { version, minutes, claim, author } = row;
      visits.included.push({ ...toVisit(row), version, minutes, claim, author });
    }
  }
  return visits;
}

/** The visits that a draft holds, by day, as they were when it took them. */
async function readHeldVisits(tx: BusinessTransaction, choice: DraftChoice) {
  const rows = await selectVisits(tx)
    .where(and(tx.inTenant(notes), eq(billedNotes.invoiceId, choice.invoiceId)))
    .orderBy(...byDay);
  return rows.map((row) => {
    if (!row.billed) throw new Error('A billed note has no invoice');
    const { version, units, unitRate, authorizationId } = row.billed;
    const held = { ...toVisit(row), version, units, unitRate, authorizationId };
    return { ...held, isUnchanged: isChosen(row, choice) && isSame(held, row) };
  });
}

/** The visits that a draft holds, and those that it leaves out. */
export interface DraftVisits {
  held: (BilledVisit & { isUnchanged: boolean })[];
  omitted: OmittedVisit[];
  /** Set when the period has more visits than `omitted` can list. */
  hasMoreOmitted: boolean;
}

export async function readDraftVisits(tx: BusinessTransaction, choice: DraftChoice): Promise<DraftVisits> {
  const [held, omitted] = await Promise.all([readHeldVisits(tx, choice), readOmittedVisits(tx, choice)]);
  return { held, ...omitted };
}

/** Matches a note that a draft would still take. */
const isChosen = (row: Row, choice: Choice): boolean =>
  row.deletedAt === null &&
  choice.clientIds.includes(row.clientId) &&
  choice.from <= row.workDate &&
  row.workDate <= choice.to &&
  findOmission(row, choice) === undefined;

const isSame = (held: BilledVisit & { version: number }, row: Row): boolean =>
  row.version === held.version &&
  row.units === held.units &&
  toVisit(row).unitRate === held.unitRate &&
  row.authorizationId === held.authorizationId;

/** Why a draft leaves a note out; undefined for one that it takes. */
function findOmission(row: Row, { payer, excludedNoteIds, invoiceId }: Choice): Omission | undefined {
  // Without an authorization, the payer is unknown.
  const isUnknownPayer = row.lacksAuthorization && row.authorizationId === null;
  if (row.payer !== payer && !(isUnknownPayer && payer !== null)) return 'other_payer';
  // First: a note on an issued invoice cannot be corrected, whatever its service requires by now.
  if (row.billed && (invoiceId === null || row.billed.invoiceId !== invoiceId)) return 'billed';
  if (row.omission) return row.omission;
  return excludedNoteIds.includes(row.noteId) ? 'excluded' : undefined;
}

function toOmitted(row: Row, why: Omission): OmittedVisit {
  const { invoiceId, claimBatchId } =
    why === 'billed' && row.billed ? row.billed : { invoiceId: null, claimBatchId: null };
  return { ...toVisit(row), why, title: row.title, invoiceId, claimBatchId };
}

const toVisit = (row: Row): BilledVisit => ({
  noteId: row.noteId,
  clientId: row.clientId,
  clientName: row.clientName,
  serviceKey: row.serviceKey,
  serviceName: row.serviceName,
  workDate: row.workDate,
  startTime: row.startTime,
  endTime: row.endTime,
  startOccurrence: row.startOccurrence,
  endOccurrence: row.endOccurrence,
  authorizationId: row.authorizationId,
  authorization: row.authorization,
  units: row.units,
  unitRate: row.unitRate ?? '0.00',
});
