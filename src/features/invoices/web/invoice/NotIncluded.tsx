import { Link } from '@tanstack/react-router';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { formatDay } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { OmissionLink } from '#features/invoices/web/OmissionLink.tsx';
import type { Invoice } from '#features/invoices/web/queries.ts';
import { toButtonState, type useVisitSelection } from './useVisitSelection.ts';

type NotIncludedProps = {
  notes: Invoice['notIncluded'];
  /** Set when there are more visits than are listed. */
  hasMore?: boolean;
  /** Excludes and includes visits; undefined when the draft cannot be edited. */
  selection: ReturnType<typeof useVisitSelection> | undefined;
};

/** The visits of the period that a draft or a claim batch leaves out, and why. */
export function NotIncluded({ notes, hasMore = false, selection }: NotIncludedProps) {
  if (notes.length === 0 && !hasMore) return null;
  return (
    <Card title="Not included" description="Visits of this period that are not billed here" padded={false}>
      <ul className="divide-y divide-line border-t border-line">
        {notes.map((omitted) => {
          const { noteId, why, clientName, workDate, title, units } = omitted;
          return (
            <li key={noteId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
              <span className="min-w-0 flex-1 basis-60">
                <Link
                  to="/management"
                  search={{ note: noteId }}
                  className="font-medium text-accent-ink underline-offset-2 wrap-anywhere hover:underline"
                >
                  {title}
                </Link>
                <span className="block text-xs text-muted">
                  {clientName} · {formatDay(workDate)} · {formatUnits(units)} units
                </span>
              </span>
              <OmissionLink omitted={omitted} />
              {why === 'excluded' && selection && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Include ${clientName}, ${formatDay(workDate)}`}
                  {...toButtonState(noteId, selection)}
                  onClick={() => selection.include(noteId)}
                >
                  Include
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-muted sm:px-5">
          This period has too many visits to list them all here.
        </p>
      )}
    </Card>
  );
}
