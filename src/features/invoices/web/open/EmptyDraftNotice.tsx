import { useWatch } from 'react-hook-form';
import { isDay } from '#platform/contract/days.ts';
import { formatDay } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { useOpenWorkOf, type OpenWork } from '#features/invoices/web/queries.ts';
import { listWork, pickClients, type NewDraftValues } from './newDraftForm.ts';

/** Warns that the draft will have no visits, which other lines, such as mileage, may be for. */
export function EmptyDraftNotice({ allWork }: { allWork: readonly OpenWork[] }) {
  const [billTo, from, to, excluded] = useWatch<
    NewDraftValues,
    ['billTo', 'from', 'to', 'excludedClientIds']
  >({ name: ['billTo', 'from', 'to', 'excludedClientIds'] });
  const isComplete = billTo !== '' && isDay(from) && isDay(to) && from <= to;
  const { data } = useOpenWorkOf(isComplete ? { from, to } : undefined);
  if (!isComplete || !data) return null;
  const listed = listWork(allWork, billTo);
  const picked = pickClients(
    listed.map(({ clientId }) => clientId),
    excluded,
  );
  if (listWork(data.open, billTo).some(({ clientId }) => picked.includes(clientId))) return null;
  const [oldest] = listed
    .filter(({ clientId }) => picked.includes(clientId))
    .map(({ firstDay }) => firstDay)
    .toSorted();
  return (
    <Banner tone="pending" title="No visits to bill in this period">
      The draft will have no visits, only the other lines that you add.
      {oldest !== undefined && ` The oldest visit to bill is from ${formatDay(oldest)}.`}
    </Banner>
  );
}
