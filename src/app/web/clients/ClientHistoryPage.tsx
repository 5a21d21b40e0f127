import { ClientHistory } from '#features/audit/web/log/ClientHistory.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** Changes to a client, from the audit log. */
export const ClientHistoryPage = () => (
  <ClientRecord tab="History">{(client) => <ClientHistory client={client} />}</ClientRecord>
);
