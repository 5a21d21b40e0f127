import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { employeeInput, peopleContract } from '#features/people/contract.ts';

const peopleApi = client<typeof peopleContract>();

export type Colleague = AnswerTo<(typeof peopleContract)['GET /api/users']>[number];
export type Person = AnswerTo<(typeof peopleContract)['GET /api/employees']>[number];

const { compare } = new Intl.Collator('en');
/** Last name, then first name; without a last name at the end. */
const nameKey = ({ firstName, lastName }: Colleague) => `${lastName ?? '\uffff'}\n${firstName ?? ''}`;
const sortByName = <One extends Colleague>(people: One[]): One[] =>
  people.toSorted((a, b) => compare(nameKey(a), nameKey(b)) || a.id - b.id);

/** The colleague directory, by name. */
export const peopleQuery = () =>
  queryOptions({
    ...endpointQuery(peopleApi, 'GET /api/users', { topics: ['people'] }),
    select: sortByName<Colleague>,
  });

/** All profiles of the business, by name; for managers. */
export const employeesQuery = () =>
  queryOptions({
    ...endpointQuery(peopleApi, 'GET /api/employees', { topics: ['people'] }),
    select: sortByName<Person>,
  });

type NewEmployee = { values: z.output<typeof employeeInput>; idempotencyKey: string };

/** Adds a person; a repeated submit with the same key adds one. */
export const useAddEmployee = () =>
  useChange(({ values, idempotencyKey }: NewEmployee) =>
    peopleApi('POST /api/employees', { body: values, idempotencyKey }),
  );

/** The user's own profile, or for managers any of the business. */
export const useProfile = (id: string | number) =>
  useQuery(endpointQuery(peopleApi, 'GET /api/users/:id', { topics: ['people'], params: { id } }));

export type ProfileChange = RequestTo<(typeof peopleContract)['PUT /api/profile']>['body'];

/** Changes a profile; omitted fields keep their values. */
export const useChangeProfile = (id: number, own: boolean) =>
  useChange((body: ProfileChange) =>
    own
      ? peopleApi('PUT /api/profile', { body })
      : peopleApi('PUT /api/users/:id/profile', { params: { id }, body }),
  );
