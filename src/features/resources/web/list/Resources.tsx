import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { statusLabels } from '#features/resources/rules.ts';
import { AddResourceDialog } from '#features/resources/web/form/AddResourceDialog.tsx';
import { EditResource } from '#features/resources/web/form/EditResource.tsx';
import { useResources, type Resource, type ResourceFilter } from '#features/resources/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { ResourceTable } from './ResourceTable.tsx';

const filters = [...toOptions(statusLabels), { value: 'any', label: 'All' } as const];

type ResourcesProps = {
  filter: ResourceFilter;
  /** The id of the resource in the address. */
  opened: number | undefined;
  onFilter: (filter: ResourceFilter) => void;
  onOpen: (id: number | undefined) => void;
};

/** All resources, for managers: list, edit, archive, delete. */
export function Resources({ filter, opened, onFilter, onOpen }: ResourcesProps) {
  const { timeZone } = useUser();
  const resources = useResources(filter);
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
        value={filter}
        onChange={onFilter}
        options={filters}
      />
      {resources.isError ? (
        <QueryError title="Couldn't load resources" query={resources} />
      ) : (
        <div className="sm:rounded-md sm:border sm:border-line sm:bg-surface sm:shadow-raised">
          <ResourceTable
            rows={resources.data}
            timeZone={timeZone}
            filter={filter}
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
