import { useEffect, useRef } from 'react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { hasAuthorizations, listVisibleAccounts } from '#features/clients/accountStateRules.ts';
import { AccountList } from '#features/clients/web/accounts/public.tsx';
import { AssignedEmployees } from '#features/clients/web/assignments/public.tsx';
import { ASSIGNED_EMPLOYEES } from '#features/clients/web/assignments/queries.ts';
import { ContactDetails } from '#features/clients/web/details/ContactDetails.tsx';
import { EditCodeButton, SignatureCode } from '#features/clients/web/details/SignatureCode.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { UnitTotals } from '#features/clients/web/units/UnitTotals.tsx';
import { RecentDocuments } from '#features/documents/web/public.tsx';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';

const columnClass = 'flex min-w-0 flex-col gap-5';

/** Contact, units, code, assigned employees and recent documents of a client; two columns on wide screens. */
export function ClientOverview({ client }: { client: Client }) {
  const { timeZone } = useUser();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className={columnClass}>
        <Card title="Contact information">
          <ContactDetails client={client} columns={2} />
        </Card>
        <UnitsCard client={client} />
      </div>
      <div className={columnClass}>
        <Card
          title="Digital Signature"
          description="Signature verification code"
          actions={<EditCodeButton client={client} />}
          className="print:hidden"
        >
          <SignatureCode client={client} />
        </Card>
        <Assignments client={client} />
        <RecentDocuments clientId={client.id} timeZone={timeZone} />
      </div>
    </div>
  );
}

/** The units by account, with the forecasts; employees see no rate. */
function UnitsCard({ client }: { client: Client }) {
  const isManager = useIsManager();
  return (
    <Card title="Time Units">
      <UnitTotals client={client} />
      {(hasAuthorizations(client) || isManager) && (
        <div className="mt-4 border-t border-line pt-4">
          <AccountList accounts={listVisibleAccounts(client)} clientId={client.id} />
        </div>
      )}
      {client.unitRate && (
        <p className="mt-4 flex justify-between gap-3 border-t border-line pt-3 text-sm text-muted">
          Rate per 15-minute unit
          <span className="tabular font-medium text-ink">{formatAmount(client.unitRate)}</span>
        </p>
      )}
    </Card>
  );
}

/** Assigned Employees; scrolled into view when the URL fragment names it. */
function Assignments({ client }: { client: Client }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (location.hash === `#${ASSIGNED_EMPLOYEES}`) card.current?.scrollIntoView();
  }, []);
  return (
    <div ref={card} id={ASSIGNED_EMPLOYEES} className="scroll-mt-20">
      <AssignedEmployees clientId={client.id} clientName={client.contactName} editable={client.can.edit} />
    </div>
  );
}
