import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { formatDay } from '#platform/web/format.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { ClientLink } from '#features/clients/web/public.tsx';
import { NoteBadges } from '#features/notes/web/public.tsx';
import { noteQuery, type Note } from '#features/notes/web/queries.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';

/** The note that a message is about, with a link to open it, or to edit it if it was sent back. */
export function NoteOfMessage({ id }: { id: number }) {
  const note = useQuery(noteQuery(id));
  return (
    <div className="mt-4 flex min-h-17 flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2.5">
      <NoteSummary note={note.data} error={note.error} />
    </div>
  );
}

function NoteSummary({ note, error }: { note: Note | undefined; error: Error | null }): ReactNode {
  const isManager = useIsManager();
  if (!note && error)
    return <p className="text-sm text-muted">{messageOf(error, "Couldn't load the note")}</p>;
  if (!note) return <Skeleton className="h-5 w-2/3" />;
  const linkClass = `${buttonClass({ variant: 'primary' })} max-sm:w-full`;
  const isToFix = note.status === 'in-progress' && note.can.edit;
  return (
    <>
      <div className="min-w-0 text-sm">
        <p className="font-medium wrap-anywhere">
          <ClientLink clientId={note.clientId}>
            {note.clientContactName} ({note.clientName})
          </ClientLink>
          , {formatDay(note.workDate)}
        </p>
        <NoteBadges note={note} />
      </div>
      {isToFix ? (
        <Link to="/submit" search={{ note: note.id }} className={linkClass}>
          Fix note
        </Link>
      ) : (
        <Link to={isManager ? '/management' : '/my-notes'} search={{ note: note.id }} className={linkClass}>
          Open note
        </Link>
      )}
    </>
  );
}
