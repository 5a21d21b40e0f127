import clsx from 'clsx';
import { CalendarX, Pencil, Trash2 } from 'lucide-react';
import { formatRate, formatUnits } from '#platform/contract/decimalFormat.ts';
import { formatDate, formatDay } from '#platform/web/format.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { ForecastState } from '#features/clients/authorizationContract.ts';
import { authorizationStatusLabels } from '#features/clients/rules.ts';
import { describeForecast } from '#features/clients/web/accounts/accountText.ts';
import { AccountUnits } from '#features/clients/web/accounts/AccountUnits.tsx';
import { ForecastBadge } from '#features/clients/web/accounts/ForecastBadge.tsx';
import { unitsLabel } from '#features/services/rules.ts';
import type { Authorization } from './queries.ts';
import { useEnding } from './useEnding.ts';

const tones = {
  approved: 'success',
  pending: 'pending',
  suspended: 'danger',
} as const;

type AuthorizationItemProps = {
  authorization: Authorization;
  timeZone: string;
  editable: boolean;
  onEdit: () => void;
};

/** One authorization of a client with its units, which managers can edit and end or remove. */
export function AuthorizationItem({ authorization, timeZone, editable, onEdit }: AuthorizationItemProps) {
  const { serviceName, serviceDescription, status, notes, forecast } = authorization;
  const terms = describeTerms(authorization);
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 py-1">
          <span className="font-medium wrap-anywhere">{serviceName}</span>
          <States status={status} state={forecast?.state} />
        </div>
        {editable && <Buttons authorization={authorization} timeZone={timeZone} onEdit={onEdit} />}
      </div>
      {serviceDescription && <p className="mt-0.5 text-sm wrap-anywhere">{serviceDescription}</p>}
      {terms.map((term) => (
        <p key={term} className="tabular mt-0.5 text-sm wrap-anywhere">
          {term}
        </p>
      ))}
      <Units authorization={authorization} />
      <p className="mt-1 text-sm text-muted">{datesOf(authorization, timeZone)}</p>
      {notes && <p className="mt-1 text-sm wrap-anywhere text-muted">{notes}</p>}
    </li>
  );
}

type StatesProps = { status: Authorization['status']; state: ForecastState | undefined };

/** The status and the state of the forecast; only one of them when the authorization is over. */
function States({ status, state }: StatesProps) {
  if (status === 'expired' || state === 'expired') return <StatusBadge tone="neutral">Expired</StatusBadge>;
  return (
    <>
      <StatusBadge tone={tones[status]}>{authorizationStatusLabels[status]}</StatusBadge>
      {state && <ForecastBadge state={state} />}
    </>
  );
}

type ButtonsProps = Pick<AuthorizationItemProps, 'authorization' | 'timeZone' | 'onEdit'>;

function Buttons({ authorization, timeZone, onEdit }: ButtonsProps) {
  const { serviceName } = authorization;
  const ending = useEnding(authorization, timeZone);
  return (
    <div className="-mr-2 flex">
      <IconButton label={`Edit ${serviceName}`} icon={<Pencil aria-hidden />} onClick={onEdit} />
      {ending.kind !== null && (
        <IconButton
          label={`${ending.kind === 'end' ? 'End' : 'Remove'} ${serviceName}`}
          icon={ending.kind === 'end' ? <CalendarX aria-hidden /> : <Trash2 aria-hidden />}
          pending={ending.isPending}
          onClick={() => void ending.run()}
        />
      )}
    </div>
  );
}

/** Used of authorized units as a bar, with what is left or lapsed and the forecast in words. */
function Units({ authorization }: { authorization: Authorization }) {
  const { serviceName, unitsAuthorized, unitsUsed, unitsAvailable } = authorization;
  if (unitsAuthorized === null) return null;
  const figure = `${formatUnits(unitsUsed)} of ${formatUnits(unitsAuthorized)} units used`;
  return (
    <div className="tabular mt-2">
      <Progress
        label={`${serviceName}: units used`}
        hideLabel
        figure={figure}
        value={Number(unitsUsed)}
        max={Number(unitsAuthorized)}
        tone={Number(unitsAvailable) < 0 ? 'danger' : 'accent'}
      >
        <AccountUnits
          account={toAccount(authorization, unitsAuthorized)}
          name={[serviceName, authorization.reference].filter(Boolean).join(' · ')}
          text={figure}
          clientId={authorization.clientId}
        />
      </Progress>
      {describeUnits(authorization).map((line, index) => (
        <p key={line} className={clsx('mt-1 text-sm', index > 0 && 'text-muted')}>
          {line}
        </p>
      ))}
    </div>
  );
}

const toAccount = ({ unitsUsed, ...authorization }: Authorization, total: string) => ({
  total,
  used: unitsUsed,
  available: authorization.unitsAvailable ?? '0',
  lapsed: authorization.unitsLapsed ?? '0',
  forecast: authorization.forecast ?? undefined,
});

function describeUnits({ unitsAvailable, unitsLapsed, forecast, ...dates }: Authorization): string[] {
  const lapsed = unitsLapsed ?? '0';
  // The panel of the forecast has all lines.
  const lines = forecast ? describeForecast({ ...dates, lapsed, forecast }).slice(0, 1) : [];
  // These two sentences include the units.
  if (forecast?.state === 'expired' || forecast?.state === 'exhausted') return lines;
  return [`${unitsLabel(unitsAvailable ?? '0')} left`, ...lines];
}

/** Payer and number, caps and rate, one line each. */
function describeTerms(authorization: Authorization): string[] {
  const { payer, reference, unitsPerWeek, unitsPerMonth, unitRate } = authorization;
  const caps = [
    unitsPerWeek && `${formatUnits(unitsPerWeek)} units per week`,
    unitsPerMonth && `${formatUnits(unitsPerMonth)} units per month`,
  ].filter(Boolean);
  return [
    [payer, reference].filter(Boolean).join(' · '),
    caps.length > 0 && `Up to ${caps.join(', ')}`,
    unitRate && `${formatRate(unitRate)} per unit`,
  ].filter((line): line is string => Boolean(line));
}

function datesOf(authorization: Authorization, timeZone: string): string {
  const { approvedByName, approvedDate, startDate, expiryDate } = authorization;
  const approved = [
    approvedByName && `by ${approvedByName}`,
    approvedDate && `on ${formatDate(approvedDate, timeZone)}`,
  ].filter(Boolean);
  return [
    approved.length > 0 && `Approved ${approved.join(' ')}`,
    startDate && expiryDate ? `${formatDay(startDate)} – ${formatDay(expiryDate)}` : null,
    startDate && !expiryDate ? `From ${formatDay(startDate)}` : null,
    !startDate && expiryDate ? `Expires ${formatDay(expiryDate)}` : null,
    !expiryDate && 'No expiry date',
  ]
    .filter(Boolean)
    .join(' · ');
}
