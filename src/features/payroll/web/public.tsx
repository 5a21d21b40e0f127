/** What the profile shows of a person's hours. */
import { lazy, Suspense } from 'react';
import { today } from '../../../platform/web/clock.ts';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { useUser } from '../../auth/web/queries.ts';
import { weekStart } from '../rules.ts';

const PersonSummary = lazy(async () => ({
  default: (await import('./parts/PersonSummary.tsx')).PersonSummary,
}));

/** A person's weeks, month and entries up to now: the own ones, or for managers anybody's. Begins with headings of level 2. */
export function PersonPayroll({ employeeId }: { employeeId: number }) {
  const { timeZone } = useUser();
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <PersonSummary key={employeeId} employeeId={employeeId} week={weekStart(today(timeZone))} />
    </Suspense>
  );
}
