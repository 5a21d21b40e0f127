/** The PDF of an invoice with many lines. */

import { expect, test } from 'vitest';
import { formatTime } from '#platform/contract/dateFormat.ts';
import { addDays } from '#platform/contract/days.ts';
import { copyNote, openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { findProgram } from '#tests/support/helpers/packages.ts';
import { readPdf, readPdfLines } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const TITLES = 'Date Description Quantity Rate Amount';
/** Of 400 lines 50 are free ones, which is the most of an invoice. */
const FREE_SHARE = 8;

/** '$1,234.50', of cents, written independently of the product. */
function toMoney(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/** Visits of 1 to 3 units, 12 a day from March 1 on. */
const planVisits = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const hour = String(8 + (index % 12)).padStart(2, '0');
    const units = 1 + (index % 3);
    const workDate = addDays('2026-03-01', Math.floor(index / 12));
    return { workDate, startTime: `${hour}:00`, endTime: `${hour}:${units * 15}`, units };
  });

/** 10.5 miles each; 5.25 dollars and less, half cents included. */
const planMileage = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const rate = 50 - index;
    return { description: `Mileage ${index + 1}.`, rate, cents: Math.floor((rate * 105 + 5) / 10) };
  });

/** Issues an invoice with a line for each visit and other line, and a tax of 8.25 %. */
async function issueInvoice(lines: number) {
  const freeLines = planMileage(Math.floor(lines / FREE_SHARE));
  const visits = planVisits(lines - freeLines.length);
  const { business, calls, manager } = await openInvoiceBusiness(api, { taxRate: 8.25 });
  const [first, ...others] = visits;
  const { id: noteId, clientContactName, clientName } = await calls.approve(first);
  await copyNote(api, { businessId: business.id, noteId }, others);
  const { id } = await calls.draft();
  const otherLines = freeLines.map(({ description, rate }) => ({
    description,
    quantity: '10.5',
    rate: `0.${String(rate).padStart(2, '0')}`,
  }));
  const changed = await calls.change(id, { otherLines });
  expect(changed.status).toBe(200);
  const issued = await calls.issue(id);
  expect(issued.body.lines).toHaveLength(lines);
  const answer = await api.server.app.inject({
    method: 'GET',
    url: `/api/invoices/${id}/pdf`,
    cookies: { quarterhour_read: manager.token },
  });
  const client = `${clientContactName} (${clientName})`;
  return { ...planPdf({ visits, freeLines, client }), pdf: answer.rawPayload };
}

interface Plan {
  visits: ReturnType<typeof planVisits>;
  freeLines: ReturnType<typeof planMileage>;
  client: string;
}

/** Plans the text of the PDF: the cells of each line with those of a second text line last, and the sums. */
function planPdf({ visits, freeLines, client }: Plan) {
  const rows = [
    ...visits.map(({ workDate, startTime, endTime, units }) => ({
      text: `Mar ${Number(workDate.slice(8))}, 2026 Sustaining Services, ${formatTime(startTime)} to ${formatTime(endTime)}`,
      below: client,
      price: `${units} $15.00 ${toMoney(units * 1500)}`,
    })),
    ...freeLines.map(({ description, rate, cents }) => ({
      text: description,
      below: '',
      price: `10.5 ${toMoney(rate)} ${toMoney(cents)}`,
    })),
  ];
  const subtotal =
    visits.reduce((sum, { units }) => sum + units * 1500, 0) +
    freeLines.reduce((sum, { cents }) => sum + cents, 0);
  const tax = Math.floor((subtotal * 825 + 5000) / 10_000);
  const sums = [
    `Subtotal ${toMoney(subtotal)}`,
    `Tax (8.25 %) ${toMoney(tax)}`,
    `Total ${toMoney(subtotal + tax)}`,
  ];
  return { rows, sums };
}

test.each([
  { lines: 1, pages: [1, 1] },
  { lines: 40, pages: [2, 2] },
  // Of 20 to 30 lines a page.
  { lines: 400, pages: [14, 20] },
])(
  'the PDF of an invoice has each line once and in order, the titles on each page and the right sums: $lines [14.invoice.10]',
  { timeout: 60_000 },
  async ({ lines, pages: [fewest = 0, most = 0] }) => {
    const { rows, sums, pdf } = await issueInvoice(lines);
    const { pages } = await readPdf(pdf);
    expect(pages.length).toBeGreaterThanOrEqual(fewest);
    expect(pages.length).toBeLessThanOrEqual(most);
    // Without the footers and the repeated titles, the pages are one table.
    const contents = pages.map((page) => page.slice(page.indexOf(TITLES)).replace(TITLES, ''));
    const table = contents
      .map((content) => content.replace(/ [^\s$][^$]* page \d+ of \d+\s*$/, ''))
      .join(' ');
    for (const page of pages.slice(0, -1)) expect(page.split(TITLES)).toHaveLength(2);
    const texts = rows.flatMap(({ text, below, price }) => [text, below, price].filter(Boolean));
    expect(table.replaceAll(/\s+/g, ' ').trim()).toBe([...texts, ...sums].join(' '));
  },
);

test(
  'pdftotext reads each line of the PDF of an invoice beside its price, and the sums [14.invoice.10]',
  { timeout: 60_000 },
  async ({ skip }) => {
    const program = findProgram('pdftotext');
    if (program === undefined) return skip('The program pdftotext (package poppler-utils) is missing.');
    const { rows, sums, pdf } = await issueInvoice(60);
    const pages = await readPdfLines(program, pdf);
    expect(pages).toHaveLength(3);
    for (const page of pages) expect(page.filter((line) => line === TITLES)).toHaveLength(1);
    // A page ends with its footer.
    const table = pages.flatMap((page) => page.slice(page.indexOf(TITLES) + 1, -1));
    const texts = rows.flatMap(({ text, below, price }) => [`${text} ${price}`, below].filter(Boolean));
    expect(table).toEqual([...texts, ...sums]);
  },
);
