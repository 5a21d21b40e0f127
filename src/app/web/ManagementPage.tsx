import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import { ManageResources } from '#features/resources/web/public.tsx';
import { NotesManagement } from '#features/review/web/management/NotesManagement.tsx';

/** Management: the notes and resources of the business. */
export function ManagementPage() {
  const { view = 'notes', filter = 'active', resource } = useSearch({ from: '/management' });
  const navigate = useNavigate({ from: '/management' });
  return (
    <Tabs
      label="Management"
      value={view}
      onChange={(next) => void navigate({ search: next === 'resources' ? { view: next } : {} })}
      tabs={[
        { value: 'notes', label: 'Notes', content: <NotesManagement /> },
        {
          value: 'resources',
          label: 'Resources',
          content: (
            <ResourcesManagement
              filter={filter}
              opened={resource}
              onFilter={(next) =>
                void navigate({
                  search: (old) => ({ ...old, filter: next === 'active' ? undefined : next }),
                  replace: true,
                })
              }
              onOpen={(id) => void navigate({ search: (old) => ({ ...old, resource: id }), replace: !id })}
            />
          ),
        },
      ]}
    />
  );
}

type ManagementSearch = Parameters<typeof NotesManagement.prefetch>[0] & { view?: string };

ManagementPage.prefetch = ({ view, ...search }: ManagementSearch) => {
  if (view !== 'resources') NotesManagement.prefetch(search);
};

/** The resources, with their own page title. */
function ResourcesManagement(props: ComponentProps<typeof ManageResources>) {
  usePageTitle({ title: 'Resources', subtitle: 'Files and links for your team' });
  return <ManageResources {...props} />;
}
