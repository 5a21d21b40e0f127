import type { ComponentProps } from 'react';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { AddResource } from './AddResource.tsx';

/** Add Resource. */
export const AddResourceDialog = lazyDialog<ComponentProps<typeof AddResource>>(
  async () => (await import('./AddResource.tsx')).AddResource,
);
