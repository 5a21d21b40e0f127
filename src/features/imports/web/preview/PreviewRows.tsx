import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleAlert, FileSpreadsheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import { useCursorPages } from '#platform/web/useCursorPages.ts';
import { formatValue } from '#features/imports/rules.ts';
import {
  importRowsQuery,
  ROWS_PER_PAGE,
  type ImportFile,
  type ImportRow,
} from '#features/imports/web/queries.ts';

const states: Record<ImportRow['state'], { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'success' },
  unchanged: { label: 'Already exists', tone: 'neutral' },
  invalid: { label: 'Has errors', tone: 'danger' },
  skipped: { label: 'Not imported', tone: 'neutral' },
};

const filters = [
  { value: 'all', label: 'All rows' },
  { value: 'invalid', label: 'With errors' },
] as const;

/** The rows of the file, each error in its cell. */
export function PreviewRows({ file }: { file: ImportFile }) {
  const [filter, setFilter] = useState<'all' | 'invalid'>('all');
  const { rowCounts, position } = file;
  const hasErrors = rowCounts.invalid > 0;
  const used = hasErrors ? filter : 'all';
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
              onChange={setFilter}
            />
          </div>
        )}
      </div>
      <RowPages
        key={`${used} ${position.sheet} ${position.headerRow}`}
        file={file}
        state={used === 'all' ? undefined : used}
      />
    </section>
  );
}

function RowPages({ file, state }: { file: ImportFile; state: 'invalid' | undefined }) {
  const { cursor, pagesOf } = useCursorPages();
  const isFirst = cursor === undefined && state === undefined;
  const query = useQuery({
    ...importRowsQuery(file, { state, cursor }),
    placeholderData: (before) => before ?? (isFirst ? toFirstPage(file) : undefined),
  });
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const columns = useMemo(() => {
    const toggle = (row: number) =>
      setExpanded(
        (before) => new Set(before.has(row) ? [...before].filter((one) => one !== row) : [...before, row]),
      );
    return toColumns(file, expanded, toggle);
  }, [file, expanded]);
  if (query.isLoadingError) return <QueryError title="Couldn't load the rows" query={query} />;
  const page = query.data;
  return (
    <>
      {/* The head sticks within its own scroll area. */}
      <div className="overflow-x-auto [--sticky-top:0px]">
        <DataTable
          caption="Rows"
          columns={columns}
          rows={page?.rows}
          rowKey={({ row }) => row}
          skeletonRows={ROWS_PER_PAGE}
          empty={<EmptyState icon={<FileSpreadsheet />} title="No rows" body="The file has no rows." />}
        />
      </div>
      {page && page.rows.length < page.total && (
        <Pagination {...pagesOf(page)} noun="rows" pending={query.isPlaceholderData} />
      )}
    </>
  );
}

/** The first page, from the response about the file. */
const toFirstPage = ({ rows, rowCounts }: ImportFile) => ({
  rows,
  total: Object.values(rowCounts).reduce((sum, count) => sum + count, 0),
  next: null,
});

function toColumns(
  { columns, errors, fields, position }: ImportFile,
  expanded: ReadonlySet<number>,
  onToggle: (row: number) => void,
): Column<ImportRow>[] {
  const names = new Set(columns.map(({ name }) => name));
  const cells = columns.map((column) => ({
    column,
    field: fields.find(({ name }) => name === column.field),
  }));
  const toShown = (row: ImportRow, index: number) => showCell(row, index, cells[index]?.field);
  // Without an error of its own or of a missing column, a row only lacks the answer to a question.
  const isWaiting = errors.every(({ row, column }) => row !== position.headerRow || names.has(column));
  return [
    {
      key: 'row',
      header: 'Row',
      primary: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="tabular">{row.row}</span>
          <RowState row={row} isWaiting={isWaiting && row.errors.length === 0} />
          {/* Of fields that no column fills. */}
          {row.errors
            .filter(({ column }) => !names.has(column))
            .map(({ column, message }) => (
              <CellError key={column} message={`${column}: ${message}`} />
            ))}
          {cells.some((_, index) => isOther(row.cells[index] ?? '', toShown(row, index))) && (
            <RawTextButton row={row.row} isExpanded={expanded.has(row.row)} onToggle={onToggle} />
          )}
        </span>
      ),
    },
    ...cells.map(({ column: { name, field: fieldName }, field }, index): Column<ImportRow> => ({
      key: `column ${name}`,
      header: fieldName === null ? `${name} (not used)` : name,
      cell: (row) => (
        <PreviewCell
          text={toShown(row, index)}
          raw={expanded.has(row.row) ? (row.cells[index] ?? '') : null}
          isShort={field?.type === 'number' || field?.type === 'date'}
          isStored={fieldName !== null && row.state !== 'skipped'}
          message={row.errors.find(({ column }) => column === name)?.message}
        />
      ),
    })),
  ];
}

/** @param isWaiting whether only an answer to a question is missing */
function RowState({ row: { state }, isWaiting }: { row: ImportRow; isWaiting: boolean }) {
  const { label, tone } =
    state === 'invalid' && isWaiting
      ? ({ label: 'Needs an answer', tone: 'pending' } as const)
      : states[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** The value that is stored as screens show it; the text of the file where nothing is. */
function showCell(
  { cells, values, state }: ImportRow,
  index: number,
  field: ImportFile['fields'][number] | undefined,
): string {
  const value = values[index] ?? null;
  if (field && value !== null) return formatValue(field, value);
  return state === 'skipped' || value === null ? (cells[index] ?? '') : value;
}

/** Returns whether the file has another value, not just the same number in another form, such as 40 and 40.00. */
const isOther = (raw: string, text: string): boolean =>
  raw !== text && (raw === '' || Number(raw) !== Number(text));

type PreviewCellProps = {
  text: string;
  /** The text of the file; null while it is hidden. */
  raw: string | null;
  isStored: boolean;
  /** True for a number or a date, which stays on one line. */
  isShort: boolean;
  message: string | undefined;
};

const PreviewCell = ({ text, raw, isStored, isShort, message }: PreviewCellProps) => (
  <>
    <span className={clsx(!isStored && 'text-muted', isShort && 'whitespace-nowrap')}>{text}</span>
    {raw !== null && isOther(raw, text) && (
      <span className="block text-xs text-muted">
        In the file: <span className="whitespace-pre-wrap">{raw === '' ? 'blank' : raw}</span>
      </span>
    )}
    {message && <CellError message={message} />}
  </>
);

type RawTextButtonProps = { row: number; isExpanded: boolean; onToggle: (row: number) => void };

function RawTextButton({ row, isExpanded, onToggle }: RawTextButtonProps) {
  const label = isExpanded ? 'Hide file text' : 'File text';
  return (
    <button
      type="button"
      aria-expanded={isExpanded}
      aria-label={`${label} of row ${row}`}
      className="touch-target rounded-md text-xs font-normal text-accent-ink underline underline-offset-2"
      onClick={() => onToggle(row)}
    >
      {label}
    </button>
  );
}

const CellError = ({ message }: { message: string }) => (
  <span className="mt-0.5 flex min-w-32 items-start gap-1 text-xs text-danger-ink">
    <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
    {message}
  </span>
);
