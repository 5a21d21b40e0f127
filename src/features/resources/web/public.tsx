/** What the dashboard and the management screen show of resources. */
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { buttonClass } from '../../../platform/web/ui/buttonClass.ts';
import { Card } from '../../../platform/web/ui/Card.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { useIsManager, useUser } from '../../auth/web/queries.ts';
import type { AddResource } from './parts/AddResource.tsx';
import { ResourceList } from './parts/ResourceList.tsx';
import type { Resources } from './parts/Resources.tsx';

const Adding = lazy(async () => ({ default: (await import('./parts/AddResource.tsx')).AddResource }));
const All = lazy(async () => ({ default: (await import('./parts/AllResources.tsx')).AllResources }));
const Managing = lazy(async () => ({ default: (await import('./parts/Resources.tsx')).Resources }));

/** Add Resource; its code is loaded when it is first opened. */
export function AddResourceDialog(props: ComponentProps<typeof AddResource>) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Adding {...props} />
    </Suspense>
  );
}

/** Everything that is shared, for managers. */
export function ManageResources(props: ComponentProps<typeof Resources>) {
  return (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <Managing {...props} />
    </Suspense>
  );
}

/** How many resources the card shows. */
const NEWEST = 5;

/** The Resources card of the dashboard: the newest ones, all of them behind View All, adding for managers. */
export function ResourcesCard() {
  const { timeZone } = useUser();
  const manages = useIsManager();
  const [adding, setAdding] = useState(false);
  return (
    <Card
      title="Resources"
      actions={
        manages && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
            Add Resource
          </Button>
        )
      }
      footer={manages ? <ViewAllLink /> : <ViewAll timeZone={timeZone} />}
    >
      <ResourceList timeZone={timeZone} most={NEWEST} />
      <AddResourceDialog open={adding} onOpenChange={setAdding} />
    </Card>
  );
}

const ViewAllLink = () => (
  <Link
    to="/management"
    search={{ view: 'resources' }}
    className={buttonClass({ variant: 'ghost', size: 'sm' })}
  >
    View All<span className="sr-only"> resources</span>
  </Link>
);

/** Employees have no management screen: their list opens here. */
function ViewAll({ timeZone }: { timeZone: string }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button size="sm" variant="ghost" onClick={show}>
        View All<span className="sr-only"> resources</span>
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <All timeZone={timeZone} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
