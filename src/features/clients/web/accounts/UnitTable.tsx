import { Link } from '@tanstack/react-router';
import { formatUnits } from '#platform/contract/decimalFormat.ts';

type UnitRow = { key?: string | number; term: string; units: readonly string[] };

type UnitTableProps = {
  caption: string;
  /** Names the columns when there are several. */
  heads?: readonly string[];
  rows: readonly UnitRow[];
  result: UnitRow;
};

/** How a figure of units is computed: its parts and, below a line, the result. */
export function UnitTable({ caption, heads = [], rows, result }: UnitTableProps) {
  return (
    <table className="tabular w-full min-w-56 font-normal">
      <caption className="mb-2 text-left font-medium">{caption}</caption>
      {heads.length > 1 && (
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col" className="pl-4 text-right text-xs font-medium text-muted">
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {[...rows, result].map((row) => (
          <tr
            key={row.key ?? row.term}
            className={row === result ? 'font-medium *:border-t *:border-line' : 'font-normal'}
          >
            <th scope="row" className="py-0.5 text-left [font-weight:inherit] wrap-anywhere">
              {row.term}
            </th>
            {row.units.map((units, index) => (
              <td key={heads[index] ?? index} className="py-0.5 pl-4 text-right">
                {formatUnits(units).replace('-', '−')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Opens the unit history of a client, which only managers may see. */
export function HistoryLink({ clientId }: { clientId: number }) {
  return (
    <Link
      to="/clients/$clientId/units"
      params={{ clientId: String(clientId) }}
      className="text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      Unit history
    </Link>
  );
}
