import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#platform/web/apiError.ts';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { noteUnitsQuery, type NoteUnits } from '#features/notes/web/queries.ts';
import { roundingLabels, unitsLabel } from '#features/services/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { formatTimes } from '#features/units/rules.ts';
import { nameAccount } from './nameAccount.ts';

/** How the units of a note were computed and deducted; read when it is first rendered. */
export function UnitsExplanation({ noteId }: { noteId: number }) {
  const { timeZone } = useUser();
  const { data, error } = useQuery(noteUnitsQuery(noteId));
  if (error) {
    const isDeleted = error instanceof ApiError && error.status === 404;
    return <p>{isDeleted ? 'This note was deleted.' : 'Couldn’t load the explanation.'}</p>;
  }
  if (!data) return <SkeletonText lines={4} />;
  const { account } = data;
  return (
    <div className="grid gap-2">
      <p>
        {formatTimes(data)}, {data.timeZone}
      </p>
      {data.steps.map((step) => (
        <p key={step} className="tabular">
          {step}
        </p>
      ))}
      <p>Rounding: {roundingLabels[data.rounding]}</p>
      <p>
        {nameAccount(account)}: {unitsLabel(account.before)} before, {unitsLabel(account.after)} after
      </p>
      <Movements movements={data.movements} timeZone={timeZone} />
    </div>
  );
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
