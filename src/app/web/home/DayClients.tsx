import { Link } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { formatShortDate } from '#platform/web/format.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { listVisibleAccounts } from '#features/clients/accountStateRules.ts';
import { AccountLevelBadge, useAccountName } from '#features/clients/web/accounts/public.tsx';
import { ClientLink } from '#features/clients/web/public.tsx';
import type { Account } from '#features/clients/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { UnitsLeft } from '#features/units/web/public.tsx';
import { useCanOpen } from '#app/web/useScreens.ts';
import { DayList } from './DayFrame.tsx';
import type { DayClient } from './listDayClients.ts';

/** The clients of the day with what is left of their units. */
export function DayClients({ visits }: { visits: readonly DayClient[] }) {
  return (
    <DayList
      title="Your clients"
      rows={visits}
      rowKey={({ client }) => client.id}
      renderRow={(visit) => <VisitRow {...visit} />}
    />
  );
}

function VisitRow({ client, lastVisit }: DayClient) {
  const { timeZone } = useUser();
  const canWrite = useCanOpen()('/submit');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2.5 px-4 py-3 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium">
          <ClientLink clientId={client.id} isInText>
            {client.contactName}
          </ClientLink>
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {client.companyName}
          {lastVisit !== null && (
            <>
              {' · '}
              <span className="whitespace-nowrap">last visit {formatShortDate(lastVisit, timeZone)}</span>
            </>
          )}
        </p>
        <ScarceServices accounts={listVisibleAccounts(client)} />
      </div>
      {canWrite && (
        <Link
          to="/submit"
          search={{ client: client.id }}
          className={`${buttonClass()} max-sm:[&_svg]:hidden lg:order-last`}
        >
          <SquarePen aria-hidden />
          Submit note
          <span className="sr-only"> for {client.contactName}</span>
        </Link>
      )}
      <div className="col-span-full lg:col-span-1">
        <UnitsLeft total={client.totalTimeUnits} available={client.availableTimeUnits} />
      </div>
    </div>
  );
}

/** The services with few or no units, named where the client has several. */
function ScarceServices({ accounts }: { accounts: readonly Account[] }) {
  const nameOf = useAccountName();
  const levels = new Map(accounts.map((one) => [one.serviceKey, { account: one, level: getLevel(one) }]));
  // A note uses any account of its service, so the best level counts.
  function getLevel({ serviceKey }: Account) {
    const ofService = accounts.filter((one) => one.serviceKey === serviceKey);
    return (['enough', 'low', 'none'] as const).find((level) => ofService.some((one) => one.level === level));
  }
  return [...levels].map(
    ([key, { account, level }]) =>
      level &&
      level !== 'enough' && (
        <p key={key} className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
          {levels.size > 1 && <span className="wrap-anywhere">{nameOf(account)}</span>}
          <AccountLevelBadge level={level} />
        </p>
      ),
  );
}
