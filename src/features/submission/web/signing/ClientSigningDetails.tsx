import clsx from 'clsx';
import { useId, useState } from 'react';
import type { Language } from '#features/clients/contract.ts';
import {
  formatReceiptMinutes,
  formatReceiptTimes,
  formatReceiptUnits,
  formatShortDay,
  receiptTexts,
} from '#features/notes/web/receipt/public.tsx';
import type { ClockTimes } from '#features/units/rules.ts';
import { clientSigningTexts } from './clientSigningTexts.ts';

/** Visit as the client signs it. */
export interface SignedVisit extends ClockTimes {
  employee: string;
  workDate: string;
  /** Null while the times are incomplete, like the units. */
  minutes: number | null;
  units: number | null;
  /** Units left after the visit; null when they are not known. */
  remaining: number | null;
  summary: string;
  description: string;
}

type ClientSigningDetailsProps = { visit: SignedVisit; language: Language };

/** Who came, when, how long, the units, and the summary, which opens to the description. */
export function ClientSigningDetails({ visit, language }: ClientSigningDetailsProps) {
  const texts = { ...receiptTexts[language], ...clientSigningTexts[language] };
  const { workDate, minutes, units, remaining } = visit;
  const isTimed = visit.startTime !== '' && visit.endTime !== '';
  const details = [
    { term: texts.who, value: visit.employee },
    { term: texts.day, value: workDate && formatShortDay(language, workDate) },
    { term: texts.time, value: isTimed ? formatReceiptTimes(language, visit) : '' },
    { term: texts.duration, value: minutes === null ? '' : formatReceiptMinutes(language, minutes) },
    { term: texts.unitsUsed, value: units === null ? '' : formatReceiptUnits(language, String(units)) },
    ...(remaining === null
      ? []
      : [{ term: texts.unitsLeft, value: formatReceiptUnits(language, String(remaining)) }]),
  ];
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col">
        {details.map(({ term, value }) => (
          <div
            key={term}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1"
          >
            <dt className="text-base text-muted">{term}</dt>
            <dd className={clsx('font-medium', value === '' && 'text-muted')}>{value || texts.notEntered}</dd>
          </div>
        ))}
      </dl>
      {[visit.summary, visit.description].some((text) => text.trim() !== '') && (
        <Texts visit={visit} language={language} />
      )}
    </div>
  );
}

/** A longer text is cut to four lines until it is opened. */
const SHORT = 140;

/** The summary, or the description while there is none; the button shows both whole. */
function Texts({ visit, language }: ClientSigningDetailsProps) {
  const { whatWasDone } = receiptTexts[language];
  const { showAll, showLess } = clientSigningTexts[language];
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [first = '', ...more] = [visit.summary.trim(), visit.description.trim()].filter(
    (text) => text !== '',
  );
  const isLong = more.length > 0 || first.length > SHORT || first.includes('\n');
  return (
    <section className="rounded-md bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-base text-muted">{whatWasDone}</h3>
        {isLong && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="touch-target text-base font-medium text-accent-ink underline"
          >
            {isOpen ? showLess : showAll}
          </button>
        )}
      </div>
      <div id={id} className="grid gap-2 text-lg/snug whitespace-pre-line">
        <p className={clsx(isLong && !isOpen && 'line-clamp-4')}>{first}</p>
        {more.map((text) => (
          // A screen reader reads it with the rest, before it is opened.
          <p key={text} className={clsx(!isOpen && 'sr-only')}>
            {text}
          </p>
        ))}
      </div>
    </section>
  );
}
