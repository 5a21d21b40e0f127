import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { businessQuery } from '#features/businesses/web/queries.ts';
import { ASSIGNED_EMPLOYEES, assignmentsQuery } from '#features/clients/web/assignments/queries.ts';
import { clientsQuery } from '#features/clients/web/queries.ts';
import { peopleQuery } from '#features/people/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';

type Step = { done: boolean; title: string; body: string; action: string; link: LinkProps };

/** The first step of a read-only business; the other steps have no button until it is done. */
const subscriptionStep: Step = {
  done: false,
  title: 'Start your subscription',
  body: 'You can add clients, employees and notes once your plan is active.',
  action: 'Go to Subscription',
  link: { to: '/subscription-management' },
};

/** The steps from an empty business to its first note. */
export function FirstSteps() {
  const readOnly = useQuery(businessQuery()).data?.readOnly === true;
  const steps = [...(readOnly ? [subscriptionStep] : []), ...useSteps()];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <Card title="First steps" description={`Get started in ${steps.length === 4 ? 'four' : 'five'} steps`}>
      <ol className="-mt-2 flex flex-col">
        {steps.map((step, index) => (
          <li
            key={step.title}
            aria-current={index === next ? 'step' : undefined}
            className="flex min-h-20 items-center gap-3.5 border-line py-3 not-last:border-b max-sm:flex-wrap"
          >
            <Mark index={index} done={step.done} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {step.title}
                {step.done && <span className="sr-only">, done</span>}
              </p>
              <p className="text-sm text-muted">{step.body}</p>
            </div>
            {!step.done && !(readOnly && index !== next) && (
              <Link
                {...step.link}
                className={`${buttonClass({ variant: index === next ? 'primary' : 'secondary' })} max-sm:w-full`}
              >
                {step.action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Mark({ index, done }: { index: number; done: boolean }) {
  return (
    <span
      aria-hidden
      className={`flex size-9 shrink-0 items-center justify-center rounded-full font-semibold ${
        done ? 'bg-success text-success-ink' : 'bg-accent-soft text-accent-ink'
      }`}
    >
      {done ? <Check className="size-5" /> : index + 1}
    </span>
  );
}

/** The steps; a step is not done while its data is loading. */
function useSteps(): Step[] {
  const user = useUser();
  const clients = useQuery(clientsQuery()).data ?? [];
  const people = useQuery(peopleQuery()).data ?? [];
  const assignments = useQuery(assignmentsQuery()).data ?? [];
  const client = clients[0];
  return [
    {
      done: clients.length > 0,
      title: 'Add a client',
      body: 'Who you work for, how many units they’ve bought, and the code they sign with.',
      action: 'Add a client',
      link: { to: '/clients', search: { action: 'add' } },
    },
    {
      done: people.some(({ id }) => id !== user.id),
      title: 'Add an employee',
      body: 'They log in with a password you give them, then choose their own.',
      action: 'Add an employee',
      link: { to: '/employees', search: { action: 'add' } },
    },
    {
      done: assignments.length > 0,
      title: 'Assign the employee to the client',
      body: 'Employees only see and write notes for the clients assigned to them.',
      action: 'Assign',
      link: client
        ? {
            to: '/clients/$clientId',
            params: { clientId: String(client.id) },
            hash: ASSIGNED_EMPLOYEES,
          }
        : { to: '/clients' },
    },
    {
      done: false,
      title: 'Write the first note',
      body: 'What you did and when, signed by you and the client. Managers can write notes for any client.',
      action: 'Submit Note',
      link: { to: '/submit' },
    },
  ];
}
