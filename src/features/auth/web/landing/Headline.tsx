import { RequestDemo } from './RequestDemo.tsx';

/** What the product does and for whom. */
export function Headline() {
  return (
    <div className="min-w-0">
      <h1 className="text-2xl/tight font-semibold tracking-tight sm:text-4xl/tight">
        Work notes that clients sign on the spot, billed by the quarter hour
      </h1>
      <p className="mt-3 max-w-xl text-muted sm:mt-4 sm:text-lg">
        For agencies that visit clients: write up the visit, both sign, and the time comes off the client's
        units. Managers review it before payroll.
      </p>
      <div className="mt-6 max-sm:hidden">
        <RequestDemo />
      </div>
    </div>
  );
}
