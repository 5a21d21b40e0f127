import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { sentBackQuery } from '#features/notes/web/queries.ts';
import { formatVisit } from './noteLabels.ts';

/** The user's own notes that a manager sent back, with what to change. */
export function SentBackNotes() {
  const { rows = [], total = 0 } = useQuery(sentBackQuery()).data ?? {};
  if (rows.length === 0) return null;
  return (
    <section aria-label="Sent back to you" className="grid gap-3">
      {rows.map((note) => (
        <Banner
          key={note.id}
          tone="pending"
          title={`Sent back: ${formatVisit(note)}`}
          action={
            <Link to="/submit" search={{ note: note.id }} className={buttonClass({ variant: 'primary' })}>
              Fix and sign again
            </Link>
          }
        >
          <p className="wrap-anywhere whitespace-pre-line">{note.reviewComment}</p>
        </Banner>
      ))}
      {total > rows.length && (
        <Link to="/my-notes" search={{ status: 'in-progress' }} className="text-accent-ink underline">
          Show all {total} notes sent back
        </Link>
      )}
    </section>
  );
}
