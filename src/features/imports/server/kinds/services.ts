import { importFields } from '#features/imports/server/fields.ts';
import { foldName } from '#features/imports/server/finder.ts';
import { planRows } from '#features/imports/server/plan.ts';
import { keepExisting } from '#features/imports/server/records/importRecords.ts';
import { serviceInput } from '#features/services/contract.ts';
import { toServiceKey } from '#features/services/serviceKeyRules.ts';
import type { PlannedFile } from './plannedFile.ts';

export function planServices({ file, records: { services, serviceKeys } }: PlannedFile) {
  const names = new Map(services.map(({ id, name }) => [foldName(name), id]));
  const keys = new Set(services.map(({ key }) => key));
  return planRows(file, {
    fields: importFields.services,
    schema: serviceInput,
    externalIds: keepExisting(serviceKeys, services),
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
}
