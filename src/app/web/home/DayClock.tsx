import { useRouter } from '@tanstack/react-router';
import { useUser } from '#features/sessions/web/queries.ts';
import { VisitClock } from '#features/time/web/public.tsx';
import { useCanOpen } from '#app/web/useScreens.ts';

/** The visit clock of a user who can write notes. Ending the visit opens the note form with its times. */
export function DayClock() {
  const user = useUser();
  const canWrite = useCanOpen()('/submit');
  const router = useRouter();
  if (!canWrite) return null;
  const onEnded = () => {
    // The user may have left Home meanwhile.
    if (router.latestLocation.pathname === '/') void router.navigate({ to: '/submit' });
  };
  return <VisitClock zones={user} clientId={null} onEnded={onEnded} />;
}
