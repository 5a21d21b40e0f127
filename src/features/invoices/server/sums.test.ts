/** Recomputes the sums of invoices without the code of the product. */

import { expect, test } from 'vitest';
import { createInvoiceCalls, openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { toQuarterHour } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createRandom } from '#tests/support/helpers/random.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** An amount as an integer of hundredths. */
const toHundredths = (text: string): bigint => BigInt(text.replace('.', ''));

/** Divides and rounds half away from zero. */
function divide(value: bigint, by: bigint): bigint {
  const half = by / 2n;
  return (value < 0n ? value - half : value + half) / by;
}

test(`the lines, the tax and the total of invoices match integer arithmetic, seed ${SEED} [14.invoice.5]`, async () => {
  const random = createRandom(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const scenario = await createReviewScenario(api, 10_000);
  const { manager, clientId } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  for (const grouping of ['visit', 'service']) {
    const taxRate = (below(25_000) / 1000).toFixed(3);
    await api.ok(manager.token, 'PUT /api/business', { body: { taxRate } });
    for (let number = 0; number < 12; number += 1) {
      const unitRate = [`${below(40)}.${below(90) + 10}`, '13.37'][below(2)];
      await api.ok(manager.token, 'PUT /api/clients/:id', { params: { id: clientId }, body: { unitRate } });
      await calls.approve({
        ...toQuarterHour(number * 3),
        endTime: toQuarterHour(number * 3 + below(3)).endTime,
      });
    }
    const draft = await calls.draft({ grouping });
    const otherLines = Array.from({ length: 5 }, () => ({
      description: 'Line',
      quantity: (below(10_000) / 100).toFixed(2),
      rate: ((below(2_000) - 700) / 100).toFixed(2),
    }));
    const { body } = await calls.change(draft.id, { grouping, otherLines });
    let subtotal = 0n;
    for (const { quantity, rate, amount } of body.lines) {
      const expected = divide(toHundredths(quantity) * toHundredths(rate), 100n);
      expect(toHundredths(amount)).toBe(expected);
      subtotal += expected;
    }
    const tax = divide(subtotal * toHundredths(taxRate), 100_000n);
    expect([body.subtotal, body.tax, body.total].map(toHundredths)).toEqual([subtotal, tax, subtotal + tax]);
    const [{ units } = { units: null }] = await api.sql<{ units: string | null }>(
      `select sum(n.time_units_used)::text as units from billed_notes b
       join notes n on n.business_id = b.business_id and n.id = b.note_id where b.invoice_id = $1`,
      [draft.id],
    );
    const billed = body.lines
      .filter(({ kind }) => kind === 'work')
      .map(({ quantity }) => toHundredths(quantity));
    expect(billed.reduce((sum, quantity) => sum + quantity, 0n)).toBe(toHundredths(units ?? '0.00'));
    await calls.remove(draft.id);
  }
});

test.each([
  {
    title: 'lines',
    taxRate: '',
    lines: [
      ['0.50', '0.01', '0.01'],
      ['0.35', '2.10', '0.74'],
      ['0.50', '16.69', '8.35'],
    ],
    sums: ['9.10', '0.00', '9.10'],
  },
  {
    title: 'credits',
    taxRate: '',
    lines: [
      ['0.50', '-0.01', '-0.01'],
      ['0.50', '-16.69', '-8.35'],
    ],
    sums: ['-8.36', '0.00', '-8.36'],
  },
  { title: 'tax', taxRate: '5', lines: [['1.00', '20.10', '20.10']], sums: ['20.10', '1.01', '21.11'] },
  {
    title: 'tax with three decimals',
    taxRate: '0.125',
    lines: [['1.00', '4.00', '4.00']],
    sums: ['4.00', '0.01', '4.01'],
  },
  {
    title: 'tax of credits',
    taxRate: '5',
    lines: [['1.00', '-20.10', '-20.10']],
    sums: ['-20.10', '-1.01', '-21.11'],
  },
  {
    title: 'tax of rounded lines',
    taxRate: '5',
    lines: [
      ['0.50', '0.19', '0.10'],
      ['0.50', '0.39', '0.20'],
    ],
    sums: ['0.30', '0.02', '0.32'],
  },
])(
  'exactly half a cent of $title is rounded away from zero [14.invoice.5]',
  async ({ taxRate, lines, sums }) => {
    const { calls } = await openInvoiceBusiness(api, { taxRate });
    const { id } = await calls.draft();
    const otherLines = lines.map(([quantity, rate]) => ({ description: 'Line', quantity, rate }));
    const { body } = await calls.change(id, { otherLines });
    expect(body.lines.map(({ quantity, rate, amount }) => [quantity, rate, amount])).toEqual(lines);
    expect([body.subtotal, body.tax, body.total]).toEqual(sums);
  },
);
