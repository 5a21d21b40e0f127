import { expect } from 'vitest';
import { verifyAudit } from '#features/audit/server/verifyReads.ts';
import { verifyNotes } from '#features/evidence/server/verifyReads.ts';
import { verifyClaims } from '#features/invoices/server/claims/verifyReads.ts';
import { verifyInvoices } from '#features/invoices/server/verifyReads.ts';
import { verifyLedger } from '#features/units/server/verifyReads.ts';
import type { Api } from './api.ts';

const VERIFICATIONS = {
  ledger: verifyLedger,
  audit: verifyAudit,
  notes: verifyNotes,
  invoices: verifyInvoices,
  claims: verifyClaims,
};

/** The first fault that a verification of the whole database finds, or null. */
export const findFault = async ({ server }: Api, verification: keyof typeof VERIFICATIONS) =>
  (await VERIFICATIONS[verification](server.services, new Date())).fault;

/** Expects that ledgers match totals, audit chains are unbroken, and signed notes, invoices and claims are unchanged. */
export async function expectInvariants(api: Api): Promise<void> {
  for (const name of ['ledger', 'audit', 'notes', 'invoices', 'claims'] as const)
    expect([name, await findFault(api, name)]).toEqual([name, null]);
}
