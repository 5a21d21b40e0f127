import { invalidField } from '#platform/server/errors.ts';
import { personStatus } from '#platform/contract/personStatus.ts';
import { newToken } from '#platform/server/secrets.ts';
import { employeeInput, profileInput } from '#features/people/contract.ts';
import { usernameKey } from '#features/people/rules.ts';
import { addPeople } from '#features/people/server/newPeople/actions.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { planRows } from '#features/imports/server/plan.ts';
import { keepExisting, listExternalIds, listPersonNames } from '#features/imports/server/reads.ts';
import { prepared, type PrepareImport } from './preparedImport.ts';

const { address } = profileInput.shape;
const schema = employeeInput
  .omit({ password: true })
  .extend({ address, status: personStatus.default('active') });

export const preparePeople: PrepareImport = async (tx, context, { takenUsernames, ...file }) => {
  const [people, ids] = await Promise.all([listPersonNames(tx), listExternalIds(tx, 'people')]);
  const own = new Map(people.map(({ id, username }) => [usernameKey(username), id]));
  const plan = planRows(file, {
    fields: importFields.people,
    schema,
    externalIds: keepExisting(ids, people),
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
  // The hash of a secret that is stored nowhere: no one can log in with it.
  const passwordHash = () => context.services.passwords.hash(newToken());
  let hash: Promise<string> | undefined;
  return prepared(plan, async (inputs) =>
    addPeople(tx, context, { inputs, passwordHash: await (hash ??= passwordHash()) }),
  );
};
