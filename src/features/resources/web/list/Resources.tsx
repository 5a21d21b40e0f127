import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { useResources } from '#features/resources/web/queries.ts';
import type { Resource, ResourceFilter } from '#features/resources/web/queries.ts';
import { AddResourceDialog } from '#features/resources/web/form/AddResourceDialog.tsx';
import { EditResource } from '#features/resources/web/form/EditResource.tsx';
import { ResourceTable } from './ResourceTable.tsx';
import { statusLabels } from '#features/resources/rules.ts';
import { toOptions } from '#platform/web/ui/options.ts';

const filters = [...toOptions(statusLabels), { value: 'any', label: 'All' } as const];

type ResourcesProps = {
  shown: ResourceFilter;
  /** The id of the resource in the address. */
  opened: number | undefined;
  onShow: (shown: ResourceFilter) => void;
  onOpen: (id: number | undefined) => void;
};

/** All resources, for managers: list, edit, archive, delete. */
export function Resources({ shown, opened, onShow, onOpen }: ResourcesProps) {
  const { timeZone } = useUser();
  const resources = useResources(shown);
  const all = useResources('any');
  const [adding, setAdding] = useState(false);
  const match = all.data?.find(({ id }) => id === opened);
  const [last, setLast] = useState<Resource>();
  if (match && match !== last) setLast(match);
  return (
    <Section
      title="Resources"
      description="Forms, policies, and guides for your team"
      actions={
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          className="max-sm:w-full"
          onClick={() => setAdding(true)}
        >
          Add Resource
        </Button>
      }
    >
      <SegmentedControl
        legend="Status"
        hideLegend
        className="mb-4 max-w-md"
        value={shown}
        onChange={onShow}
        options={filters}
      />
      {resources.isError ? (
        <ErrorState
          title="Couldn't load resources"
          body={messageOf(resources.error, 'Something went wrong. Please try again.')}
          onRetry={() => void resources.refetch()}
          retrying={resources.isFetching}
        />
      ) : (
        <div className="sm:rounded-md sm:border sm:border-line sm:bg-surface sm:shadow-raised">
          <ResourceTable
            rows={resources.data}
            timeZone={timeZone}
            shown={shown}
            onEdit={({ id }) => onOpen(id)}
          />
        </div>
      )}
      <AddResourceDialog open={adding} onOpenChange={setAdding} />
      {last && (
        <EditResource
          key={last.id}
          resource={last}
          open={match !== undefined}
          onOpenChange={(open) => !open && onOpen(undefined)}
        />
      )}
    </Section>
  );
}
