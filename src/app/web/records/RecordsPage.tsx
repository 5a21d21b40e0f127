import { PacketsSection } from '#features/packets/web/public.tsx';

/** Import and export: what goes out of the business, and what comes in. */
export function RecordsPage() {
  return (
    <div className="flex flex-col gap-6">
      <PacketsSection />
    </div>
  );
}
