/** The components of clients for other features. */
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

/** The Edit Client Information dialog. */
export const EditClientInfoDialog = lazyDialog(
  async () => (await import('./form/EditClientInformation.tsx')).EditClientInformation,
);
