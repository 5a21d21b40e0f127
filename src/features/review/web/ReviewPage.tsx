import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { ArrowLeft, Keyboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { plural } from '#platform/web/format.ts';
import { prefetchQuery } from '#platform/web/queries.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useListSearch } from '#platform/web/useListSearch.ts';
import { useMediaQuery } from '#platform/web/useMediaQuery.ts';
import { noteQuery, type Note } from '#features/notes/web/queries.ts';
import type { ReviewInput } from '#features/review/contract.ts';
import { NotePane } from './decision/NotePane.tsx';
import { usePosition } from './decision/usePosition.ts';
import { useReviewKeys, type KeyActions } from './decision/useReviewKeys.ts';
import { ApproveSelected, useApproveSelected } from './queue/ApproveSelected.tsx';
import {
  reviewQueueQuery,
  type QueueFilters as Filters,
  type QueuePage,
  type QueueRow,
} from './queue/queries.ts';
import { QueueFilters } from './queue/QueueFilters.tsx';
import { formatVisitNames } from './queue/QueueItem.tsx';
import { QueueList } from './queue/QueueList.tsx';
import { useSelection } from './queue/useSelection.ts';

const PAGE_SIZE = 50;

const KeysDialog = lazyDialog(async () => (await import('./queue/KeysDialog.tsx')).KeysDialog);

type Search = Omit<QueuePage, 'limit'> & { note?: number | undefined };

const toPage = ({
  note: _note,
  from: _from,
  ...search
}: Search & { from?: number | undefined }): QueuePage => ({
  ...search,
  limit: PAGE_SIZE,
});

/** Review: the queue on the left, the full note on the right; on narrow screens one at a time. */
export function ReviewPage() {
  const search = useSearch({ from: '/review' });
  const navigate = useNavigate({ from: '/review' });
  const isWide = useMediaQuery('(min-width: 900px)');
  const queue = useQuery({ ...reviewQueueQuery(toPage(search)), placeholderData: keepPreviousData });
  const { rows, hide } = useUndecided(queue.data?.rows, {
    status: search.status ?? 'pending',
    isPreviousList: queue.isPlaceholderData,
  });
  const { note: openId } = search;
  const { pages, show, filter } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list: queue.data,
    isPlaceholder: queue.isPlaceholderData,
  });
  const position = usePosition(rows, openId);
  const selection = useSelection(rows);
  const [batches, setBatches] = useState(0);
  const approval = useApproveSelected(selection, (ids) => {
    hide(ids);
    setBatches((count) => count + 1);
    const following = rows.find(({ id }) => !ids.includes(id))?.id;
    // Unless the user has opened another note meanwhile.
    void navigate({
      search: (old) => (old.note !== undefined && ids.includes(old.note) ? { ...old, note: following } : old),
      replace: true,
      resetScroll: false,
    });
  });
  useFocusKept(batches, openId, isWide);
  const [keysOpen, setKeysOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  useOpenFirst(isWide && !queue.isPlaceholderData ? rows : [], openId, (note) => show({ note }, true));

  const nextId = position.next;
  // A decision opens the next note, so prefetch it.
  useEffect(() => {
    if (nextId !== undefined) prefetchQuery(noteQuery(nextId));
  }, [nextId]);

  const open = (id: number | undefined) => (id === undefined ? undefined : () => show({ note: id }, true));
  const next = open(openId === undefined ? rows[0]?.id : position.next);
  const previous = open(position.previous);
  const keys: KeyActions = {
    j: next,
    ArrowRight: next,
    k: previous,
    ArrowLeft: previous,
    x: selection.canSelect(openId) ? () => openId !== undefined && selection.toggle(openId) : undefined,
    X: selection.selectAll,
    A: selection.selected.length > 0 ? approval.approve : undefined,
    '?': () => setKeysOpen(true),
  };

  /** Opens the next note and announces the result with it. */
  function finish(note: Note, action: ReviewInput['action']) {
    const index = rows.findIndex(({ id }) => id === note.id);
    const following = index === -1 ? undefined : (rows[index + 1] ?? rows[index - 1]);
    hide([note.id]);
    // Unless the user has opened another note meanwhile.
    void navigate({
      search: (old) => (old.note === note.id ? { ...old, note: following?.id } : old),
      replace: true,
      resetScroll: false,
    });
    const left = rows.filter(({ id }) => id !== note.id).length;
    setAnnouncement(
      following
        ? `${results[action]}. ${plural(left, 'note', 'notes')} left on this page. Next: ${formatVisitNames(following)}.`
        : `${results[action]}. No more notes on this page.`,
    );
  }

  const isListVisible = isWide || openId === undefined;
  return (
    <div className="grid items-start gap-6 min-[900px]:grid-cols-[minmax(18rem,22rem)_1fr]">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isListVisible && (
        <section
          aria-label="Notes to review"
          className={clsx(
            'min-w-0 min-[900px]:sticky min-[900px]:top-20',
            // A page is narrow, like a phone: only the open note is printed.
            openId !== undefined && 'print:hidden',
          )}
        >
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <QueueFilters filters={search} onChange={(change) => filter({ ...change, note: undefined })} />
            </div>
            <div className="hidden pointer-fine:block">
              <IconButton
                label="Keyboard shortcuts (?)"
                icon={<Keyboard aria-hidden />}
                onClick={() => setKeysOpen(true)}
              />
            </div>
          </div>
          <ApproveSelected selection={selection} approval={approval} />
          {queue.isLoadingError ? (
            <QueryError title="Failed to fetch notes" query={queue} />
          ) : (
            <QueueList
              rows={queue.data && rows}
              openId={openId}
              selection={selection}
              emptyText={getEmptyText(search)}
              onClear={isFiltered(search) ? () => filter(NO_FILTERS) : undefined}
            />
          )}
          {pages.total > PAGE_SIZE && <Pagination {...pages} noun="notes" />}
        </section>
      )}
      {openId === undefined ? (
        <QueueKeys keys={keys} />
      ) : (
        <article aria-labelledby="reviewed-note" className="min-w-0">
          <BackToQueue />
          <NotePane id={openId} queueStatus={search.status ?? 'pending'} keys={keys} onDone={finish} />
        </article>
      )}
      <KeysDialog open={keysOpen} onOpenChange={setKeysOpen} />
    </div>
  );
}

