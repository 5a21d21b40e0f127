import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '#platform/web/numberFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { listVisibleAccounts, hasAuthorizations } from '#features/clients/accountStateRules.ts';
import { AccountList } from '#features/clients/web/accounts/AccountList.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { EditUnitsDialog } from './EditUnitsDialog.tsx';
import { UnitTotals } from './UnitTotals.tsx';

/** Time Units Tracking of the Manage dialog. */
export function UnitsPanel({ client }: { client: Client }) {
  const [open, setOpen] = useState(false);
  const accounts = listVisibleAccounts(client.accounts);
  return (
    <Card
      headingLevel={3}
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
        Each unit equals 15 minutes. Rate: {formatMoney(client.unitRate)} per unit.
      </p>
      <EditUnitsDialog client={client} open={open} onOpenChange={setOpen} />
    </Card>
  );
}
