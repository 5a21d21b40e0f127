/** What other features use of clients. */
import { lazyDialog } from '#platform/web/ui/lazySoon.tsx';
import type { OpenState } from '#platform/web/ui/lazySoon.tsx';

export type EditClientInfoProps = OpenState & { clientId: number };

/** The Edit Client Information dialog. */
export const EditClientInfoDialog = lazyDialog<EditClientInfoProps>(
  async () => (await import('./form/EditClientInformation.tsx')).EditClientInformation,
);
