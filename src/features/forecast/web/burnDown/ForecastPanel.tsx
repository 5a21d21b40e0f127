import { useState } from 'react';
import { today } from '#platform/web/clock.ts';
import { Field } from '#platform/web/ui/Field.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { hasUnits } from '#features/clients/accountStateRules.ts';
import { FORECAST_STATE_ORDER } from '#features/clients/forecastStateRules.ts';
import { describeForecast, ForecastBadge, useAccountName } from '#features/clients/web/accounts/public.tsx';
import type { Account, Client } from '#features/clients/web/queries.ts';
import { useBurnDown } from '#features/forecast/web/queries.ts';
import { BurnDownChart } from './BurnDownChart.tsx';
import { ForecastSkeleton } from './ForecastSkeleton.tsx';

type ForecastPanelProps = { client: Client; timeZone: string };

const keyOf = (account: Account | undefined) => account?.authorizationId ?? ('general' as const);

/** How long the units of an account last: the burn-down chart and what it means. */
export function ForecastPanel({ client, timeZone }: ForecastPanelProps) {
  const accounts = client.accounts.filter(hasUnits);
  // Stays selected when its state changes.
  const [chosen, setChosen] = useState(() => keyOf(findWorst(accounts)));
  const nameOf = useAccountName();
  const account = accounts.find((one) => keyOf(one) === chosen) ?? accounts[0];
  if (!account) return null;
  return (
    <>
      {accounts.length > 1 && (
        <div data-filter className="mb-3 sm:max-w-80">
          <Field label="Account" hideLabel>
            <Select
              value={String(keyOf(account))}
              options={accounts.map((one) => ({ value: String(keyOf(one)), label: nameOf(one) }))}
              onChange={({ target: { value } }) => setChosen(value === 'general' ? value : Number(value))}
            />
          </Field>
        </div>
      )}
      <AccountForecast client={client} account={account} name={nameOf(account)} timeZone={timeZone} />
    </>
  );
}

/** The account that needs attention first, among those that have not expired. */
const findWorst = (accounts: readonly Account[]): Account | undefined =>
  FORECAST_STATE_ORDER.filter((state) => state !== 'expired')
    .map((state) => accounts.find(({ forecast }) => forecast?.state === state))
    .find((account) => account !== undefined);

type AccountForecastProps = ForecastPanelProps & { account: Account; name: string };

function AccountForecast({ client, account, name, timeZone }: AccountForecastProps) {
  const burnDown = useBurnDown(client.id, keyOf(account));
  const { data } = burnDown;
  if (burnDown.isLoadingError) return <QueryError title="Couldn't load the forecast" query={burnDown} />;
  if (!data) return <ForecastSkeleton />;
  const lapsed = account.lapsed ?? '0';
  return (
    <div aria-busy={burnDown.isPlaceholderData} className={burnDown.isPlaceholderData ? 'opacity-60' : ''}>
      <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <ForecastBadge state={data.forecast.state} />
        <ul className="tabular min-w-0 flex-1 basis-56 text-sm">
          {describeForecast({ ...data, lapsed }).map((line, index) => (
            <li key={line} className={index === 0 ? 'font-medium' : 'text-muted'}>
              {line}
            </li>
          ))}
        </ul>
      </div>
      {data.points.length === 0 ? (
        <p className="text-sm text-muted">No units yet. The chart appears once units are added.</p>
      ) : (
        <BurnDownChart burnDown={data} today={today(timeZone)} name={name} />
      )}
    </div>
  );
}
