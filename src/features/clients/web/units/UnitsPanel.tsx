import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { listVisibleAccounts, hasAuthorizations } from '#features/clients/accountStateRules.ts';
import { AccountList } from '#features/clients/web/accounts/AccountList.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { UnitTotals } from './UnitTotals.tsx';

const EditUnitsDialog = lazyDialog(async () => (await import('./EditUnitsDialog.tsx')).EditUnitsDialog);

/** Time Units Tracking: a client's units by account, which managers can change. */
export function UnitsPanel({ client }: { client: Client }) {
  const [open, setOpen] = useState(false);
  const accounts = listVisibleAccounts(client);
  return (
    <Card
      title="Time Units Tracking"
      actions={
        client.can.edit && (
          <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setOpen(true)}>
            Edit Units
          </Button>
        )
      }
    >
      <UnitTotals client={client} />
      {hasAuthorizations(client) && (
        <div className="mt-4 border-t border-line pt-4">
          <AccountList accounts={accounts} clientId={client.id} />
        </div>
      )}
      <p className="tabular mt-3 text-sm text-muted">
        Each unit equals 15 minutes.
        {client.unitRate && ` Rate: ${formatAmount(client.unitRate)} per unit.`}
      </p>
      <EditUnitsDialog client={client} open={open} onOpenChange={setOpen} />
    </Card>
  );
}
