import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { today } from '#platform/web/clock.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { firstDayOfMonths } from '#features/dashboard/rules.ts';
import { reviewSummaryQuery } from '#features/review/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { AuthorTable } from './AuthorTable.tsx';
import { ReviewCharts } from './ReviewCharts.tsx';

const periods = [
  { value: '3', label: 'Last 3 months' },
  { value: '6', label: 'Last 6 months' },
  { value: '12', label: 'Last 12 months' },
] as const;

/** How notes were reviewed: by month as charts, by author as a table. For managers. */
export function ReviewsSection() {
  const { timeZone } = useUser();
  const { months } = useSearch({ from: '/dashboard' });
  const navigate = useNavigate({ from: '/dashboard' });
  const from = firstDayOfMonths(today(timeZone), Number(months ?? '3'));
  const summary = useQuery({ ...reviewSummaryQuery(from), placeholderData: keepPreviousData });
  const { data } = summary;
  const select = (value: string) =>
    navigate({
      search: (old) => ({ ...old, months: (['6', '12'] as const).find((one) => one === value) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Card
      title="Reviews"
      description="Decisions on notes, by month and by employee"
      padded={false}
      actions={
        <Field label="Period" hideLabel className="w-44">
          <Select
            value={months ?? '3'}
            options={periods}
            onChange={({ target }) => void select(target.value)}
          />
        </Field>
      }
    >
      {!data && summary.isError ? (
        <QueryError title="Couldn't load reviews" query={summary} />
      ) : data?.authors.length === 0 ? (
        <EmptyState
          icon={<ClipboardCheck />}
          title="No notes in this period"
          body="Send-back rates and review times will appear here."
        />
      ) : (
        <>
          <ReviewCharts months={data?.months} />
          <AuthorTable authors={data?.authors} />
        </>
      )}
    </Card>
  );
}
