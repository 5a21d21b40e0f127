/** Guarded: reads notes with all rows of their evidence in one statement, so in one snapshot. */

import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { SignatureDigests } from '#features/notes/server/public.ts';
import { notes, noteSignatures, noteVersions } from '#features/notes/server/tables.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { unitLedger } from '#features/units/server/tables.ts';

/** A frozen version with its related rows; null where a row is missing. */
export interface StoredVersion {
  version: number;
  canonical: string;
  digest: string;
  billing: string | null;
  auditSeq: number;
  createdAt: string;
  signatures: SignatureDigests | null;
  /** The audit log entry at `auditSeq`. */
  logged: { payload: string; hash: string } | null;
  /** The units that the ledger deducted, as an exact decimal, and from which account. */
  deducted: { units: string; clientId: number; authorizationId: number | null } | null;
}

/** An audit log entry of a note. */
export interface LoggedStep {
  action: string;
  actorId: number | null;
  at: string;
  details: Record<string, unknown>;
}

export type StoredNote = Awaited<ReturnType<typeof listStoredNotes>>[number];

const hours = {
  start: timeEntries.startTime,
  end: timeEntries.endTime,
  employeeId: timeEntries.employeeId,
  clientId: timeEntries.clientId,
  description: timeEntries.description,
  workDate: timeEntries.workDate,
  timeZone: timeEntries.timeZone,
  midnight: timeEntries.midnight,
  minutes: timeEntries.minutes,
  timeUnits: timeEntries.timeUnits,
  reversedAt: timeEntries.reversedAt,
};

const inUtc = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const frozen = alias(noteVersions, 'frozen');
const drawn = alias(noteSignatures, 'drawn');
const logged = alias(auditLog, 'logged');
const entry = alias(unitLedger, 'entry');
const step = alias(auditLog, 'step');

const signatures = sql`
  case when drawn.note_id is not null then jsonb_build_object(
    'employeeSignatureSha256', encode(sha256(drawn.employee_png), 'hex'),
    'clientSignatureSha256', encode(sha256(drawn.client_png), 'hex')) end`;

const versions = (tx: BusinessTransaction) => sql<StoredVersion[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'version', frozen.version, 'canonical', frozen.canonical, 'digest', frozen.digest, 'billing', frozen.billing,
    'auditSeq', frozen.audit_seq,
    'createdAt', ${inUtc('frozen.created_at')}, 'signatures', ${signatures},
    'logged', case when logged.seq is not null then
      jsonb_build_object('payload', logged.payload, 'hash', encode(logged.hash, 'hex')) end,
    'deducted', case when entry.id is not null then
      jsonb_build_object('units', (-entry.delta)::text, 'clientId', entry.client_id,
        'authorizationId', entry.authorization_id) end
  ) order by frozen.version), '[]')
  from ${noteVersions} as frozen
  left join ${noteSignatures} as drawn on ${tx.inTenant(drawn)} and drawn.note_id = frozen.note_id
    and drawn.version = frozen.version
  left join ${auditLog} as logged on ${tx.inTenant(logged)} and logged.seq = frozen.audit_seq
  left join ${unitLedger} as entry on ${tx.inTenant(entry)} and entry.note_id = frozen.note_id
    and entry.note_version = frozen.version and entry.kind = 'note'
  where ${tx.inTenant(frozen)} and frozen.note_id = ${notes.id})`;

const steps = (tx: BusinessTransaction) => sql<LoggedStep[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('action', action, 'actorId', actor_id,
    'at', ${inUtc('created_at')}, 'details', details) order by seq), '[]')
  from ${auditLog} as step
  where ${tx.inTenant(step)} and step.object = 'note' and step.object_id = ${notes.id})`;

/** The number of signature rows of a note: one for each version. */
const signatureCount = (tx: BusinessTransaction) => sql<number>`(
  select count(*)::int from ${noteSignatures} as drawn
  where ${tx.inTenant(drawn)} and drawn.note_id = ${notes.id})`;

/** The notes that match the condition, oldest first, deleted ones included. */
export const listStoredNotes = (tx: BusinessTransaction, where: SQL | undefined, limit: number) =>
  tx
    .select({
      note: notes,
      hours,
      versions: versions(tx),
      steps: steps(tx),
      signatureCount: signatureCount(tx),
    })
    .from(notes)
    .leftJoin(timeEntries, and(tx.inTenant(timeEntries), eq(timeEntries.noteId, notes.id)))
    .where(where)
    .orderBy(asc(notes.id))
    .limit(limit);
