import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { RecentAnnouncements } from '#features/announcements/web/public.tsx';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { QuickActions } from './QuickActions.tsx';

// A separate chunk, so that employees do not load code for managers.
const ManagementTools = lazyComponent(
  async () => (await import('./ManagementTools.tsx')).ManagementTools,
  <Skeleton className="h-64" />,
);

/** The bottom of Home: quick actions, announcements and, for managers, numbers. */
export function LinksAndNews() {
  const isManager = useIsManager();
  return (
    <>
      <QuickActions isManager={isManager} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <RecentAnnouncements />
        {isManager && <ManagementTools />}
      </div>
    </>
  );
}
