/** One business sends its largest files, while another one reads a short list. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildImportForm, uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import {
  measureReads,
  measureReadsAlone,
  sendBursts,
  sendMany,
} from '#tests/support/helpers/neighborReads.ts';

const api = useApi();

const MAX_RATIO = 3;

/** 5,000 clients in 9.8 MB. */
function buildLargest(prefix: string): Buffer {
  const rows = Array.from(
    { length: 5_000 },
    (_, nth) => `${prefix}-${nth},Bo Li ${nth},code${nth},many,${'Likes tea. '.repeat(175)}`,
  );
  return Buffer.from(['Client ID,Contact name,Signature code,Units,Intake information', ...rows].join('\n'));
}

// In the longer tests: it compares times, and a busy machine does not delay both measurements alike.
test.runIf(process.env['TESTS'] === 'all')(
  'sixteen parallel uploads, mappings, previews and commits of the largest file leave reads of another business at most three times as slow [14.import.24]',
  { timeout: 180_000, retry: 2 },
  async () => {
    const { admin } = await createBusiness(api);
    const { token } = (await createBusiness(api)).admin;
    const bytes = buildLargest('C');
    expect([bytes.length > 9.5e6, bytes.length < 10 * 1024 * 1024]).toEqual([true, true]);
    const { id } = await uploadImport(api, admin.token, { kind: 'clients', bytes });
    const read = () => api.call(token, 'GET /api/business-services');
    const alone = await measureReadsAlone(read);
    const params = { id };
    const form = buildImportForm('clients', bytes);
    const body = { importTotals: true };
    const work: Record<string, Promise<number[]>> = {};
    const ratios: Record<string, number> = {};
    const measure = async (name: string, begin: () => Promise<number[]>) => {
      work[name] = begin();
      ratios[name] = (await measureReads(read, work[name])) / alone;
    };
    const { call } = api;
    await measure('uploads', () => sendMany(() => call(admin.token, 'POST /api/imports', { body: form })));
    await measure('mappings', () =>
      sendMany(() => call(admin.token, 'PUT /api/imports/:id/mapping', { params, body })),
    );
    await measure('previews', () => sendBursts(() => call(admin.token, 'GET /api/imports/:id', { params })));
    await measure('pages', () =>
      sendBursts(() => call(admin.token, 'GET /api/imports/:id/rows', { params, query: { limit: 200 } })),
    );
    await measure('commits', () =>
      sendMany(() => call(admin.token, 'POST /api/imports/:id/commit', { params })),
    );
    for (const [name, statuses] of Object.entries(work))
      expect([name, (await statuses).filter((status) => ![200, 201, 409, 429].includes(status))]).toEqual([
        name,
        [],
      ]);
    expect(Object.entries(ratios).filter(([, ratio]) => ratio > MAX_RATIO)).toEqual([]);
  },
);
