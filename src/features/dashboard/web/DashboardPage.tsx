import { prefetchQuery } from '#platform/web/queries.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { ReadinessCard } from '#features/packets/web/public.tsx';
import { ResourcesCard } from '#features/resources/web/public.tsx';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { TeamHours, OwnHours } from './cards/HoursCard.tsx';
import { ManagerCards } from './cards/ManagerCards.tsx';
import { RecentNotes } from './cards/RecentNotes.tsx';
import { SummaryTiles } from './cards/SummaryTiles.tsx';
import { UnitsCard } from './cards/UnitsCard.tsx';
import { dashboardStatsQuery, recentNotesQuery } from './queries.ts';

const ReviewsSection = lazyComponent(
  async () => (await import('./reviews/ReviewsSection.tsx')).ReviewsSection,
  <Skeleton className="h-96" />,
);

/** Dashboard: notes by status, recent notes, hours, resources and, for managers, reviews. */
export function DashboardPage() {
  const isManager = useIsManager();
  return (
    <div className="flex flex-col gap-6">
      <SummaryTiles />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <RecentNotes />
          {isManager ? <TeamHours /> : <OwnHours />}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {isManager && <ReadinessCard />}
          {isManager && <UnitsCard />}
          <ResourcesCard />
          {isManager && <ManagerCards />}
        </div>
      </div>
      {isManager && <ReviewsSection />}
    </div>
  );
}

DashboardPage.prefetch = () => {
  prefetchQuery(dashboardStatsQuery());
  prefetchQuery(recentNotesQuery());
};
