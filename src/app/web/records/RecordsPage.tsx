import { ImportCard } from '#features/imports/web/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';

/** Records in and out. */
export function RecordsPage() {
  const isAdmin = useUser().role === 'admin';
  return <div className="grid max-w-3xl gap-6">{isAdmin && <ImportCard />}</div>;
}
