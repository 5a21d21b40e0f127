import type { ReactNode } from 'react';
import { now } from '#platform/web/clock.ts';
import { prefetchQuery } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { latestQuery } from '#features/announcements/web/queries.ts';
import { roleLabel } from '#features/people/rules.ts';
import {
  firstNameOf,
  isManager,
  useIsManager,
  useUser,
  type SessionUser,
} from '#features/sessions/web/queries.ts';
import { dayCode } from './dayCode.ts';
import { DaySkeleton } from './DaySkeleton.tsx';
import { greetingAt } from './greeting.ts';
import { prefetchDay } from './prefetchDay.ts';

// Separate chunks, so that employees do not load code for managers.
const ManagerDay = lazyComponent<DayProps>(async () => (await dayCode.manager()).ManagerDay, <DaySkeleton />);
const EmployeeDay = lazyComponent<DayProps>(
  async () => (await dayCode.employee()).EmployeeDay,
  <DaySkeleton />,
);
const LinksAndNews = lazyComponent(
  async () => (await import('./LinksAndNews.tsx')).LinksAndNews,
  <Skeleton className="h-96" />,
);

type DayProps = { children: ReactNode };

/** Home: a greeting, what needs the user, then links and news. */
export function HomePage() {
  const user = useUser();
  const isManagerHome = useIsManager();
  const Day = isManagerHome ? ManagerDay : EmployeeDay;
  // oxlint-disable-next-line typescript/no-deprecated -- A greeting is for where the person is, not for the agency.
  const hour = now().getHours();
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h2 className="text-2xl font-semibold tracking-tight sm:text-3xl">
          {greetingAt(hour)}, {firstNameOf(user)}
        </h2>
        <p className="mt-1 text-muted">
          {isManagerHome ? 'Manage your team and review work notes' : 'Track your work and submit notes'}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Badge tone="info">{roleLabel(user.role)}</Badge>
          <Badge>{user.department || 'General'}</Badge>
        </div>
      </header>
      <Day>
        <LinksAndNews />
      </Day>
    </div>
  );
}

HomePage.prefetch = () => {
  const user = storedSession()?.user as SessionUser | undefined;
  prefetchQuery(latestQuery());
  if (user) prefetchDay(isManager(user));
};

/** Loads the part that depends on the role, so that the first paint has it. */
HomePage.open = (_search: object, user: SessionUser) =>
  (isManager(user) ? ManagerDay : EmployeeDay).preload();
