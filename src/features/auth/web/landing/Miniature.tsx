import { Check } from 'lucide-react';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';

/** A sample visit, rendered with the product's own components. */
export function Miniature() {
  return (
    <figure className="max-w-xl">
      <div className="flex flex-col gap-5 rounded-md border border-line bg-surface p-5 shadow-overlay sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <p className="font-semibold">Help with the move to Maple Street</p>
            <p className="text-sm text-muted">Ana Ruiz for client NORTH-12, March 4</p>
          </div>
          <StatusBadge tone="success">Approved</StatusBadge>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-2 rounded-md bg-sunken px-4 py-3">
          <span className="tabular text-sm text-muted">9:00 AM to 11:15 AM</span>
          <span className="tabular font-semibold">2 h 15 min = 9 units</span>
        </div>
        <Progress label="Units left for NORTH-12" value={31} max={40} figure="31 of 40" />
        <div className="grid gap-3 sm:grid-cols-2">
          <Signature
            by="Employee"
            path="M6 30c8-18 14-22 16-14s-8 18-4 16 12-20 16-18-6 16-2 16 10-14 14-12-2 10 4 8 10-12 16-10 4 8 12 4 14-8 30-6"
          />
          <Signature
            by="Client"
            path="M8 14c14-6 22-2 12 10s-12 10-2 6 16-14 20-10-8 12 0 10 14-16 20-14-6 16 2 14 12-10 18-10 8 4 34-4"
          />
        </div>
      </div>
      <figcaption className="mt-3 text-sm text-muted">
        One visit: the time as units, what the client has left, both signatures.
      </figcaption>
    </figure>
  );
}

function Signature({ by, path }: { by: string; path: string }) {
  return (
    <div className="rounded-md border border-line px-3 pt-2 pb-2.5">
      <svg aria-hidden viewBox="0 0 130 44" className="h-11 w-full" fill="none">
        <path d={path} className="stroke-ink" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
      <p className="flex items-center gap-1.5 border-t border-line pt-2 text-xs text-muted">
        <Check aria-hidden className="size-3.5 text-success-ink" />
        Signed by the {by.toLowerCase()}
      </p>
    </div>
  );
}
