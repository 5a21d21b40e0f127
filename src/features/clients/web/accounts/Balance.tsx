import { unitsLabel } from '#features/services/rules.ts';
import clsx from 'clsx';
import { formatUnits } from '#platform/web/numberFormat.ts';
import { Toggletip } from '#platform/web/ui/Toggletip.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { listVisibleAccounts } from '#features/clients/accountStateRules.ts';
import { useAccountName } from './useAccountName.ts';

type BalanceProps = { client: Pick<Client, 'accounts' | 'availableTimeUnits' | 'lapsedTimeUnits'> };

/** The available units of a client, with the accounts that they are the sum of. */
export function Balance({ client }: BalanceProps) {
  return (
    <Toggletip content={<Explanation client={client} />}>
      <span>{formatUnits(client.availableTimeUnits)}</span>
      <span className="sr-only"> available units, by account</span>
    </Toggletip>
  );
}

function Explanation({ client }: BalanceProps) {
  const { accounts, availableTimeUnits, lapsedTimeUnits } = client;
  const nameOf = useAccountName();
  const current = listVisibleAccounts(accounts).filter(({ forecast }) => forecast?.state !== 'expired');
  return (
    <div className="min-w-56 font-normal">
      <p className="mb-2 font-medium">Where these units come from</p>
      <dl className="tabular grid gap-1">
        {current.map((account, index) => (
          <Row key={account.authorizationId ?? index} term={nameOf(account)} units={account.available} />
        ))}
        <Row term="Available" units={availableTimeUnits} isSum />
      </dl>
      {Number(lapsedTimeUnits) > 0 && (
        <p className="mt-2 text-muted">Not included: {unitsLabel(lapsedTimeUnits)} that expired unused.</p>
      )}
    </div>
  );
}

function Row({ term, units, isSum = false }: { term: string; units: string; isSum?: boolean }) {
  const look = isSum ? 'border-t border-line pt-1 font-medium' : '';
  return (
    <div className={clsx('flex justify-between gap-6', look)}>
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd className="text-right">{formatUnits(units)}</dd>
    </div>
  );
}
