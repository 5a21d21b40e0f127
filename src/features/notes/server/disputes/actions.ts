/** Guarded: disputes. The note's row is locked first, so that no note is approved after a dispute was stored. */

import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { BusinessScope, MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { sendNoteAlert } from '#features/mail/server/actions.ts';
import type { disputeContract, disputeInput, receiptDispute } from '#features/notes/disputeContract.ts';
import { DISPUTES_PER_NOTE, disputeReasonLabels, type DisputeReason } from '#features/notes/disputeRules.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { lockNote, whereNote } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { listDisputes, listDisputesOfClient } from './reads.ts';
import { noteDisputes } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    /** `onSheet`: reported on the device of the author, instead of signing. */
    'note.disputed': DisputedNote & { reason: DisputeReason; textSha256: string | null; onSheet?: true };
    'note.dispute_answered': DisputedNote & { answerSha256: string; selfAnswer: boolean };
  }
}

type LockedNote = Awaited<ReturnType<typeof lockNote>>;
type DisputedNote = Pick<LockedNote, 'clientId' | 'authorId' | 'version'>;
type DisputedColumns = DisputedNote & Pick<LockedNote, 'id' | 'title'> & Parameters<typeof noteHeading>[0];
type Dispute = z.output<typeof disputeInput>;
type Disputes = Awaited<ReturnType<typeof listDisputes>>;
type Answer = z.output<(typeof disputeContract)['POST /api/notes/:id/dispute/resolve']['body']>;

/** A lost response is sent again within this; the client has no session, so no idempotency key is stored. */
const REPEATED_WITHIN_MS = 5 * 60_000;

/** Topics that open pages refetch: time entries and the unit history mark disputed notes. */
const DISPUTE_TOPICS = ['notes', 'units', 'time', 'audit'];

/**
 * Stores what the client reports, also about an approved note and in a closed period, and notifies author and managers.
 * The same reason and text within five minutes, before an answer, is the first dispute sent again.
 * @throws 404 for a deleted note, 409 `dispute_limit_reached` for the sixth of a note by its client
 */
export function disputeNote(
  request: BusinessScope & { noteId: number },
  dispute: Dispute,
): Promise<z.output<typeof receiptDispute>> {
  return writeInBusiness(request, async (tx) => {
    const note = await lockNote(tx, request.noteId);
    const scope = atLockTime(request, note.updatedAt);
    const earlier = await listDisputesOfClient(tx, scope.businessId, note);
    const first = findRepeated(earlier, scope, dispute);
    if (first) return first;
    const [stored] = await Promise.all([
      insertDispute(tx, scope, { note, earlier, ...dispute }),
      setDisputed(tx, scope, { noteId: note.id, isDisputed: true }),
    ]);
    publishChange(tx, DISPUTE_TOPICS);
    return stored;
  });
}

/** The dispute that was just stored with the same reason and text. */
function findRepeated(
  earlier: Disputes,
  { now }: BusinessScope,
  { reason, text }: Dispute,
): z.output<typeof receiptDispute> | undefined {
  const since = now.getTime() - REPEATED_WITHIN_MS;
  return earlier.find(
    (one) => one.reason === reason && one.text === text && one.answer === null && one.at.getTime() >= since,
  );
}

/** Stores what the client reported instead of signing a version, whose row has `isDisputed`. @throws as `disputeNote` */
export async function disputeVersion(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, columns, dispute }: { noteId: number; columns: Omit<DisputedColumns, 'id'>; dispute: Dispute },
) {
  const note = { id: noteId, ...columns };
  const earlier = await listDisputesOfClient(tx, context.businessId, note);
  return insertDispute(tx, context, { note, earlier, ...dispute, onSheet: true });
}

/** Stores a dispute of a locked note after the `earlier` ones of its client, and notifies author and managers. */
async function insertDispute(
  tx: BusinessTransaction,
  scope: BusinessScope,
  {
    note,
    earlier,
    reason,
    text,
    onSheet,
  }: Dispute & {
    note: DisputedColumns;
    earlier: Disputes;
    onSheet?: true;
  },
): Promise<z.output<typeof receiptDispute>> {
  const { businessId, now: at } = scope;
  const { id: noteId, clientId, authorId, version } = note;
  if (earlier.length >= DISPUTES_PER_NOTE)
    throw conflict('dispute_limit_reached', `This visit was already reported ${DISPUTES_PER_NOTE} times.`);
  await Promise.all([
    tx.insert(noteDisputes).values({ businessId, noteId, reason, text, createdAt: at }),
    notifyOfDispute(tx, scope, { note, reason, text }),
  ]);
  const textSha256 = text === null ? null : sha256Hex(text);
  const details = { clientId, authorId, version, reason, textSha256, ...(onSheet && { onSheet }) };
  recordAudit(tx, scope, { type: 'note.disputed', id: noteId, label: noteHeading(note), details });
  return { reason, text, at, answer: null, answeredAt: null };
}

/**
 * Answers all disputes of a note that have no answer.
 * @throws 404; 409 `note_not_disputed`; 409 `dispute_changed` when there are others than the caller names
 */
export function answerDisputes(
  request: MemberContext,
  noteId: number,
  { disputeIds, answer }: Answer,
): Promise<Disputes> {
  const { businessId, session } = request;
  return writeInBusiness(request, async (tx) => {
    const note = await lockNote(tx, noteId);
    const context = atLockTime(request, note.updatedAt);
    const unanswered = (await listDisputes(tx, businessId, noteId)).filter((one) => one.answer === null);
    if (unanswered.length === 0)
      throw conflict(
        'note_not_disputed',
        'This note has no unanswered dispute. Someone may have answered it.',
      );
    if (disputeIds && unanswered.some(({ id }) => !disputeIds.includes(id)))
      throw conflict('dispute_changed', 'The client has written again. Read it before you answer.');
    await Promise.all([
      tx
        .update(noteDisputes)
        .set({ answer, answeredAt: context.now, answeredBy: session.userId })
        .where(
          and(tx.inTenant(noteDisputes), eq(noteDisputes.noteId, noteId), isNull(noteDisputes.answeredAt)),
        )
        .execute(),
      setDisputed(tx, context, { noteId, isDisputed: false }),
    ]);
    const { clientId, authorId, version } = note;
    const selfAnswer = authorId === session.userId;
    const details = { clientId, authorId, version, selfAnswer, answerSha256: sha256Hex(answer) };
    recordAudit(tx, context, {
      type: 'note.dispute_answered',
      id: noteId,
      label: noteHeading(note),
      details,
    });
    publishChange(tx, DISPUTE_TOPICS);
    return listDisputes(tx, businessId, noteId);
  });
}

const setDisputed = (
  tx: BusinessTransaction,
  { now }: Pick<BusinessScope, 'now'>,
  { noteId, isDisputed }: { noteId: number; isDisputed: boolean },
) => tx.update(notes).set({ isDisputed, updatedAt: now }).where(whereNote(tx, noteId)).execute();

const notifyOfDispute = (
  tx: BusinessTransaction,
  scope: BusinessScope,
  { note, reason, text }: { note: DisputedColumns; reason: DisputeReason; text: string | null },
) =>
  sendNoteAlert(tx, scope, {
    noteId: note.id,
    authorId: note.authorId,
    subject: `Disputed: ${noteHeading(note)}`,
    content: [
      `The client reports that the note "${note.title}" is not right: ${disputeReasonLabels[reason]}.`,
      text,
      'A manager has to answer in the note before it can be approved. The client reads the answer at the receipt link.',
    ]
      .filter(Boolean)
      .join('\n\n'),
  });
