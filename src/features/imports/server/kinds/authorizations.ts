import { todayOf } from '#platform/server/today.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { authorizationInput } from '#features/clients/authorizationContract.ts';
import {
  addAuthorizations,
  refuseInvalidTerms,
  toEnding,
} from '#features/clients/server/newAuthorizations/actions.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import { selectServices } from '#features/services/server/reads.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { planRows, type Resolved, type Values } from '#features/imports/server/plan.ts';
import {
  createActiveFinder,
  createClientFinder,
  findNamed,
  foldName,
  toErrors,
  type Finder,
} from '#features/imports/server/finder.ts';
import {
  keepExisting,
  listClientNames,
  listExternalIds,
  listPayerNames,
} from '#features/imports/server/reads.ts';
import { prepared, type PrepareImport } from './preparedImport.ts';

/** One client, service, first day and reference: what distinguishes authorizations for people. */
const toKey = (...parts: (string | number | null | undefined)[]): string =>
  parts.map((part) => part ?? '').join('|');

const listAuthorizations = (tx: BusinessTransaction) =>
  tx
    .select({
      id: authorizations.id,
      clientId: authorizations.clientId,
      category: authorizations.category,
      serviceName: authorizations.serviceName,
      startDate: authorizations.startDate,
      reference: authorizations.reference,
    })
    .from(authorizations)
    .where(tx.inTenant(authorizations))
    .execute();

export const prepareAuthorizations: PrepareImport = async (tx, context, file) => {
  const [clients, services, payers, existing, ids, clientIds, serviceIds] = await Promise.all([
    listClientNames(tx),
    selectServices(tx, true),
    listPayerNames(tx),
    listAuthorizations(tx),
    listExternalIds(tx, 'authorizations'),
    listExternalIds(tx, 'clients'),
    listExternalIds(tx, 'services'),
  ]);
  const findClient = createClientFinder(clients, clientIds);
  const findService = createActiveFinder(services, ({ name, key, code }) => [name, key, code], {
    ids: serviceIds,
    message: 'This service is archived. Restore it in the business settings, or remove this row.',
  });
  const keys = new Map(
    existing.map(({ id, clientId, category, serviceName, startDate, reference }) => [
      toKey(clientId, category ?? foldName(serviceName), startDate, reference),
      id,
    ]),
  );
  // Of names that differ only in case, the first one is the payer.
  const payerNames = new Map(payers.map((name) => [name.toLowerCase(), name]));
  const toPayer = (name: string): string => {
    const key = name.toLowerCase();
    if (!payerNames.has(key)) payerNames.set(key, name);
    return payerNames.get(key) ?? name;
  };
  const byKey = new Map(services.map((service) => [service.key, service]));

  const plan = planRows(file, {
    fields: importFields.authorizations,
    schema: authorizationInput,
    externalIds: keepExisting(ids, existing),
    resolve: (values) => resolveNames(values, { findClient, findService, keys }),
    keyFields: ['startDate', 'reference'],
    findId: (key) => keys.get(key),
    check: ({ category = null, ...terms }) => refuseInvalidTerms({ ...terms, category }),
    toStored: ({ payer, status, expiryDate }) => ({
      ...(payer && { payer: toPayer(payer) }),
      ...toEnding({ status, expiryDate }, todayOf(context)),
    }),
  });
  return prepared(plan, (inputs, { purchaseUnits }) => {
    const added = inputs.map(({ clientId = 0, category, ...input }) => ({
      clientId,
      service: byKey.get(category ?? '') ?? null,
      input,
    }));
    return addAuthorizations(tx, context, { added, purchaseUnits });
  });
};

function resolveNames(
  { client = '', service = '', ...values }: Values,
  {
    findClient,
    findService,
    keys,
  }: {
    findClient: Finder<{ id: number; name: string }>;
    findService: Finder<{ id: number; key: string; name: string }>;
    keys: ReadonlyMap<string, number>;
  },
): Resolved {
  const clientMatch = findNamed(findClient, client, 'Enter a client');
  const serviceMatch = findNamed(findService, service, 'Enter a service');
  const errors = [...toErrors('client', clientMatch), ...toErrors('service', serviceMatch)];
  if (!clientMatch.row || !serviceMatch.row)
    // The other cells are checked all the same.
    return {
      input: { ...values, serviceName: 'unresolved' },
      key: findUnlisted({ ...values, service }, clientMatch.row?.id, keys),
      keyField: 'reference',
      errors,
    };
  const { id: clientId } = clientMatch.row;
  const { key: category } = serviceMatch.row;
  return {
    input: { ...values, clientId, category },
    key: toKey(clientId, category, values['startDate'], values['reference']),
    keyField: 'reference',
    errors,
    names: { client: clientMatch.row.name, service: serviceMatch.row.name },
  };
}

/** The key of an authorization of an earlier release, whose service has a name alone. */
function findUnlisted(
  { service = '', startDate, reference }: Values,
  clientId: number | undefined,
  keys: ReadonlyMap<string, number>,
): string | undefined {
  const key = toKey(clientId, foldName(service), startDate, reference);
  return keys.has(key) ? key : undefined;
}
