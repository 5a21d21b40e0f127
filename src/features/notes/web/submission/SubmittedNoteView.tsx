import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatUnits } from '#platform/web/numberFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { ReceiptCode } from '#features/notes/web/details/ReceiptCode.tsx';
import { noteUnitsQuery } from '#features/notes/web/queries.ts';
import type { SubmittedNote } from './queries.ts';

type SubmittedNoteViewProps = { note: SubmittedNote; onNew: () => void; onCopy: () => void };

/** After a note was submitted: its units, the client's receipt to scan, and what can come next. */
export function SubmittedNoteView({ note, onNew, onCopy }: SubmittedNoteViewProps) {
  const account = useQuery(noteUnitsQuery(note.id)).data?.account;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const url = note.receipt?.url;
  const isSentBack = note.status === 'in-progress';
  const left = account && `, ${formatUnits(account.after)} left`;
  return (
    <div className="mx-auto grid max-w-lg gap-5">
      <h2 ref={heading} tabIndex={-1} className="flex gap-2 text-lg font-semibold outline-none">
        {isSentBack ? (
          <TriangleAlert aria-hidden className="mt-1 size-5 shrink-0 text-pending-ink" />
        ) : (
          <CircleCheck aria-hidden className="mt-1 size-5 shrink-0 text-success-ink" />
        )}
        <span className="wrap-anywhere">
          {isSentBack ? 'Sent back to you' : 'Submitted'}: {note.clientContactName},{' '}
          {unitsLabel(note.timeUnitsUsed)}
          {left}
        </span>
      </h2>
      {url && <ReceiptCode url={url} />}
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-1">
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Done
        </Link>
        <Button onClick={onNew}>New note</Button>
        <Button onClick={onCopy}>Copy this visit</Button>
        <Link to="/my-notes" search={{ note: note.id }} className={buttonClass()}>
          View note
        </Link>
      </div>
    </div>
  );
}
