import { Archive, ArchiveRestore, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { formatDate } from '#platform/web/format.ts';
import { formatFileSize } from '#platform/web/numberFormat.ts';
import { ActionsMenu } from '#platform/web/ui/ActionsMenu.tsx';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { accessLabels, categoryLabels, statusLabels } from '#features/resources/rules.ts';
import type { Resource, ResourceFilter } from '#features/resources/web/queries.ts';
import { DownloadLink } from './DownloadLink.tsx';
import { useResourceActions } from './useResourceActions.ts';

type ResourceTableProps = {
  /** Undefined while loading. */
  rows: readonly Resource[] | undefined;
  timeZone: string;
  filter: ResourceFilter;
  onEdit: (resource: Resource) => void;
};

const createColumns = (timeZone: string): Column<Resource>[] => [
  { key: 'title', header: 'Title', primary: true, className: 'sm:min-w-56', cell: (one) => one.title },
  { key: 'category', header: 'Category', className: 'sm:w-24', cell: (one) => categoryLabels[one.category] },
  { key: 'access', header: 'Access', className: 'sm:w-36', cell: (one) => accessLabels[one.accessLevel] },
  { key: 'kind', header: 'File or link', className: 'sm:w-36', cell: kindOf },
  { key: 'by', header: 'Uploaded By', className: 'sm:w-28', cell: (one) => one.uploadedByName },
  {
    key: 'date',
    header: 'Date',
    className: 'sm:w-28 sm:whitespace-nowrap',
    cell: (one) => formatDate(one.createdAt, timeZone),
  },
  { key: 'status', header: 'Status', className: 'sm:w-24', cell: statusOf },
];

/** A table of resources with the actions of managers. */
export function ResourceTable({ rows, timeZone, filter, onEdit }: ResourceTableProps) {
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  return (
    <DataTable
      caption="Resources"
      columns={columns}
      rows={rows}
      rowKey={(one) => one.id}
      onOpen={onEdit}
      actions={createRowActions(onEdit)}
      empty={
        <EmptyState
          icon={<FolderOpen />}
          title={emptyTitles[filter]}
          body="Share the forms, policies, and guides your team needs."
        />
      }
    />
  );
}

const emptyTitles: Record<ResourceFilter, string> = {
  active: 'No resources available yet.',
  inactive: 'No inactive resources',
  archived: 'No archived resources',
  any: 'No resources available yet.',
};

const kindOf = ({ fileSize, fileUrl }: Resource) =>
  fileSize === null ? URL.parse(fileUrl)?.hostname : formatFileSize(fileSize);

function statusOf({ status }: Resource) {
  return <StatusBadge tone={status === 'active' ? 'success' : 'neutral'}>{statusLabels[status]}</StatusBadge>;
}

type OnEdit = ResourceTableProps['onEdit'];

const createRowActions = (onEdit: OnEdit) => (resource: Resource) => (
  <Actions resource={resource} onEdit={onEdit} />
);

function Actions({ resource, onEdit }: { resource: Resource; onEdit: OnEdit }) {
  const { setStatus, remove } = useResourceActions();
  const active = resource.status === 'active';
  return (
    <>
      <DownloadLink resource={resource} linkLabel="Open link" />
      <ActionsMenu name={resource.title} size="sm">
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(resource)}>
          Edit
        </MenuItem>
        <MenuItem
          icon={active ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
          onSelect={() => void setStatus(resource, active ? 'archived' : 'active')}
        >
          {active ? 'Archive' : 'Make active'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => void remove(resource)}>
          Delete
        </MenuItem>
      </ActionsMenu>
    </>
  );
}
