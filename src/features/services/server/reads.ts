import { and, asc, eq, isNull } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import { findRate } from '#features/services/rateRules.ts';
import { isActive } from '#features/services/rules.ts';
import { services } from './tables.ts';

export type ServiceRow = typeof services.$inferSelect;

/** A service as the caller may see it: employees see no rates. */
export function toService(context: MemberContext, { rates, ...service }: ServiceRow) {
  if (!isManager(context.session)) return service;
  return { ...service, unitRate: findRate(rates, todayOf(context)), rates };
}

/** The services by position. */
export const listServices = (context: MemberContext, { archived }: { archived: boolean }) =>
  readInBusiness(context, async (tx) => {
    const rows = await selectServices(tx, archived);
    return rows.map((row) => toService(context, row));
  });

export const selectServices = (tx: BusinessTransaction, archived: boolean): Promise<ServiceRow[]> =>
  tx
    .select()
    .from(services)
    .where(and(tx.inTenant(services), archived ? undefined : isNull(services.archivedAt)))
    .orderBy(asc(services.position), asc(services.id))
    .execute();

/** 400 at `category`: the business has no service with this key. */
export const createUnknownServiceError = () => invalidField('category', 'Please select a service');

/** The service with a key. @throws 400 at `category` */
export async function getServiceByKey(tx: BusinessTransaction, key: string): Promise<ServiceRow> {
  const [row] = await tx
    .select()
    .from(services)
    .where(and(tx.inTenant(services), eq(services.key, key)));
  if (!row) throw createUnknownServiceError();
  return row;
}

/** A service of the business. @throws 400 at `serviceId` */
export async function getServiceById(tx: BusinessTransaction, id: number): Promise<ServiceRow> {
  const [row] = await tx
    .select()
    .from(services)
    .where(and(tx.inTenant(services), eq(services.id, id)));
  if (!row) throw invalidField('serviceId', 'Please select a service');
  return row;
}

/**
 * The service of a new note.
 * @param current the key of the service that an edited note has already; it may be archived
 * @throws 400 at `category`
 */
export async function getActiveService(
  tx: BusinessTransaction,
  key: string,
  current?: string,
): Promise<ServiceRow> {
  const service = await getServiceByKey(tx, key);
  if (!isActive(service) && key !== current) {
    throw invalidField('category', 'This service is no longer offered');
  }
  return service;
}
