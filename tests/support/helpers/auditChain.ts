/** Whether the audit log of a business hangs together. */
import { verifyChain } from '#features/audit/server/chainReads.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { Api } from './api.ts';

export function checkAuditChain(api: Api, businessId: number) {
  const scope = { services: api.server.services, businessId, now: new Date(), ip: '127.0.0.1' };
  return readInBusiness(scope, (tx) => verifyChain(tx, businessId));
}
