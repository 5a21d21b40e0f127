/**
 * `npm run bench:imports`: how long the largest imports take, how long other requests take meanwhile, what hostile files
 * cost, and what users of the page wait for (importPage.ts), on PostgreSQL and on the embedded database. Writes
 * imports.md, and exits with 1 above a limit. With arguments, only the parts whose names contain one of them
 * ('people, 5000 rows, XLSX', 'hostile files', 'page'), without imports.md.
 */

import { join } from 'node:path';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildCsv, buildImportForm, buildXlsx, buildZip } from '#tests/support/factories/imports.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import {
  formatTable,
  isSelected,
  Limits,
  runBench,
  startServer,
  writeReport,
  type Cells,
} from './harness.ts';
import { measureImportPages } from './importPage.ts';
import { median, memoryOf, memoryOfChildren, peakMemoryOf, quantile } from './load.ts';

const ROWS = 5_000;
/** For importing `ROWS` rows, for the answer to a hostile file, and for the memory that it needs. */
const LIMITS = {
  import: { limit: 20, unit: 's' },
  answer: { limit: 5, unit: 's' },
  memory: { limit: 200, unit: 'MB' },
};
const limits = new Limits();
const SHEET = 'xl/worksheets/sheet1.xml';

/** Sends a request. @throws unless it succeeds or fails with the expected status */
async function send(
  url: string,
  request: { path: string; method?: string; token?: string; body?: FormData | object; status?: number },
): Promise<Record<string, unknown>> {
  const { path, method = 'GET', token, body, status } = request;
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (status ? response.status !== status : !response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
  return answer;
}

/** Runs some work while another client reads the clients one request after another. @returns their times */
async function measureReads(url: string, token: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      const began = performance.now();
      await send(url, { path: '/api/business-services', token });
      times.push(performance.now() - began);
    }
  })();
  try {
    await work();
  } finally {
    isDone = true;
    await reading;
  }
  return times;
}

const numbered = (build: (nth: number) => string[]) => Array.from({ length: ROWS }, (_, nth) => build(nth));

const SERVICES = buildCsv(['Name', 'Code'], ['Bathing', 'T1019']);

/** Files of the largest size, of other records for each format. @param prefix of all keys */
const buildFiles = (prefix: string) => ({
  people: [
    ['Username', 'First name', 'Last name', 'Email'],
    ...numbered((nth) => [`${prefix}worker-${nth}`, 'Ana', `Ruiz ${nth}`, `w${nth}@example.com`]),
  ],
  clients: [
    ['Client ID', 'Contact name', 'Signature code', 'Units', 'Phone', 'Address'],
    ...numbered((nth) => [
      `${prefix}C-${nth}`,
      `Bo Li ${nth}`,
      `code${nth}`,
      '400',
      '555 0100',
      `${nth} Main Street`,
    ]),
  ],
  authorizations: [
    ['Client', 'Service', 'Start date', 'Expiry date', 'Units', 'Payer', 'Reference'],
    ...numbered((nth) => [
      `${prefix}C-${nth}`,
      'T1019',
      '1/1/2026',
      '12/31/2026',
      '480',
      'Medicaid',
      `${prefix}A-${nth}`,
    ]),
  ],
  assignments: [
    ['Client', 'Employee'],
    ...numbered((nth) => [`${prefix}C-${nth}`, `${prefix}worker-${nth % 500}`]),
  ],
});

/** The content of each file by its name. */
async function buildImports(): Promise<{ name: string; kind: string; bytes: Buffer }[]> {
  const inCsv = Object.entries(buildFiles('')).map(([kind, rows]) => ({
    name: `${kind}, ${ROWS} rows, CSV`,
    kind,
    bytes: buildCsv(...rows),
  }));
  const inXlsx = Object.entries(buildFiles('X-')).map(async ([kind, rows]) => ({
    name: `${kind}, ${ROWS} rows, XLSX`,
    kind,
    bytes: await buildXlsx(...rows),
  }));
  return [...inCsv, ...(await Promise.all(inXlsx))].filter(isSelected);
}

/** @returns when its preview was complete */
async function importFile(url: string, token: string, body: FormData): Promise<number> {
  const { id } = await send(url, { path: '/api/imports', method: 'POST', token, body });
  const previewed = performance.now();
  await send(url, { path: `/api/imports/${String(id)}/commit`, method: 'POST', token });
  return previewed;
}

async function measureImports({ url, child }: ProductProcess, token: string): Promise<Cells[]> {
  const idle = await measureReads(url, token, () => new Promise((resolve) => setTimeout(resolve, 3_000)));
  const cells: Cells[] = [];
  await importFile(url, token, buildImportForm('services', SERVICES));
  for (const { name, kind, bytes } of await buildImports()) {
    const began = performance.now();
    let previewed = 0;
    const times = await measureReads(url, token, async () => {
      previewed = await importFile(url, token, buildImportForm(kind, bytes));
    });
    const seconds = (performance.now() - began) / 1000;
    limits.check(name, seconds, LIMITS.import);
    cells.push({
      file: name,
      'preview, s': ((previewed - began) / 1000).toFixed(1),
      'commit, s': ((performance.now() - previewed) / 1000).toFixed(1),
      'other requests, p50 ms': median(times).toFixed(1),
      'of idle': (median(times) / median(idle)).toFixed(1),
      'slowest, ms': Math.max(...times).toFixed(0),
      'memory, MB': (memoryOf(child.pid ?? 0) / 1024).toFixed(0),
    });
  }
  return cells;
}

const HEADER = ['Client ID', 'Contact name'];

interface HostileFile {
  name: string;
  bytes: Buffer;
  /** Of the answer to the upload. */
  status: number;
  kind?: string;
}

