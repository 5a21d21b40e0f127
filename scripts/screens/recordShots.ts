/** Screenshots of records in and out: imports, exports and audit-day packets. */

import type { Page } from '@playwright/test';
import { listShots, MANAGER, openDialog, OWNER, sequence, shotsAt, type Shot } from './shot.ts';

const IMPORT = '/records/imports/$importId';

/** Uploads a spreadsheet of clients, and waits for its preview. */
const uploadClients = (file: 'correct' | 'wrong') => async (page: Page) => {
  const units = file === 'correct' ? '400' : 'many';
  const rows = ['C-401,Rosa Diaz,555 0142,4821,' + units, 'C-402,Earl Boone,555 0143,,120'];
  const text = ['Client ID,Contact name,Phone,Code,Units', ...rows].join('\n');
  const chosen = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(chosen);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'Rows' }).waitFor();
};

export const recordShots: Shot[] = [
  ...listShots('records', '/records', { as: OWNER, calls: /\/api\/(exports|packets)$/ }),
  ...shotsAt(MANAGER, '/records', {
    'records-manager': {},
    'records-packet': openDialog('New packet'),
    'records-sample': sequence(openDialog('New packet'), (page) =>
      page.getByText('Random sample', { exact: true }).click(),
    ),
  }),
  ...shotsAt(OWNER, '/records', {
    'records-import': { shows: IMPORT, act: uploadClients('correct') },
    'records-import-errors': { shows: IMPORT, act: uploadClients('wrong') },
  }),
];
