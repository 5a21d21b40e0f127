/** Adds, changes and archives clients, and verifies their signature codes. */

import { and, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { subtract } from '#platform/contract/decimals.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { awaitAll } from '#platform/server/awaitAll.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { sameText } from '#platform/server/secrets.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import type { clientChange, clientInput, Language, unitsInput } from '#features/clients/contract.ts';
import type { ForecastReader, UsageAlerts } from './accountReads.ts';
import { endAssignmentsOf } from './assignments/actions.ts';
import type { Actor } from './balanceActions.ts';
import {
  addClients,
  encryptCode,
  recordStatus,
  refuseOverLimit,
  type OpenUnits,
} from './newClientActions.ts';
import { codePurpose, getClient, getVisibleClient, type ClientRow } from './reads.ts';
import { countCodeFailure, checkCodeLimit } from './signatureCodes/actions.ts';
import { listReplacedCodes, storeReplacedCode } from './signatureCodes/replacedActions.ts';
import { clients } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'client.changed': Pick<ClientRow, 'status'> & { changed: string[]; unitsDelta: string };
    'client.archived': { assignmentsEnded: number };
    'units.adjusted': { total: string; delta: string; available: string };
  }
}

/** Implemented in later features and injected by `app`. */
export interface UnitLedger {
  openUnits: OpenUnits;
  adjustTotal: (
    tx: BusinessTransaction,
    actor: Actor,
    change: { clientId: number; total: string; reason: string | null },
  ) => Promise<{ delta: string; available: string } | null>;
  changeTotal: (
    tx: BusinessTransaction,
    actor: Actor,
    change: {
      clientId: number;
      accountId: number | null;
      kind: 'purchase' | 'adjustment';
      delta: string;
      reason: string | null;
    },
  ) => Promise<unknown>;
  purchaseUnits: (
    tx: BusinessTransaction,
    actor: Actor,
    purchases: readonly { clientId: number; accountId: number | null; total: string }[],
  ) => Promise<void>;
  readForecasts: ForecastReader;
  /** Called after each change of an account. */
  sendUsageAlerts: UsageAlerts;
}

/** Adds a client with the purchased units and an encrypted signature code. @throws 409 `plan_limit_reached` */
export function createClient(
  context: MemberContext,
  input: z.output<typeof clientInput>,
  ledger: UnitLedger,
) {
  return writeInBusiness(context, async (tx) => {
    const [clientId = 0] = await addClients(tx, context, { inputs: [input], openUnits: ledger.openUnits });
    return getClient(tx, context, { clientId, readForecasts: ledger.readForecasts });
  });
}

/**
 * Changes only the fields in the request. A new total of units is an adjustment in the ledger.
 * @throws 404; 409 `plan_limit_reached` when an inactive client becomes active
 */
export function changeClient(
  context: MemberContext,
  { clientId, input }: { clientId: number; input: z.output<typeof clientChange> },
  ledger: UnitLedger,
) {
  const { totalTimeUnits, signatureCode, ...fields } = input;
  const encrypted =
    signatureCode === undefined ? {} : { signatureCode: encryptCode(context, clientId, signatureCode) };
  return writeInBusiness(context, async (tx) => {
    // The business is always locked before the client's row, so that transactions can't deadlock.
    const plan = fields.status === 'active' ? await lockPlan(tx, context.businessId) : null;
    const before = await lockClient(tx, clientId);
    if (signatureCode !== undefined && before.signatureCode)
      await storeReplacedCode(tx, context, { clientId, signatureCode: before.signatureCode });
    await tx
      .update(clients)
      .set({ ...fields, ...encrypted, updatedAt: context.now })
      .where(whereClient(tx, clientId));
    if (plan && before.status !== 'active') await refuseOverLimit(tx, plan);
    await recordStatus(tx, context, { id: clientId, before: before.status, status: fields.status });
    const adjusted =
      totalTimeUnits === undefined
        ? null
        : await ledger.adjustTotal(tx, context, { clientId, total: totalTimeUnits, reason: null });
    if (adjusted && totalTimeUnits !== undefined) {
      const account = toGeneralUnits(clientId, totalTimeUnits, adjusted.available);
      await ledger.sendUsageAlerts(tx, context, account);
    }
    const row = await getClient(tx, context, { clientId, readForecasts: ledger.readForecasts });
    const details = {
      changed: Object.keys(input),
      status: row.status,
      unitsDelta: adjusted?.delta ?? '0.00',
    };
    recordAudit(tx, context, { type: 'client.changed', id: clientId, label: row.companyName, details });
    publishChange(tx, ['clients', 'assignments', 'units']);
    return row;
  });
}

