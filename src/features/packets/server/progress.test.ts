/** The progress of real jobs, whose processes are stopped in between so that it can be read. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobWork } from '#features/exports/server/jobs/actions.ts';
import { createPacketVisits, MARCH, type PacketVisits } from '#tests/support/factories/packetVisits.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { exportBusiness, startRunner } from '#tests/support/helpers/exports.ts';
import { listChildren, sendSignal } from '#tests/support/helpers/signals.ts';
import { packetWork } from './work.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const packets = packetWork(new URL('../../../app/packetProcess.ts', import.meta.url));
let stop = async () => {};
afterEach(() => stop());

const signalChildren = (name: NodeJS.Signals) => {
  for (const pid of listChildren(process.pid)) sendSignal(pid, name);
};

/** How often the process of a job is stopped. */
const STOPS = 2;

/** The work of a job whose process stops at its next step, and again at the next one after it was continued. */
function stopBetween(work: JobWork) {
  let stops = 0;
  let isStopped = false;
  return {
    work: ((job, tools) =>
      work(job, {
        ...tools,
        report: (done, total) => {
          // Steps that were sent before the process stopped still arrive.
          if (done > 0 && !isStopped && stops < STOPS) {
            signalChildren('SIGSTOP');
            [isStopped, stops] = [true, stops + 1];
          }
          tools.report(done, total);
        },
      })) satisfies JobWork,
    resume: () => {
      isStopped = false;
      signalChildren('SIGCONT');
    },
  };
}

interface Progress {
  state: string;
  done: number;
  of: number;
}

/** Reads the progress at each stop, and at the end. */
async function readProgress(read: () => Promise<Progress>, resume: () => void): Promise<Progress[]> {
  const answers: Progress[] = [];
  const waitFor = (isNext: (answer: Progress) => boolean) =>
    vi.waitFor(
      async () => {
        const answer = await read();
        expect(isNext(answer)).toBe(true);
        answers.push(answer);
      },
      { timeout: 30_000, interval: 50 },
    );
  for (let stops = 0; stops < STOPS; stops += 1) {
    const before = answers.at(-1)?.done ?? 0;
    await waitFor(({ done }) => done > before);
    resume();
  }
  await waitFor(({ state }) => state === 'done');
  return answers;
}

function expectGrowth(answers: Progress[], total: number): void {
  const [first, second, last] = answers;
  expect(answers.map(({ state, of }) => [state, of])).toEqual([
    ['running', total],
    ['running', total],
    ['done', total],
  ]);
  expect(first?.done).toBeLessThan(second?.done ?? 0);
  expect(second?.done).toBeLessThan(total);
  expect(last?.done).toBe(total);
}

let visits: PacketVisits;
beforeEach(async () => {
  visits = await createPacketVisits(api);
  for (const day of [3, 4, 5, 6]) await visits.submit(day);
});

test(
  'an export answers how many of its steps are done while it runs [14.export.1]',
  { timeout: 60_000 },
  async () => {
    const { token } = visits.manager;
    const { id } = await api.ok(token, 'POST /api/exports');
    const { work, resume } = stopBetween(exportBusiness);
    stop = startRunner(api, work);
    const read = () => api.ok(token, 'GET /api/exports/:id', { params: { id } });
    const answers = await readProgress(read, resume);
    const total = answers.at(-1)?.of ?? 0;
    // A step for each table, CSV file, note, version and stored file.
    expect(total).toBeGreaterThan(70);
    expectGrowth(answers, total);
  },
);

test(
  'a packet answers how many of its steps are done while it runs [14.packet.14]',
  { timeout: 60_000 },
  async () => {
    const { manager, clientId } = visits;
    const { id } = await api.ok(manager.token, 'POST /api/packets', {
      body: { pairs: [{ clientId, ...MARCH }] },
    });
    const { work, resume } = stopBetween(packets);
    stop = startRunner(api, exportBusiness, work);
    const read = () => api.ok(manager.token, 'GET /api/packets/:id', { params: { id } });
    // Each visit is laid out twice, and its files are written.
    expectGrowth(await readProgress(read, resume), 4 * 3);
  },
);
