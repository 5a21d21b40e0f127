import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { now } from '#platform/web/clock.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { formatRelative } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import type { NamedPerson } from './accountCalls.ts';
import { personSessionsQuery, useEndPersonSessions } from './accountCalls.ts';
import { deviceName } from './deviceName.ts';
import { NotLoaded } from './NotLoaded.tsx';

/** A person's signed-in devices, and ending all of their sessions, for example when a phone is lost. */
export function PersonSessions({ person }: { person: NamedPerson }) {
  const sessions = useQuery(personSessionsQuery(person.id));
  const endAll = useEndPersonSessions();
  async function askAndEnd() {
    const sure = await confirm({
      title: `Sign ${person.name} out of all devices?`,
      body: 'They will need to log in again and will be notified. A note in progress is kept on its device.',
      confirmLabel: 'Sign out of all devices',
      danger: true,
    });
    if (!sure) return;
    try {
      await endAll.mutateAsync(person.id);
      toast({ title: `${person.name} was signed out of all devices` });
    } catch (error) {
      failureToast(error, "Couldn't sign out all devices");
      void sessions.refetch();
    }
  }
  if (!sessions.data) return <NotLoaded query={sessions} what="the signed-in devices" />;
  const list = sessions.data;
  if (list.length === 0) return <p className="text-sm text-muted">Not signed in on any device.</p>;
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="text-sm">
        <p className="text-muted">Signed-in devices</p>
        <ul aria-label={`Devices on which ${person.name} is signed in`}>
          {list.map(({ id, userAgent, lastUsedAt }) => (
            <li key={id}>{`${deviceName(userAgent)}, used ${formatRelative(lastUsedAt, now())}`}</li>
          ))}
        </ul>
      </div>
      <Button icon={<LogOut aria-hidden />} pending={endAll.isPending} onClick={() => void askAndEnd()}>
        Sign out of all devices
      </Button>
    </div>
  );
}
