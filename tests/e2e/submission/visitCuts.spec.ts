/**
 * Visits that are cut at random moments: by the network, in the middle of a request or an answer, by the end of the tab
 * or of the server, with a second tab. `CUT_SEED` repeats a run, `CUTS` sets the number.
 */

import getPort from 'get-port';
import { createTeam } from '#tests/e2e/steps.ts';
import { startCuttingNetwork } from '#tests/support/fakes/cuttingNetwork.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  openAs,
  startBuiltProduct,
  test,
  type Product,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { fetchEndpoint } from '#tests/support/helpers/httpCall.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import {
  chooseCut,
  collectInks,
  CUT_KINDS,
  sendVisit,
  type Ink,
  type Phone,
  type Visit,
} from './cutSteps.ts';
import { waitForSealingKey, waitForWorker } from './offlineSteps.ts';

test.use({ serviceWorkers: 'allow' });

const CUTS = Number(process.env['CUTS'] ?? 100);
const UNITS = 9;

type Team = Awaited<ReturnType<typeof createTeam>>;
type Entry = { noteId: number | null };

const buildVisit = ({ client }: Team, round: number): Visit => ({
  clientName: client.companyName,
  workDate: new Date(Date.UTC(2026, 1, 1 + (round % 200))).toISOString().slice(0, 10),
  texts: {
    Description: `Visit ${round}: cleaned the kitchen together, „ñ” 東 👩‍🍳.`,
    Research: `Read page ${round} of the care plan again.`,
    Summary: `All ${round} things were done as planned.`,
  },
  waves: 5 + (round % 17),
});

async function countOf(product: Product, token: string, endpoint: string): Promise<number> {
  const answer = await fetchEndpoint(product.url, endpoint, { token });
  return Number(answer.headers.get('x-total-count'));
}

/** The numbers of notes, of units used for them and of time entries. */
async function readTotals(product: Product, { manager, employee, client }: Team) {
  const { usedTimeUnits } = await product.call<{ usedTimeUnits: string }>(
    manager.token,
    `GET /api/clients/${client.id}`,
  );
  return {
    notes: await countOf(product, employee.token, 'GET /api/notes/my'),
    units: Number(usedTimeUnits),
    timeEntries: await countOf(product, employee.token, 'GET /api/time-entries/my'),
  };
}

/** Expects the visit as it was written and drawn, in one note with one deduction and one time entry. */
async function expectStoredOnce(
  product: Product,
  { manager, employee, client }: Team,
  { visit: { texts, workDate }, inks }: { visit: Visit; inks: Ink[] },
): Promise<void> {
  const read = <Row>(token: string, path: string) => product.call<Row[]>(token, `GET /api/${path}?limit=3`);
  const notes = await read<{ id: number; content: string }>(employee.token, 'notes/my');
  const ids = notes.filter(({ content }) => content === texts.Description).map(({ id }) => id);
  expect(ids).toHaveLength(1);
  const note = await product.call<Ink & Record<string, unknown>>(employee.token, `GET /api/notes/${ids[0]}`);
  expect(note).toMatchObject({
    status: 'pending',
    workDate,
    research: texts.Research,
    summary: texts.Summary,
    timeUnitsUsed: UNITS.toFixed(2),
    isClientSigned: true,
  });
  const { employeeSignature, clientSignature } = note;
  // A visit whose tab was killed was signed twice; one of them is stored.
  expect(inks).toContainEqual({ employeeSignature, clientSignature });
  const ledger = await read<Entry & { delta: string }>(manager.token, `clients/${client.id}/ledger`);
  const own = ({ noteId }: Entry) => noteId === ids[0];
  expect(ledger.filter(own).map(({ delta }) => Math.abs(Number(delta)))).toEqual([UNITS]);
  const entries = await read<Entry & { minutes: number }>(employee.token, 'time-entries/my');
  // Newest first by the time of work.
  expect(entries.filter(own).map(({ minutes }) => minutes)).toEqual([135]);
}

test(
  'visits that are cut at random moments arrive once, as they were written and signed [13.offline.30]',
  LONG_ON_DESKTOP,
  async ({ page, context }) => {
    test.setTimeout(120_000 + CUTS * 20_000);
    allowBrowserError(/ERR_|status of 50[234]/);
    const seed = Number(process.env['CUT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    const random = createRandom(seed);
    const port = await getPort({ host: '127.0.0.1' });
    const network = await startCuttingNetwork(`http://127.0.0.1:${port}`);
    const { product, killAndStart, stop } = await startBuiltProduct({
      PORT: String(port),
      PUBLIC_URL: network.url,
    });
    const team = await createTeam(product, { totalTimeUnits: 100_000 });
    const browserProduct = { ...product, url: network.url };
    const { employee } = team;
    await openAs(page, browserProduct, employee, '/submit');
    await waitForWorker(page);
    await waitForSealingKey(page);
    const phone: Phone = {
      context,
      product: browserProduct,
      employee,
      network,
      killAndStart,
      away: null,
      page,
      second: null,
    };
    const inks = collectInks(context);
    const counts: Record<string, number> = {};
    const kinds = new Set<string>();
    for (let round = 1; round <= CUTS; round += 1) {
      const cut = chooseCut(random);
      const name = `${cut.kind}, ${cut.moment}`;
      kinds.add(cut.kind);
      await test.step(`seed ${seed}, visit ${round}: ${name}, ${cut.part.toFixed(3)}`, async () => {
        const visit = buildVisit(team, round);
        inks.length = 0;
        const outcome = await sendVisit(phone, visit, cut);
        await expectStoredOnce(product, team, { visit, inks });
        const totals = { notes: round, units: round * UNITS, timeEntries: round };
        expect(await readTotals(product, team)).toEqual(totals);
        const line = `${name}: ${outcome}`;
        counts[line] = (counts[line] ?? 0) + 1;
      });
    }
    const lines = Object.keys(counts)
      .toSorted((a, b) => a.localeCompare(b))
      .map(
        (line) => `  ${counts[line]} ${line}
`,
      );
    process.stdout.write(`seed ${seed}: ${CUTS} cuts, each visit stored once
${lines.join('')}`);
    if (CUTS >= 100) expect([...kinds].toSorted()).toEqual(CUT_KINDS.toSorted());
    await context.close();
    await network.stop();
    await stop();
  },
);
