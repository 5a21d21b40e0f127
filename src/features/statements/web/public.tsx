/** Components of statements for the client record. */

import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { Client } from '#features/clients/web/queries.ts';

const StatementDialog = lazyDialog(async () => (await import('./StatementDialog.tsx')).StatementDialog);

/** A button that opens the choice of a period for the client's statement. */
export function StatementButton({ client }: { client: Client }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FileDown aria-hidden />} onClick={() => setOpen(true)}>
        Statement
      </Button>
      <StatementDialog client={client} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