const refused = (files: Record<string, Buffer>): HostileFile[] =>
  Object.entries(files).map(([name, bytes]) => ({ name, bytes, status: 400 }));

/** Rows of XML for a sheet. */
const buildRows = (count: number, build: (row: number) => string) =>
  Array.from({ length: count }, (_, index) => `<row r="${index + 1}">${build(index + 1)}</row>`).join('');

const buildColumnNames = (count: number) => Array.from({ length: count }, (_, nth) => `c${nth}`);

async function buildHostileFiles(): Promise<HostileFile[]> {
  const workbook = await buildXlsx(HEADER, ['C-1', 'Ana']);
  const buildSheet = (rows: string) => {
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
    return buildZip({ [SHEET]: Buffer.from(sheet) }, workbook);
  };
  const buildFar = (value: string) =>
    buildSheet(`<row r="1048576"><c r="XFD1048576"><v>${value}</v></c></row>`);
  const inLatin1 = numbered((nth) => [`C-${nth}`, 'José']).map((cells) => cells.join(','));
  const dates = numbered((nth) => [`C-${nth}`, 'T1019', String(46_000 + nth)]);
  return [
    { name: '100 MB', bytes: Buffer.alloc(100 * 1024 * 1024, 'x'), status: 413 },
    ...refused({
      '10 MB of line breaks': Buffer.alloc(10 * 1024 * 1024 - 1, '\n'),
      '10 MB of one-letter rows': Buffer.from(`a,b\n${'x,y\n'.repeat(2_600_000)}`),
      '10,000 columns': buildCsv(buildColumnNames(10_000)),
      '10,000 columns, XLSX': await buildXlsx(buildColumnNames(10_000)),
      [`Windows-1252, ${ROWS} rows`]: Buffer.from([HEADER.join(','), ...inLatin1].join('\n'), 'latin1'),
      'UTF-16 without a byte order mark': Buffer.from(SERVICES.toString().repeat(100_000), 'utf16le'),
      'ZIP bomb, 200 MB': await buildZip({ [SHEET]: Buffer.alloc(200 * 1024 * 1024, ' ') }, workbook),
      'XLSX with a cell at the far end': await buildFar('1'),
      'XLSX of 19 MB unpacked': await buildFar('1'.repeat(19_000_000)),
      'XLSX with a formula in its last row': await buildSheet(
        buildRows(ROWS, (row) => `<c r="A${row}">${row === ROWS ? '<f>1+1</f>' : ''}<v>2</v></c>`),
      ),
      'XLSX with 300,000 errors': await buildSheet(
        buildRows(300_000, (row) => `<c r="A${row}" t="e"><v>#N/A</v></c>`),
      ),
    }),
    // The preview has an error at each date.
    {
      name: `dates as numbers, ${ROWS} rows, XLSX`,
      kind: 'authorizations',
      bytes: await buildXlsx(
        ['Client', 'Service', 'Start date'],
        ...dates.map(([client = '', service = '', day]) => [client, service, Number(day)]),
      ),
      status: 201,
    },
  ];
}

async function measureHostile({ url, child }: ProductProcess, token: string): Promise<Cells[]> {
  const cells: Cells[] = [];
  for (const { name, bytes, status, kind = 'clients' } of await buildHostileFiles()) {
    const readMemory = () => memoryOf(child.pid ?? 0) + memoryOfChildren(child.pid ?? 0);
    const before = readMemory();
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, readMemory())), 25);
    const began = performance.now();
    const body = buildImportForm(kind, bytes);
    const times = await measureReads(url, token, () =>
      send(url, { path: '/api/imports', method: 'POST', token, body, status }),
    );
    clearInterval(timer);
    const seconds = (performance.now() - began) / 1000;
    const megabytes = (peak - before) / 1024;
    limits.check(name, seconds, LIMITS.answer);
    limits.check(name, megabytes, LIMITS.memory);
    cells.push({
      file: name,
      'answer, s': seconds.toFixed(1),
      'memory added, MB': megabytes.toFixed(0),
      'other requests, p95 ms': quantile(times, 0.95).toFixed(1),
    });
  }
  cells.push({
    file: 'highest memory of the server',
    'answer, s': '',
    'memory added, MB': (peakMemoryOf(child.pid ?? 0) / 1024).toFixed(0),
    'other requests, p95 ms': '',
  });
  return cells;
}

await runBench({}, async ({ url, folder }) => {
  const servers = {
    PostgreSQL: { DATABASE_URL: url('postgres'), DATA_DIR: join(folder, 'postgres') },
    'embedded database': { DATA_DIR: join(folder, 'embedded') },
  };
  const paragraphs: string[] = [];
  for (const [name, environment] of Object.entries(servers)) {
    const product = await startServer(environment);
    try {
      const form = buildRegistrationForm();
      const path = '/api/auth/register-admin';
      const { token } = await send(product.url, { path, method: 'POST', body: form });
      const imports = formatTable(await measureImports(product, String(token)));
      paragraphs.push(`## ${name}`, imports);
      console.log(`${name}\n${imports}`);
      if (isSelected({ name: 'hostile files' }))
        paragraphs.push(formatTable(await measureHostile(product, String(token))));
      if (isSelected({ name: 'page' })) {
        const page = formatTable(await measureImportPages(product.url, String(token)));
        console.log(page);
        paragraphs.push(page);
      }
    } finally {
      await product.end('SIGTERM');
    }
  }
  writeReport(
    'imports.md',
    'bench:imports',
    'Meanwhile another client sends one request after another; the column “of idle” compares their times with those on an idle server. Waits on the page are those of a phone on a network of 1.6 Mbit/s, whose processor is slower by a factor, with files of 5,000 rows. [How it is measured](imports.ts).',
    ...paragraphs,
  );
  limits.enforce();
});
