import { ClientHistory } from '#features/audit/web/history/ClientHistory.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** What changed a client, from the audit log. */
export const ClientHistoryPage = () => (
  <ClientRecord part="History">{(client) => <ClientHistory client={client} />}</ClientRecord>
);
