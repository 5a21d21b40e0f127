import { Link } from '@tanstack/react-router';
import {
  Check,
  ClipboardCheck,
  ClipboardPen,
  Clock,
  MessagesSquare,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useEffect } from 'react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { planAllows, planName, planPrice } from '#features/businesses/web/public.tsx';
import { RequestDemo } from './RequestDemo.tsx';

/** Features and pricing, loaded after the login. */
export function BelowTheFold() {
  useEffect(() => {
    // The address may name a section that was not mounted yet.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <Features />
      <Pricing />
    </>
  );
}

type Feature = { title: string; body: string; icon: LucideIcon };

const features: readonly Feature[] = [
  {
    title: 'Digital signatures',
    body: 'The employee and the client sign each note. The client first enters a code that only they and the managers know.',
    icon: ClipboardPen,
  },
  {
    title: 'Client management',
    body: 'Contact details, approved services, assigned employees, and the units each client bought, in one place.',
    icon: Users,
  },
  {
    title: 'Time tracking in 15-minute increments',
    body: "Clients are billed automatically: a visit of 2 h 15 min is 9 units, deducted from the client's units as soon as the note is submitted.",
    icon: Clock,
  },
  {
    title: 'Review before payroll',
    body: 'Managers approve a note or deny it with a reason. Hours are totaled by employee and week, on screen and as a file.',
    icon: ClipboardCheck,
  },
  {
    title: 'Team messaging',
    body: 'Colleagues message each other, and the author of a note gets a message about every review.',
    icon: MessagesSquare,
  },
  {
    title: 'Role-based access control',
    body: "Employees see the clients assigned to them, managers see the whole business, and businesses never see each other's data.",
    icon: ShieldCheck,
  },
];

function Features() {
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="text-2xl font-semibold tracking-tight">
        What it does
      </h2>
      <ul className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ title, body, icon: Icon }) => (
          <li key={title} className="flex gap-4">
            <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-accent-ink" />
            <div>
              <h3 className="font-medium">{title}</h3>
              <p className="mt-1 text-sm text-muted">{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const forWhom: Record<PlanType, string> = {
  premium: 'For a small team',
  professional: 'For a growing agency',
};

function Pricing() {
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
