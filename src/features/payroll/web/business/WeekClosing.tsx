import { useRef, useState } from 'react';
import type { Week } from '#platform/contract/weeks.ts';
import { today } from '#platform/web/clock.ts';
import { formatDay } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { closedPeriodMessage, isInClosedPeriod } from '#features/businesses/periodRules.ts';
import { ClosePeriodDialog } from '#features/businesses/web/public.tsx';
import { useLockedThrough, useUser } from '#features/sessions/web/queries.ts';

type WeekClosingProps = {
  week: Week;
  /** Exported after the end of the week, by any manager. */
  isExported: boolean;
};

/** State of the closing of a week; offers to close one that has ended and was exported. */
export function WeekClosing({ week: { start, end }, isExported }: WeekClosingProps) {
  const { timeZone } = useUser();
  const lockedThrough = useLockedThrough();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  const isClosed = isInClosedPeriod(end, lockedThrough);
  const canClose = isExported && !isClosed && end < today(timeZone);
  return (
    <>
      {lockedThrough !== null && isInClosedPeriod(start, lockedThrough) && (
        <p className="text-sm text-muted">{closedPeriodMessage(lockedThrough)}</p>
      )}
      {canClose && (
        <Banner
          tone="info"
          title="This week was exported"
          action={
            <Button ref={button} onClick={() => setOpen(true)}>
              Close period through {formatDay(end)}
            </Button>
          }
        >
          Close the week so notes and hours can’t change after export.
        </Banner>
      )}
      <ClosePeriodDialog
        date={end}
        open={open}
        onOpenChange={setOpen}
        onClosed={() => (isDone.current = true)}
        // The button disappears once the session has the new date.
        returnFocus={() =>
          isDone.current ? document.querySelector<HTMLElement>('[data-export]') : button.current
        }
      />
    </>
  );
}
