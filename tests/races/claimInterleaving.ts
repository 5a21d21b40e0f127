/** Random calls about the same few notes, claim batches and invoices of a payer, to be sent at once. */

import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { backdateAssignments } from '#tests/support/factories/clients.ts';
import { createInvoiceCalls, PERIOD } from '#tests/support/factories/invoices.ts';
import { buildNoteForm, toQuarterHour } from '#tests/support/factories/notes.ts';
import { createNoteWithReceipt } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { listNumbers } from '#tests/support/helpers/concurrency.ts';

/** Few, so that concurrent calls conflict. */
const NOTES = 8;

type Note = { id: number; token: string; times: ReturnType<typeof toQuarterHour> };
type Call = () => Promise<{ status: number } | undefined>;

/** How often each call is chosen: those whose results others need, more often. */
const WEIGHTS = {
  approve: 6,
  reopen: 1,
  edit: 1,
  dispute: 1,
  answer: 2,
  claim: 3,
  reject: 3,
  draft: 2,
  issue: 2,
  remove: 1,
  void: 2,
};
type Name = keyof typeof WEIGHTS;
const NAMES = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<Name>(weight).fill(name as Name));

/** A business whose notes are reviewed, edited, disputed, claimed and invoiced. @param random for the choice of calls and notes */
export async function openClaimInterleaving(api: Api, random: () => number) {
  const scenario = await createReviewScenario(api);
  const { author, business, clientId } = scenario;
  const authorization = { clientId, payer: 'County', unitsAuthorized: 500 };
  const { payerId } = await createAuthorization(api, business, authorization);
  await backdateAssignments(api, business, { since: '2026-01-01' });
  const notes: Note[] = [];
  for (const number of listNumbers(NOTES)) {
    const times = toQuarterHour(number);
    notes.push({ times, ...(await createNoteWithReceipt(api, author, { clientId, ...times })) });
  }
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const claims = listClaimCalls(api, scenario, payerId ?? null);
  const invoices = listInvoiceCalls(api, scenario);
  return {
    businessId: business.id,
    /** Chooses a call, which may be refused. */
    choose: (): { name: Name; send: Call } => {
      const name = pick(NAMES) ?? 'claim';
      const note = pick(notes);
      if (!note) throw new Error('There is no note');
      return { name, send: { ...listNoteCalls(api, scenario, note), ...claims, ...invoices }[name] };
    },
  };
}

type Scenario = Awaited<ReturnType<typeof createReviewScenario>>;

function listNoteCalls(api: Api, { author, clientId, manager, review }: Scenario, note: Note) {
  const params = { id: note.id };
  return {
    approve: () => review(note.id, { action: 'approve' }),
    reopen: () => review(note.id, { action: 'reopen', reason: 'Again' }),
    edit: () =>
      api.call(author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(clientId, note.times) }),
    dispute: () =>
      api.call(null, 'POST /api/receipts/:token/dispute', {
        params: { token: note.token },
        body: { reason: 'not_here' },
      }),
    answer: () =>
      api.call(manager.token, 'POST /api/notes/:id/dispute/resolve', {
        params,
        body: { answer: 'We asked her.' },
      }),
  } satisfies Partial<Record<Name, Call>>;
}

function listClaimCalls(api: Api, { business, manager: { token } }: Scenario, payerId: number | null) {
  return {
    claim: () => api.call(token, 'POST /api/claim-batches', { body: { payerId, ...PERIOD } }),
    reject: async () => {
      const [line] = await api.sql<{ batch: number; note: number }>(
        `select claim_batch_id as batch, note_id as note from claim_lines
         where business_id = $1 and state <> 'rejected' order by random() limit 1`,
        [business.id],
      );
      if (!line) return undefined;
      const body = [{ noteId: line.note, state: 'rejected' }];
      return api.call(token, 'PATCH /api/claim-batches/:id/lines', { params: { id: line.batch }, body });
    },
  } satisfies Partial<Record<Name, Call>>;
}

function listInvoiceCalls(api: Api, scenario: Scenario) {
  const calls = createInvoiceCalls(api, scenario);
  /** Calls for an invoice in this state, one with notes rather than an empty one. */
  const withInvoice = (state: string, send: (id: number) => ReturnType<Call>) => async () => {
    const [invoice] = await api.sql<{ id: number }>(
      `select id::int as id from invoices i where business_id = $1 and state = $2
       order by exists (select from billed_notes b where b.business_id = i.business_id and b.invoice_id = i.id) desc, random()
       limit 1`,
      [scenario.business.id, state],
    );
    return invoice && send(invoice.id);
  };
  return {
    draft: () =>
      api.call(scenario.manager.token, 'POST /api/invoices', {
        body: { payer: 'County', clientIds: [scenario.clientId], ...PERIOD },
      }),
    issue: withInvoice('draft', (id) => calls.issue(id)),
    remove: withInvoice('draft', (id) => calls.remove(id)),
    void: withInvoice('issued', (id) => calls.void(id)),
  } satisfies Partial<Record<Name, Call>>;
}
