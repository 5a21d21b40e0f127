import { formatMoney } from '#platform/web/numberFormat.ts';
import { Section } from '#platform/web/ui/Section.tsx';
import { RecentDocuments } from '#features/documents/web/public.tsx';
import { listVisibleAccounts, hasAuthorizations } from '#features/clients/accountStateRules.ts';
import { AccountList } from '#features/clients/web/accounts/public.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { ContactFacts } from '#features/clients/web/details/ContactFacts.tsx';
import { EditCodeButton, SignatureCode } from '#features/clients/web/details/SignatureCode.tsx';
import { UnitTotals } from '#features/clients/web/units/UnitTotals.tsx';

type ClientDetailsProps = { client: Client; timeZone: string; onDocuments: () => void };

/** The content of the client detail dialog. */
export function ClientDetails({ client, timeZone, onDocuments }: ClientDetailsProps) {
  return (
    <div className="flex flex-col gap-7">
      <Section title="Contact information">
        <ContactFacts client={client} columns={2} />
      </Section>
      <Section title="Time Units">
        <UnitTotals client={client} />
        {hasAuthorizations(client) && (
          <div className="mt-4 border-y border-line py-4">
            <AccountList accounts={listVisibleAccounts(client.accounts)} clientId={client.id} />
          </div>
        )}
        <p className="mt-2 flex justify-between gap-3 text-sm text-muted">
          Rate per 15-minute unit
          <span className="tabular font-medium text-ink">{formatMoney(client.unitRate)}</span>
        </p>
      </Section>
      <Section title="Digital Signature" actions={<EditCodeButton client={client} />}>
        <SignatureCode client={client} />
      </Section>
      <RecentDocuments clientId={client.id} timeZone={timeZone} onViewAll={onDocuments} />
    </div>
  );
}
