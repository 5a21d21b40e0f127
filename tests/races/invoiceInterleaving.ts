/** Random calls about the same few notes and invoices, to be sent at once. */

import { addDays } from '#platform/contract/days.ts';
import { backdateAssignments } from '#tests/support/factories/clients.ts';
import { createInvoiceCalls } from '#tests/support/factories/invoices.ts';
import { createSignedNote, toQuarterHour } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import type { Api } from '#tests/support/helpers/api.ts';

/** Few, so that the calls meet. */
const NOTES = 4;
const NEWEST_INVOICES = 2;
const NOTES_PER_DAY = 90;

interface StoredNote {
  id: number;
  status: string;
}

interface StoredInvoice {
  id: number;
  state: string;
  total: string;
  paid: string;
  isEmpty: boolean;
}

type Call = { name: string; send: () => Promise<{ status: number }> };

/** A business whose notes and invoices are reviewed, billed, voided and paid. @param random for all choices */
export async function openInterleaving(api: Api, random: () => number) {
  const scenario = await createReviewScenario(api);
  const { business, author, clientId } = scenario;
  await backdateAssignments(api, business, { since: '2026-01-01' });
  let created = 0;
  /** Each at a time of its own, in March. */
  const createNote = () => {
    const workDate = addDays('2026-03-01', Math.floor(created / NOTES_PER_DAY));
    created += 1;
    return createSignedNote(api, author, { clientId, workDate, ...toQuarterHour(created % NOTES_PER_DAY) });
  };
  /** The notes that are not on an invoice, after new ones have replaced those that were denied or issued. */
  const listNotes = async () => {
    const notes = await api.sql<StoredNote>(
      `select id::int as id, status from notes where business_id = $1 and status <> 'denied' and not is_billed`,
      [business.id],
    );
    while (notes.length < NOTES) notes.push(await createNote());
    return notes;
  };
  const listInvoices = () =>
    api.sql<StoredInvoice>(
      `select id::int as id, state, total::text as total, paid::text as paid,
         not exists (select from billed_notes b where b.business_id = i.business_id and b.invoice_id = i.id) as "isEmpty"
       from invoices i where business_id = $1 and state <> 'void' order by id desc`,
      [business.id],
    );
  return {
    businessId: business.id,
    /** Chooses calls that could all succeed alone, as far as the stored rows show. */
    choose: async (count: number): Promise<Call[]> => {
      const rows = { notes: await listNotes(), invoices: await listInvoices() };
      return Array.from({ length: count }, () => chooseCall(api, scenario, rows, random));
    },
  };
}

/** How often each call is chosen: what makes work for the others more often. */
const WEIGHTS = {
  approve: 5,
  reopen: 2,
  deny: 2,
  draft: 4,
  issue: 5,
  change: 2,
  remove: 2,
  void: 3,
  pay: 3,
  refund: 2,
};
type Name = keyof typeof WEIGHTS;
const NAMES = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<Name>(weight).fill(name as Name));

function chooseCall(
  api: Api,
  scenario: Awaited<ReturnType<typeof createReviewScenario>>,
  { notes, invoices }: { notes: readonly StoredNote[]; invoices: readonly StoredInvoice[] },
  random: () => number,
): Call {
  const { review } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  const { token } = scenario.manager;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const name = pick(NAMES) ?? 'approve';
  /** One that the call is for, if there is one. */
  const noteOf = (status: string) =>
    (pick(notes.filter((one) => one.status === status)) ?? pick(notes))?.id ?? 0;
  const invoiceOf = (...states: string[]) =>
    pick(
      invoices.filter(({ state, isEmpty }) => states.includes(state) && !isEmpty).slice(0, NEWEST_INVOICES),
    );
  const body = { clientId: scenario.clientId, from: '2026-03-01', to: '2026-03-31' };
  const draft: Call = { name: 'draft', send: () => api.call(token, 'POST /api/invoices', { body }) };
  const withInvoice = (
    invoice: StoredInvoice | undefined,
    send: (one: StoredInvoice) => Promise<{ status: number }>,
  ): Call => (invoice ? { name, send: () => send(invoice) } : draft);
  // Odd amounts, so that payments add up to the total, to less, and to more.
  const share = pick(['0.50', '1.00', '1.00']) ?? '1.00';
  switch (name) {
    case 'approve':
      return { name, send: () => review(noteOf('pending'), { action: 'approve' }) };
    case 'reopen':
      return { name, send: () => review(noteOf('resolved'), { action: 'reopen', reason: 'Again' }) };
    case 'deny':
      return { name, send: () => review(noteOf('pending'), { action: 'deny', reason: 'No' }) };
    case 'draft':
      return draft;
    case 'issue':
      return withInvoice(invoiceOf('draft'), ({ id }) => calls.issue(id));
    case 'change':
      return withInvoice(invoiceOf('draft'), ({ id }) => calls.change(id));
    case 'remove':
      return withInvoice(pick(invoices.filter(({ state }) => state === 'draft')), ({ id }) =>
        calls.remove(id),
      );
    case 'void':
      return withInvoice(invoiceOf('issued', 'partly_paid'), ({ id }) => calls.void(id));
    case 'pay':
      return withInvoice(invoiceOf('issued', 'partly_paid'), ({ id, total }) =>
        calls.pay(id, (Number(total) * Number(share)).toFixed(2)),
      );
    case 'refund':
      return withInvoice(invoiceOf('partly_paid', 'paid'), ({ id, paid }) => calls.pay(id, `-${paid}`));
  }
}
