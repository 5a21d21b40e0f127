import { Toggletip } from '#platform/web/ui/Toggletip.tsx';
import { listVisibleAccounts } from '#features/clients/accountStateRules.ts';
import type { Account, Client } from '#features/clients/web/queries.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { HistoryLink, UnitTable } from './UnitTable.tsx';
import { useAccountName } from './useAccountName.ts';

type UnitTotal = 'total' | 'used' | 'available';

const labels: Record<UnitTotal, string> = { total: 'Total', used: 'Used', available: 'Available' };

type ClientUnitsProps = {
  client: Client;
  /** The totals in the text. */
  totals: readonly UnitTotal[];
  text: string;
  /** The text with its unit, for screen readers, when the text is only a number. */
  name?: string;
  /** False where a link would leave a dialog open. */
  hasLink?: boolean;
};

/** Totals of a client's units, with the accounts that they are the sum of. */
export function ClientUnits({ client, totals, text, name = text, hasLink = true }: ClientUnitsProps) {
  const isManager = useIsManager();
  return (
    <Toggletip
      label={`${name}, by account`}
      content={<Explanation client={client} totals={totals} />}
      link={isManager && hasLink && <HistoryLink clientId={client.id} />}
    >
      {text}
    </Toggletip>
  );
}

function Explanation({ client, totals }: Pick<ClientUnitsProps, 'client' | 'totals'>) {
  const { lapsedTimeUnits } = client;
  const nameOf = useAccountName();
  const current = listVisibleAccounts(client).filter(({ forecast }) => forecast?.state !== 'expired');
  // Employees get only the available units of an account.
  const columns = totals.filter((figure) => current.every((account) => account[figure] !== undefined));
  const sums = {
    total: client.totalTimeUnits,
    used: client.usedTimeUnits,
    available: client.availableTimeUnits,
  };
  const toUnits = (units: Pick<Partial<Account>, UnitTotal>) => columns.map((figure) => units[figure] ?? '0');
  return (
    <>
      <UnitTable
        caption="Units by account"
        heads={columns.map((figure) => labels[figure])}
        rows={current.map((account, index) => ({
          key: account.authorizationId ?? index,
          term: nameOf(account),
          units: toUnits(account),
        }))}
        result={{
          term: columns.length === 1 ? labels[columns[0] ?? 'total'] : 'All accounts',
          units: toUnits(sums),
        }}
      />
      {Number(lapsedTimeUnits) > 0 && (
        <p className="mt-2 text-muted">Not included: {unitsLabel(lapsedTimeUnits)} that expired unused.</p>
      )}
    </>
  );
}
