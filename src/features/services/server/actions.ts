/** Adds, changes, archives and orders the services of a business. */

import { and, eq, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { AuditListener, MemberContext } from '#platform/server/context.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import {
  publishChange,
  readInBusiness,
  writeInBusiness,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import { lockBusiness } from '#features/businesses/server/actions.ts';
import { lockPeriodExclusively } from '#features/businesses/server/periodActions.ts';
import type { serviceChange, serviceInput } from '#features/services/contract.ts';
import type { Rate } from '#features/services/rateContract.ts';
import { findRate } from '#features/services/rateRules.ts';
import { DEFAULT_SERVICES, isActive } from '#features/services/rules.ts';
import { toServiceKey } from '#features/services/serviceKeyRules.ts';
import { applyConfirmedRates, type VisitRates } from './rates/actions.ts';
import { resolveFirstRates, resolveRates } from './rates/reads.ts';
import { selectServices, toService, type ServiceRow } from './reads.ts';
import { services } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'business_service.added': ServiceDetails;
    /** `visits` that are billed at new rates. */
    'business_service.changed': { changed: string[]; visits?: number } & ServiceDetails;
    'business_service.archived': { key: string };
    'business_service.ordered': { keys: string[] };
  }
}

type ServiceInput = z.output<typeof serviceInput>;
type ServiceDetails = Pick<ServiceRow, 'key' | 'code' | 'rates' | 'rounding' | 'authorizationRequired'> & {
  /** Today's. */
  unitRate: string | null;
};

/** The list of services is not paginated. */
const MAX_SERVICES = 200;

/** Adds the services of a new business, when it is registered. */
export const defaultServices: AuditListener = {
  onRecorded: (tx, { type }, { businessId }) =>
    type === 'business.registered' ? addDefaultServices(tx, businessId) : undefined,
};

async function addDefaultServices(tx: Queries, businessId: number): Promise<void> {
  await tx
    .insert(services)
    .values(DEFAULT_SERVICES.map((service, position) => ({ ...service, businessId, position })));
}

/** Adds a service at the end. @throws 409 `service_key_taken`, `too_many_services` */
export function addService(context: MemberContext, input: ServiceInput) {
  return writeInBusiness(context, async (tx) => {
    const [row] = await addServices(tx, context, [input]);
    if (!row) throw new Error('A service was not stored');
    return toService(context, row);
  });
}

/** Adds services at the end, in their order. @throws as `addService` */
export async function addServices(
  tx: BusinessTransaction,
  context: MemberContext,
  inputs: readonly ServiceInput[],
): Promise<ServiceRow[]> {
  const all = await lockServices(tx, context);
  if (all.length + inputs.length > MAX_SERVICES) {
    throw conflict(
      'too_many_services',
      `A business can have up to ${MAX_SERVICES} services, including archived ones.`,
    );
  }
  const added: ServiceRow[] = [];
  for (const input of inputs)
    added.push(await insertService(tx, context, { input, all: [...all, ...added] }));
  publishChange(tx, ['services']);
  return added;
}

