/** The message to the author of a note that was sent back when it arrived. */
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { describeCheck } from '#features/notes/checkRules.ts';
import { noteHeading } from '#features/notes/rules.ts';
import type { NoteColumns } from './submission.ts';

/** What has to happen before the note can be signed again. */
const REMEDIES: Partial<Record<NoteCheckCode, string>> = {
  code_wrong_offline: 'Check with management for the correct code.',
  period_closed: 'Ask an admin to reopen the period first.',
  not_assigned_then: 'Check client and date, or ask a manager to assign you first.',
  client_inactive_then: 'Check client and date, or ask a manager to make the client active first.',
  service_archived: 'Choose another service, or ask a manager to restore it first.',
  rounding_changed: 'Check the units before you and the client sign.',
  unsigned: 'Your business requires the signature of the client.',
  over_units: 'Ask a manager to add units first.',
  cap_exceeded: 'Ask a manager to raise the limit first.',
  no_authorization: 'Ask a manager to add an authorization first.',
};

/** Names the note, each reason and what to do about it. */
export function buildSentBackMessage(columns: NoteColumns, reasons: readonly NoteCheckCode[]) {
  const { title, authorName, clientContactName: clientName, workDate: day } = columns;
  const explain = (code: NoteCheckCode) => {
    const reason = describeCheck({ code, detail: { authorName, clientName, day }, relatedNoteIds: [] });
    return [reason, REMEDIES[code]].filter(Boolean).join(' ');
  };
  return {
    subject: `Sent back: ${noteHeading(columns)}`,
    content: [
      `Your note "${title}" was sent back when it arrived. It uses no units until it is signed again. Edit it in My Notes, then you and the client sign again.`,
      ...reasons.map(explain),
    ].join('\n\n'),
  };
}
