import { useNavigate } from '@tanstack/react-router';
import { useCanOpen } from '#app/web/useScreens.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { VisitClock } from '#features/time/web/public.tsx';

/** The visit clock of a user who can write notes. Ending the visit opens the note form with its times. */
export function DayClock() {
  const { timeZone } = useUser();
  const canWrite = useCanOpen()('/submit');
  const navigate = useNavigate();
  if (!canWrite) return null;
  return <VisitClock timeZone={timeZone} clientId={null} onEnded={() => void navigate({ to: '/submit' })} />;
}
