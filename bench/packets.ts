/**
 * `npm run bench:packets`: how long an audit-day packet of 200 visits takes, and 'Would we pass?' of a business with
 * 10,000 notes and of the biggest other one (21,110 of 250,000 notes). Writes packets.md, and exits with 1 above the limit
 * for the packet. `BENCH_NOTES` is the number of notes of all businesses.
 */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '#platform/contract/days.ts';
import { buildNoteForm, drawPicture } from '#tests/support/factories/notes.ts';
import { listChildren } from '#tests/support/helpers/signals.ts';
import { fillDatabase, query, type Office } from './data/fill.ts';
import { formatTable, Limits, runBench, startServer, writeReport, type Cells } from './harness.ts';
import { median, memoryOf, peakMemoryOf, readStat } from './load.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 250_000);
const VISITS = 200;
const READS = 20;
/** For the packet. */
const LIMIT = { limit: 30, unit: 's' };
/** A packet that takes longer is not waited for. */
const TIMEOUT_MS = 300_000;

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** Calls the product as a user. */
const callAs =
  (url: string, token: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<never>;
  };

/** A signature of the size of a pad on a phone. */
function drawLargeSignature(number: number): string {
  const middle = (x: number) => 190 + 120 * Math.sin(x / (20 + (number % 37)));
  return drawPicture((x, y) => x > 100 && x < 1100 && Math.abs(y - middle(x)) < 4, {
    width: 1200,
    height: 384,
  });
}

/** Submits and approves the visits of a new client. @returns its id */
async function createVisits(
  url: string,
  { manager, author }: Office,
): Promise<{ clientId: number; from: string }> {
  const asManager = callAs(url, manager.token);
  const asAuthor = callAs(url, author.token);
  const client = {
    companyName: 'Audited',
    contactName: 'Ada Audit',
    address: '1 Street',
    totalTimeUnits: 9000,
  };
  const { id: clientId } = await asManager<{ id: number }>('POST', '/api/clients', {
    ...client,
    signatureCode: '4711ab',
    status: 'active',
  });
  await asManager('POST', '/api/client-assignments', { clientId, employeeId: author.id });
  const from = addDays(new Date().toISOString().slice(0, 10), -VISITS / 10 - 2);
  for (let number = 0; number < VISITS; number += 1) {
    const hour = String(8 + (number % 10)).padStart(2, '0');
    const form = buildNoteForm(clientId, {
      workDate: addDays(from, Math.floor(number / 10)),
      startTime: `${hour}:00`,
      endTime: `${hour}:50`,
      description: `Visit ${number}. ${'Went through the letters and paid two bills. '.repeat(12)}`,
      employeeSignature: drawLargeSignature(2 * number),
      clientSignature: drawLargeSignature(2 * number + 1),
    });
    const { id } = await asAuthor<{ id: number }>('POST', '/api/notes', form);
    await asManager('PATCH', `/api/notes/${id}/review`, { action: 'approve', version: 1 });
  }
  return { clientId, from };
}

/** The seconds from the request of a packet until its files are ready. */
async function measurePacket(
  url: string,
  office: Office,
  pid: number,
): Promise<{ seconds: number; megabytes: number; cpu: number; memory: { server: number; child: number } }> {
  const { clientId, from } = await createVisits(url, office);
  const call = callAs(url, office.manager.token);
  const started = performance.now();
  const readCpu = () => {
    const { seconds = 0, ended = 0 } = readStat(pid) ?? {};
    return seconds + ended;
  };
  const before = readCpu();
  const memory = { server: 0, child: 0 };
  const body = { pairs: [{ clientId, from, to: addDays(from, VISITS / 10) }] };
  const { id } = await call<{ id: number }>('POST', '/api/packets', body);
  for (;;) {
    await pause(100);
    memory.server = Math.max(memory.server, memoryOf(pid) / 1024);
    for (const child of listChildren(pid)) memory.child = Math.max(memory.child, peakMemoryOf(child) / 1024);
    const packet = await call<{ state: string; visits: number; fileSize: number }>(
      'GET',
      `/api/packets/${id}`,
    );
    const elapsed = performance.now() - started;
    if (packet.state === 'failed' || elapsed > TIMEOUT_MS) throw new Error(`The packet is ${packet.state}`);
    if (packet.state === 'done') {
      if (packet.visits !== VISITS) throw new Error(`The packet has ${packet.visits} visits`);
      const megabytes = packet.fileSize / 2 ** 20;
      return { cpu: readCpu() - before, seconds: elapsed / 1000, megabytes, memory };
    }
  }
}

/** The median time of 'Would we pass?' in milliseconds, and how many visits it counts. */
async function measureReadiness(url: string, { manager }: Office): Promise<{ ms: number; visits: number }> {
  const call = callAs(url, manager.token);
  const read = () => call<{ weeks: { visits: number }[] }>('GET', '/api/packets/readiness');
  const { weeks } = await read();
  const times: number[] = [];
  for (let number = 0; number < READS; number += 1) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  return { ms: median(times), visits: weeks.reduce((sum, { visits }) => sum + visits, 0) };
}

await runBench({ shared_buffers: '2GB' }, async ({ url, folder }) => {
  const database = 'packets';
  const { middle, big } = await fillDatabase(url, { database, notes: NOTES });
  const product = await startServer({ DATABASE_URL: url(database), DATA_DIR: join(folder, database) });
  try {
    const rows: Cells[] = [];
    for (const office of [middle, big]) {
      const count = await query<{ count: string }>(
        url(database),
        'select count(*) from notes where business_id = $1',
        [office.businessId],
      );
      const { ms, visits } = await measureReadiness(product.url, office);
      rows.push({
        'notes of the business': String(count[0]?.count),
        'visits of 8 weeks': String(visits),
        'median ms': ms.toFixed(1),
      });
    }
    const packet = await measurePacket(product.url, middle, product.child.pid ?? 0);
    const { server, child } = packet.memory;
    const sentence = `A packet of ${VISITS} visits takes ${packet.seconds.toFixed(1)} s from the request to both files (${packet.cpu.toFixed(1)} s of CPU of the server and the process of the packet), ${packet.megabytes.toFixed(1)} MB; memory of the server meanwhile at most ${server.toFixed(0)} MB, of the process ${child.toFixed(0)} MB. The signatures have 1200 x 384 pixels.`;
    console.log(sentence);
    console.log(formatTable(rows));
    writeReport(
      'packets.md',
      'bench:packets',
      'PostgreSQL with synchronous commits. [How it is measured](packets.ts).',
      sentence,
      "'Would we pass?' (`GET /api/packets/readiness`), one request at a time:",
      formatTable(rows),
    );
    const limits = new Limits();
    limits.check(`A packet of ${VISITS} visits`, packet.seconds, LIMIT);
    limits.enforce();
  } finally {
    await product.end('SIGTERM');
  }
});
