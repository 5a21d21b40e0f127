import { formatDay } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { ClientLink } from '#features/clients/web/public.tsx';
import { hasAutomaticTitle, noteHeading } from '#features/notes/rules.ts';
import { NoteBadges } from '#features/notes/web/public.tsx';
import type { SearchField, Highlight } from '#features/search/contract.ts';
import type { SearchResult } from '#features/search/web/queries.ts';

type ResultListProps = { rows: readonly SearchResult[] | undefined; onOpen: (id: number) => void };

const listClass = 'divide-y divide-line rounded-md border border-line bg-surface shadow-raised';
const itemClass = 'grid gap-x-6 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start';

/** The results, newest first, with their matches. */
export function ResultList({ rows, onOpen }: ResultListProps) {
  if (!rows) return <ListSkeleton />;
  return (
    <ol className={listClass}>
      {rows.map((note) => (
        <li key={note.id} className={itemClass}>
          <ResultItem note={note} />
          <Button
            className="max-sm:w-full"
            aria-label={`View Details of ${noteHeading(note)}`}
            onClick={() => onOpen(note.id)}
          >
            View Details
          </Button>
        </li>
      ))}
    </ol>
  );
}

const TEXTS: Partial<Record<SearchField, string>> = {
  description: 'Description',
  summary: 'Summary',
  research: 'Research',
};

/** Looks for a match of the service or the date in an automatic title, which no other field would show. */
function matchesBesidesClient({ title, clientName, highlights }: SearchResult): boolean {
  const start = title.indexOf(clientName);
  const end = start + clientName.length;
  return highlights.some(
    ({ field, ranges }) => field === 'title' && ranges.some(({ from }) => from < start || from >= end),
  );
}

function ResultItem({ note }: { note: SearchResult }) {
  const marked = (field: SearchField, text: string) => {
    const highlight = note.highlights.find((one) => one.field === field);
    return highlight ? <HighlightedText highlight={highlight} /> : text;
  };
  const isTitled = !hasAutomaticTitle(note) || matchesBesidesClient(note);
  const parts = note.highlights.filter(({ field }) => TEXTS[field] !== undefined);
  return (
    <div className="grid min-w-0 gap-1.5">
      <h3 className="font-medium wrap-anywhere">
        {isTitled ? (
          marked('title', note.title)
        ) : (
          <>
            {marked('contact', note.clientContactName)}, {formatDay(note.workDate)}
          </>
        )}
      </h3>
      <p className="text-sm wrap-anywhere text-muted">
        <ClientLink clientId={note.clientId} isInText>
          {marked('client', note.clientName)}
        </ClientLink>{' '}
        · {isTitled && <>{marked('contact', note.clientContactName)} · </>}
        {marked('author', note.authorName)}
        {isTitled && ` · ${formatDay(note.workDate)}`}
      </p>
      <NoteBadges note={note} />
      {parts.length === 0 ? (
        <p className="line-clamp-2 max-w-prose text-sm wrap-anywhere">{note.content}</p>
      ) : (
        parts.map((part) => (
          <p key={part.field} className="max-w-prose text-sm wrap-anywhere">
            <span className="text-muted">{TEXTS[part.field]}: </span>
            <HighlightedText highlight={part} />
          </p>
        ))
      )}
    </div>
  );
}

function ListSkeleton() {
  return (
    <div aria-hidden className={listClass}>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={itemClass}>
          <div className="grid gap-2.5">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-4 w-full" />
          </div>
          <Skeleton className="h-10 w-full sm:w-28" />
        </div>
      ))}
    </div>
  );
}

/** A text with its matches marked; never interpreted as markup. */
function HighlightedText({ highlight: { text, ranges, before, after } }: { highlight: Highlight }) {
  const pieces = ranges.map(({ from, to }, index) => ({
    from,
    plain: text.slice(ranges[index - 1]?.to ?? 0, from),
    hit: text.slice(from, to),
  }));
  return (
    <>
      {before && '… '}
      {pieces.map(({ from, plain, hit }) => (
        <span key={from}>
          {plain}
          <mark className="bg-pending text-pending-ink">{hit}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.to ?? 0)}
      {after && ' …'}
    </>
  );
}
