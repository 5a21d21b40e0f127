import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { auditContract } from '#features/audit/contract.ts';

type Audit = typeof auditContract;

const api = client<Audit>();

export type AuditRow = AnswerTo<Audit['GET /api/audit']>['rows'][number];

export type AuditFilters = {
  /** The actor. */
  actor?: number | undefined;
  object?: string | undefined;
  objectId?: number | undefined;
  /** First and last day, in the zone of the business. */
  from?: string | undefined;
  to?: string | undefined;
};

/** A page of the audit log, newest first; the previous page stays until it has loaded. */
export const useAudit = (query: AuditFilters & { limit: number; cursor?: string | undefined }) =>
  useQuery({
    ...endpointQuery(api, 'GET /api/audit', { topics: ['audit', 'people'], query }),
    placeholderData: keepPreviousData,
  });

/** A page of changes to a client, newest first; the previous page stays until it has loaded. */
export const useClientHistory = (clientId: number, query: { limit: number; cursor?: string | undefined }) =>
  useQuery({
    ...endpointQuery(api, 'GET /api/clients/:id/history', {
      topics: ['audit', 'clients', 'units', 'assignments', 'documents', 'people'],
      params: { id: clientId },
      query,
    }),
    placeholderData: keepPreviousData,
  });

/** The download URL of the export, authenticated by the session cookie. */
export function exportAddress(filters: AuditFilters): string {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return `/api/audit/export${query && '?'}${query}`;
}
