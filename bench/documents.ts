/**
 * `npm run bench:documents -- FOLDER`: CPU time, size and memory of the PDF of an invoice of 20 lines, compared with another
 * version of the product, a clone in FOLDER with its packages installed. Both draw it in turn, in a process each; this
 * version draws it with names in other scripts as well.
 */

import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { formatTable, ROUNDS, type Cells } from './harness.ts';
import { median } from './load.ts';

const run = promisify(execFile);
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the version to compare with');
const versions = { before: resolve(folder), now: join(import.meta.dirname, '..') };

/** Of each process, after the first document. */
const DOCUMENTS = 40;

interface Measurements {
  bytes: number;
  /** Milliseconds of CPU, of the first document with what it loads, and the median of the others. */
  first: number;
  later: number;
  /** Resident memory in MB, after the documents, beyond that before them. */
  memory: number;
}

const DRAW_NOW = `
  const { layOutInvoice } = await import('#features/invoices/server/pdf/invoicePdf.ts');
  const { drawPdf } = await import('#platform/server/pdfFile.ts');
  const drawInvoice = (invoice) => drawPdf(layOutInvoice(invoice, { paperSize: 'letter', at: new Date(0) }));`;
const DRAW_BEFORE = `
  const { invoicePdf } = await import('#features/invoices/server/pdf/invoicePdf.ts');
  const drawInvoice = (invoice) => invoicePdf(invoice, new Date(0));`;

/** Runs in a process of its own, in the folder of a version. */
const draw = (name: string, version: string) => `
  ${version === 'now' ? DRAW_NOW : DRAW_BEFORE}
  const line = (index) => ({ description: 'Home care (H2015)', quantity: '5', rate: '15.00', amount: '75.00',
    firstDay: '2026-03-05', lastDay: '2026-03-05', startTime: '09:00', endTime: '10:15', noteIds: [index],
    clientName: ${JSON.stringify(name)}, authorization: 'A-' + index });
  const invoice = { id: 1, number: '2026-0001', state: 'issued', voidReason: null, from: '2026-03-01', to: '2026-03-31',
    issuedOn: '2026-04-01', dueOn: '2026-05-01', currency: 'USD', subtotal: '1500.00', taxRate: '7', tax: '105.00',
    total: '1605.00', lines: Array.from({ length: 20 }, (_, index) => line(index)),
    seller: { name: 'Harbor Home Care', address: '9 Billing Lane', phone: '555 0100', email: 'a@example.com', taxId: null },
    billTo: { name: ${JSON.stringify(name)}, address: '2 Side Street' } };
  gc();
  const memoryBefore = process.memoryUsage.rss();
  const times = [];
  let bytes = 0;
  for (let document = 0; document <= ${DOCUMENTS}; document += 1) {
    const before = process.cpuUsage();
    bytes = (await drawInvoice(invoice)).content.length;
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const [first, ...others] = times;
  const later = others.toSorted((a, b) => a - b)[others.length / 2];
  gc();
  const memory = (process.memoryUsage.rss() - memoryBefore) / 2 ** 20;
  console.log(JSON.stringify({ bytes, first, later, memory }));`;

async function measure(
  cwd: string,
  { version, name }: { version: string; name: string },
): Promise<Measurements> {
  const { stdout } = await run(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', draw(name, version)],
    { cwd },
  );
  return JSON.parse(stdout) as Measurements;
}

const measured = [
  { version: 'before', name: 'Cleo Client (Miller House)' },
  { version: 'now', name: 'Cleo Client (Miller House)' },
  { version: 'now', name: 'محمد عبدالله (Miller House)' },
  { version: 'now', name: 'ស្រីពៅ ខ្មែរ (Miller House)' },
  { version: 'now', name: '渡辺さくら (Miller House)' },
] as const;

const results: Measurements[][] = measured.map(() => []);
for (let round = 0; round < ROUNDS; round += 1)
  for (const [index, { version, name }] of measured.entries())
    results[index]?.push(await measure(versions[version], { version, name }));

const cell = (runs: readonly Measurements[], key: keyof Measurements, digits = 0): string =>
  median(runs.map((one) => one[key])).toFixed(digits);
console.log(
  formatTable(
    measured.map(({ version, name }, index): Cells => {
      const runs = results[index] ?? [];
      return {
        version,
        name,
        bytes: cell(runs, 'bytes'),
        'first, ms CPU': cell(runs, 'first'),
        'later, ms CPU': cell(runs, 'later', 1),
        'memory, MB': cell(runs, 'memory'),
      };
    }),
  ),
);
