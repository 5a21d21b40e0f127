import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { formatDate } from '#platform/web/format.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { sessionsQuery, useEndSession, type OwnSession } from './accountCalls.ts';
import { deviceName } from './deviceName.ts';
import { formatContact } from './formatContact.ts';

/** The devices where the user is logged in; every session except this one can be ended. */
export function OwnSessions() {
  const sessions = useQuery(sessionsQuery());
  if (sessions.isPending) return <SkeletonText lines={3} />;
  if (!sessions.data) return <QueryError title="Couldn't load your devices" query={sessions} />;
  const list = sessions.data.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <ul aria-label="Logged-in devices" className="divide-y divide-line">
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
  const confirmAndEnd = () =>
    confirmChange({
      title: `Log out on ${name}?`,
      body: "You'll need to log in again on that device.",
      confirmLabel: 'Log out',
      change: () => end.mutateAsync(session.id),
      done: 'Logged out on the device',
      failed: "Couldn't log out on the device",
    });
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {session.current ? 'In use now' : `Last contact ${formatContact(session.lastUsedAt, timeZone)}`}
          {` · logged in ${formatDate(session.createdAt, timeZone)}`}
          {session.ip && ` · ${session.ip}`}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          className="pointer-coarse:min-h-11"
          aria-label={`Log out on ${name}`}
          pending={end.isPending}
          onClick={() => void confirmAndEnd()}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
