/** Plans the rows of an import of authorizations. */

import { invalidField } from '#platform/server/errors.ts';
import { authorizationInput } from '#features/clients/authorizationContract.ts';
import { findTermsProblem, toEnding } from '#features/clients/authorizationTermRules.ts';
import { importFields } from '#features/imports/server/fields.ts';
import {
  createActiveFinder,
  createClientFinder,
  findNamed,
  foldName,
  toErrors,
  type Finder,
} from '#features/imports/server/finder.ts';
import { planRows, type Resolved, type Values } from '#features/imports/server/plan.ts';
import { keepExisting, toIds } from '#features/imports/server/records/importRecords.ts';
import type { PlannedFile } from './plannedFile.ts';

/** One client, service, first day and reference: what distinguishes authorizations for people. */
const toKey = (...parts: (string | number | null | undefined)[]): string =>
  parts.map((part) => part ?? '').join('|');

export function planAuthorizations({ file, records, today }: PlannedFile) {
  const { clients, services, payers } = records;
  const findClient = createClientFinder(clients, toIds(records.clientKeys));
  const findService = createActiveFinder(services, ({ name, key, code }) => [name, key, code], {
    ids: toIds(records.serviceKeys),
    message: 'This service is archived. Restore it in the business settings, or remove this row.',
  });
  const keys = new Map(
    records.authorizations.map(({ id, clientId, category, serviceName, startDate, reference }) => [
      toKey(clientId, category ?? foldName(serviceName), startDate, reference),
      id,
    ]),
  );
  // Of names that differ only in case, the first one is the payer.
  const payerNames = new Map(payers.map(({ name }) => [name.toLowerCase(), name]));
  const toPayer = (name: string): string => {
    const key = name.toLowerCase();
    if (!payerNames.has(key)) payerNames.set(key, name);
    return payerNames.get(key) ?? name;
  };

  return planRows(file, {
    fields: importFields.authorizations,
    schema: authorizationInput,
    externalIds: keepExisting(records.authorizationKeys, records.authorizations),
    resolve: (values) => resolveNames(values, { findClient, findService, keys }),
    keyFields: ['startDate', 'reference'],
    findId: (key) => keys.get(key),
    check: ({ category = null, ...terms }) => {
      const problem = findTermsProblem({ ...terms, category });
      if (problem) throw invalidField(problem.field, problem.message);
    },
    toStored: ({ payer, status, expiryDate }) => ({
      ...(payer && { payer: toPayer(payer) }),
      ...toEnding({ status, expiryDate }, today),
    }),
  });
}

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
