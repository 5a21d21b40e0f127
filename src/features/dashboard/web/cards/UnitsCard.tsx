import { Link } from '@tanstack/react-router';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

const AttentionList = lazyComponent(
  async () => (await import('./AttentionList.tsx')).AttentionList,
  <div className="p-4 sm:px-5">
    <Skeleton className="h-82" />
  </div>,
);

/** The accounts of units that need attention, worst first. */
export function UnitsCard() {
  return (
    <Card
      title="Accounts that need attention"
      padded={false}
      actions={
        <Link to="/clients" search={{ sort: 'state' }} className={buttonClass({ size: 'sm' })}>
          All clients
          <span className="sr-only"> by forecast</span>
        </Link>
      }
    >
      {/* The height of all rows, so that fewer of them move nothing below. */}
      <div className="min-h-90 border-t border-line">
        <AttentionList />
      </div>
    </Card>
  );
}
