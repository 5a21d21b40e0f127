import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { AuditRow } from '#features/audit/web/queries.ts';
import { describeAction, describeDetails, subjectOf } from './auditLabels.ts';

type AuditTableProps = { rows: readonly AuditRow[] | undefined; timeZone: string; empty: ReactNode };

const createColumns = (timeZone: string): Column<AuditRow>[] => [
  {
    key: 'what',
    header: 'What',
    primary: true,
    cell: (row) => (
      <>
        {describeAction(row)} <AuditSubject row={row} />
        <span className="block text-sm font-normal text-muted">{describeDetails(row)}</span>
      </>
    ),
  },
  { key: 'who', header: 'Who', cell: (row) => row.actorName ?? 'Not logged in' },
  {
    key: 'when',
    header: 'When',
    className: 'sm:whitespace-nowrap',
    cell: (row) => <time dateTime={row.createdAt}>{formatDateTimeZone(row.createdAt, timeZone)}</time>,
  },
  { key: 'where', header: 'From', cell: (row) => row.ip || 'System' },
  { key: 'number', header: 'Entry', align: 'end', cell: (row) => row.seq },
];

/** The rows of the audit log. */
export function AuditTable({ rows, timeZone, empty }: AuditTableProps) {
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  const frame =
    rows?.length === 0
      ? 'rounded-md border border-line bg-surface'
      : 'sm:rounded-md sm:border sm:border-line sm:bg-surface sm:shadow-raised';
  return (
    <div className={frame}>
      <DataTable
        caption="Audit log"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.seq}
        empty={empty}
        skeletonRows={12}
      />
    </div>
  );
}

const linkClass =
  'text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** The object of a row, as a link if it has a screen. */
function AuditSubject({ row }: { row: AuditRow }) {
  const name = subjectOf(row);
  const { object, objectId } = row;
  const clientId = numberIn(row.details['clientId']);
  // A sign-in has no object other than the actor.
  if (name === null && clientId === undefined) return null;
  const link = objectId === null ? undefined : screenOf(object, objectId);
  if (link) {
    return (
      <Link {...link} className={linkClass}>
        {name}
      </Link>
    );
  }
  if (clientId !== undefined) {
    return (
      <>
        {name}{' '}
        <Link to="/clients/$clientId" params={{ clientId: String(clientId) }} className={linkClass}>
          Open client
        </Link>
      </>
    );
  }
  return name;
}

/** The screen of an object. */
function screenOf(object: string, id: number) {
  if (object === 'note') return linkOptions({ to: '/management', search: { note: id } });
  if (object === 'client' || object === 'units')
    return linkOptions({ to: '/clients/$clientId', params: { clientId: String(id) } });
  if (object !== 'person') return undefined;
  return linkOptions({ to: '/profile/$employeeId', params: { employeeId: String(id) } });
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
