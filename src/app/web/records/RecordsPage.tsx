import { PacketsSection } from '#features/packets/web/public.tsx';

/** Records into the product and out of it, a section for each way. */
export function RecordsPage() {
  return (
    <div className="grid max-w-3xl gap-6">
      <PacketsSection />
    </div>
  );
}
