import { RequestDemo } from './RequestDemo.tsx';

/** What it does and for whom. */
export function Headline() {
  return (
    <div className="min-w-0">
      <h1 className="text-2xl/tight font-semibold tracking-tight sm:text-4xl/tight">
        Work notes that the client signs on the spot, billed by the quarter hour
      </h1>
      <p className="mt-3 max-w-xl text-muted sm:mt-4 sm:text-lg">
        For agencies whose people visit clients: write the visit down, let both sides sign, and the time is
        deducted from what the client bought. Managers review it before payroll.
      </p>
      <div className="mt-6 max-sm:hidden">
        <RequestDemo />
      </div>
    </div>
  );
}
