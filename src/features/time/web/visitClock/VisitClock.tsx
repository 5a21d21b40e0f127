import { Play, Square } from 'lucide-react';
import { clockInZone } from '#platform/contract/zone.ts';
import { getZoneAt, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { formatTime } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { formatMinutes, MAX_NOTE_MINUTES } from '#features/units/rules.ts';
import { cancelClock, endClock, startClock, useEnding } from './clockState.ts';
import { useTicking, useVisitClock } from './useVisitClock.ts';
import { getElapsedMs, type Running } from './visitState.ts';

type VisitClockProps = {
  zones: BusinessZones;
  /** The client of a visit that starts now, if one is chosen. */
  clientId: number | null;
  /** Called when the visit has ended; the form takes its times. */
  onEnded?: () => void;
};

const boxClass =
  'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-4 py-3 shadow-raised';

/** Starts, ends and cancels a visit. */
export function VisitClock({ zones, clientId, onEnded }: VisitClockProps) {
  const { running, unsent } = useVisitClock();
  // A visit that has just ended stays on screen until the server has answered.
  const ending = useEnding();
  const visit = ending ?? running;

  async function end() {
    await endClock();
    onEnded?.();
  }
  return (
    <section aria-label="Visit clock" className={boxClass}>
      {visit ? (
        <RunningVisit
          key={visit.startedAt}
          running={visit}
          zones={zones}
          isEnding={ending !== null}
          onEnd={() => void end()}
        />
      ) : (
        <>
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
            Time this visit. The clock fills in the date and times of your note.
          </p>
          <Button
            icon={<Play aria-hidden />}
            className="max-sm:w-full"
            onClick={() => void startClock(clientId)}
          >
            Start visit
          </Button>
        </>
      )}
      {/* Always mounted: screen readers announce only changes of an existing region. */}
      <p role="status" className="basis-full text-sm text-muted empty:sr-only">
        {unsent.length > 0 &&
          'Not sent yet. Your visit clock is saved on this device and will be sent automatically.'}
      </p>
    </section>
  );
}

type RunningVisitProps = { running: Running; zones: BusinessZones; isEnding: boolean; onEnd: () => void };

function RunningVisit({ running, zones, isEnding, onEnd }: RunningVisitProps) {
  const { startedAt, clientId } = running;
  const client = useClients().data?.find(({ id }) => id === clientId);
  const minutes = Math.floor(getElapsedMs(running, useTicking()) / 60_000);
  return (
    <>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          Visit{client && ` with ${client.contactName}`} since{' '}
          <span className="tabular">{formatStart(startedAt, zones)}</span>
        </p>
        <p className="tabular text-sm text-muted">{formatMinutes(minutes)}</p>
        {minutes >= MAX_NOTE_MINUTES && (
          <p role="alert" className="mt-1 text-sm text-pending-ink">
            Did you forget to end this visit? If you end it now, you enter the end time yourself. You can also
            cancel it.
          </p>
        )}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button disabled={isEnding} onClick={() => void confirmCancel()}>
          Cancel visit
        </Button>
        <Button variant="primary" icon={<Square aria-hidden />} pending={isEnding} onClick={onEnd}>
          End visit
        </Button>
      </div>
    </>
  );
}

async function confirmCancel(): Promise<void> {
  const isConfirmed = await confirm({
    title: 'Cancel this visit?',
    body: 'The clock stops and nothing is filled in.',
    confirmLabel: 'Cancel visit',
    cancelLabel: 'Keep it running',
    danger: true,
  });
  if (isConfirmed) void cancelClock();
}

/** '9:02 AM', of a repeated hour with which one it is. */
function formatStart(startedAt: string, zones: BusinessZones): string {
  const start = new Date(startedAt);
  const { time, occurrence } = clockInZone(start, getZoneAt(start, zones));
  return formatTime(time, occurrence);
}
