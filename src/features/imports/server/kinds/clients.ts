import { clientInput } from '#features/clients/contract.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { foldName, withoutArchived } from '#features/imports/server/finder.ts';
import { planRows } from '#features/imports/server/plan.ts';
import { keepExisting } from '#features/imports/server/records/importRecords.ts';
import type { PlannedFile } from './plannedFile.ts';

export function planClients({ file, records: { clients, clientKeys } }: PlannedFile) {
  // Of clients with one name, the one that is not archived.
  const names = new Map(
    [...clients, ...withoutArchived(clients)].map(({ id, name }) => [foldName(name), id]),
  );
  return planRows(file, {
    fields: importFields.clients,
    schema: clientInput,
    externalIds: keepExisting(clientKeys, clients),
    resolve: (input) => ({
      // Unlike in the form, a blank rate is none: the rate of the service applies.
      input: { ...input, unitRate: input['unitRate'] ?? null },
      key: input['companyName'] && foldName(input['companyName']),
      keyField: 'companyName',
      errors: [],
    }),
    findId: (key) => names.get(key),
  });
}