/** Sets a client's total of units; the difference is an adjustment in the ledger. @throws 404 */
export function setTotalUnits(
  context: MemberContext,
  { clientId, input }: { clientId: number; input: z.output<typeof unitsInput> },
  ledger: UnitLedger,
) {
  return writeInBusiness(context, async (tx) => {
    await lockClient(tx, clientId);
    const { totalTimeUnits: total, reason } = input;
    const adjusted = await ledger.adjustTotal(tx, context, { clientId, total, reason });
    const row = await getClient(tx, context, { clientId, readForecasts: ledger.readForecasts });
    if (adjusted) {
      const { delta, available } = adjusted;
      await ledger.sendUsageAlerts(tx, context, toGeneralUnits(clientId, total, available));
      const details = { total, delta, available };
      recordAudit(tx, context, { type: 'units.adjusted', id: clientId, label: row.companyName, details });
      publishChange(tx, ['clients', 'units']);
    }
    return row;
  });
}

const toGeneralUnits = (clientId: number, total: string, available: string) => ({
  clientId,
  authorizationId: null,
  total,
  used: subtract(total, available),
});

/** Removes a client from all lists and ends its assignments; notes, ledger and name are kept. @throws 404 */
export function archiveClient(context: MemberContext, clientId: number): Promise<undefined> {
  return writeInBusiness(context, async (tx) => {
    const [archived] = await tx
      .update(clients)
      .set({ archivedAt: context.now, updatedAt: context.now })
      .where(whereClient(tx, clientId))
      .returning({ label: clients.companyName });
    if (!archived) throw notFound('This client does not exist.');
    const ended = await endAssignmentsOf(tx, context, clientId);
    const details = { assignmentsEnded: ended };
    recordAudit(tx, context, { type: 'client.archived', id: clientId, label: archived.label, details });
    publishChange(tx, ['clients', 'assignments']);
    return undefined;
  });
}

/** Remembers the language that was chosen for the client, whose row the transaction has locked. */
export async function rememberLanguage(
  tx: BusinessTransaction,
  context: MemberContext,
  { clientId, language }: { clientId: number; language: Language },
): Promise<void> {
  const [changed] = await tx
    .update(clients)
    .set({ language, updatedAt: context.now })
    .where(and(whereClient(tx, clientId), ne(clients.language, language)))
    .returning({ status: clients.status, label: clients.companyName });
  if (!changed) return;
  const details = { changed: ['language'], status: changed.status, unitsDelta: '0.00' };
  recordAudit(tx, context, { type: 'client.changed', id: clientId, label: changed.label, details });
}

/**
 * Checks a signature code and counts a wrong one; for a client without a code, every code is wrong.
 * @throws 404 for a client that the caller cannot see, 429 when no attempts are left
 */
export function verifyCode(
  context: MemberContext,
  clientId: number,
  code: string,
): Promise<{ valid: boolean }> {
  return writeInBusiness(context, async (tx) => {
    const { client, matches: valid, isGuess } = await clientForCode(tx, context, { clientId, code });
    if (!valid && isGuess) await countCodeFailure(tx, context, client);
    return { valid };
  });
}

interface CodeClaim {
  clientId: number;
  code: string;
  /** When the note was begun on the device, for codes that were replaced since. */
  begunAt?: Date | null;
  /** Reads the client, by default one that the caller can see. */
  getClientRow?: typeof getVisibleClient;
}

/**
 * Compares the code while holding the lock on guesses. For a wrong guess, the caller runs `countCodeFailure` and
 * commits; without any code there is nothing to guess.
 * @throws 404 for a client that `getClientRow` does not return, 429 when no attempts are left
 */
export async function clientForCode(
  tx: BusinessTransaction,
  context: MemberContext,
  { clientId, code, begunAt, getClientRow = getVisibleClient }: CodeClaim,
): Promise<{ client: ClientRow; matches: boolean; isGuess: boolean }> {
  const { client, replaced } = await awaitAll({
    limit: checkCodeLimit(tx, context, clientId),
    client: getClientRow(tx, context, clientId),
    replaced: begunAt ? listReplacedCodes(tx, context, { clientId, begunAt }) : [],
  });
  const codes = client.signatureCode === null ? replaced : [client.signatureCode, ...replaced];
  const matches = codes.some((encrypted) => isCodeOf(context, encrypted, { clientId, code }));
  return { client, matches, isGuess: codes.length > 0 };
}

function isCodeOf(
  { services, businessId }: MemberContext,
  encrypted: Buffer,
  { clientId, code }: Pick<CodeClaim, 'clientId' | 'code'>,
): boolean {
  const storedCode = services.secrets.decrypt(codePurpose(businessId, clientId), encrypted);
  return sameText(normalizeCode(storedCode), normalizeCode(code));
}

/** Normalizes a code, so that composed and decomposed, full-width and plain characters are equal. */
const normalizeCode = (code: string): string => code.normalize('NFKC').trim();

/** Locks the client's row until the transaction ends. @throws 404 for an archived or unknown one */
async function lockClient(tx: BusinessTransaction, clientId: number) {
  const [row] = await tx
    .select({ status: clients.status, signatureCode: clients.signatureCode })
    .from(clients)
    .where(whereClient(tx, clientId))
    .for('no key update');
  if (!row) throw notFound('This client does not exist.');
  return row;
}

const whereClient = (tx: BusinessTransaction, clientId: number) =>
  and(tx.inTenant(clients), eq(clients.id, clientId), isNull(clients.archivedAt));
