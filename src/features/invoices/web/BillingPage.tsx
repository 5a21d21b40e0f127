import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { BarSeries } from '#platform/web/ui/charts/BarSeries.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useLast } from '#platform/web/useLast.ts';
import { useListSearch } from '#platform/web/useListSearch.ts';
import type { AGES } from '#features/invoices/contract.ts';
import { ClaimBatches } from './claims/ClaimBatches.tsx';
import { InvoiceFilters, toState } from './list/InvoiceFilters.tsx';
import { InvoiceTable } from './list/InvoiceTable.tsx';
import { NotBillable } from './open/NotBillable.tsx';
import { OpenWorkTable } from './open/OpenWorkTable.tsx';
import { useInvoices, useOpenWork, type Open, type OpenWork as OpenWorkRow } from './queries.ts';

const NewDraftDialog = lazyDialog(async () => (await import('./open/NewDraftDialog.tsx')).NewDraftDialog);

const PAGE_SIZE = 50;

/** Unbilled work, unpaid invoices, all invoices and claim batches. */
export function BillingPage() {
  const open = useOpenWork();
  const [choice, setChoice] = useState<{ work: OpenWorkRow | null; opening: number }>();
  const lastChoice = useLast(choice);
  const openDialog = (work: OpenWorkRow | null) =>
    setChoice({ work, opening: (lastChoice?.opening ?? 0) + 1 });
  return (
    <div className="grid gap-5">
      <div className="flex justify-end">
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          // The form lists the payers of the work, and starts with the oldest of it.
          disabled={!open.data}
          onClick={() => openDialog(null)}
        >
          New invoice
        </Button>
      </div>
      {open.isError ? (
        <QueryError title="Couldn't load what can be billed" query={open} />
      ) : (
        <>
          <section aria-label="Work to bill">
            <h2 className="pb-3 font-semibold">Work to bill</h2>
            <OpenWork data={open.data} onOpen={openDialog} />
          </section>
          {open.data && <NotBillable rows={open.data.notBillable} />}
          {open.data && <Unpaid data={open.data} />}
        </>
      )}
      <ClaimBatches />
      <Invoices />
      <NewDraftDialog
        // Each opening starts with the current work, and with all clients.
        key={lastChoice?.opening}
        open={choice !== undefined}
        onOpenChange={(isOpen) => !isOpen && setChoice(undefined)}
        work={lastChoice?.work ?? null}
        allWork={open.data?.open ?? []}
      />
    </div>
  );
}

/** The rows that are shown before the others are asked for. */
const FIRST_ROWS = 8;

type OpenWorkProps = { data: Open | undefined; onOpen: (work: OpenWorkRow) => void };

/** The oldest work, and all of it on request, so that the invoices below stay in reach. */
function OpenWork({ data, onOpen }: OpenWorkProps) {
  const [isWhole, setWhole] = useState(false);
  const count = data?.open.length ?? 0;
  const part = data && !isWhole ? { ...data, open: data.open.slice(0, FIRST_ROWS) } : data;
  return (
    <>
      <OpenWorkTable data={part} onOpen={onOpen} />
      {count > FIRST_ROWS && !isWhole && (
        <Button className="mt-3" size="sm" onClick={() => setWhole(true)}>
          Show all {count}
        </Button>
      )}
    </>
  );
}

const ages: Record<(typeof AGES)[number], string> = {
  current: 'Current',
  days30: '1–30 days',
  days60: '31–60 days',
  days90: '61–90 days',
  older: 'Over 90 days',
};

/** Unpaid amounts by how many days they are overdue, those in other currencies apart. */
function Unpaid({ data: { aging, agingInOtherCurrencies, currency } }: { data: Open }) {
  return (
    <Card title="Unpaid invoices" description="By days past due">
      <div className="grid gap-5">
        <UnpaidAmounts amounts={{ ...aging, currency }} />
        {agingInOtherCurrencies.map((amounts) => (
          <UnpaidAmounts key={amounts.currency} amounts={amounts} />
        ))}
      </div>
    </Card>
  );
}

const UnpaidAmounts = ({ amounts }: { amounts: Open['agingInOtherCurrencies'][number] }) => (
  <BarSeries
    caption={`Unpaid amounts in ${amounts.currency} by days past due`}
    points={(Object.keys(ages) as (keyof typeof ages)[]).map((age) => ({
      label: ages[age],
      value: Number(amounts[age]),
    }))}
    format={(amount) => formatAmount(amount.toFixed(2), amounts.currency)}
  />
);

function Invoices() {
  const search = useSearch({ from: '/billing' });
  const navigate = useNavigate({ from: '/billing' });
  const { cursor, clientId, payer } = search;
  const state = toState(search.state);
  const invoices = useInvoices({
    state,
    clientId: clientId === undefined ? undefined : String(clientId),
    payer,
    cursor,
    limit: PAGE_SIZE,
  });
  const { pages, filter } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list: invoices.data,
    isPlaceholder: invoices.isPlaceholderData,
  });
  return (
    <section aria-label="Invoices" className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3 pb-3">
        <h2 className="font-semibold">Invoices</h2>
        <InvoiceFilters filters={{ state, clientId, payer }} rows={invoices.data?.rows} onChange={filter} />
      </div>
      {invoices.isError ? (
        <QueryError title="Couldn't load the invoices" query={invoices} />
      ) : (
        <>
          <InvoiceTable
            rows={invoices.data?.rows}
            empty={<NoInvoices filtered={(state ?? clientId ?? payer) !== undefined} />}
          />
          {pages.total > 0 && <Pagination {...pages} noun="invoices" />}
        </>
      )}
    </section>
  );
}

function NoInvoices({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      icon={<FileText />}
      title="No invoices"
      body={
        filtered
          ? 'No invoices match these filters.'
          : 'Choose a row of the work to bill, or “New invoice”, to create the first one.'
      }
    />
  );
}
