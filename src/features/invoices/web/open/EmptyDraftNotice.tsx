import { useWatch } from 'react-hook-form';
import { isDay } from '#platform/contract/days.ts';
import { formatDay } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { useOpenWorkInPeriod, type OpenWork } from '#features/invoices/web/queries.ts';
import { listWorkBilledTo, type NewDraftValues } from './newDraftForm.ts';

/** Warns that the draft will have no visits. It can still be created, for mileage or other charges. */
export function EmptyDraftNotice({ allWork }: { allWork: readonly OpenWork[] }) {
  const [billTo, from, to, excluded] = useWatch<
    NewDraftValues,
    ['billTo', 'from', 'to', 'excludedClientIds']
  >({ name: ['billTo', 'from', 'to', 'excludedClientIds'] });
  const isComplete = billTo !== '' && isDay(from) && isDay(to) && from <= to;
  const { data } = useOpenWorkInPeriod(isComplete ? { from, to } : undefined);
  if (!isComplete || !data) return null;
  const work = listWorkBilledTo(allWork, billTo);
  // A single client has no checkbox, so it is never excluded.
  const isIncluded = ({ clientId }: OpenWork) => work.length <= 1 || !excluded.includes(clientId);
  if (listWorkBilledTo(data.open, billTo).some(isIncluded)) return null;
  const [oldest] = work
    .filter(isIncluded)
    .map(({ firstDay }) => firstDay)
    .toSorted();
  return (
    <Banner tone="pending" title="No visits to bill in this period">
      The draft will start empty. You can add mileage or other charges.
      {oldest !== undefined && ` The oldest visit to bill was on ${formatDay(oldest)}.`}
    </Banner>
  );
}
