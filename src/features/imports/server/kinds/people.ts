import { personStatus } from '#platform/contract/personStatus.ts';
import { invalidField } from '#platform/server/errors.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { planRows } from '#features/imports/server/plan.ts';
import { keepExisting } from '#features/imports/server/records/importRecords.ts';
import { employeeInput, profileInput } from '#features/people/contract.ts';
import { usernameKey } from '#features/people/rules.ts';
import type { PlannedFile } from './plannedFile.ts';

const { address } = profileInput.shape;
const schema = employeeInput
  .omit({ password: true })
  .extend({ address, status: personStatus.default('active') });

export function planPeople({ file, records: { people, personKeys }, takenUsernames }: PlannedFile) {
  const own = new Map(people.map(({ id, username }) => [usernameKey(username), id]));
  return planRows(file, {
    fields: importFields.people,
    schema,
    externalIds: keepExisting(personKeys, people),
    resolve: (input) => ({
      input,
      key: input['username'] && usernameKey(input['username']),
      keyField: 'username',
      errors: [],
    }),
    findId: (key) => own.get(key),
    check: ({ username }) => {
      if (takenUsernames.has(usernameKey(username)))
        throw invalidField('username', 'This username is already taken');
    },
  });
}
