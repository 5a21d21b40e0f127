import { useQuery } from '@tanstack/react-query';
import { RecentAnnouncements } from '#features/announcements/web/public.tsx';
import { latestQuery } from '#features/announcements/web/queries.ts';
import { sentBackQuery } from '#features/notes/web/queries.ts';
import { useIsManager, useUser, firstNameOf } from '#features/sessions/web/queries.ts';
import { roleLabel } from '#features/people/rules.ts';
import { now } from '#platform/web/clock.ts';
import { prefetchQuery } from '#platform/web/queries.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { QuickActions } from './QuickActions.tsx';
import { greetingAt } from './greeting.ts';

// Separate chunks, so that employees do not load code for managers.
const WaitingNotes = lazyComponent(
  async () => (await import('./WaitingNotes.tsx')).WaitingNotes,
  <Skeleton className="h-14" />,
);
const SentBackNotes = lazyComponent(
  async () => (await import('#features/notes/web/list/SentBackNotes.tsx')).SentBackNotes,
  <Skeleton className="h-28" />,
);
const ManagementTools = lazyComponent(
  async () => (await import('./ManagementTools.tsx')).ManagementTools,
  <Skeleton className="h-64" />,
);

/** Home: a greeting and what to do next. */
export function HomePage() {
  const user = useUser();
  const isManager = useIsManager();
  const sentBack = useQuery(sentBackQuery());
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h2 className="text-2xl font-semibold tracking-tight sm:text-3xl">
          {greetingAt(now())}, {firstNameOf(user)}
        </h2>
        <p className="mt-1 text-muted">
          {isManager ? 'Manage your team and review work notes' : 'Track your work and submit notes'}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Badge tone="info">{roleLabel(user.role)}</Badge>
          <Badge>{user.department || 'General'}</Badge>
        </div>
      </header>
      {isManager && <WaitingNotes />}
      {sentBack.data?.total ? <SentBackNotes /> : null}
      <QuickActions isManager={isManager} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <RecentAnnouncements />
        {isManager && <ManagementTools />}
      </div>
    </div>
  );
}

HomePage.prefetch = () => {
  prefetchQuery(latestQuery());
  prefetchQuery(sentBackQuery());
};
