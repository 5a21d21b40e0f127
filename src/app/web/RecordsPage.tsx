import { ExportSection } from '#features/exports/web/public.tsx';
import { ImportCard } from '#features/imports/web/public.tsx';
import { PacketsSection } from '#features/packets/web/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';

/** Records into the product and out of it, a section for each way. */
export function RecordsPage() {
  const isAdmin = useUser().role === 'admin';
  return (
    <div className="grid max-w-3xl gap-6">
      <PacketsSection />
      {isAdmin && <ImportCard />}
      {isAdmin && <ExportSection />}
      {!isAdmin && (
        <p className="text-muted">Only admins can import and export the records of the business.</p>
      )}
    </div>
  );
}
