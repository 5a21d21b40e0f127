import { serviceInput } from '#features/services/contract.ts';
import { addServices } from '#features/services/server/actions.ts';
import { toServiceKey } from '#features/services/serviceKeyRules.ts';
import { selectServices } from '#features/services/server/reads.ts';
import { foldName } from '#features/imports/server/finder.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { planRows } from '#features/imports/server/plan.ts';
import { keepExisting, listExternalIds } from '#features/imports/server/reads.ts';
import { prepared, type PrepareImport } from './preparedImport.ts';

export const prepareServices: PrepareImport = async (tx, context, file) => {
  const [existing, ids] = await Promise.all([selectServices(tx, true), listExternalIds(tx, 'services')]);
  const names = new Map(existing.map(({ id, name }) => [foldName(name), id]));
  const keys = new Set(existing.map(({ key }) => key));
  const plan = planRows(file, {
    fields: importFields.services,
    schema: serviceInput,
    externalIds: keepExisting(ids, existing),
    resolve: (input) => {
      const { name = '', key } = input;
      const isOther = key !== undefined && !names.has(foldName(name));
      const isTaken = isOther && keys.has(key);
      // Later rows of the file must not have it.
      if (isOther) keys.add(key);
      return {
        input,
        key: name && foldName(name),
        keyField: 'name',
        errors: isTaken ? [{ field: 'key', message: 'Another service already uses this key' }] : [],
      };
    },
    findId: (key) => names.get(key),
    toStored: ({ name, key = toServiceKey(name, [...keys]) }) => {
      keys.add(key);
      return { key };
    },
  });
  return prepared(plan, async (inputs) => (await addServices(tx, context, inputs)).map(({ id }) => id));
};