ReviewPage.prefetch = (search: Search) => prefetchQuery(reviewQueueQuery(toPage(search)));

const results: Record<ReviewInput['action'], string> = {
  approve: 'Approved',
  deny: 'Denied',
  hold: 'Put on hold',
  resume: 'Resumed',
  return: 'Sent back',
  reopen: 'Reopened',
};

const NO_FILTERS: Filters = {
  authorId: undefined,
  clientId: undefined,
  category: undefined,
  dateFrom: undefined,
  dateTo: undefined,
  warnings: undefined,
  resubmitted: undefined,
};

const isFiltered = (search: Filters): boolean =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).some((name) => search[name] !== undefined);

/**
 * Returns the text of the empty queue. Payroll links here by dates, and also counts notes that are on hold or sent back.
 */
function getEmptyText(search: Filters): string {
  if (!isFiltered(search)) return 'Notes appear here when your team submits them.';
  const hasDates = search.dateFrom !== undefined || search.dateTo !== undefined;
  return hasDates && search.status === undefined
    ? 'No pending notes match these filters. Notes on hold are in the In review list; notes sent back return after they are signed again.'
    : 'No notes match these filters.';
}

/** Closes the note on narrow screens, where it replaces the list. */
const BackToQueue = () => (
  <Link
    from="/review"
    to="/review"
    search={(old) => ({ ...old, note: undefined })}
    resetScroll={false}
    className="mb-3 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-accent-ink min-[900px]:hidden"
  >
    <ArrowLeft aria-hidden className="size-4" />
    All notes to review
  </Link>
);

/** Handles the keys of the queue while no note is open. */
function QueueKeys({ keys }: { keys: KeyActions }) {
  useReviewKeys(keys);
  return null;
}

interface DecidedNote {
  id: number;
  /** Of the list that it was decided in. */
  status: string;
}

/**
 * The rows without those just decided, which stay in the list of their status until it is fetched again. The list of the
 * other status has a note that was put on hold or resumed.
 */
function useUndecided(
  listed: readonly QueueRow[] = [],
  { status, isPreviousList }: { status: string; isPreviousList: boolean },
) {
  const [decided, setDecided] = useState<readonly DecidedNote[]>([]);
  const isListed = (id: number) => listed.some((row) => row.id === id);
  // A note that the list no longer has may come back when it is reopened.
  const current = isPreviousList
    ? decided
    : decided.filter((one) => one.status !== status || isListed(one.id));
  if (current.length < decided.length) setDecided(current);
  const hidden = new Set(
    current.filter((one) => isPreviousList || one.status === status).map(({ id }) => id),
  );
  return {
    rows: listed.filter(({ id }) => !hidden.has(id)),
    hide: (ids: readonly number[]) =>
      setDecided((old) => [
        ...old.filter(({ id }) => !ids.includes(id)),
        ...ids.map((id) => ({ id, status })),
      ]),
  };
}

/**
 * Moves the focus to the open note, or to the page when none is open, where the focused element is gone: the button that
 * approved a batch, or the last note. On narrow screens, where the note replaces the list, also to the note that was
 * opened, and back to its row.
 */
function useFocusKept(batches: number, openId: number | undefined, isWide: boolean) {
  const last = useRef({ batches, openId });
  useEffect(() => {
    const { batches: lastBatches, openId: lastId } = last.current;
    last.current = { batches, openId };
    const isClosed = openId === undefined && lastId !== undefined;
    const isOpened = openId !== undefined && lastId === undefined;
    if (!isWide && isOpened) {
      document.getElementById('reviewed-note')?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
      return;
    }
    if ((batches === lastBatches && !isClosed) || document.activeElement !== document.body) return;
    const row = isClosed ? document.querySelector<HTMLElement>(`[data-queue-item="${lastId}"] a`) : null;
    (document.getElementById('reviewed-note') ?? row ?? document.querySelector('main'))?.focus();
  }, [batches, openId, isWide]);
}

/** Opens the first note when none is open. It stays open when older notes arrive. */
function useOpenFirst(
  rows: readonly { id: number }[],
  openId: number | undefined,
  open: (id: number) => void,
) {
  const first = rows[0]?.id;
  useEffect(() => {
    if (openId === undefined && first !== undefined) open(first);
  });
}
