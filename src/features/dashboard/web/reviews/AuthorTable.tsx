import { formatCount } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { formatReviewHours, getMostFrequentReason } from '#features/dashboard/rules.ts';
import { reviewReasonLabels } from '#features/notes/reviewRules.ts';
import type { ReviewSummary } from '#features/review/web/queries.ts';

type Author = ReviewSummary['authors'][number];

const countColumn = (
  key: 'submitted' | 'approved' | 'sentBack' | 'denied',
  header: string,
): Column<Author> => ({
  key,
  header,
  align: 'end',
  cell: (author) => formatCount(author[key]),
});

const columns: Column<Author>[] = [
  { key: 'name', header: 'Employee', primary: true, cell: ({ authorName }) => authorName },
  countColumn('submitted', 'Submitted'),
  countColumn('approved', 'Approved'),
  countColumn('sentBack', 'Sent back'),
  countColumn('denied', 'Denied'),
  {
    key: 'reason',
    header: 'Most common reason',
    cell: ({ reasons }) => {
      const reason = getMostFrequentReason(reasons);
      return reason ? reviewReasonLabels[reason] : 'None';
    },
  },
  {
    key: 'hours',
    header: 'Median hours to decision',
    align: 'end',
    cell: ({ medianHours }) =>
      medianHours === null ? (
        <>
          <span aria-hidden>—</span>
          <span className="sr-only">No decisions</span>
        </>
      ) : (
        formatReviewHours(medianHours)
      ),
  },
];

/** The notes of each author and the decisions on them. */
export function AuthorTable({ authors }: { authors: readonly Author[] | undefined }) {
  return (
    <div className="border-line max-sm:px-4 sm:border-t">
      <DataTable
        caption="Reviews by employee"
        columns={columns}
        rows={authors}
        rowKey={({ authorId }) => authorId}
      />
    </div>
  );
}
