import { useRef, useState } from 'react';
import { addDays } from '#platform/contract/days.ts';
import { today } from '#platform/web/clock.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { closedPeriodMessage } from '#features/businesses/periodRules.ts';
import { CloseTimeDialog } from '#features/businesses/web/public.tsx';
import type { Business } from '#features/businesses/web/queries.ts';

const ReopenTimeDialog = lazyDialog(async () => (await import('./ReopenTimeDialog.tsx')).ReopenTimeDialog);

type ClosedTimeCardProps = {
  business: Business;
  /** Whether the user is an admin. */
  canReopen: boolean;
};

/** The closed time of the business, to close more of it or to reopen it. */
export function ClosedTimeCard({ business, canReopen }: ClosedTimeCardProps) {
  const { lockedThrough, timeZone } = business;
  const [dialog, setDialog] = useState<'close' | 'reopen' | null>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const openState = (name: 'close' | 'reopen') => ({
    open: dialog === name,
    onOpenChange: (open: boolean) => setDialog(open ? name : null),
    // The other button may be gone.
    returnFocus: () => closeButton.current,
  });
  return (
    <Card
      title="Closed time"
      description="Notes and hours of closed time can't be added or changed."
      actions={
        <>
          {canReopen && lockedThrough !== null && (
            <Button size="sm" onClick={() => setDialog('reopen')}>
              Reopen time
            </Button>
          )}
          <Button ref={closeButton} size="sm" onClick={() => setDialog('close')}>
            Close time
          </Button>
        </>
      }
    >
      <p>{lockedThrough === null ? 'No time is closed.' : closedPeriodMessage(lockedThrough)}</p>
      <CloseTimeDialog key={lockedThrough} date={addDays(today(timeZone), -1)} {...openState('close')} />
      {lockedThrough !== null && <ReopenTimeDialog lockedThrough={lockedThrough} {...openState('reopen')} />}
    </Card>
  );
}
