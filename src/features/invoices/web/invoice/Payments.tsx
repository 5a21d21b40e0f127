import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { formatDay } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import type { Invoice } from '#features/invoices/web/queries.ts';

/** The payments of an invoice. */
export function Payments({ invoice: { payments, currency } }: { invoice: Invoice }) {
  if (payments.length === 0) return null;
  return (
    <Card title="Payments" padded={false}>
      <ul className="divide-y divide-line border-t border-line">
        {payments.map(({ id, amount, date, note, recordedByName }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 sm:px-5">
            <span className="min-w-0 wrap-anywhere">
              {formatDay(date)}
              {note && `, ${note}`}
              <span className="block text-xs text-muted">Recorded by {recordedByName}</span>
            </span>
            <span className="tabular">{formatAmount(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
