import { failureToast } from '#platform/web/failureToast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { formatErrors, formatRecords, listCellErrors, listOpenChoices } from '#features/imports/rules.ts';
import { useMapColumns, type ImportFile } from '#features/imports/web/queries.ts';

/** The errors that are listed above the rows. */
const FIRST_ERRORS = 5;

/** The number of records to add, or the errors. */
export function PreviewSummary({ file }: { file: ImportFile }) {
  const { kind, created, unchanged } = file;
  const { errors, count } = listCellErrors(file);
  const existing =
    unchanged > 0
      ? ` ${formatRecords(kind, unchanged)} already ${unchanged === 1 ? 'exists and won’t change' : 'exist and won’t change'}.`
      : '';
  if (count > 0)
    return (
      <Banner tone="danger" title={`${formatErrors(count)} to fix`}>
        No rows will be added until every error is fixed. Fix the cells in your spreadsheet and upload it
        again, or change the columns below.
        <ul className="mt-2 list-disc pl-5">
          {errors.slice(0, FIRST_ERRORS).map(({ row, column, message }) => (
            <li key={`${row} ${column}`} className="wrap-anywhere">
              Row {row}, {column}: {message}
            </li>
          ))}
          {count > FIRST_ERRORS && <li>{formatErrors(count - FIRST_ERRORS)} more</li>}
        </ul>
      </Banner>
    );
  if (listOpenChoices(file).length > 0) return null;
  if (created === 0)
    return (
      <Banner tone="info" title="Nothing to add">
        All records in this file already exist.
      </Banner>
    );
  return (
    <Banner tone="success" title={`${formatRecords(kind, created)} to add`}>
      No errors.{existing}
    </Banner>
  );
}

/** Names the rows at the end that are not imported, because they seem to be totals. */
export function SkippedRows({ file: { id, skippedRows: skipped, importTotals } }: { file: ImportFile }) {
  const map = useMapColumns(id);
  if (skipped.length === 0 && !importTotals) return null;
  async function change() {
    try {
      await map.mutateAsync({ importTotals: !importTotals });
    } catch (error) {
      failureToast(error, "Couldn't change the rows");
    }
  }
  const names = skipped.length === 1 ? `Row ${skipped[0]}` : `Rows ${skipped[0]} to ${skipped.at(-1)}`;
  return (
    <Banner
      tone="info"
      title={
        importTotals
          ? 'Totals are imported like other rows'
          : `${names}: ${skipped.length === 1 ? 'totals row' : 'totals and notes'}, not imported`
      }
      action={
        <Button size="sm" pending={map.isPending} onClick={() => void change()}>
          {importTotals ? 'Leave totals out' : 'Import anyway'}
        </Button>
      }
    />
  );
}
