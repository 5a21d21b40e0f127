import { prefetchQuery } from '#platform/web/queries.ts';
import { clientsQuery } from '#features/clients/web/queries.ts';
import { attentionQuery } from '#features/dashboard/web/queries.ts';
import { latestMessagesQuery, unreadQuery } from '#features/mail/web/queries.ts';
import { noteStatsQuery, openDisputesQuery, sentBackQuery } from '#features/notes/web/queries.ts';
import { lateNotesQuery } from '#features/review/web/queries.ts';
import { servicesQuery } from '#features/services/web/queries.ts';
import { draftsQuery } from '#features/submission/web/drafts/queries.ts';
import { ownHoursQuery } from '#features/time/web/queries.ts';
import { visitClockQuery } from '#features/time/web/visitClock/queries.ts';

/** Fetches what Home shows first while its code is loading. */
export function prefetchDay(isManager: boolean): void {
  prefetchQuery(sentBackQuery());
  prefetchQuery(visitClockQuery());
  if (isManager) {
    prefetchQuery(noteStatsQuery());
    prefetchQuery(attentionQuery());
    prefetchQuery(lateNotesQuery());
    prefetchQuery(openDisputesQuery());
  } else {
    prefetchQuery(draftsQuery());
    prefetchQuery(unreadQuery());
    prefetchQuery(latestMessagesQuery());
    prefetchQuery(clientsQuery());
    prefetchQuery(ownHoursQuery());
    prefetchQuery(servicesQuery());
  }
}
