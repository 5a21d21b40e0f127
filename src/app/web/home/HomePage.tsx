import { RecentAnnouncements } from '../../../features/announcements/web/public.tsx';
import { useIsManager, useUser, firstNameOf } from '../../../features/auth/web/queries.ts';
import { roleLabel } from '../../../features/people/web/public.tsx';
import { now } from '../../../platform/web/clock.ts';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { ManagementTools } from './ManagementTools.tsx';
import { QuickActions } from './QuickActions.tsx';
import { greetingAt } from './greeting.ts';

/** Where everybody begins: who one is, and what to do next. */
export function HomePage() {
  const user = useUser();
  const isManager = useIsManager();
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
      <QuickActions isManager={isManager} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <RecentAnnouncements />
        {isManager && <ManagementTools />}
      </div>
    </div>
  );
}
