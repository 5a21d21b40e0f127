import { CircleAlert, FileSpreadsheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { ImportFile, ImportRow } from '#features/imports/web/queries.ts';

/** Few enough that a slow phone renders the next page without a noticeable wait. */
const PAGE_SIZE = 25;

const states: Record<ImportRow['state'], { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'success' },
  unchanged: { label: 'Already exists', tone: 'neutral' },
  invalid: { label: 'Has errors', tone: 'danger' },
};

const filters = [
  { value: 'all', label: 'All rows' },
  { value: 'invalid', label: 'With errors' },
] as const;

/** The rows of the file, each error in its cell. */
export function PreviewRows({ file }: { file: ImportFile }) {
  const hasErrors = file.rows.some(({ state }) => state === 'invalid');
  const [filter, setFilter] = useState<'all' | 'invalid'>('all');
  const [page, setPage] = useState(0);
  const columns = useMemo(() => toColumns(file), [file]);
  const rows =
    hasErrors && filter === 'invalid' ? file.rows.filter(({ state }) => state === 'invalid') : file.rows;
  const from = Math.min(page, Math.floor(Math.max(0, rows.length - 1) / PAGE_SIZE)) * PAGE_SIZE;
  return (
    <section aria-label="Rows" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <h2 className="font-semibold">Rows</h2>
        {hasErrors && (
          <div className="w-64">
            <SegmentedControl
              legend="Rows to show"
              hideLegend
              value={filter}
              options={filters}
              onChange={(next) => {
                setFilter(next);
                setPage(0);
              }}
            />
          </div>
        )}
      </div>
      {/* The head sticks within its own scroll area. */}
      <div className="overflow-x-auto [--sticky-top:0px]">
        <DataTable
          caption="Rows"
          columns={columns}
          rows={rows.slice(from, from + PAGE_SIZE)}
          rowKey={({ row }) => row}
          empty={<EmptyState icon={<FileSpreadsheet />} title="No rows" body="The file has no rows." />}
        />
      </div>
      {rows.length > PAGE_SIZE && (
        <Pagination
          from={from + 1}
          to={Math.min(from + PAGE_SIZE, rows.length)}
          total={rows.length}
          noun="rows"
          onPrevious={from > 0 ? () => setPage(from / PAGE_SIZE - 1) : undefined}
          onNext={from + PAGE_SIZE < rows.length ? () => setPage(from / PAGE_SIZE + 1) : undefined}
        />
      )}
    </section>
  );
}

function toColumns({ columns, errors }: ImportFile): Column<ImportRow>[] {
  const messages = new Map(errors.map(({ row, column, message }) => [`${row} ${column}`, message]));
  const names = new Set(columns.map(({ name }) => name));
  // Errors of fields that no column fills are shown with the number of the row.
  const others = new Map(
    errors
      .filter(({ column }) => !names.has(column))
      .map(({ row, column, message }) => [row, `${column}: ${message}`]),
  );
  return [
    {
      key: 'row',
      header: 'Row',
      primary: true,
      cell: ({ row, state }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="tabular">{row}</span>
          <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
          {others.has(row) && <CellError message={others.get(row) ?? ''} />}
        </span>
      ),
    },
    ...columns.map(({ name, field }, index): Column<ImportRow> => ({
      key: `column ${name}`,
      header: field === null ? `${name} (not used)` : name,
      cell: ({ row, cells }) => {
        const message = messages.get(`${row} ${name}`);
        return (
          <>
            {cells[index]}
            {message && <CellError message={message} />}
          </>
        );
      },
    })),
  ];
}

const CellError = ({ message }: { message: string }) => (
  <span className="mt-0.5 flex min-w-32 items-start gap-1 text-xs text-danger-ink">
    <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
    {message}
  </span>
);
