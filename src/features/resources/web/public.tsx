/** Resources on the dashboard and on the management screen. */

import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { AddResourceDialog } from './form/AddResourceDialog.tsx';
import { ResourceList } from './list/ResourceList.tsx';
import type { Resources } from './list/Resources.tsx';

export { AddResourceDialog };

/** All resources, for managers. */
export const ManageResources = lazyComponent<ComponentProps<typeof Resources>>(
  async () => (await import('./list/Resources.tsx')).Resources,
  <Skeleton className="h-64" />,
);

/** How many resources the card shows. */
const NEWEST = 5;

/** The Resources card of the dashboard: the newest, a View All button, and Add Resource for managers. */
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
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        View All<span className="sr-only"> resources</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Resources"
        description="Shared by your business"
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <ResourceList timeZone={timeZone} />
      </Dialog>
    </>
  );
}
