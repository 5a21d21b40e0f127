import { Link, useParams } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useRef } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { toRowId } from '#platform/web/searchParams.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { formatRecords, importKindLabels } from '#features/imports/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { ColumnMapping } from './preview/ColumnMapping.tsx';
import { ColumnQuestions } from './preview/ColumnQuestions.tsx';
import { PreviewRows } from './preview/PreviewRows.tsx';
import { PreviewSummary, SkippedRows } from './preview/PreviewSummary.tsx';
import { useCommitImport, useImport, type ImportFile } from './queries.ts';
import { TableQuestion } from './table/TableQuestion.tsx';

/** The preview of a spreadsheet, with the button that adds its rows. */
export function ImportPage() {
  const id = toRowId(useParams({ strict: false }).importId);
  if (useUser().role !== 'admin')
    return (
      <EmptyState icon={<FileX />} title="Only admins can import" body="Ask an admin of your business." />
    );
  return id === undefined ? <NoImport /> : <LoadedImport id={id} />;
}

function LoadedImport({ id }: { id: number }) {
  const file = useImport(id);
  const { data, error } = file;
  usePageTitle({
    title: data ? `Import ${importKindLabels[data.kind].toLowerCase()}` : 'Import',
    subtitle: data?.fileName ?? '',
  });
  if (error instanceof ApiError && error.status === 404) return <NoImport />;
  if (file.isLoadingError) return <QueryError title="Couldn't load the import" query={file} />;
  if (!data) return <Skeleton className="h-96" />;
  if (data.committedAt) return <Result file={data} />;
  const { proposedPosition } = data;
  return proposedPosition ? (
    <TableQuestion file={data} proposed={proposedPosition} />
  ) : (
    <Preview file={data} />
  );
}

const NoImport = () => (
  <EmptyState
    icon={<FileX />}
    title="This import doesn't exist"
    body="A file that isn't imported within a day is deleted. Upload it again under Import and export."
  />
);

const pages = {
  people: '/employees',
  clients: '/clients',
  services: '/business-settings',
  authorizations: '/clients',
  assignments: '/clients',
} as const;

function Result({ file: { kind, created, unchanged } }: { file: ImportFile }) {
  return (
    <div className="grid max-w-2xl gap-4">
      <Banner tone="success" title={`${formatRecords(kind, created)} added`}>
        {unchanged > 0 && `${formatRecords(kind, unchanged)} already existed and didn't change. `}
        {kind === 'people' &&
          created > 0 &&
          'To let them log in, open each employee and choose Reset Password.'}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Link to={pages[kind]} className={buttonClass({ variant: 'primary' })}>
          View {importKindLabels[kind].toLowerCase()}
        </Link>
        <Link to="/records" className={buttonClass({})}>
          Import another file
        </Link>
      </div>
    </div>
  );
}

function Preview({ file }: { file: ImportFile }) {
  const { id, kind, created, errorCount, missingSignatureCodes } = file;
  const commit = useCommitImport(id);
  // An answered question disappears with the focus.
  const summary = useRef<HTMLDivElement>(null);
  async function add() {
    try {
      const counts = await commit.mutateAsync();
      toast({ title: `${formatRecords(kind, counts.created)} added` });
    } catch (error) {
      failureToast(error, 'Nothing was added');
    }
  }
  return (
    <div className="grid gap-5">
      <ColumnQuestions file={file} onAnswered={() => summary.current?.focus()} />
      <div ref={summary} tabIndex={-1} className="grid gap-5 outline-none">
        <PreviewSummary file={file} />
        <SkippedRows file={file} />
      </div>
      <MissingSignatureCodes count={missingSignatureCodes} />
      <div className="flex flex-wrap items-center gap-2">
        {errorCount === 0 && created > 0 && (
          <Button variant="primary" pending={commit.isPending} onClick={() => void add()}>
            Add {formatRecords(kind, created)}
          </Button>
        )}
        <Link to="/records" className={buttonClass({})}>
          Upload another file
        </Link>
        <p role="status" className="text-sm text-muted">
          {commit.isPending && `Adding ${formatRecords(kind, created)}…`}
        </p>
      </div>
      <ColumnMapping file={file} />
      <PreviewRows file={file} />
    </div>
  );
}

function MissingSignatureCodes({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Banner tone="pending">
      {formatRecords('clients', count)} {count === 1 ? 'has' : 'have'} no signature code and can&rsquo;t sign
      notes without one. Fill in the “Signature code” column and upload the file again, or open{' '}
      {count === 1 ? 'the client' : 'each client'} after the import and choose Edit Code.
    </Banner>
  );
}
