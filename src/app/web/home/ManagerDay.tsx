import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { AttentionRow } from '#features/dashboard/web/cards/AttentionRow.tsx';
import { attentionQuery } from '#features/dashboard/web/queries.ts';
import { SentBackNotes } from '#features/notes/web/list/SentBackNotes.tsx';
import { noteStatsQuery, openDisputesQuery, sentBackQuery } from '#features/notes/web/queries.ts';
import { lateNotesQuery } from '#features/review/web/queries.ts';
import { useVisitClock } from '#features/time/web/public.tsx';
import { DayClock } from './DayClock.tsx';
import { CalmLine, DayList, FailedReads, useIsLoaded } from './DayFrame.tsx';
import { DaySkeleton } from './DaySkeleton.tsx';
import { LateNotes } from './LateNotes.tsx';
import { OpenDisputes } from './OpenDisputes.tsx';
import { WaitingNotes } from './WaitingNotes.tsx';

const FirstSteps = lazyComponent(
  async () => (await import('./FirstSteps.tsx')).FirstSteps,
  <Skeleton className="h-96" />,
);

/** Tasks of a manager; the rest of Home follows once they have loaded, so that nothing moves. */
export function ManagerDay({ children }: { children: ReactNode }) {
  const stats = useQuery(noteStatsQuery());
  const sentBack = useQuery(sentBackQuery());
  const attention = useQuery(attentionQuery());
  const late = useQuery(lateNotesQuery());
  const disputes = useQuery(openDisputesQuery());
  const isLoaded = useIsLoaded([stats, sentBack, attention, late, disputes]);
  const clock = <RunningClock isLoaded={isLoaded} />;
  if (!isLoaded) {
    return (
      <>
        {clock}
        <DaySkeleton isBelowClock />
      </>
    );
  }
  const isFree =
    stats.data?.pending === 0 &&
    disputes.data?.total === 0 &&
    sentBack.data?.total === 0 &&
    attention.data?.total === 0 &&
    late.data?.authors.length === 0;
  return (
    <>
      {clock}
      <FailedReads text="Couldn’t load notes to review." reads={[stats]} />
      <FailedReads text="Couldn’t load some items." reads={[sentBack, attention, late, disputes]} />
      {stats.data?.total === 0 && <FirstSteps />}
      {isFree && stats.data?.total !== 0 && <CalmLine>You’re all caught up. No notes to review.</CalmLine>}
      {stats.data !== undefined && stats.data.pending > 0 && <WaitingNotes count={stats.data.pending} />}
      <OpenDisputes rows={disputes.data?.rows ?? []} />
      <SentBackNotes />
      <div className="grid items-start gap-6 empty:hidden lg:grid-cols-2 lg:*:only:col-span-2">
        <DayList
          title="Accounts that need attention"
          rows={attention.data?.rows ?? []}
          rowKey={({ clientId, authorizationId }) => `${clientId} ${authorizationId}`}
          renderRow={(row) => <AttentionRow row={row} />}
        />
        {late.data && <LateNotes {...late.data} />}
      </div>
      {children}
    </>
  );
}

/**
 * The clock of a visit until its times are in the note form. Few managers make visits: they start one in that form.
 * Before Home has loaded it takes the place of a skeleton, so that it moves nothing.
 */
function RunningClock({ isLoaded }: { isLoaded: boolean }) {
  const { running, ended } = useVisitClock();
  const hasVisit = running !== null || ended.length > 0;
  return (
    <div className={isLoaded ? 'empty:hidden' : 'min-h-32'}>
      {hasVisit ? <DayClock /> : !isLoaded && <Skeleton className="h-32" />}
    </div>
  );
}
