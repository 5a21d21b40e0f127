import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { formatMonth } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useListSearch } from '#platform/web/useListSearch.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { StatusFilter } from '#features/notes/web/public.tsx';
import { clientNotesQuery, type ClientNoteRow } from '#features/notes/web/queries.ts';
import { OpenNote } from '#features/review/web/public.tsx';
import { TimelineNote } from './TimelineNote.tsx';

const PAGE_SIZE = 20;
const SKELETON_NOTES = 4;

/** The notes of a client by month, latest visit first; a note opens over the list. */
export function NoteTimeline({ client }: { client: Client }) {
  const search = useSearch({ from: '/clients/$clientId/notes' });
  const navigate = useNavigate({ from: '/clients/$clientId/notes' });
  const { status, category, cursor } = search;
  const notes = useQuery({
    ...clientNotesQuery(client.id, { status, category, cursor, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const { pages, show, filter } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list: notes.data,
    isPlaceholder: notes.isPlaceholderData,
  });
  const clear = () => filter({ status: undefined, category: undefined });
  return (
    <div className="grid gap-5">
      <div className="sm:max-w-60 print:hidden">
        <StatusFilter value={status} onChange={(next) => filter({ status: next })} />
      </div>
      {notes.isError ? (
        <QueryError title="Couldn't load the notes" query={notes} />
      ) : notes.data?.rows.length === 0 ? (
        <NoNotes client={client} onClear={(status ?? category) ? clear : undefined} />
      ) : (
        <div className="grid min-w-0 gap-6">
          {notes.data ? (
            groupByMonth(notes.data.rows).map(([month, rows]) => (
              <Month key={month} month={month} rows={rows} onOpen={(note) => show({ note })} />
            ))
          ) : (
            <TimelineSkeleton />
          )}
          {pages.total > 0 && <Pagination {...pages} />}
        </div>
      )}
      <OpenNote id={search.note} rows={notes.data?.rows ?? []} onOpen={(note) => show({ note }, true)} />
    </div>
  );
}

const groupByMonth = (rows: readonly ClientNoteRow[]) => [
  ...Map.groupBy(rows, ({ workDate }) => workDate.slice(0, 7)),
];

type MonthProps = { month: string; rows: readonly ClientNoteRow[]; onOpen: (id: number) => void };

function Month({ month, rows, onOpen }: MonthProps) {
  const title = formatMonth(month);
  return (
    <section className="min-w-0">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ol
        aria-label={`Notes from ${title}`}
        className="divide-y divide-line rounded-md border border-line bg-surface shadow-raised"
      >
        {rows.map((note) => (
          <TimelineNote key={note.id} note={note} onOpen={() => onOpen(note.id)} />
        ))}
      </ol>
    </section>
  );
}

function NoNotes({ client, onClear }: { client: Client; onClear: (() => void) | undefined }) {
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<PenLine aria-hidden />}
        title="No notes found"
        body={
          onClear ? 'No notes match this status.' : `Notes for ${client.contactName} appear here by month.`
        }
        action={onClear && <Button onClick={onClear}>Show all notes</Button>}
      />
    </div>
  );
}

function TimelineSkeleton() {
  return (
    <div role="status" aria-label="Loading notes">
      <Skeleton className="mb-2 h-6 w-36" />
      <div className="divide-y divide-line rounded-md border border-line bg-surface shadow-raised">
        {Array.from({ length: SKELETON_NOTES }, (_, index) => (
          <div key={index} className="grid gap-2 p-4">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-5/6" />
          </div>
        ))}
      </div>
    </div>
  );
}
