/** Notes under review: author, manager, units, hours and messages. */

import type { Api } from '#tests/support/helpers/api.ts';
import { createBusiness } from './businesses.ts';
import { backdateAssignments } from './clients.ts';
import { createAssignedClient, createSignedNote, toQuarterHour } from './notes.ts';
import { createPerson } from './people.ts';

export type ReviewScenario = Awaited<ReturnType<typeof createReviewScenario>>;

/** Returns a function that creates notes without warnings: 15 minutes each, one after the other on one day. */
export async function createCleanNotes(
  api: Api,
  { business, clientId }: Pick<ReviewScenario, 'business' | 'clientId'>,
) {
  await backdateAssignments(api, business, { since: '2026-01-01' });
  let number = 0;
  return ({ token }: { token: string }) => {
    number += 1;
    return createSignedNote(api, { token }, { clientId, ...toQuarterHour(number) });
  };
}

/** A manager, an author and a client with its units; each call reads again. */
export async function createReviewScenario(api: Api, totalTimeUnits = 1000) {
  const business = await createBusiness(api, { plan: 'professional' });
  const form = { firstName: 'Mia', lastName: 'Boss' };
  const manager = await createPerson(api, business, { role: 'manager', form });
  const { author, client } = await createAssignedClient(api, business, { totalTimeUnits });
  const clientId = client.id;
  return {
    business,
    manager,
    author,
    clientId,
    review: (id: number, body: unknown, token = manager.token) =>
      api.call(token, 'PATCH /api/notes/:id/review', { params: { id }, body }),
    /** Units that the client has used. */
    used: async () => {
      const now = await api.ok(manager.token, 'GET /api/clients/:id', { params: { id: clientId } });
      return Number(now.usedTimeUnits);
    },
    /** Ids of the notes that the author has hours for. */
    hours: async () => {
      const entries = await api.ok(author.token, 'GET /api/time-entries/my', { query: { limit: 200 } });
      return entries.map(({ noteId }) => noteId);
    },
    /** Messages whose subject ends in the title, oldest first. */
    letters: (title: string) =>
      api.sql<{
        sender_id: number;
        recipient_id: number;
        note_id: number | null;
        subject: string;
        content: string;
      }>(
        'select sender_id, recipient_id, note_id, subject, content from messages where business_id = $1 and content like $2 order by id',
        [business.id, `%"${title}"%`],
      ),
    /** The audit log rows of the note, oldest first. */
    audited: (id: number) =>
      api.sql<{ action: string; actor_id: number; details: Record<string, unknown> }>(
        `select action, actor_id, details from audit_log where business_id = $1 and object = 'note' and object_id = $2 order by seq`,
        [business.id, id],
      ),
  };
}
