import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { PlanType } from '#features/businesses/contract.ts';
import { planAllows, planName, planPrice } from '#features/businesses/web/public.tsx';
import { RequestDemo } from './RequestDemo.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';

const forWhom: Record<PlanType, string> = {
  premium: 'For a small team',
  professional: 'For a growing agency',
};

/** Both plans with their prices and limits. */
export function Pricing() {
  return (
    <section aria-labelledby="pricing">
      <h2 id="pricing" className="text-2xl font-semibold tracking-tight">
        Pricing
      </h2>
      <p className="mt-1 text-muted">Per business, per month. Both plans include every feature.</p>
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        <Plan type="premium" />
        <Plan type="professional" />
      </div>
      <p className="mt-4 text-sm text-muted">
        Cancel any time and keep full access until the end of the month you paid for. After that the business
        is read-only; nothing is deleted.
      </p>
      <div className="mt-6 sm:hidden">
        <RequestDemo />
      </div>
    </section>
  );
}

function Plan({ type }: { type: PlanType }) {
  const plan = planName(type);
  return (
    <div className="flex flex-col gap-5 rounded-md border border-line bg-surface p-5 shadow-raised sm:p-6">
      <div>
        <h3 className="font-semibold">{plan}</h3>
        <p className="text-sm text-muted">{forWhom[type]}</p>
      </div>
      <p className="tabular">
        <span className="text-3xl font-semibold tracking-tight">{planPrice(type)}</span>
        <span className="text-muted"> per month</span>
      </p>
      <ul className="flex flex-col gap-2 text-sm">
        {planAllows(type).map((limit) => (
          <li key={limit} className="flex items-center gap-2">
            <Check aria-hidden className="size-4 text-success-ink" />
            {limit}
          </li>
        ))}
      </ul>
      <Link to="/register" search={{ plan: type }} className={`${buttonClass()} mt-auto`}>
        Register with {plan}
      </Link>
    </div>
  );
}
