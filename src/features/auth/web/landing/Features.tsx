import { ClipboardCheck, ClipboardPen, Clock, MessagesSquare, ShieldCheck, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

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
    body: "Clients are billed automatically: a visit of 2 h 5 min is 9 units, deducted from the client's units as soon as the note is submitted.",
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

/** The main features of the product. */
export function Features() {
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
