/** The invoices of the demo agency: the first month is billed and mostly paid, the second is billed in part. */

import type { RequestTo } from '#platform/web/api.ts';
import type { invoicesContract } from '#features/invoices/contract.ts';
import { setTime, type DemoAgency } from './agency.ts';

type Body = RequestTo<(typeof invoicesContract)['POST /api/invoices']>['body'];

/** The share of each invoice that was paid, in percent. */
const PAID = [100, 100, 50, 0];

/** Issues invoices of 30 days to each client and every second payer, and records their payments; the others get claims. */
export async function billMonth(
  { api, signIn }: DemoAgency,
  days: readonly string[],
  index: number,
): Promise<void> {
  const period = { from: days[index - 30] ?? '', to: days[index - 1] ?? '' };
  const day = days[index + 2] ?? '';
  setTime(day, '10:05');
  const token = await signIn('ruth.okafor');
  const { open } = await api.ok(token, 'GET /api/billing/open', { query: period });
  const groups = [...Map.groupBy(open, ({ clientId, payer }) => payer ?? clientId).values()];
  const payers = await api.ok(token, 'GET /api/payers');
  for (const [number, works] of groups.entries()) {
    const [first] = works;
    if (!first) continue;
    const payer = payers.find(({ name }) => name === first.payer);
    if (payer && number % 2 === 1) {
      await claimMonth(api, token, { payerId: payer.id, ...period });
      continue;
    }
    const whom =
      first.payer === null
        ? { clientId: first.clientId }
        : { payer: first.payer, clientIds: works.map(({ clientId }) => clientId) };
    const body: Body = { ...period, ...whom, grouping: first.payer === null ? 'visit' : 'service' };
    const { id, total } = await api.ok(token, 'POST /api/invoices', { body });
    const params = { id };
    await api.ok(token, 'POST /api/invoices/:id/issue', { params });
    const share = PAID[number % PAID.length] ?? 0;
    if (share === 0) continue;
    const payment = { amount: ((Number(total) * share) / 100).toFixed(2), date: day, note: 'Bank transfer' };
    await api.ok(token, 'POST /api/invoices/:id/payments', { params, body: payment });
  }
}

/** A claim batch of which the payer accepted all lines but the last. */
async function claimMonth(
  api: DemoAgency['api'],
  token: string,
  body: { payerId: number; from: string; to: string },
): Promise<void> {
  const { id, lines } = await api.ok(token, 'POST /api/claim-batches', { body });
  const decisions = lines.map(({ noteId }, index) => ({
    noteId,
    state: index === lines.length - 1 ? ('rejected' as const) : ('accepted' as const),
  }));
  await api.ok(token, 'PATCH /api/claim-batches/:id/lines', { params: { id }, body: decisions });
}
