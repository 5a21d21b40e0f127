/** Visits whose notes were written offline, and what arrives of them. */

import { expect } from 'vitest';
import type { Api } from '#tests/support/helpers/api.ts';
import type { TestBusiness } from './businesses.ts';
import { buildOfflineFields } from './captures.ts';
import { backdateAssignments } from './clients.ts';
import { buildNoteForm, createAssignedClient } from './notes.ts';

export type OfflineVisit = Awaited<ReturnType<typeof createAssignedClient>>;

export function useOfflineVisits(api: Api, business: TestBusiness) {
  /** A client who was assigned before the work date of notes, 2026-03-02. */
  async function createVisit(fields: Record<string, unknown> = {}): Promise<OfflineVisit> {
    const visit = await createAssignedClient(api, business, fields);
    await backdateAssignments(api, business, { since: '2026-01-05', clientId: visit.client.id });
    return visit;
  }

  /** Sends a note that was written offline. */
  async function send(
    { author, client }: Pick<OfflineVisit, 'author' | 'client'>,
    fields: Record<string, unknown> = {},
  ) {
    const offline = await buildOfflineFields(api, { clientId: client.id });
    return api.call(author.token, 'POST /api/notes', {
      body: buildNoteForm(client.id, { ...offline, ...fields }),
    });
  }

  /** The messages in the author's inbox, newest first. */
  async function readMessages({ author: { token } }: Pick<OfflineVisit, 'author'>) {
    const rows = await api.ok(token, 'GET /api/messages/inbox');
    return Promise.all(
      rows.map(async ({ id }) => {
        const [message] = await api.ok(token, 'GET /api/messages/:id/thread', { params: { id } });
        return message;
      }),
    );
  }

  /** The note of an answer as a manager sees it. */
  async function readArrived({ status, body: { id } }: Awaited<ReturnType<typeof send>>) {
    expect(status).toBe(201);
    const { status: state, checks } = await api.ok(business.admin.token, 'GET /api/notes/:id', {
      params: { id },
    });
    const entries = await api.sql('select id from unit_ledger where business_id = $1 and note_id = $2', [
      business.id,
      id,
    ]);
    return { state, checks: checks.map(({ code }) => code), entries: entries.length };
  }

  return { createVisit, send, readMessages, readArrived };
}
