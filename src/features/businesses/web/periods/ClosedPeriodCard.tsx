import { useRef, useState } from 'react';
import { addDays } from '#platform/contract/days.ts';
import { today } from '#platform/web/clock.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { closedPeriodMessage } from '#features/businesses/periodRules.ts';
import { ClosePeriodDialog } from '#features/businesses/web/public.tsx';
import type { Business } from '#features/businesses/web/queries.ts';

const ReopenPeriodDialog = lazyDialog(
  async () => (await import('./ReopenPeriodDialog.tsx')).ReopenPeriodDialog,
);

type ClosedPeriodCardProps = {
  business: Business;
  /** True for admins. */
  canReopen: boolean;
};

/** The closed period of the business, to close more of it or to reopen it. */
export function ClosedPeriodCard({ business, canReopen }: ClosedPeriodCardProps) {
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
      title="Closed period"
      description="Notes and hours in a closed period can't be added or changed."
      actions={
        <>
          {canReopen && lockedThrough !== null && (
            <Button size="sm" onClick={() => setDialog('reopen')}>
              Reopen period
            </Button>
          )}
          <Button ref={closeButton} size="sm" onClick={() => setDialog('close')}>
            Close period
          </Button>
        </>
      }
    >
      <p>{lockedThrough === null ? 'No period is closed.' : closedPeriodMessage(lockedThrough)}</p>
      <ClosePeriodDialog key={lockedThrough} date={addDays(today(timeZone), -1)} {...openState('close')} />
      {lockedThrough !== null && (
        <ReopenPeriodDialog lockedThrough={lockedThrough} {...openState('reopen')} />
      )}
    </Card>
  );
}
