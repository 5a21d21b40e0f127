import type { Receipt } from './queries.ts';
import {
  formatReceiptDay,
  formatReceiptMinutes,
  formatReceiptTimes,
  formatReceiptUnits,
} from './receiptFormat.ts';
import { receiptTexts } from './receiptTexts.ts';

/** Who came, when, how long, the units, and whether the visit was checked. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const { language } = receipt;
  const texts = receiptTexts[language];
  const details = [
    { term: texts.who, value: receipt.employeeName },
    { term: texts.day, value: formatReceiptDay(language, receipt.date) },
    { term: texts.time, value: formatReceiptTimes(language, receipt) },
    { term: texts.duration, value: formatReceiptMinutes(language, receipt.minutes) },
    { term: texts.unitsUsed, value: formatReceiptUnits(language, receipt.units), hint: texts.unitHint },
    { term: texts.unitsLeft, value: formatReceiptUnits(language, receipt.unitsLeft) },
    { term: texts.state, value: texts.states[receipt.status] },
    ...(receipt.text === null ? [] : [{ term: texts.whatWasDone, value: receipt.text }]),
  ];
  return (
    <dl className="rounded-md border border-line bg-surface px-4">
      {details
        .filter(({ value }) => value !== '')
        .map(({ term, value, hint }) => (
          <div
            key={term}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-b-0"
          >
            <dt className="text-base text-muted">{term}</dt>
            <dd className="font-medium whitespace-pre-line">{value}</dd>
            {hint !== undefined && <dd className="w-full text-base text-muted">{hint}</dd>}
          </div>
        ))}
    </dl>
  );
}
