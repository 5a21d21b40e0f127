import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { noteUnitsQuery } from '#features/notes/web/queries.ts';
import { ReceiptCode } from '#features/notes/web/receiptLink/public.tsx';
import { unitsLabel } from '#features/services/rules.ts';
import type { KeptNote } from '#features/submission/web/entry/noteRecord.ts';
import { useDiscarded, useUnsent } from '#features/submission/web/entry/unsentState.ts';
import type { SubmittedNote } from '#features/submission/web/queries.ts';

type SubmittedNoteViewProps = { note: SubmittedNote; onNew: () => void; onCopy: () => void };

/** After a note was submitted: its units, the client's receipt to scan, and what can come next. */
export function SubmittedNoteView({ note, onNew, onCopy }: SubmittedNoteViewProps) {
  const account = useQuery(noteUnitsQuery(note.id)).data?.account;
  const url = note.receipt?.url;
  const isSentBack = note.status === 'in-progress';
  const left = account && `, ${formatUnits(account.after)} left`;
  return (
    <OutcomeFrame
      isDone={!isSentBack}
      title={
        <>
          {isSentBack ? 'Sent back to you' : 'Submitted'}: {note.clientContactName},{' '}
          {unitsLabel(note.timeUnitsUsed)}
          {left}
        </>
      }
      actions={
        <>
          <Button onClick={onNew}>New note</Button>
          <Button onClick={onCopy}>Copy this visit</Button>
          <Link to="/my-notes" search={{ note: note.id }} className={buttonClass()}>
            View note
          </Link>
        </>
      }
    >
      {url && <ReceiptCode url={url} />}
    </OutcomeFrame>
  );
}

/** A note that was stored on this device because it could not be sent. */
export type StoredNote = {
  id: string;
  clientName: string | undefined;
  /** Undefined for a note whose client has its receipt. */
  receiptUrl: string | undefined;
};

type StoredNoteViewProps = { note: StoredNote; onNew: () => void };

/** After a note was submitted without a connection; also shows that it has been sent meanwhile. */
export function StoredNoteView({ note, onNew }: StoredNoteViewProps) {
  const { id, clientName, receiptUrl } = note;
  const unsent = useUnsent().find((one) => one.id === id);
  const isDiscarded = useDiscarded().includes(id);
  const { title, text } = describe(unsent, isDiscarded);
  // The receipt is that of a version on the server.
  const isReplaced = isDiscarded || unsent?.refusal?.isSent === true;
  return (
    <OutcomeFrame
      isDone={!unsent && !isDiscarded}
      title={title}
      actions={
        <>
          <Button onClick={onNew}>New note</Button>
          <Link to="/my-notes" className={buttonClass()}>
            My Notes
          </Link>
        </>
      }
    >
      <p className="wrap-anywhere">
        Your note{clientName && ` for ${clientName}`} {text}
      </p>
      {receiptUrl !== undefined && !isReplaced && (
        <section aria-label="Receipt">
          <ReceiptCode url={receiptUrl} isUnsent={unsent !== undefined} />
        </section>
      )}
    </OutcomeFrame>
  );
}

/** Describes the outcome of a note, perhaps in another tab. */
function describe(unsent: KeptNote | undefined, isDiscarded: boolean): { title: string; text: string } {
  if (isDiscarded) return { title: 'Discarded', text: 'was discarded in another tab.' };
  if (!unsent) return { title: 'Sent', text: 'was sent.' };
  if (unsent.refusal) return { title: "Couldn't be sent", text: "couldn't be sent. See My Notes." };
  return { title: 'Saved on this device', text: "will be sent when you're back online." };
}

type OutcomeFrameProps = {
  /** False when there is still something to do. */
  isDone: boolean;
  title: ReactNode;
  /** The buttons after Done. */
  actions: ReactNode;
  children: ReactNode;
};

/** Outcome of a note, in place of its form. The heading is focused, so that screen readers announce it. */
function OutcomeFrame({ isDone, title, actions, children }: OutcomeFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto grid w-full max-w-lg gap-5">
      <h2 ref={heading} tabIndex={-1} className="flex gap-2 text-lg font-semibold outline-none">
        {isDone ? (
          <CircleCheck aria-hidden className="mt-1 size-5 shrink-0 text-success-ink" />
        ) : (
          <TriangleAlert aria-hidden className="mt-1 size-5 shrink-0 text-pending-ink" />
        )}
        <span className="wrap-anywhere">{title}</span>
      </h2>
      {children}
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-1">
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Done
        </Link>
        {actions}
      </div>
    </div>
  );
}
