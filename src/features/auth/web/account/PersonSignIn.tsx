import { useQuery } from '@tanstack/react-query';
import { LogOut, ShieldOff } from 'lucide-react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import {
  personSessionsQuery,
  personTwoFactorQuery,
  useDisablePersonTwoFactor,
  useEndPersonSession,
  useEndPersonSessions,
  type NamedPerson,
  type PersonSession,
} from './accountCalls.ts';
import { deviceName } from './deviceName.ts';
import { formatContact } from './formatContact.ts';
import { TemporaryPassword } from './TemporaryPassword.tsx';

/** The actions of a manager on another person's login. */
export function PersonSignIn({ person }: { person: NamedPerson }) {
  return (
    <div className="flex flex-col gap-5">
      <TemporaryPassword person={person} />
      <Sessions person={person} />
      <TwoFactor person={person} />
    </div>
  );
}

/** The devices where a person is logged in, and those where they were until recently. */
function Sessions({ person }: { person: NamedPerson }) {
  const sessions = useQuery(personSessionsQuery(person.id));
  if (sessions.isPending) return <Skeleton className="h-11" />;
  if (!sessions.data) return <QueryError title="Couldn't load the devices" query={sessions} />;
  const live = sessions.data.filter(({ endedAt }) => endedAt === null);
  const ended = sessions.data.filter(({ endedAt }) => endedAt !== null);
  const refetch = () => void sessions.refetch();
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      {live.length === 0 && <p className="text-muted">Not logged in on any device.</p>}
      {live.length > 0 && <LiveSessions person={person} sessions={live} refetch={refetch} />}
      {ended.length > 0 && (
        <div>
          <p className="text-muted">Logged out automatically</p>
          <ul aria-label={`Devices on which ${person.name} was logged out automatically`}>
            {ended.map((session) => (
              <li key={session.id} className="py-1">
                <LastContact session={session} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface LiveSessionsProps {
  person: NamedPerson;
  sessions: PersonSession[];
  /** Updates the list after a change that was not confirmed: a colleague may have ended the session. */
  refetch: () => void;
}

/** Buttons end the sessions, for example when a phone is lost. */
function LiveSessions({ person, sessions, refetch }: LiveSessionsProps) {
  const endOne = useEndPersonSession();
  const endAll = useEndPersonSessions();
  async function confirmAndEndOne(id: number, device: string) {
    const isDone = await confirmChange({
      title: `Log ${person.name} out on ${device}?`,
      body: "They'll be notified and will need to log in again on that device. A note in progress stays on the device.",
      confirmLabel: 'Log out',
      change: () => endOne.mutateAsync(id),
      done: `${person.name} was logged out on ${device}`,
      failed: "Couldn't log out on the device",
    });
    if (!isDone) refetch();
  }
  async function confirmAndEnd() {
    const isDone = await confirmChange({
      title: `Log ${person.name} out on all devices?`,
      body: 'They will need to log in again and will be notified. A note in progress is kept on its device.',
      confirmLabel: 'Log out on all devices',
      change: () => endAll.mutateAsync(person.id),
      done: `${person.name} was logged out on all devices`,
      failed: "Couldn't log out on all devices",
    });
    if (!isDone) refetch();
  }
  return (
    <>
      <div>
        <p className="text-muted">Logged-in devices</p>
        <ul aria-label={`Devices on which ${person.name} is logged in`}>
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <LastContact session={session} />
              <Button
                size="sm"
                aria-label={`Log out ${person.name} on ${deviceName(session.userAgent)}`}
                pending={endOne.isPending && endOne.variables === session.id}
                onClick={() => void confirmAndEndOne(session.id, deviceName(session.userAgent))}
              >
                Log out
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <Button icon={<LogOut aria-hidden />} pending={endAll.isPending} onClick={() => void confirmAndEnd()}>
        Log out on all devices
      </Button>
    </>
  );
}

function LastContact({ session }: { session: PersonSession }) {
  const { timeZone } = useUser();
  return (
    <span>{`${deviceName(session.userAgent)}, last contact ${formatContact(session.lastUsedAt, timeZone)}`}</span>
  );
}

/** A person's two-factor authentication, which a manager turns off when phone and recovery codes are lost. */
function TwoFactor({ person }: { person: NamedPerson }) {
  const state = useQuery(personTwoFactorQuery(person.id));
  const disable = useDisablePersonTwoFactor();
  async function confirmAndDisable() {
    const isDone = await confirmChange({
      title: `Turn off two-factor authentication for ${person.name}?`,
      body: `Only do this if they lost both their phone and their recovery codes, and you're sure ${person.name} is the one asking. They will be logged out on all devices, log in with just their password, and be notified.`,
      confirmLabel: 'Turn off',
      change: () => disable.mutateAsync(person.id),
      done: {
        title: 'Two-factor authentication is off',
        description: `${person.name} can set it up again.`,
      },
      failed: "Couldn't turn off two-factor authentication",
    });
    if (!isDone) void state.refetch();
  }
  if (state.isPending) return <Skeleton className="h-11" />;
  if (!state.data) return <QueryError title="Couldn't load two-factor authentication" query={state} />;
  const { enabled } = state.data;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">Two-factor authentication</span>
        <StatusBadge tone={enabled ? 'success' : 'neutral'}>{enabled ? 'On' : 'Off'}</StatusBadge>
      </p>
      {enabled && (
        <Button
          icon={<ShieldOff aria-hidden />}
          pending={disable.isPending}
          onClick={() => void confirmAndDisable()}
        >
          Turn off two-factor authentication
        </Button>
      )}
    </div>
  );
}
