import { clientInput } from '#features/clients/contract.ts';
import { addClients } from '#features/clients/server/newClients/actions.ts';
import { foldName, withoutArchived } from '#features/imports/server/finder.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { planRows } from '#features/imports/server/plan.ts';
import { keepExisting, listClientNames, listExternalIds } from '#features/imports/server/reads.ts';
import { prepared, type PrepareImport } from './preparedImport.ts';

export const prepareClients: PrepareImport = async (tx, context, file) => {
  const [existing, ids] = await Promise.all([listClientNames(tx), listExternalIds(tx, 'clients')]);
  // Of clients with one name, the one that is not archived.
  const active = withoutArchived(existing);
  const names = new Map([...existing, ...active].map(({ id, name }) => [foldName(name), id]));
  const plan = planRows(file, {
    fields: importFields.clients,
    schema: clientInput,
    externalIds: keepExisting(ids, existing),
    resolve: (input) => ({
      // Unlike in the form, a blank rate is none: the rate of the service applies.
      input: { ...input, unitRate: input['unitRate'] ?? null },
      key: input['companyName'] && foldName(input['companyName']),
      keyField: 'companyName',
      errors: [],
    }),
    findId: (key) => names.get(key),
  });
  return prepared(plan, (inputs, { openUnits }) => addClients(tx, context, { inputs, openUnits }));
};
