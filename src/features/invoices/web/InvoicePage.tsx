import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { ApiError } from '#platform/web/apiError.ts';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { formatDateTime, formatDay, plural } from '#platform/web/format.ts';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { toRowId } from '#platform/web/searchParams.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { InvoiceActions } from './invoice/InvoiceActions.tsx';
import { InvoiceLines } from './invoice/InvoiceLines.tsx';
import { NotIncluded } from './invoice/NotIncluded.tsx';
import { Payments } from './invoice/Payments.tsx';
import { PdfPreview } from './invoice/PdfPreview.tsx';
import { useVisitSelection } from './invoice/useVisitSelection.ts';
import { InvoiceState } from './list/InvoiceState.tsx';
import { useDeleteDraft, useInvoice, type Invoice } from './queries.ts';

/** One invoice: its lines, its payments, its PDF, and what a draft leaves out. */
export function InvoicePage() {
  const id = toRowId(useParams({ strict: false }).invoiceId);
  return id === undefined ? <NoInvoice /> : <LoadedInvoice id={id} />;
}

function LoadedInvoice({ id }: { id: number }) {
  const invoice = useInvoice(id);
  const { data, error } = invoice;
  const isNotFound = error instanceof ApiError && error.status === 404;
  usePageTitle({
    title: data ? (data.number === null ? 'Draft invoice' : `Invoice ${data.number}`) : 'Invoice',
    subtitle: data?.billTo.name,
  });
  if (isNotFound) return <NoInvoice />;
  if (invoice.isLoadingError) return <QueryError title="Couldn't load the invoice" query={invoice} />;
  return data ? <InvoiceView invoice={data} /> : <Skeleton className="h-96" />;
}

const NoInvoice = () => (
  <EmptyState
    icon={<FileX />}
    title="This invoice no longer exists"
    body="A colleague may have deleted the draft."
  />
);

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const navigate = useNavigate();
  const selection = useVisitSelection(invoice);
  const remove = useDeleteDraft();
  const { can } = invoice;
  async function discard() {
    const isDeleted = await confirmChange({
      title: 'Delete this draft?',
      body: 'Its visits can be billed again on another invoice.',
      change: () => remove.mutateAsync(invoice.id),
      done: 'Draft deleted',
      failed: 'Failed to delete the draft',
    });
    if (isDeleted) await navigate({ to: '/billing' });
  }
  return (
    <div className="grid gap-5">
      <InvoiceActions invoice={invoice} onDelete={() => void discard()} />
      <Notices
        invoice={invoice}
        onUpdate={can.edit ? selection.update : undefined}
        isUpdating={selection.isPending}
      />
      <Descriptions invoice={invoice} />
      <InvoiceLines invoice={invoice} selection={can.edit ? selection : undefined} />
      <NotIncluded
        notes={invoice.notIncluded}
        hasMore={invoice.hasMoreNotIncluded}
        selection={can.edit ? selection : undefined}
      />
      <Payments invoice={invoice} />
      {invoice.number !== null && <PdfPreview invoice={invoice} />}
    </div>
  );
}

type NoticesProps = {
  invoice: Invoice;
  onUpdate: (() => void) | undefined;
  isUpdating: boolean;
};

/** Changes of the visits since the draft was saved or the invoice was issued. */
function Notices({ invoice, onUpdate, isUpdating }: NoticesProps) {
  const { changedNoteIds, disputedNotes, state, voidReason } = invoice;
  const changed = plural(changedNoteIds.length, 'visit of this draft was', 'visits of this draft were');
  const disputed = plural(disputedNotes.length, 'visit has', 'visits have');
  return (
    <>
      {state === 'void' && (
        <Banner tone="danger" title="This invoice is void">
          {voidReason}
        </Banner>
      )}
      {changedNoteIds.length > 0 && (
        <Banner
          tone="pending"
          title="This draft has to be updated"
          action={
            onUpdate && (
              <Button size="sm" pending={isUpdating} onClick={onUpdate}>
                Update draft
              </Button>
            )
          }
        >
          {changed} changed, disputed or deleted.
        </Banner>
      )}
      {disputedNotes.length > 0 && (
        <Banner tone="pending" title="Disputed visits">
          {disputed} an open dispute. If the client is right, void the invoice or credit{' '}
          {disputedNotes.length === 1 ? 'the visit' : 'the visits'} on the next one.
          <ul className="mt-1">
            {disputedNotes.map(({ noteId, title, clientName, workDate }) => (
              <li key={noteId} className="wrap-anywhere">
                <Link
                  to="/management"
                  search={{ note: noteId }}
                  className="font-medium text-accent-ink underline-offset-2 hover:underline"
                >
                  {title}
                </Link>{' '}
                · {clientName} · {formatDay(workDate)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function Descriptions({ invoice }: { invoice: Invoice }) {
  const { timeZone } = useUser();
  const { billTo, from, to, issuedOn, dueOn, issuedByName, voidedAt, digest } = invoice;
  return (
    <Card>
      <DescriptionList
        columns={3}
        items={[
          { term: 'Status', value: <InvoiceState invoice={invoice} /> },
          {
            term: 'Bill to',
            value: (
              <>
                {billTo.name}
                {billTo.address && <span className="block text-sm text-muted">{billTo.address}</span>}
              </>
            ),
          },
          { term: 'Period', value: `${formatDay(from)} to ${formatDay(to)}` },
          ...(issuedOn === null || dueOn === null
            ? []
            : [
                { term: 'Issued', value: `${formatDay(issuedOn)} by ${issuedByName}` },
                { term: 'Due', value: formatDay(dueOn) },
              ]),
          ...(voidedAt === null ? [] : [{ term: 'Voided', value: formatDateTime(voidedAt, timeZone) }]),
          ...(digest === null
            ? []
            : [{ term: 'SHA-256', value: <span className="font-mono text-xs">{digest}</span>, wide: true }]),
        ]}
      />
    </Card>
  );
}
