import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { noteHeading } from '#features/notes/rules.ts';
import { useConfirmDelete } from '#features/notes/web/list/useConfirmDelete.ts';
import { ownNoteQuery, type Note } from '#features/notes/web/queries.ts';
import { NoteDetails } from './NoteDetails.tsx';

type NoteDialogProps = {
  id: number | undefined;
  timeZone: string;
  onClose: () => void;
};

/** One of the user's own notes, with Edit and Delete. */
export function NoteDialog({ id, timeZone, onClose }: NoteDialogProps) {
  const note = useQuery({ ...ownNoteQuery(id ?? 0), enabled: id !== undefined });
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={note.data ? noteHeading(note.data) : 'Note'}
      footer={<NoteActions note={note.data} onClose={onClose} />}
    >
      {note.isError && <QueryError title="Couldn't load the note" query={note} />}
      {!note.isError &&
        (note.data ? <NoteDetails note={note.data} timeZone={timeZone} /> : <SkeletonText lines={8} />)}
    </Dialog>
  );
}

function NoteActions({ note, onClose }: { note: Note | undefined; onClose: () => void }) {
  const { confirmDelete, deleting } = useConfirmDelete();
  return (
    <>
      {note?.can.delete && (
        <Button
          icon={<Trash2 aria-hidden />}
          pending={deleting === note.id}
          onClick={() => void confirmDelete(note).then((isDeleted) => isDeleted && onClose())}
        >
          Delete
        </Button>
      )}
      {note?.can.edit && (
        <Link to="/submit" search={{ note: note.id }} className={buttonClass({ variant: 'secondary' })}>
          <Pencil aria-hidden />
          Edit
        </Link>
      )}
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </>
  );
}
