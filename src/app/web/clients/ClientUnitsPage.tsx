import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { hasUnits } from '#features/clients/accountStateRules.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { UnitsPanel } from '#features/clients/web/units/UnitsPanel.tsx';
import { ForecastPanel } from '#features/forecast/web/public.tsx';
import { DisputedBadge } from '#features/notes/web/public.tsx';
import { UnitsExplanation } from '#features/notes/web/units/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { UnitLedger } from '#features/units/web/public.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** The units of a client: totals, forecast and every change. */
export const ClientUnitsPage = () => (
  <ClientRecord tab="Units">{(client) => <Units client={client} />}</ClientRecord>
);

function Units({ client }: { client: Client }) {
  const { timeZone } = useUser();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid min-w-0 gap-5">
        <UnitsPanel client={client} />
        {client.accounts.some(hasUnits) && (
          <Card title="Forecast">
            <ForecastPanel client={client} timeZone={timeZone} />
          </Card>
        )}
      </div>
      <Card
        title="Unit history"
        description={`Every change. ${formatUnits(client.availableTimeUnits)} units available now`}
      >
        <UnitLedger
          client={client}
          timeZone={timeZone}
          NoteExplanation={UnitsExplanation}
          DisputedBadge={DisputedBadge}
        />
      </Card>
    </div>
  );
}
