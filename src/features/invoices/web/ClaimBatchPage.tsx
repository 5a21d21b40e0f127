import { useParams } from '@tanstack/react-router';
import { FileDown, FileX } from 'lucide-react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { formatDateTime, formatDay } from '#platform/web/format.ts';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { toRowId } from '#platform/web/searchParams.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { formatLines } from './claims/ClaimBatches.tsx';
import { ClaimLines } from './claims/ClaimLines.tsx';
import { useNotIncluded } from './claims/notIncluded.ts';
import { NotIncluded } from './invoice/NotIncluded.tsx';
import { toCsvAddress, useClaimBatch, type ClaimBatch } from './queries.ts';

/** A claim batch: its file, its lines and what the payer decided. */
export function ClaimBatchPage() {
  const id = toRowId(useParams({ strict: false }).batchId);
  return id === undefined ? <NoBatch /> : <LoadedBatch id={id} />;
}

function LoadedBatch({ id }: { id: number }) {
  const batch = useClaimBatch(id);
  const { data, error } = batch;
  usePageTitle({ title: data ? `Claims for ${data.payerName}` : 'Claim batch', subtitle: `Batch ${id}` });
  if (error instanceof ApiError && error.status === 404) return <NoBatch />;
  if (batch.isLoadingError) return <QueryError title="Couldn't load the claim batch" query={batch} />;
  return data ? <BatchView batch={data} /> : <Skeleton className="h-96" />;
}

const NoBatch = () => (
  <EmptyState
    icon={<FileX />}
    title="This claim batch doesn't exist"
    body="Claim batches are listed under Billing."
  />
);

function BatchView({ batch }: { batch: ClaimBatch }) {
  const { timeZone } = useUser();
  const { notes: notIncluded, hasMore } = useNotIncluded(batch.id);
  const { from, to, total, currency, createdAt, createdByName, digest } = batch;
  return (
    <div className="grid gap-5">
      <div className="flex justify-end">
        <a href={toCsvAddress(batch.id)} download className={buttonClass({ variant: 'primary' })}>
          <FileDown aria-hidden />
          Download CSV
        </a>
      </div>
      <Banner tone="info">
        The CSV file lists the visits for the payer's portal or clearinghouse. It isn't an 837P claim file.
      </Banner>
      <Card>
        <DescriptionList
          columns={3}
          items={[
            { term: 'Period', value: `${formatDay(from)} to ${formatDay(to)}` },
            { term: 'Lines', value: formatLines(batch) },
            { term: 'Total', value: formatAmount(total, currency) },
            { term: 'Created', value: `${formatDateTime(createdAt, timeZone)} by ${createdByName}` },
            { term: 'SHA-256', value: <span className="font-mono text-xs">{digest}</span>, wide: true },
          ]}
        />
      </Card>
      <ClaimLines batch={batch} />
      <NotIncluded notes={notIncluded} hasMore={hasMore} selection={undefined} />
    </div>
  );
}