async function insertService(
  tx: BusinessTransaction,
  context: MemberContext,
  { input, all }: { input: ServiceInput; all: readonly ServiceRow[] },
): Promise<ServiceRow> {
  const { businessId, now } = context;
  const usedKeys = all.map(({ key }) => key);
  if (input.key !== undefined && usedKeys.includes(input.key)) {
    const message = 'Another service already uses this key';
    throw conflict('service_key_taken', message, [{ path: 'key', message }]);
  }
  const key = input.key ?? toServiceKey(input.name, usedKeys);
  const { unitRate: _, ...fields } = { ...input, rates: resolveFirstRates(context, input) };
  const [row] = await tx
    .insert(services)
    .values({ ...fields, key, businessId, position: nextPosition(all), createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('A service was not stored');
  recordAudit(tx, context, {
    type: 'business_service.added',
    id: row.id,
    label: row.name,
    details: detailsOf(context, row),
  });
  return row;
}

/**
 * Changes or restores a service; omitted fields keep their values. Approved visits that are not billed follow its rates.
 * @throws 404; 400 at the field; 409 `visits_affected`
 */
export function changeService(
  context: MemberContext,
  {
    serviceId,
    input: { key, archived, rates, unitRate, affectedVisits: confirmed, ...input },
  }: { serviceId: number; input: z.output<typeof serviceChange> },
  { applyRates }: Pick<VisitRates, 'applyRates'>,
) {
  return writeInBusiness(context, async (tx) => {
    const all = await lockServices(tx, context);
    const before = findById(all, serviceId);
    if (key !== undefined && key !== before.key)
      throw invalidField('key', "A service's key can't be changed");
    const after = resolveRates(context, before.rates, { rates, unitRate });
    // No note is approved at the earlier rates after its visits were counted.
    if (rates !== undefined || unitRate !== undefined) await lockPeriodExclusively(tx);
    const sent = { ...input, rates: isDeepStrictEqual(after, before.rates) ? undefined : after };
    const fields = Object.fromEntries(
      Object.entries(sent).filter(
        ([name, value]) => value !== undefined && value !== before[name as keyof typeof sent],
      ),
    );
    const isRestored = archived === false && !isActive(before);
    if (Object.keys(fields).length === 0 && !isRestored) return toService(context, before);
    const [row] = await tx
      .update(services)
      .set({
        ...fields,
        ...(isRestored && { archivedAt: null, position: nextPosition(all) }),
        updatedAt: context.now,
      })
      .where(whereService(tx, serviceId))
      .returning();
    if (!row) throw new Error('A service was not stored');
    const change = { serviceKey: before.key, before: before.rates, after };
    const visits = await applyConfirmedRates(tx, context, { change, confirmed, applyRates });
    const changed = [...Object.keys(fields), ...(isRestored ? ['archived'] : [])];
    recordAudit(tx, context, {
      type: 'business_service.changed',
      id: serviceId,
      label: row.name,
      details: { changed, ...detailsOf(context, row), ...(visits > 0 && { visits }) },
    });
    // Lists of notes show the name.
    publishChange(tx, row.name === before.name ? ['services'] : ['services', 'notes']);
    return toService(context, row);
  });
}

/** Previews the effect of new rates. @throws 404 */
export const previewServiceRates = (
  context: MemberContext,
  { serviceId, rates }: { serviceId: number; rates: Rate[] },
  { previewRates }: Pick<VisitRates, 'previewRates'>,
) =>
  readInBusiness(context, async (tx) => {
    const before = findById(await selectServices(tx), serviceId);
    const after = resolveRates(context, before.rates, { rates });
    return previewRates(tx, context, { serviceKey: before.key, before: before.rates, after });
  });

/** Archives a service; idempotent. @throws 404; 409 `last_service` */
export function archiveService(context: MemberContext, serviceId: number): Promise<undefined> {
  return writeInBusiness<undefined>(context, async (tx) => {
    const all = await lockServices(tx, context);
    const service = findById(all, serviceId);
    if (!isActive(service)) return undefined;
    if (all.filter(isActive).length === 1) {
      throw conflict(
        'last_service',
        'You can’t archive your only active service. Add or restore another one first.',
      );
    }
    await tx
      .update(services)
      .set({ archivedAt: context.now, updatedAt: context.now })
      .where(whereService(tx, serviceId));
    const details = { key: service.key };
    recordAudit(tx, context, {
      type: 'business_service.archived',
      id: serviceId,
      label: service.name,
      details,
    });
    publishChange(tx, ['services']);
    return undefined;
  });
}

/** Orders the active services. @throws 400 at `ids` unless they are exactly those */
export function orderServices(context: MemberContext, ids: number[]) {
  return writeInBusiness(context, async (tx) => {
    const active = (await lockServices(tx, context)).filter(isActive);
    const byId = new Map(active.map((service) => [service.id, service]));
    const ordered = ids.flatMap((id) => byId.get(id) ?? []);
    if (ordered.length !== ids.length || new Set(ids).size !== byId.size || ids.length !== byId.size) {
      throw invalidField('ids', 'List the id of every active service exactly once');
    }
    const positions = sql.join(
      ordered.map(({ id }, position) => sql`when ${services.id} = ${id} then ${position}::int`),
      sql` `,
    );
    await tx
      .update(services)
      .set({ position: sql`case ${positions} else ${services.position} end` })
      .where(tx.inTenant(services));
    recordAudit(tx, context, {
      type: 'business_service.ordered',
      details: { keys: ordered.map(({ key }) => key) },
    });
    publishChange(tx, ['services']);
    return ordered.map((service, position) => toService(context, { ...service, position }));
  });
}

/** All services, with the business locked, so that two writes cannot archive the last two or take the same key. */
async function lockServices(tx: BusinessTransaction, context: MemberContext): Promise<ServiceRow[]> {
  await lockBusiness(tx, context.businessId);
  return selectServices(tx);
}

/** @throws 404 */
function findById(all: ServiceRow[], serviceId: number): ServiceRow {
  const service = all.find(({ id }) => id === serviceId);
  if (!service) throw notFound('This service does not exist.');
  return service;
}

const whereService = (tx: BusinessTransaction, serviceId: number) =>
  and(tx.inTenant(services), eq(services.id, serviceId));

const nextPosition = (all: readonly ServiceRow[]): number =>
  Math.max(-1, ...all.map(({ position }) => position)) + 1;

const detailsOf = (
  context: MemberContext,
  { key, code, rates, rounding, authorizationRequired }: ServiceRow,
): ServiceDetails => ({
  key,
  code,
  unitRate: findRate(rates, todayOf(context)),
  rates,
  rounding,
  authorizationRequired,
});
