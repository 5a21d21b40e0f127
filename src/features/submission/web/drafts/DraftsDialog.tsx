import { FileClock, Trash2 } from 'lucide-react';
import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { formatDateTimeZone, formatWeekday } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { KeptNote } from '#features/submission/web/entry/noteRecord.ts';
import { useRefused } from '#features/submission/web/entry/unsentState.ts';
import { useDeleteDraft, useDrafts, type DraftRow } from './queries.ts';
import { RefusedNotes } from './RefusedNotes.tsx';

type DraftListProps = {
  timeZone: string;
  /** The draft that is being loaded. */
  loading: number | undefined;
  onLoad: (draft: DraftRow) => void;
  onDeleted: (id: number) => void;
};

type DraftsDialogProps = DraftListProps & OpenState & { onOpenRefused: (note: KeptNote) => void };

/** Load Draft: lists the saved drafts to load or delete, and the notes that the server refused. */
export function DraftsDialog({ open, onOpenChange, onOpenRefused, ...list }: DraftsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Load draft"
      // After a refused note was opened: the first field with an issue.
      returnFocus={() => document.querySelector<HTMLElement>('main [aria-invalid=true]')}
      description="Drafts don't keep the client's signature; they'll sign again."
    >
      {open && (
        <>
          <RefusedNotes onOpen={onOpenRefused} />
          <DraftList {...list} />
        </>
      )}
    </Dialog>
  );
}

function DraftList(props: DraftListProps) {
  const drafts = useDrafts();
  const hasRefused = useRefused().length > 0;
  if (drafts.isError) return <QueryError title="Couldn't load drafts" query={drafts} />;
  if (!drafts.data) return <SkeletonText lines={4} />;
  if (drafts.data.length === 0 && hasRefused) return null;
  if (drafts.data.length === 0) {
    return (
      <EmptyState
        icon={<FileClock aria-hidden />}
        title="No saved drafts found"
        body="Save Draft keeps an unfinished note for later."
      />
    );
  }
  return (
    <ul className="-my-2 divide-y divide-line">
      {drafts.data.map((draft) => (
        <DraftItem key={draft.id} draft={draft} {...props} />
      ))}
    </ul>
  );
}

type DraftItemProps = DraftListProps & { draft: DraftRow };

function DraftItem({ draft, timeZone, loading, onLoad, onDeleted }: DraftItemProps) {
  const remove = useDeleteDraft();
  async function confirmAndDelete() {
    const question = { title: `Delete the draft '${draft.draftName}'?`, body: "This can't be undone." };
    if (!(await confirm({ ...question, confirmLabel: 'Delete', danger: true }))) return;
    try {
      await remove.mutateAsync(draft.id);
      onDeleted(draft.id);
      toast({ title: 'Draft deleted' });
    } catch (error) {
      if (isSessionExpired(error)) return;
      const description = messageOf(error, 'Please try again.');
      toast({ title: 'Failed to delete draft', description, variant: 'destructive' });
    }
  }
  const details = [draft.clientName, draft.workDate && formatWeekday(draft.workDate)].filter(Boolean);
  return (
    <li className="flex items-center gap-2 py-1">
      <button
        type="button"
        aria-busy={loading === draft.id}
        onClick={() => onLoad(draft)}
        className="min-h-11 min-w-0 flex-1 rounded-md px-2 py-2 text-left hover:bg-hover"
      >
        <span className="block font-medium wrap-anywhere text-accent-ink">{draft.draftName}</span>
        <span className="block text-sm text-muted">
          {details.length > 0 && `${details.join(', ')} · `}saved{' '}
          {formatDateTimeZone(draft.updatedAt, timeZone)}
        </span>
      </button>
      <IconButton
        label={`Delete draft ${draft.draftName}`}
        icon={<Trash2 aria-hidden />}
        variant="ghost"
        pending={remove.isPending}
        onClick={() => void confirmAndDelete()}
      />
    </li>
  );
}
