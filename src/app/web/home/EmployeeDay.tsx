import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clientsQuery } from '#features/clients/web/queries.ts';
import { latestMessagesQuery, unreadQuery } from '#features/mail/web/queries.ts';
import { SentBackNotes } from '#features/notes/web/list/SentBackNotes.tsx';
import { sentBackQuery } from '#features/notes/web/queries.ts';
import { servicesQuery } from '#features/services/web/queries.ts';
import { draftsQuery } from '#features/submission/web/drafts/queries.ts';
import { ownHoursQuery } from '#features/time/web/queries.ts';
import { DayClients } from './DayClients.tsx';
import { DayClock } from './DayClock.tsx';
import { CalmLine, FailedReads, useIsLoaded } from './DayFrame.tsx';
import { DaySkeleton } from './DaySkeleton.tsx';
import { listDayClients } from './listDayClients.ts';
import { UnfinishedDrafts } from './UnfinishedDrafts.tsx';
import { UnreadMessages } from './UnreadMessages.tsx';

/** Tasks of an employee. The visit clock works without the server, so it is there at once. */
export function EmployeeDay({ children }: { children: ReactNode }) {
  return (
    <>
      <DayClock />
      <Tasks>{children}</Tasks>
    </>
  );
}

/** Notes, drafts, messages and visits of the day; the rest of Home follows once they have loaded, so that nothing moves. */
function Tasks({ children }: { children: ReactNode }) {
  const sentBack = useQuery(sentBackQuery());
  const drafts = useQuery(draftsQuery());
  const unread = useQuery(unreadQuery());
  const latest = useQuery(latestMessagesQuery());
  const clients = useQuery(clientsQuery());
  const hours = useQuery(ownHoursQuery());
  // The names of accounts need the services.
  const services = useQuery(servicesQuery());
  const reads = [sentBack, drafts, unread, latest, clients, hours, services];
  if (!useIsLoaded(reads)) return <DaySkeleton />;
  const messages = (latest.data?.rows ?? []).filter(({ isRead }) => !isRead);
  const visits = listDayClients(clients.data ?? [], hours.data?.rows ?? []);
  const isFree =
    sentBack.data?.total === 0 &&
    drafts.data?.length === 0 &&
    unread.data?.unread === 0 &&
    clients.data !== undefined;
  return (
    <>
      <FailedReads text="Couldn’t load some of your tasks." reads={reads} />
      {isFree && visits.length === 0 && (
        <CalmLine>
          {clients.data.length === 0
            ? 'You have no clients yet. Ask your manager to assign you one.'
            : 'You’re all caught up.'}
        </CalmLine>
      )}
      <SentBackNotes />
      <div className="grid items-start gap-6 empty:hidden lg:grid-cols-2 lg:*:only:col-span-2">
        <UnfinishedDrafts drafts={drafts.data ?? []} />
        <UnreadMessages messages={messages} total={unread.data?.unread ?? 0} />
      </div>
      <DayClients visits={visits} />
      {children}
    </>
  );
}
