import { clientInput } from '#features/clients/contract.ts';
import { addClients } from '#features/clients/server/newClients/actions.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { planRows } from '#features/imports/server/plan.ts';
import { existingIds, foldName, listClientNames, listExternalIds } from '#features/imports/server/reads.ts';
import { prepared, type PrepareImport } from './preparedImport.ts';

export const prepareClients: PrepareImport = async (tx, context, { rows, columns }) => {
  const [existing, ids] = await Promise.all([listClientNames(tx), listExternalIds(tx, 'clients')]);
  const names = new Set(existing.map(({ name }) => foldName(name)));
  const plan = planRows(rows, columns, {
    fields: importFields.clients,
    schema: clientInput,
    externalIds: existingIds(ids, existing),
    resolve: (input) => ({
      input,
      key: input['companyName'] && foldName(input['companyName']),
      keyField: 'companyName',
      errors: [],
    }),
    exists: (key) => names.has(key),
  });
  return prepared(plan, (inputs, { openUnits }) => addClients(tx, context, { inputs, openUnits }));
};
