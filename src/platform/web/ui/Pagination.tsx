import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount, formatTotal } from '#platform/web/format.ts';
import { Button } from './Button.tsx';

type PaginationProps = {
  /** Position of the first and last row shown, counted from 1. */
  from: number;
  to: number;
  total: number;
  noun?: string;
  /** Undefined when there is no such page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  pending?: boolean;
};

/** The range of rows shown, with buttons for the previous and next page. */
export function Pagination(props: PaginationProps) {
  const { from, to, total, noun = 'results', onPrevious, onNext, pending } = props;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <p role="status" className="tabular text-muted">
        Showing {formatCount(from)} to {formatCount(to)} of {formatTotal(total)} {noun}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          icon={<ChevronLeft aria-hidden />}
          disabled={!onPrevious}
          aria-disabled={pending}
          onClick={onPrevious}
        >
          Previous
        </Button>
        <Button size="sm" disabled={!onNext} aria-disabled={pending} onClick={onNext}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
