/** Guarded: notes with every row that their proof rests on, read in one statement, so as of one moment. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { auditLog } from '#platform/server/audit/tables.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { unitLedger } from '#features/units/server/tables.ts';
import type { SignatureDigests } from '#features/notes/server/signing/canonicalNote.ts';
import { notes, noteSignatures, noteVersions } from '#features/notes/server/tables.ts';

/** A version as it was frozen, with what belongs to it; null where that row is gone. */
export interface StoredVersion {
  version: number;
  canonical: string;
  digest: string;
  auditSeq: number;
  createdAt: string;
  signatures: SignatureDigests | null;
  /** The row of the audit log at `auditSeq`. */
  logged: { payload: string; hash: string } | null;
  /** What the ledger took for it: exact decimal, and from which client. */
  taken: { units: string; clientId: number } | null;
}

/** Something done with a note, as the audit log has it. */
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
  minutes: timeEntries.minutes,
  timeUnits: timeEntries.timeUnits,
  reversedAt: timeEntries.reversedAt,
};

const inUtc = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const signatures = sql`
  case when drawn.note_id is not null then jsonb_build_object(
    'employeeSignatureSha256', encode(sha256(drawn.employee_png), 'hex'),
    'clientSignatureSha256', encode(sha256(drawn.client_png), 'hex')) end`;

const versions = sql<StoredVersion[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'version', kept.version, 'canonical', kept.canonical, 'digest', kept.digest, 'auditSeq', kept.audit_seq,
    'createdAt', ${inUtc('kept.created_at')}, 'signatures', ${signatures},
    'logged', case when logged.seq is not null then
      jsonb_build_object('payload', logged.payload, 'hash', encode(logged.hash, 'hex')) end,
    'taken', case when taken.id is not null then
      jsonb_build_object('units', (-taken.delta)::text, 'clientId', taken.client_id) end
  ) order by kept.version), '[]')
  from ${noteVersions} as kept
  left join ${noteSignatures} as drawn on drawn.business_id = kept.business_id and drawn.note_id = kept.note_id
    and drawn.version = kept.version
  left join ${auditLog} as logged on logged.business_id = kept.business_id and logged.seq = kept.audit_seq
  left join ${unitLedger} as taken on taken.business_id = kept.business_id and taken.note_id = kept.note_id
    and taken.note_version = kept.version and taken.kind = 'note'
  where kept.business_id = ${notes.businessId} and kept.note_id = ${notes.id})`;

const steps = sql<LoggedStep[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('action', action, 'actorId', actor_id,
    'at', ${inUtc('created_at')}, 'details', details) order by seq), '[]')
  from ${auditLog} as step
  where step.business_id = ${notes.businessId} and step.object = 'note' and step.object_id = ${notes.id})`;

/** How many signatures there are of a note: none may be left over or missing. */
const drawn = sql<number>`(
  select count(*)::int from ${noteSignatures} as one
  where one.business_id = ${notes.businessId} and one.note_id = ${notes.id})`;

/** The notes that are wanted, oldest first, deleted ones too unless the condition leaves them out. */
export const listStoredNotes = (tx: BusinessTransaction, wanted: SQL | undefined, limit: number) =>
  tx
    .select({ note: notes, hours, versions, steps, drawn })
    .from(notes)
    .leftJoin(
      timeEntries,
      and(eq(timeEntries.businessId, notes.businessId), eq(timeEntries.noteId, notes.id)),
    )
    .where(wanted)
    .orderBy(asc(notes.id))
    .limit(limit);
