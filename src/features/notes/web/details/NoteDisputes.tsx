import { useState } from 'react';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { disputeReasonLabels } from '#features/notes/disputeRules.ts';
import { DisputedBadge } from '#features/notes/web/labels/NoteBadges.tsx';
import type { Note } from '#features/notes/web/queries.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { AnswerForm } from './AnswerForm.tsx';

type NoteDisputesProps = { note: Note; timeZone: string };

/** Disputes of the client, with the answers; managers answer here. */
export function NoteDisputes({ note, timeZone }: NoteDisputesProps) {
  const [isOpen, setOpen] = useState(false);
  const isManager = useIsManager();
  if (note.disputes.length === 0) return null;
  const unanswered = note.disputes.filter(({ answer }) => answer === null).map(({ id }) => id);
  return (
    <section aria-labelledby="disputes" className="grid gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="disputes" className="text-sm font-semibold">
          Reported by the client
        </h3>
        {note.disputed && <DisputedBadge />}
      </div>
      <ol className="grid gap-3">
        {note.disputes.map(({ id, reason, text, at, answer, answeredAt, answeredByName }) => (
          <li key={id} className="grid gap-1 wrap-anywhere">
            <p className="font-medium">{disputeReasonLabels[reason]}</p>
            {text !== null && <p className="whitespace-pre-line">{text}</p>}
            <p className="text-sm text-muted">{formatDateTimeZone(at, timeZone)}</p>
            {answer !== null && answeredAt !== null && (
              <div className="border-l-2 border-line pl-3">
                <p className="whitespace-pre-line">{answer}</p>
                <p className="text-sm text-muted">
                  Answered by {answeredByName}, {formatDateTimeZone(answeredAt, timeZone)}
                </p>
              </div>
            )}
          </li>
        ))}
      </ol>
      {note.disputed && (
        <p className="text-sm text-muted">
          {isManager
            ? 'Answer the client before you approve this note.'
            : 'A manager has to answer before the note can be approved.'}
        </p>
      )}
      {note.disputed && isManager && !isOpen && (
        <Button size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
          Answer
        </Button>
      )}
      {note.disputed && isManager && isOpen && (
        <AnswerForm noteId={note.id} disputeIds={unanswered} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
