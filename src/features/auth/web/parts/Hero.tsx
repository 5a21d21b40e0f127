import { Miniature } from './Miniature.tsx';
import { RequestDemo } from './RequestDemo.tsx';

/** What it does and for whom, and what that looks like. */
export function Hero() {
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <div>
        <h1 className="text-3xl/tight font-semibold tracking-tight sm:text-4xl/tight">
          Work notes that the client signs on the spot, billed by the quarter hour
        </h1>
        <p className="mt-4 max-w-xl text-lg text-muted">
          For agencies whose people visit clients: write the visit down, let both sides sign, and the time is
          deducted from what the client bought. Managers review it before payroll.
        </p>
        <div className="mt-6">
          <RequestDemo />
        </div>
      </div>
      <Miniature />
    </div>
  );
}
