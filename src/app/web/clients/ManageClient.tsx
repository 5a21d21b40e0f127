import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatUnits } from '#platform/web/numberFormat.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { AssignedEmployees } from '#features/clients/web/assignments/public.tsx';
import { ASSIGNED_EMPLOYEES } from '#features/clients/web/assignments/queries.ts';
import { DocumentsCard } from '#features/documents/web/public.tsx';
import { ForecastPanel } from '#features/forecast/web/public.tsx';
import { UnitLedger } from '#features/units/web/public.tsx';
import { UnitsExplanation } from '#features/notes/web/public.tsx';
import { UNIT_HISTORY } from '#features/clients/web/accounts/public.tsx';
import { hasUnits } from '#features/clients/accountStateRules.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { ContactFacts } from '#features/clients/web/details/ContactFacts.tsx';
import { EditCodeButton, SignatureCode } from '#features/clients/web/details/SignatureCode.tsx';
import { AuthorizationsPanel } from '#features/clients/web/authorizations/AuthorizationsPanel.tsx';
import { UnitsPanel } from '#features/clients/web/units/UnitsPanel.tsx';

const columnClass = 'flex min-w-0 flex-col gap-4';

/** The content of the Manage dialog: three columns, stacked on phones. */
export function ManageClient({ client, timeZone }: { client: Client; timeZone: string }) {
  const top = useRef<HTMLDivElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  // The dialog body may be scrolled from the details view; the URL fragment may name a card.
  useEffect(() => {
    const body = top.current?.closest('[data-dialog-body]');
    const card = body?.querySelector(`[id="${CSS.escape(hash)}"]`);
    if (card) card.scrollIntoView();
    else body?.scrollTo(0, 0);
  }, [hash]);
  return (
    <div ref={top} className="grid items-start gap-4 lg:grid-cols-[1fr_1.15fr_1.75fr]">
      <div className={columnClass}>
        <Card headingLevel={3} title="Contact details">
          <ContactFacts client={client} />
        </Card>
        <UnitsPanel client={client} />
        <Card headingLevel={3} title="Signature Verification" actions={<EditCodeButton client={client} />}>
          <SignatureCode client={client} />
        </Card>
        <div id={ASSIGNED_EMPLOYEES}>
          <AssignedEmployees
            clientId={client.id}
            clientName={client.contactName}
            editable={client.can.edit}
          />
        </div>
      </div>
      <div className={columnClass}>
        <AuthorizationsPanel client={client} timeZone={timeZone} />
      </div>
      <div className={columnClass}>
        {client.accounts.some(hasUnits) && (
          <Card headingLevel={3} title="Forecast">
            <ForecastPanel client={client} timeZone={timeZone} />
          </Card>
        )}
        <DocumentsCard client={client} timeZone={timeZone} editable={client.can.edit} />
        <div id={UNIT_HISTORY}>
          <Card
            headingLevel={3}
            title="Unit history"
            description={`Every change. ${formatUnits(client.availableTimeUnits)} units available now`}
          >
            <UnitLedger client={client} timeZone={timeZone} NoteExplanation={UnitsExplanation} />
          </Card>
        </div>
      </div>
    </div>
  );
}
