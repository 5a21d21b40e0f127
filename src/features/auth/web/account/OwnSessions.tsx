import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { messageOf } from '#platform/web/apiError.ts';
import { now } from '#platform/web/clock.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { formatDate, formatRelative } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { sessionsQuery, useEndSession } from './accountCalls.ts';
import type { OwnSession } from './accountCalls.ts';
import { deviceName } from './deviceName.ts';

/** The user's signed-in devices; every session but this one can be ended. */
export function OwnSessions() {
  const sessions = useQuery(sessionsQuery());
  if (sessions.isPending) return <SkeletonText lines={3} />;
  if (!sessions.data) {
    return (
      <ErrorState
        title="Couldn't load your devices"
        body={messageOf(sessions.error, 'Please try again.')}
        onRetry={() => void sessions.refetch()}
        retrying={sessions.isFetching}
      />
    );
  }
  const list = sessions.data.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <ul aria-label="Signed-in devices" className="divide-y divide-line">
      {list.map((session) => (
        <SessionItem key={session.id} session={session} />
      ))}
    </ul>
  );
}

function SessionItem({ session }: { session: OwnSession }) {
  const { timeZone } = useUser();
  const end = useEndSession();
  const name = deviceName(session.userAgent);
  async function askAndEnd() {
    const sure = await confirm({
      title: `Sign out of ${name}?`,
      body: "You'll need to log in again on that device.",
      confirmLabel: 'Sign out',
      danger: true,
    });
    if (!sure) return;
    try {
      await end.mutateAsync(session.id);
      toast({ title: 'Signed out of the device' });
    } catch (error) {
      failureToast(error, "Couldn't sign out of the device");
    }
  }
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {session.current ? 'In use now' : `Used ${formatRelative(session.lastUsedAt, now())}`}
          {` · signed in ${formatDate(session.createdAt, timeZone)}`}
          {session.ip && ` · ${session.ip}`}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          className="pointer-coarse:min-h-11"
          aria-label={`Sign out of ${name}`}
          pending={end.isPending}
          onClick={() => void askAndEnd()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
