import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { useState, type ComponentType } from 'react';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { Field } from '#platform/web/ui/Field.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useCursorPages } from '#platform/web/useCursorPages.ts';
import { hasAuthorizations } from '#features/clients/accountStateRules.ts';
import { useAccountName } from '#features/clients/web/accounts/public.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import type { LedgerKind } from '#features/units/contract.ts';
import { type LedgerAccount, type LedgerRow, useLedger } from '#features/units/web/queries.ts';
import { LedgerUnits } from './LedgerUnits.tsx';

const labels: Record<LedgerKind, string> = {
  purchase: 'Units bought',
  adjustment: 'Total changed',
  note: 'Work note',
  reversal: 'Units returned',
};

/** A purchase of an authorization's account. */
const AUTHORIZED = 'Units authorized';

const headClass = 'border-b border-line pb-2 text-xs font-medium text-muted';
const numberClass = 'tabular w-18 py-2.5 pl-3 text-right align-top whitespace-nowrap';
const linkClass =
  'text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** Components of the notes feature, passed in because units may not import it. */
type NoteComponents = {
  /** How the units of a note were computed, for the tooltip of a number. */
  NoteExplanation: ComponentType<{ noteId: number }>;
  /** Marks changes whose note is disputed. */
  DisputedBadge: ComponentType;
};

type LedgerTableProps = {
  rows: readonly LedgerRow[] | undefined;
  timeZone: string;
  skeletonRows: number;
  nameOf?: ((authorizationId: number | null) => string) | undefined;
} & NoteComponents;

/** The unit history of a client; narrow enough to stay a table on phones. */
function LedgerTable({ rows, timeZone, skeletonRows, nameOf, ...noteComponents }: LedgerTableProps) {
  return (
    <table className="w-full border-separate border-spacing-0 text-sm" aria-busy={rows === undefined}>
      <caption className="sr-only">{rows ? 'Unit history' : 'Unit history, loading'}</caption>
      <thead>
        <tr>
          <th className={clsx(headClass, 'text-left')}>Change</th>
          <th className={clsx(headClass, 'pl-3 text-right')}>Units</th>
          <th className={clsx(headClass, 'pl-3 text-right')}>Balance</th>
        </tr>
      </thead>
      <tbody className="[&>tr:not(:first-child)>td]:border-t [&>tr>td]:border-line">
        {rows
          ? rows.map((row) => (
              <LedgerEntry
                key={row.id}
                row={row}
                timeZone={timeZone}
                account={nameOf?.(row.authorizationId)}
                {...noteComponents}
              />
            ))
          : Array.from({ length: skeletonRows }, (_, index) => <SkeletonEntry key={index} />)}
      </tbody>
    </table>
  );
}

type LedgerEntryProps = NoteComponents & {
  row: LedgerRow;
  timeZone: string;
  account: string | undefined;
};

function LedgerEntry({ row, timeZone, account, NoteExplanation, DisputedBadge }: LedgerEntryProps) {
  const change = row.kind === 'purchase' && row.authorizationId !== null ? AUTHORIZED : labels[row.kind];
  return (
    <tr>
      <td className="py-2.5 align-top">
        <p className="font-medium">
          {change}
          {row.noteId !== null && (
            <>
              {' '}
              <Link to="/management" search={{ note: row.noteId }} className={linkClass}>
                Open note
              </Link>
            </>
          )}
        </p>
        {row.disputed && (
          <p className="my-0.5">
            <DisputedBadge />
          </p>
        )}
        {account !== undefined && <p className="wrap-anywhere">{account}</p>}
        {row.reason && <p className="wrap-anywhere">{row.reason}</p>}
        <p className="wrap-anywhere text-muted">{row.actorName}</p>
        <p className="text-muted">
          <time dateTime={row.createdAt}>{formatDateTimeZone(row.createdAt, timeZone)}</time>
        </p>
      </td>
      <td className={numberClass}>
        <LedgerUnits row={row} figure="delta" change={change} account={account}>
          {row.noteId !== null && <NoteExplanation noteId={row.noteId} />}
        </LedgerUnits>
      </td>
      <td className={clsx(numberClass, Number(row.balanceAfter) < 0 && 'font-medium text-danger-ink')}>
        <LedgerUnits row={row} figure="balanceAfter" change={change} account={account} />
      </td>
    </tr>
  );
}

function SkeletonEntry() {
  return (
    <tr>
      <td className="py-2.5">
        <Skeleton className="mb-1.5 h-4 w-28" />
        <Skeleton className="h-4 w-44" />
      </td>
      <td className={numberClass}>
        <Skeleton className="ml-auto h-4 w-9" />
      </td>
      <td className={numberClass}>
        <Skeleton className="ml-auto h-4 w-9" />
      </td>
    </tr>
  );
}

const PAGE_SIZE = 8;
const SKELETON_ROWS = 3;

export type LedgerProps = {
  client: Client;
  timeZone: string;
} & NoteComponents;

/** The unit history of a client; another client starts at its first page, without a filter. */
export const UnitLedger = (props: LedgerProps) => <Ledger key={props.client.id} {...props} />;

/** The unit history, which can be filtered by account when there are several. */
function Ledger(props: LedgerProps) {
  const { client } = props;
  const [account, setAccount] = useState<LedgerAccount>();
  const nameOf = useAccountName();
  if (!hasAuthorizations(client)) return <LedgerPages {...props} />;
  const accounts = client.accounts.map((one) => ({
    value: String(one.authorizationId ?? 'general'),
    label: nameOf(one),
  }));
  const choose = (value: string) => setAccount(value === 'general' ? value : Number(value) || undefined);
  return (
    <>
      <div data-filter className="mb-3 sm:max-w-80">
        <Field label="Account" hideLabel>
          <Select
            value={String(account ?? '')}
            options={[{ value: '', label: 'All units' }, ...accounts]}
            onChange={({ target }) => choose(target.value)}
          />
        </Field>
      </div>
      {/* The key starts another account at its first page. */}
      <LedgerPages
        key={account}
        {...props}
        account={account}
        nameOf={(id) =>
          accounts.find(({ value }) => value === String(id ?? 'general'))?.label ?? 'Authorization'
        }
      />
    </>
  );
}

type LedgerPagesProps = LedgerProps & {
  account?: LedgerAccount | undefined;
  /** Names the account of an entry; omitted for a client with one account. */
  nameOf?: (authorizationId: number | null) => string;
};

function LedgerPages({ client, account, ...table }: LedgerPagesProps) {
  const { cursor, pagesOf } = useCursorPages();
  const page = useLedger({ clientId: client.id, account, limit: PAGE_SIZE, cursor });
  if (page.isLoadingError) return <QueryError title="Couldn't load the unit history" query={page} />;
  if (page.data?.total === 0) {
    return <p className="text-sm text-muted">Nothing yet. Units added and used will appear here.</p>;
  }
  return (
    <>
      <LedgerTable {...table} rows={page.data?.rows} skeletonRows={SKELETON_ROWS} />
      {page.data && page.data.total > PAGE_SIZE && (
        <Pagination {...pagesOf(page.data)} noun="entries" pending={page.isPlaceholderData} />
      )}
    </>
  );
}
