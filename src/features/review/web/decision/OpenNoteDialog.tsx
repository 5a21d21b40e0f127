import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { useLast } from '#platform/web/useLast.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { NoteDialog } from '#features/notes/web/details/public.tsx';
import { noteQuery } from '#features/notes/web/queries.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { Key } from './Key.tsx';
import { NotePane } from './NotePane.tsx';
import { useAdjacentNotes, type ListedNote } from './useAdjacentNotes.ts';

export type OpenNoteProps = {
  /** The note that is open, or undefined. */
  id: number | undefined;
  /** The list behind the dialog, for next and previous. */
  rows: readonly ListedNote[];
  /** Asks for this decision only, then closes. */
  decision?: 'approve' | 'deny' | undefined;
  onOpen: (id: number | undefined) => void;
};

/** A note from any list: managers can review it, others get the actions of My Notes. */
export function OpenNoteDialog(props: OpenNoteProps & OpenState) {
  const { timeZone } = useUser();
  if (useIsManager()) return <ReviewDialog {...props} />;
  return <NoteDialog id={props.id} timeZone={timeZone} onClose={() => props.onOpen(undefined)} />;
}

/** Review Note: the whole note, the decision, and buttons for the next and previous note. */
function ReviewDialog({ id, rows, decision, onOpen }: OpenNoteProps) {
  const last = useLast(id);
  const note = useQuery({ ...noteQuery(last ?? 0), enabled: id !== undefined }).data;
  const adjacent = useAdjacentNotes(rows, id, onOpen);
  const following = useRef<number[]>([]);
  /** The Approve button of the next row, after a decision by the button of a row. */
  function findApproveButton() {
    const ids = following.current.splice(0);
    const buttons = ids.map((one) => document.querySelector<HTMLElement>(`[data-approve="${one}"]`));
    return buttons.find((button) => button !== null) ?? null;
  }
  const title = note ? noteHeading(note) : 'Review Note';
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={(open) => !open && onOpen(undefined)}
      size="lg"
      returnFocus={findApproveButton}
      title={decision ? `${decision === 'deny' ? 'Deny' : 'Approve'} note: ${title}` : title}
      description={decision ? undefined : <Steps adjacent={adjacent} total={rows.length} />}
    >
      {last !== null && (
        <NotePane
          id={last}
          keys={adjacent.keys}
          decision={decision}
          onClose={() => onOpen(undefined)}
          onDone={() => {
            if (decision) following.current = adjacent.pending;
            onOpen(decision ? undefined : adjacent.pending[0]);
          }}
        />
      )}
    </Dialog>
  );
}

type StepsProps = {
  adjacent: Pick<ReturnType<typeof useAdjacentNotes>, 'openNext' | 'openPrevious' | 'position'>;
  total: number;
};

function Steps({ adjacent: { openNext, openPrevious, position }, total }: StepsProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <IconButton
        label="Previous note (k)"
        icon={<ChevronLeft aria-hidden />}
        size="sm"
        disabled={openPrevious === undefined}
        onClick={openPrevious}
      />
      <IconButton
        label="Next note (j)"
        icon={<ChevronRight aria-hidden />}
        size="sm"
        disabled={openNext === undefined}
        onClick={openNext}
      />
      {position !== undefined && (
        <span className="tabular">
          {position} of {total}
        </span>
      )}
      <span aria-hidden className="ml-auto hidden items-center gap-1 sm:pointer-fine:inline-flex">
        <Key>J</Key> next <Key>K</Key> previous <Key>Esc</Key> close
      </span>
    </span>
  );
}
