import { useState } from 'react';
import { formatDay, plural } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { OmissionLink } from '#features/invoices/web/OmissionLink.tsx';
import type { Open } from '#features/invoices/web/queries.ts';

/** The rows that are shown before the others are asked for. */
const FIRST_ROWS = 8;

type NotBillableProps = { rows: Open['notBillable'] };

/** Approved work that is on no draft until someone corrects it, each with the reason. */
export function NotBillable({ rows }: NotBillableProps) {
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  return (
    <Card
      title="Can't be billed yet"
      description="Approved visits left out of invoices and claim batches until the problem is fixed"
      padded={false}
    >
      <ul className="divide-y divide-line border-t border-line">
        {(isWhole ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
          <li
            key={`${row.clientId} ${row.why} ${row.payer ?? ''}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5"
          >
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <span className="font-medium">{row.clientName}</span>
              <span className="block text-xs text-muted">
                {plural(row.visits, 'visit', 'visits')} · {formatDays(row)}
              </span>
            </span>
            <OmissionLink omitted={row} />
          </li>
        ))}
      </ul>
      {rows.length > FIRST_ROWS && !isWhole && (
        <Button className="m-3" size="sm" onClick={() => setWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
    </Card>
  );
}

const formatDays = ({ firstDay, lastDay }: NotBillableProps['rows'][number]): string =>
  firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
