/** Rows with an external id that an earlier file had: the record is the same under another name. */

import { expect, test } from 'vitest';
import type { ImportKind } from '#features/imports/contract.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { importRows } from '#tests/support/factories/imports.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));

const CASES: [kind: ImportKind, header: string[], build: (name: string) => string[]][] = [
  ['people', ['External ID', 'Username', 'First name', 'Last name'], (name) => [name, 'Ana', 'Ruiz']],
  ['services', ['External ID', 'Service', 'HCPCS'], (name) => [name, 'T1019']],
  [
    'authorizations',
    ['External ID', 'Client', 'Service', 'Units', 'Authorization number'],
    (name) => ['C-1', 'Bathing', '40', name],
  ],
];

test.each(CASES)(
  'a row of %s is recognized by its external id under another name [14.import.4]',
  async (kind, header, build) => {
    const { token } = business.admin;
    await createClient(api, business, { companyName: 'C-1' });
    await importRows(api, token, { kind: 'services', rows: [['Service'], ['Bathing']] });
    const [before, after, other] = [uniqueName('a'), uniqueName('b'), uniqueName('c')];
    expect(await importRows(api, token, { kind, rows: [header, ['k1', ...build(before)]] })).toEqual({
      created: 1,
      unchanged: 0,
    });
    expect(
      await importRows(api, token, {
        kind,
        rows: [header, ['k1', ...build(after)], ['k2', ...build(other)]],
      }),
    ).toEqual({ created: 1, unchanged: 1 });
  },
);
