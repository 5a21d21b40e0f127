import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { usePayers, type Payer } from '#features/invoices/web/queries.ts';
import { PayerForm } from './PayerForm.tsx';

/** The payers, each with its name and the columns of its claim batches. */
export function PayersDialog({ open, onOpenChange }: OpenState) {
  const payers = usePayers();
  const [edited, setEdited] = useState<Payer | 'new' | null>(null);
  const close = () => setEdited(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={edited === null ? 'Payers' : edited === 'new' ? 'Add payer' : edited.name}
      description={
        edited === null
          ? "Authorizations name their payer. Choose here which columns a payer's CSV file has."
          : undefined
      }
    >
      {edited !== null && (
        <PayerForm
          key={edited === 'new' ? 'new' : edited.id}
          payer={edited === 'new' ? null : edited}
          onClose={close}
        />
      )}
      {edited === null && payers.isError && <QueryError title="Couldn't load the payers" query={payers} />}
      {edited === null && payers.isPending && <SkeletonText lines={3} />}
      {edited === null && payers.data && (
        <div className="grid gap-4">
          {payers.data.length === 0 && <p className="text-sm text-muted">No payers yet.</p>}
          <ul className="divide-y divide-line">
            {payers.data.map((payer) => (
              <li key={payer.id}>
                <button
                  type="button"
                  onClick={() => setEdited(payer)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 font-medium wrap-anywhere">{payer.name}</span>
                  <span className="text-sm text-muted">{payer.columns.length} columns</span>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
                </button>
              </li>
            ))}
          </ul>
          <Button className="justify-self-start" onClick={() => setEdited('new')}>
            Add payer
          </Button>
        </div>
      )}
    </Dialog>
  );
}
