import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { hasUnits } from '#features/clients/accountStateRules.ts';
import type { Account } from '#features/clients/web/queries.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { AccountLevelBadge } from './AccountLevelBadge.tsx';
import { describeForecast } from './accountText.ts';
import { AccountUnits } from './AccountUnits.tsx';
import { ForecastBadge } from './ForecastBadge.tsx';
import { useAccountName } from './useAccountName.ts';

type AccountListProps = {
  accounts: readonly Account[];
  /** The client of the linked unit history; without it there is no link. */
  clientId?: number;
};

/** The accounts of a client with their remaining units and state; employees see only a level. */
export function AccountList({ accounts, clientId }: AccountListProps) {
  const nameOf = useAccountName();
  return (
    <ul aria-label="Accounts" className="grid gap-4">
      {accounts.map((account, index) => (
        <li key={account.authorizationId ?? `${account.serviceKey} ${index}`}>
          {account.level ? (
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
              <span className="wrap-anywhere">{nameOf(account)}</span>
              <AccountLevelBadge level={account.level} />
            </p>
          ) : (
            <AccountBar account={account} name={nameOf(account)} clientId={clientId} />
          )}
        </li>
      ))}
    </ul>
  );
}

type AccountBarProps = { account: Account; name: string; clientId: number | undefined };

function AccountBar({ account, name, clientId }: AccountBarProps) {
  const { forecast, total = '0', used = '0' } = account;
  const figure = `${formatUnits(used)} of ${formatUnits(total)} units used`;
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 text-sm font-medium wrap-anywhere">{name}</span>
        {forecast && hasUnits(account) && <ForecastBadge state={forecast.state} />}
      </div>
      <Progress
        label={`${name}: units used`}
        hideLabel
        figure={figure}
        value={Number(used)}
        max={Number(total)}
        tone={Number(account.available) < 0 ? 'danger' : 'accent'}
      >
        <AccountUnits account={account} name={name} text={figure} clientId={clientId} />
      </Progress>
      <p className="tabular mt-1 text-sm text-muted">{describeAccount(account)}</p>
    </>
  );
}

/** '391 units left. Runs out on Jan 14, 2027 at 12 units per week' */
function describeAccount({ forecast, available, ...account }: Account): string {
  const [summary] = forecast ? describeForecast({ ...account, forecast }) : [];
  // These two sentences include the units.
  if (forecast?.state === 'expired' || forecast?.state === 'exhausted') return summary ?? '';
  return [`${unitsLabel(available)} left`, summary].filter(Boolean).join('. ');
}
