/** Reads the services of a business with their rates. */

import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { decodeNumbers, encodeNumbers, wholePageOf, type PageQuery } from '#platform/server/cursor.ts';
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

/** A page of the services by position. */
export function listServices(
  context: MemberContext,
  { archived, limit, cursor }: PageQuery & { archived: boolean },
) {
  const afterCursor = cursor === undefined ? undefined : whereAfter(cursor);
  return readInBusiness(context, async (tx) => {
    const matching = whereListed(tx, archived);
    const rows = await tx
      .select()
      .from(services)
      .where(and(matching, afterCursor))
      .orderBy(...byPosition)
      .limit(limit + 1);
    const page = wholePageOf({ rows, limit }, ({ position, id }) => encodeNumbers([position, id]));
    return { ...page, rows: page.rows.map((row) => toService(context, row)) };
  });
}

const byPosition = [asc(services.position), asc(services.id)];

const whereListed = (tx: BusinessTransaction, archived: boolean) =>
  and(tx.inTenant(services), archived ? undefined : isNull(services.archivedAt));

/** @throws 400 at `cursor` */
function whereAfter(cursor: string) {
  const [position = 0, id = 0] = decodeNumbers(cursor, 2);
  return sql`(${services.position}, ${services.id}) > (${position}::bigint, ${id}::bigint)`;
}

/** All services by position. */
export const selectServices = (tx: BusinessTransaction): Promise<ServiceRow[]> =>
  tx
    .select()
    .from(services)
    .where(tx.inTenant(services))
    .orderBy(...byPosition)
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
