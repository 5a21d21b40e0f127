/** Guarded: the proof of what was signed, worked out again from the rows as they are stored now. */
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemberContext } from '../../../platform/server/context.ts';
import { notFound } from '../../../platform/server/errors.ts';
import { readInBusiness } from '../../../platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { linkHolds } from '../../audit/server/reads.ts';
import { auditLog } from '../../audit/server/tables.ts';
import { timeEntries } from '../../time/server/tables.ts';
import type { noteEvidence } from '../contract.ts';
import { digestOf, isUnchanged } from './evidence.ts';
import { refuseStranger } from './reads.ts';
import { ofNote } from './rowService.ts';
import { notes, noteSignatures, noteVersions } from './tables.ts';

/**
 * What was signed last, its digest and its place in the audit chain. `matches` compares the frozen text
 * with note, hours and signatures, its digest with the audit log, and the log's row with the one before; a row
 * that is gone is named in `missing`, because its absence is what the evidence has to say.
 * @throws 403 for a colleague's note when not a manager, 404
 */
export function readEvidence(context: MemberContext, noteId: number): Promise<z.output<typeof noteEvidence>> {
  return readInBusiness(context, async (tx) => {
    const [row] = await signedRow(tx, context, noteId);
    if (!row) throw notFound('This note does not exist.');
    refuseStranger(context, row.note);
    const { signed, logged } = row;
    return {
      noteId,
      version: row.note.version,
      canonical: signed?.canonical ?? null,
      digest: signed?.digest ?? null,
      auditSeq: signed?.auditSeq ?? null,
      auditHash: logged?.hash.toString('hex') ?? null,
      matches: await holds(tx, context, row),
      missing: missingOf(row),
    };
  });
}

type SignedRow = Awaited<ReturnType<typeof signedRow>>[number];

const missingOf = ({ signed, signatures, hours, logged }: SignedRow) => [
  ...(signed ? [] : ['version' as const]),
  ...(signatures ? [] : ['signatures' as const]),
  ...(hours ? [] : ['time entry' as const]),
  ...(logged ? [] : ['audit row' as const]),
];

async function holds(tx: BusinessTransaction, context: MemberContext, row: SignedRow): Promise<boolean> {
  const { note, signed, signatures, hours, logged } = row;
  if (!signed || !signatures || !hours || !logged) return false;
  const { id, ...fields } = note;
  const { canonical, digest, auditSeq } = signed;
  const rows = { ...fields, ...signatures, start: hours.start, end: hours.end, noteId: id };
  return (
    isUnchanged(canonical, rows) &&
    isCounted(note, hours) &&
    digestOf(canonical) === digest &&
    loggedDigest(logged.payload) === digest &&
    (await linkHolds(tx, context.businessId, auditSeq))
  );
}

/** Do hours and units count as they were signed, for the same person and client? */
const isCounted = (
  note: { authorId: number; clientId: number; minutes: number; timeUnitsUsed: string },
  hours: { employeeId: number; clientId: number; minutes: number; timeUnits: string },
): boolean =>
  hours.employeeId === note.authorId &&
  hours.clientId === note.clientId &&
  hours.minutes === note.minutes &&
  hours.timeUnits === note.timeUnitsUsed;

/** The digest as it was hashed into the chain. */
const loggedDigest = (payload: string): unknown =>
  (JSON.parse(payload) as { details: Record<string, unknown> }).details['digest'];

const signedRow = (tx: BusinessTransaction, context: MemberContext, noteId: number) =>
  tx
    .select({
      note: {
        id: notes.id,
        businessId: notes.businessId,
        version: notes.version,
        clientId: notes.clientId,
        clientName: notes.clientName,
        authorId: notes.authorId,
        authorName: notes.authorName,
        authorDepartment: notes.authorDepartment,
        title: notes.title,
        category: notes.category,
        priority: notes.priority,
        tags: notes.tags,
        content: notes.content,
        research: notes.research,
        summary: notes.summary,
        workDate: notes.workDate,
        startTime: notes.startTime,
        endTime: notes.endTime,
        timeUnitsUsed: notes.timeUnitsUsed,
        minutes: notes.minutes,
        employeeSignedAt: notes.employeeSignedAt,
        clientSignedAt: notes.clientSignedAt,
      },
      hours: {
        start: timeEntries.startTime,
        end: timeEntries.endTime,
        employeeId: timeEntries.employeeId,
        clientId: timeEntries.clientId,
        minutes: timeEntries.minutes,
        timeUnits: timeEntries.timeUnits,
      },
      signatures: { employeePng: noteSignatures.employeePng, clientPng: noteSignatures.clientPng },
      signed: {
        canonical: noteVersions.canonical,
        digest: noteVersions.digest,
        auditSeq: noteVersions.auditSeq,
      },
      logged: { hash: auditLog.hash, payload: auditLog.payload },
    })
    .from(notes)
    .leftJoin(noteVersions, ofVersion(noteVersions))
    .leftJoin(noteSignatures, ofVersion(noteSignatures))
    .leftJoin(
      timeEntries,
      and(eq(timeEntries.businessId, notes.businessId), eq(timeEntries.noteId, notes.id)),
    )
    .leftJoin(
      auditLog,
      and(eq(auditLog.businessId, notes.businessId), eq(auditLog.seq, noteVersions.auditSeq)),
    )
    .where(ofNote(context, noteId));

/** The row of the version that the note has now. */
const ofVersion = (table: typeof noteVersions | typeof noteSignatures) =>
  and(eq(table.businessId, notes.businessId), eq(table.noteId, notes.id), eq(table.version, notes.version));
