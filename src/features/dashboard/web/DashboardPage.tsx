import { useIsManager } from '#features/sessions/web/queries.ts';
import { ResourcesCard } from '#features/resources/web/public.tsx';
import { EverybodysHours, OwnHours } from './parts/Hours.tsx';
import { ManagerCards } from './parts/ManagerCards.tsx';
import { RecentNotes } from './parts/RecentNotes.tsx';
import { Tiles } from './parts/Tiles.tsx';
import { figuresQuery, recentNotesQuery } from './queries.ts';
import { readAhead } from '#platform/web/queries.ts';

/** Where the notes stand, what came last, and what the business shares. */
export function DashboardPage() {
  const isManager = useIsManager();
  return (
    <div className="flex flex-col gap-6">
      <Tiles />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <RecentNotes />
          {isManager ? <EverybodysHours /> : <OwnHours />}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ResourcesCard />
          {isManager && <ManagerCards />}
        </div>
      </div>
    </div>
  );
}

DashboardPage.readAhead = () => {
  readAhead(figuresQuery());
  readAhead(recentNotesQuery());
};
