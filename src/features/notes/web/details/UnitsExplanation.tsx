import { useQuery } from '@tanstack/react-query';
import { formatDateTimeZone, formatTime } from '#platform/web/format.ts';
import { Toggletip } from '#platform/web/ui/Toggletip.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { roundingLabels, unitsLabel } from '#features/services/rules.ts';
import { GENERAL_UNITS } from '#features/clients/web/accounts/public.tsx';
import { formatMinutes } from '#features/units/rules.ts';
import { noteUnitsQuery, type Note, type NoteUnits } from '#features/notes/web/queries.ts';

/** The units of a note, with how they were computed and deducted. */
export function UnitsExplanation({ note, timeZone }: { note: Note; timeZone: string }) {
  return (
    <Toggletip content={<Explanation id={note.id} timeZone={timeZone} />}>
      {formatMinutes(note.minutes)} = {unitsLabel(note.timeUnitsUsed)}
    </Toggletip>
  );
}

function Explanation({ id, timeZone }: { id: number; timeZone: string }) {
  const { data, isError } = useQuery(noteUnitsQuery(id));
  if (isError) return <p>Couldn’t load the explanation.</p>;
  if (!data) return <SkeletonText lines={4} />;
  const { account } = data;
  return (
    <div className="grid gap-2">
      <p>
        {formatTime(data.startTime)} to {formatTime(data.endTime)}, {data.timeZone}
      </p>
      {data.steps.map((step) => (
        <p key={step} className="tabular">
          {step}
        </p>
      ))}
      <p>Rounding: {roundingLabels[data.rounding]}</p>
      {account.before !== null && account.after !== null && (
        <p>
          {nameAccount(account)}: {unitsLabel(account.before)} before, {unitsLabel(account.after)} after
        </p>
      )}
      <Movements movements={data.movements} timeZone={timeZone} />
    </div>
  );
}

/** Employees get no reference. */
function nameAccount({ authorizationId, reference }: NoteUnits['account']): string {
  if (authorizationId === null) return GENERAL_UNITS;
  return reference === null ? 'Authorization' : `Authorization ${reference}`;
}

const kindLabels = {
  purchase: 'Purchased',
  adjustment: 'Adjusted',
  note: 'Deducted',
  reversal: 'Returned',
} as const;

type MovementsProps = Pick<NoteUnits, 'movements'> & { timeZone: string };

function Movements({ movements, timeZone }: MovementsProps) {
  if (movements.length === 0) return <p>No units were deducted.</p>;
  return (
    <ul className="text-muted">
      {movements.map(({ kind, delta, at, actorName }) => (
        <li key={`${kind} ${at}`}>
          {kindLabels[kind]} {unitsLabel(Math.abs(Number(delta)))}, {formatDateTimeZone(at, timeZone)},{' '}
          {actorName}
        </li>
      ))}
    </ul>
  );
}
